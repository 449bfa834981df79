/** The cache of pages: a page with the same inputs as in an earlier build is not compiled or rendered again. */

import { hashOf } from '../../base/hash.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createPageIndex } from '../../markdown/page-index.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createSiteDependencies } from '../../project/site-folders.ts';
import { createPageSiteData } from '../../render/page-inputs.ts';
import { createPageList } from '../../render/page-list.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageContents } from '../../render/types.ts';
import type { SearchPage } from '../../search/create-search-index.ts';
import type { Contents } from '../../store/contents.ts';
import type { EntryLog } from '../../store/entry-log.ts';
import { logLookup } from '../../store/lookup-log.ts';
import { fromMovable, toMovable } from '../../store/relocate.ts';
import type { Verification } from '../../store/verify.ts';
import { compareEntry, type RenderedPage } from './compare-entry.ts';
import { createLookUpCheck, type LookUp } from './look-ups.ts';
import { mayNeedTypesIn, withoutContent } from './may-need-types.ts';
import type { CompileEntry, RenderEntry, SearchedPage } from './page-entry.ts';
import {
  contextKey,
  createDigest,
  createInputsKey,
  homeOf,
  isSameKey,
  type Key,
  type PageKey,
  siteKey,
  sourceKey,
} from './page-key.ts';
import { reasonsOf } from './page-reasons.ts';
import { createKnownSidebars } from './sidebar-titles.ts';

/** A page that was rendered. Its queries are undefined if they are unknown. */
export interface MadeEntry {
  inputs: Key;
  compiling: LookUp[] | undefined;
  rendering: LookUp[] | undefined;
  /** The page and its tabs. */
  parts: CompiledPage[];
  files: RenderEntry['files'];
  search?: SearchedPage | undefined;
}

/** A page whose files were put into the folder. */
export interface PlacedPage {
  /** Bytes by output path. */
  files: [path: string, bytes: number][];
  search?: SearchPage | undefined;
}

/** The reasons why a page was rendered. */
export interface PageReasons {
  /** Route of the page. */
  route: string;
  reasons: string[];
}

/** The pages of a site in the store. */
export interface PageEntries {
  /** Returns the compiled data of a page, without content, if all of its inputs are the same. */
  find(page: SourcePage): CompiledPage[] | undefined;
  /** Sets the inputs that all pages share. */
  prepare(siteContext: SiteContext, renderer: PageRenderer): void;
  /** Puts the files of a page into the folder, if all of its inputs are the same. */
  place(page: SourcePage, parts: CompiledPage[], contents: PageContents): PlacedPage | undefined;
  /** Adds a page to the store. */
  keep(page: SourcePage, made: MadeEntry): void;
  /** Returns the pages that were rendered, with the reasons. */
  made(): PageReasons[];
}

/** Maximum number of pages that are rendered again to be compared. */
const MOST_COMPARED = 50;

export interface PageEntriesOptions {
  includeDebug: boolean;
  /** Folder of the new site. */
  folder: string;
  contents: Contents;
  entries: EntryLog;
  /** Renders a sample of the cached pages again, and compares them. */
  verification?: Verification | undefined;
}

/** Opens the pages of a site in the store. */
export function openPageEntries(site: Site, loaded: LoadedSite, options: PageEntriesOptions): PageEntries {
  const { contents, folder, verification } = options;
  const pages = createKnownPages(site, loaded, options);
  const inputsKey = createInputsKey(createDigest(site));
  const siteDataOf = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
  const sample = new Set(verification && sampleOf(loaded.pages));
  const made = new Map<string, PageReasons>();
  const home = homeOf(site);
  let context: Key | undefined;

  /** Compares a page with the entry that would have been reused. */
  const compare = (page: SourcePage, now: RenderedPage): boolean => {
    if (!verification || !sample.has(page)) return false;
    const [cachedEntry] = pages.rendered(page, now.key);
    const compiled = mayNeedTypesIn(page) ? undefined : pages.compiled(page);
    if (!cachedEntry && !compiled) return false;
    verification.compared.pages++;
    const difference = compareEntry(
      page.sourcePath,
      { made: now, cached: cachedEntry, compiled },
      { contents, folder },
    );
    if (difference) verification.differences.set(page.sourcePath, difference);
    return true;
  };
  return {
    find(page) {
      // Type tables of the library are added to the page later. A page in the sample is compiled again.
      if (mayNeedTypesIn(page) || sample.has(page)) return undefined;
      return pages.compiled(page)?.parts.map((part) => mapPaths(part, (file) => fromMovable(file, home)));
    },
    prepare(siteContext, renderer) {
      context = pages.contextOf(siteContext, renderer);
    },
    place(page, parts, pageContents) {
      if (!context || sample.has(page)) return undefined;
      const ownParts = mayNeedTypesIn(page) ? parts : undefined;
      const entryKey = inputsKey(page.routePath, { ...pageContents, ...siteDataOf({ page, parts }) }, ownParts);
      for (const { files, search } of pages.rendered(page, { context, inputs: entryKey })) {
        const hashes = files.map(([file, , hash]): [string, string] => [file, hash]);
        if (!contents.place(hashes, folder)) continue;
        logLookup(`page ${page.routePath}`);
        return { files: files.map(([file, bytes]) => [file, bytes]), search };
      }
      return undefined;
    },
    keep(page, { parts, files, search, inputs, compiling, rendering }) {
      if (!context) return;
      const { sourcePath, routePath: route } = page;
      const isKnown = pages.isCached(page) && compiling !== undefined && rendering !== undefined;
      const queries = { compiling: compiling ?? [], rendering: rendering ?? [] };
      const key: PageKey = { ...pages.keyOf(page), context, inputs, ...queries };
      const own = parts.map((part) => mapPaths(withoutContent(part), (file) => toMovable(file, home)));
      const isCompared = compare(page, { key, parts: own, files, search });
      const unknown = isKnown ? undefined : 'nobody knows on what it depends';
      const reason = isCompared ? 'it was rebuilt for comparison' : unknown;
      const reasons = reason === undefined ? pages.reasons(page, key) : [reason];
      logLookup(`page ${route}`, () => reasons);
      made.set(sourcePath, { route, reasons });
      if (isKnown) pages.add(page, { compiling, parts: own }, { key, files, search });
    },
    made: () => loaded.pages.flatMap(({ sourcePath }) => made.get(sourcePath) ?? []),
  };
}

/** Reads and adds the entries of pages. */
function createKnownPages(site: Site, loaded: LoadedSite, { includeDebug, entries }: PageEntriesOptions) {
  const { config } = site;
  const reader = createSiteDependencies(site);
  const digest = createDigest(site);
  const own = siteKey(site, includeDebug, digest);
  const ownDigest = digest(own);
  const sidebars = createKnownSidebars(loaded, entries);
  const isSame = createLookUpCheck(
    { index: createPageIndex(loaded.pages), listPages: createPageList(site, loaded.pages) },
    reader,
  );
  const sources = new Map<SourcePage, ReturnType<typeof sourceKey> & { key: string }>();
  const sourceOf = (page: SourcePage) => {
    const known = sources.get(page);
    if (known) return known;
    const found = sourceKey(page);
    const source = { ...found, key: hashOf(`${ownDigest} ${found.text} ${found.data}`) };
    sources.set(page, source);
    return source;
  };
  const isCached = (page: SourcePage): boolean =>
    config.cache.rendered || (!config.theme && withTabs(page).every(({ format }) => format === 'md'));
  const read = function* <Entry>(task: string, page: SourcePage): Generator<Entry> {
    if (!isCached(page)) return;
    const { key } = sourceOf(page);
    for (const entry of entries.find(task, page.sourcePath)) {
      const found = entry.key === key ? entry.read() : undefined;
      if (found) yield found as Entry;
    }
  };
  return {
    isCached,
    keyOf: (page: SourcePage): Pick<PageKey, 'site' | 'text' | 'data'> => {
      const { text, data } = sourceOf(page);
      return { site: own, text, data };
    },
    contextOf: (siteContext: SiteContext, renderer: PageRenderer): Key =>
      contextKey(siteContext, renderer, digest, reader.folders),
    compiled(page: SourcePage): CompileEntry | undefined {
      for (const entry of read<CompileEntry>('compile', page)) if (entry.compiling.every(isSame)) return entry;
      return undefined;
    },
    *rendered(
      page: SourcePage,
      { context, inputs: entryKey }: Pick<PageKey, 'context' | 'inputs'>,
    ): Generator<RenderEntry> {
      for (const entry of read<RenderEntry>('render', page)) {
        const { key } = entry;
        const isSameInput = isSameKey(key.context, context) && isSameKey(key.inputs, entryKey);
        if (isSameInput && key.compiling.every(isSame) && key.rendering.every(isSame)) yield entry;
      }
    },
    add(page: SourcePage, compiled: CompileEntry, rendered: RenderEntry): void {
      const { sourcePath } = page;
      const { key } = sourceOf(page);
      entries.add('compile', sourcePath, { key, value: compiled });
      entries.add('render', sourcePath, { key, value: rendered });
      sidebars.store();
    },
    /** Returns the reasons why a page was not a cache hit. */
    reasons(page: SourcePage, now: PageKey): string[] {
      const cached = entries.find('render', page.sourcePath).flatMap((entry) => {
        const { key } = (entry.read() as RenderEntry | undefined) ?? {};
        return key ? [key] : [];
      });
      return reasonsOf(cached, now, { isSame, titles: (digest) => sidebars.titlesOf(page, digest) });
    },
  };
}

/** Returns an evenly distributed sample of pages, which differs in each build. */
function sampleOf(pages: SourcePage[]): SourcePage[] {
  const step = Math.ceil(pages.length / MOST_COMPARED);
  const first = Math.floor(Math.random() * step);
  return pages.filter((_, index) => index % step === first);
}

/** Returns a compiled page with its file paths mapped. */
function mapPaths(part: CompiledPage, map: (file: string) => string): CompiledPage {
  const { assets, dependencies, demos } = part;
  return {
    ...part,
    assets: assets.map((asset) => ({ ...asset, filePath: map(asset.filePath) })),
    dependencies: dependencies.map(map),
    demos: demos.map((demo) => ({ ...demo, filePath: map(demo.filePath) })),
  };
}
