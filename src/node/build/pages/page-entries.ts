/** Pages as they were made by earlier builds: a page that would be made of the same is not made again. */

import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createPageIndex } from '../../markdown/page-index.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createSiteDependencies } from '../../project/site-place.ts';
import { createPageList } from '../../render/page-list.ts';
import { createPlaces } from '../../render/page-record.ts';
import type { SiteFacts } from '../../render/render-page.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageContents } from '../../render/types.ts';
import type { PageTerms } from '../../search/term-scanner.ts';
import type { Contents } from '../../store/contents.ts';
import { createEntryStore, entryNameOf } from '../../store/entry-store.ts';
import { logLookup } from '../../store/lookup-log.ts';
import { fromMovable, toMovable } from '../../store/relocate.ts';
import type { Verification } from '../../store/verify.ts';
import { compareEntry } from './compare-entry.ts';
import { knownPagesOf, nextKeptPages } from './kept-pages.ts';
import { createLookUpCheck, type LookUp } from './look-ups.ts';
import { mayNeedTypesIn, withoutContent } from './may-need-types.ts';
import type { Entry } from './page-entry.ts';
import {
  contextKey,
  createDigest,
  createRecordKey,
  homeOf,
  isSameKey,
  type Key,
  siteKey,
  sourceKey,
} from './page-key.ts';
import { reasonsOf, type SidebarTitles } from './page-reasons.ts';
import { createSidebarDigests } from './sidebar-digests.ts';

/** A page that was made; of what is undefined, nobody knows what was asked. */
export interface MadeEntry {
  record: Key;
  compiling: LookUp[] | undefined;
  rendering: LookUp[] | undefined;
  /** The page and its tabs. */
  parts: CompiledPage[];
  /** Bytes by output path. */
  files: [path: string, bytes: number][];
  /** What search knows of it, with numbers of the build's terms. */
  search?: { text: string; terms: Omit<PageTerms, 'added'> };
}

/** A page whose files were put into the folder. */
export interface PlacedPage {
  files: [path: string, bytes: number][];
  /** Its terms have numbers that all placed pages share. */
  search?: { text: string; terms: PageTerms };
}

/** Why a page was made. */
export interface PageReasons {
  /** Route of the page. */
  route: string;
  reasons: string[];
}

/** What is kept of the pages of a site. */
export interface PageEntries {
  /** What compiling a page told, where all that went in is as it was; of its content nothing. */
  find(page: SourcePage): CompiledPage[] | undefined;
  /** Says what pages are made with. */
  prepare(facts: SiteFacts, renderer: PageRenderer): void;
  /** Puts the files of a page into the folder, where they were made of the same. */
  place(page: SourcePage, parts: CompiledPage[], contents: PageContents): PlacedPage | undefined;
  keep(page: SourcePage, made: MadeEntry): void;
  /** Pages that were made, with the reasons. */
  made(): PageReasons[];
  /**
   * Keeps for the next build what was placed and made, and a few of those before: branches have their own.
   *
   * @param hashes of the files in the new site, by output path
   * @param terms of the build, in the order of their numbers
   */
  save(hashes: ReadonlyMap<string, string>, terms: string[]): void;
}

/** Pages that are made again to be compared, one of so many in a row. */
const MOST_COMPARED = 50;

export interface PageEntriesOptions {
  includeDebug: boolean;
  /** Folder of the new site. */
  folder: string;
  contents: Contents;
  /** Some pages that could be taken are made again, and compared. */
  verification?: Verification | undefined;
}

/** Opens what is kept of a site's pages. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what is known of the pages in this build, and six ways to ask for it
export async function openPageEntries(
  site: Site,
  loaded: LoadedSite,
  { includeDebug, folder, contents, verification }: PageEntriesOptions,
): Promise<PageEntries> {
  const { projectRoot, config } = site;
  const { cacheDir } = config;
  const reader = createSiteDependencies(site);
  const home = homeOf(site);
  const store = createEntryStore(projectRoot, { cacheDir });
  const [name, recentName] = [entryNameOf('pages', site), entryNameOf('recent', site)];
  const known = knownPagesOf({ all: await store.read(name), recent: await store.read(recentName) });

  const digest = createDigest(site);
  const own = siteKey(site, includeDebug, digest);
  const isSameSite = rememberSame(own);
  let context: Key | undefined;
  let isSameContext: (key: Key) => boolean = () => false;
  const recordKey = createRecordKey(digest);
  const lookup = createNavigationLookup(loaded.navigation);
  const findPlace = createPlaces(site, loaded, lookup);
  const digests = createSidebarDigests(loaded, lookup, digest);
  const sidebars = new Map<string, string | undefined>();
  const titlesOf = (sidebar: string): SidebarTitles | undefined =>
    known.sidebars.get(sidebar) ?? digests.titles().get(sidebar);
  const isSame = createLookUpCheck(
    { index: createPageIndex(loaded.pages), listPages: createPageList(site, loaded.pages) },
    reader,
  );
  const sources = new Map<string, ReturnType<typeof sourceKey>>();
  const made = new Map<string, PageReasons>();
  /** Entries of a page of which all but the record is as it was. */
  const candidates = new Map<string, Entry[]>();
  const fresh = new Map<string, Entry>();
  let isChanged = false;
  let added = known.terms;

  const withTypes = new Set<string>();
  const sample = new Set(verification && sampleOf(loaded.pages));
  /** Compares a page with the entry that would have been taken. */
  const compare = (page: SourcePage, made: Entry): boolean => {
    const found = (sample.has(page) && candidates.get(page.sourcePath)) || [];
    const isSameMade = ({ key }: Entry): boolean =>
      isSameContext(key.context) && isSameKey(key.record, made.key.record) && key.rendering.every(isSame);
    const kept = found.find(isSameMade);
    const compiled = withTypes.has(page.sourcePath) ? undefined : found[0];
    if (!verification || !(kept ?? compiled)) return false;
    verification.compared.pages++;
    const difference = compareEntry(page.sourcePath, { made, kept, compiled }, { contents, folder });
    if (difference) verification.differences.set(page.sourcePath, difference);
    return true;
  };

  const isWanted = (page: SourcePage): boolean =>
    config.cache.rendered || (!config.theme && withTabs(page).every(({ format }) => format === 'md'));
  const find = (page: SourcePage): Entry[] => {
    const { sourcePath } = page;
    const own = sourceKey(page);
    sources.set(sourcePath, own);
    if (mayNeedTypesIn(page)) withTypes.add(sourcePath);
    const isFound = ({ key }: Entry): boolean =>
      isSameSite(key.site) && key.text === own.text && key.data === own.data && key.compiling.every(isSame);
    const found = isWanted(page) ? (known.pages.get(sourcePath) ?? []).filter(isFound) : [];
    candidates.set(sourcePath, found);
    return found;
  };
  return {
    find(page) {
      const [first] = find(page);
      // Words of the library's types come in between.
      if (!first || withTypes.has(page.sourcePath) || sample.has(page)) return undefined;
      return first.parts.map((part) => mapPaths(part, (file) => fromMovable(file, home)));
    },
    prepare(facts, renderer) {
      context = contextKey(facts, renderer, digest, reader.place);
      isSameContext = rememberSame(context);
    },
    place(page, parts, made) {
      const found = candidates.get(page.sourcePath) ?? [];
      if (found.length === 0 || sample.has(page)) return undefined;
      const ownParts = withTypes.has(page.sourcePath) ? parts : undefined;
      const record = recordKey(page.routePath, { ...made, ...findPlace({ page, parts }) }, ownParts);
      const entry = found.find(
        ({ key, files }) =>
          isSameContext(key.context) &&
          isSameKey(key.record, record) &&
          key.rendering.every(isSame) &&
          contents.place(
            files.map(([file, , hash]) => [file, hash]),
            folder,
          ),
      );
      if (!entry) return undefined;
      logLookup(`page ${page.routePath}`);
      if (known.pages.get(page.sourcePath)?.[0] !== entry) isChanged = true;
      fresh.set(page.sourcePath, entry);
      sidebars.set(page.sourcePath, digests.of(page));
      const terms = entry.search && { ...entry.search.terms, added };
      // The first one brings all.
      if (terms) added = [];
      return {
        files: entry.files.map(([path, bytes]) => [path, bytes]),
        search: entry.search && terms && { text: entry.search.text, terms },
      };
    },
    keep(page, { parts, files, search, record, compiling, rendering }) {
      const { sourcePath, routePath } = page;
      const source = sources.get(sourcePath);
      if (!source || !context) return;
      const key = { site: own, context, ...source, record, compiling: compiling ?? [], rendering: rendering ?? [] };
      const entry: Entry = {
        key,
        parts: parts.map((part) => mapPaths(withoutContent(part), (file) => toMovable(file, home))),
        files: files.map(([file, bytes]) => [file, bytes, '']),
        search,
        sidebar: digests.of(page),
      };
      sidebars.set(sourcePath, entry.sidebar);
      const isKnown = isWanted(page) && compiling !== undefined && rendering !== undefined;
      const reasonsFor = (): string[] => {
        if (compare(page, entry)) return ['it was made again, to be compared'];
        if (!isKnown) return ['nobody knows on what it depends'];
        const before = known.pages.get(sourcePath)?.[0];
        const [oldTitles, titles] = [before?.sidebar, entry.sidebar].map((digest = '') => titlesOf(digest));
        return reasonsOf(before?.key, key, { isSame, oldTitles, titles });
      };
      const reasons = reasonsFor();
      logLookup(`page ${routePath}`, () => reasons);
      made.set(sourcePath, { route: routePath, reasons });
      if (!isKnown) return;
      isChanged = true;
      fresh.set(sourcePath, entry);
    },
    made: () => loaded.pages.flatMap(({ sourcePath }) => made.get(sourcePath) ?? []),
    save(hashes, terms) {
      if (!isChanged) return;
      const sidebarOf = (sourcePath: string): string | undefined => sidebars.get(sourcePath);
      const next = nextKeptPages(known, { fresh, sidebarOf, sidebars: digests.titles(), hashes, terms });
      if ('recent' in next) {
        store.touch(name);
        store.write(recentName, next.recent);
      } else {
        store.write(name, next.all);
        store.remove(recentName);
      }
    },
  };
}

/** Some pages, evenly from all: others each time. */
function sampleOf(pages: SourcePage[]): SourcePage[] {
  const step = Math.ceil(pages.length / MOST_COMPARED);
  const first = Math.floor(Math.random() * step);
  return pages.filter((_, index) => index % step === first);
}

/** Compares keys with one, of which many entries have the same object. */
function rememberSame(own: Key): (key: Key) => boolean {
  const known = new Map<Key, boolean>();
  return (key) => {
    const isSame = known.get(key) ?? isSameKey(key, own);
    known.set(key, isSame);
    return isSame;
  };
}

/** The paths in a compiled page as others. */
function mapPaths(part: CompiledPage, map: (file: string) => string): CompiledPage {
  const { assets, dependencies, demos } = part;
  return {
    ...part,
    assets: assets.map((asset) => ({ ...asset, filePath: map(asset.filePath) })),
    dependencies: dependencies.map(map),
    demos: demos.map((demo) => ({ ...demo, filePath: map(demo.filePath) })),
  };
}
