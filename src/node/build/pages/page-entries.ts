import { deserialize, serialize } from 'node:v8';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { hashOf } from '../../base/hash.ts';
import { withTabs } from '../../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createSiteDependencies } from '../../project/site-folders.ts';
import { createPageList, type ListPages } from '../../render/page-list.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageInputs } from '../../render/types.ts';
import type { Entries } from '../../store/entries.ts';
import { logLookup } from '../../store/lookup-log.ts';
import { fromMovable, toMovable } from '../../store/relocate.ts';
import { findDifference, madeDifferently, type Verification } from '../../store/verify.ts';
import {
  contextKey,
  createDigest,
  createInputsKey,
  homeOf,
  type Key,
  type PageKey,
  reasonsOf,
  siteKey,
  sourceKey,
} from './page-key.ts';

export interface RenderEntry {
  key: PageKey;
  lists: AskedLists;
  /** Texts by output path. */
  files: Map<string, string>;
  search?: string | undefined;
}

/** Digests of page lists, by content locale and path. */
type AskedLists = Map<string, string>;

interface RenderedPage extends Pick<RenderEntry, 'files' | 'search'> {
  parts: CompiledPage[];
}

interface CompileEntry extends Pick<PageKey, 'files'> {
  /** The page and its tabs, without content. The paths are relocatable. */
  parts: CompiledPage[];
}

interface MadeEntry extends Omit<RenderEntry, 'key'> {
  inputs: PageInputs;
  parts: CompiledPage[];
}

/** The reasons why a page was rendered. */
export interface PageReasons {
  /** Route of the page. */
  route: string;
  reasons: string[];
}

const USES_FS = /["'](?:node:)?fs(?:\/promises)?["']/;

const MOST_COMPARED = 50;

interface PageEntriesOptions {
  includeDebug: boolean;
  entries: Entries;
  /** Renders a sample of the cached pages again, and compares the results with the cache. */
  verification?: Verification | undefined;
}

export function openPageEntries(site: Site, loaded: LoadedSite, options: PageEntriesOptions) {
  const { entries, includeDebug, verification } = options;
  const recordLists = createListRecorder(createPageList(site, loaded.pages));
  const sample = new Set(verification && sampleOf(loaded.pages));
  const made = new Map<string, PageReasons>();
  const disk = createSiteDependencies(site);
  const home = homeOf(site);
  const { ofSite, sourceOf, inputsKey, compileKey, renderKey } = createKeys(site, loaded.pages, includeDebug);
  let context: Key = {};
  /** True if the theme or a page may read files while it is rendered. No key would contain these files. */
  let readsFiles = false;

  const isCached = (page: SourcePage): boolean =>
    site.config.cache.rendered || (!site.config.theme && withTabs(page).every(({ format }) => format === 'md'));
  /** Returns undefined if one of the files has changed since the build began. */
  const filesOf = (parts: CompiledPage[]): PageKey['files'] | undefined =>
    disk.hashesOf(parts.flatMap(({ dependencies }) => dependencies));
  const findCompiled = (page: SourcePage): CompiledPage[] | undefined => {
    const isSame = ([name, hash]: [string, string]): boolean => disk.hashOf(fromMovable(name, home)) === hash;
    for (const entry of isCached(page) ? entries.find('compile', page.sourcePath, compileKey(page)) : []) {
      const { files, parts } = entry as CompileEntry;
      if (files.every(isSame)) return parts;
    }
    return undefined;
  };
  const findRendered = (page: SourcePage, inputs: Key, parts: CompiledPage[]): RenderEntry | undefined => {
    const files = isCached(page) ? filesOf(parts) : undefined;
    for (const entry of files
      ? entries.find('render', page.sourcePath, renderKey(page, { context, inputs, files }))
      : []) {
      const rendered = entry as RenderEntry;
      const { listPages, lists } = recordLists();
      for (const name of rendered.lists.keys()) {
        const space = name.indexOf(' ');
        listPages(name.slice(0, space), name.slice(space + 1));
      }
      if ([...rendered.lists].every(([name, before]) => lists.get(name) === before)) return rendered;
    }
    return undefined;
  };
  const compare = (page: SourcePage, now: RenderedPage, of: { inputs: Key; parts: CompiledPage[] }): boolean => {
    if (!verification || !sample.has(page)) return false;
    const rendered = findRendered(page, of.inputs, of.parts);
    const parts = mayNeedTypesIn(page) ? undefined : findCompiled(page);
    if (!rendered && !parts) return false;
    verification.compared.pages++;
    const difference = compareEntry(page.sourcePath, now, { rendered, parts });
    if (difference) verification.differences.set(page.sourcePath, difference);
    return true;
  };
  return {
    /** Returns the compiled data of a page, without content, if all inputs of the page are unchanged. */
    find(page: SourcePage): CompiledPage[] | undefined {
      // Type tables of the library are added to the page later. A page in the sample is compiled again.
      if (mayNeedTypesIn(page) || sample.has(page)) return undefined;
      return findCompiled(page)?.map((part) => mapPaths(part, (file) => fromMovable(file, home)));
    },
    prepare(siteContext: SiteContext, renderer: PageRenderer): void {
      context = contextKey(siteContext, renderer, createDigest(site));
      readsFiles = USES_FS.test(renderer.script.code);
    },
    /** Returns the rendered page if all inputs of the page are unchanged. */
    restore(page: SourcePage, parts: CompiledPage[], inputs: PageInputs): Omit<RenderEntry, 'key'> | undefined {
      if (readsFiles || sample.has(page)) return undefined;
      const rendered = findRendered(page, inputsKey(page, inputs, parts), parts);
      if (rendered) logLookup(`page ${page.routePath}`);
      return rendered;
    },
    keep(page: SourcePage, { parts, files, search, lists, inputs: given }: MadeEntry): void {
      const inputs = inputsKey(page, given, parts);
      const { sourcePath, routePath: route } = page;
      const read = filesOf(parts);
      const key: PageKey = { site: ofSite, ...sourceOf(page), context, inputs, files: read ?? [] };
      const movable = parts.map((part) => mapPaths(withoutContent(part), (file) => toMovable(file, home)));
      const isCompared = compare(page, { parts: movable, files, search }, { inputs, parts });
      const last = entries.findAny('render', sourcePath) as RenderEntry | undefined;
      // Warnings often depend on missing files, which may exist by the next build.
      const isWarned = parts.some(({ diagnostics }) => diagnostics.length > 0);
      const uncached = readsFiles ? 'the theme or a page uses `node:fs`' : isWarned ? 'it has a warning' : undefined;
      const own = isCompared ? 'it was rebuilt for comparison' : uncached;
      const reasons = own === undefined ? reasonsOf(last?.key, key) : [own];
      logLookup(`page ${route}`, () => reasons);
      made.set(sourcePath, { route, reasons });
      // The next comparison must find the same difference again.
      if (verification?.differences.has(sourcePath)) return;
      if (!isCached(page) || uncached !== undefined || !read) return;
      const compiled: CompileEntry = { files: read, parts: movable };
      const rendered: RenderEntry = { key, lists, files, search };
      entries.write('compile', sourcePath, { key: compileKey(page), value: compiled, variant: read.join() });
      const found = {
        key: renderKey(page, { context, inputs, files: read }),
        value: rendered,
        variant: [...lists].join(),
      };
      entries.write('render', sourcePath, found);
    },
    made: (): PageReasons[] => loaded.pages.flatMap(({ sourcePath }) => made.get(sourcePath) ?? []),
  };
}

function createKeys(site: Site, pages: SourcePage[], includeDebug: boolean) {
  const digest = createDigest(site);
  const ofSite = siteKey(site, pages, includeDebug, digest);
  const ownDigest = digest(ofSite);
  const sources = new WeakMap<SourcePage, ReturnType<typeof sourceKey>>();
  const sourceOf = (page: SourcePage): ReturnType<typeof sourceKey> => {
    const source = sources.get(page) ?? sourceKey(page);
    sources.set(page, source);
    return source;
  };
  const digestInputs = createInputsKey(digest);
  const inputsKey = (page: SourcePage, inputs: PageInputs, parts: CompiledPage[]): Key =>
    digestInputs(page.routePath, inputs, mayNeedTypesIn(page) ? parts : undefined);
  const compileKey = (page: SourcePage): string => {
    const { text, data } = sourceOf(page);
    return hashOf(`${ownDigest} ${text} ${data}`);
  };
  const renderKey = (page: SourcePage, { context, inputs, files }: Omit<PageKey, 'site' | 'text' | 'data'>): string =>
    hashOf(JSON.stringify([compileKey(page), context, inputs, files]));
  return { ofSite, sourceOf, inputsKey, compileKey, renderKey };
}

/** Creates a function that starts to record which page lists are read. The digest of each list is computed only once. */
export function createListRecorder(listPages: ListPages): () => { listPages: ListPages; lists: AskedLists } {
  const digests = new Map<unknown, string>();
  return () => {
    const lists: AskedLists = new Map();
    return {
      lists,
      listPages(locale, below) {
        const list = listPages(locale, below);
        const digest = digests.get(list) ?? hashOf(JSON.stringify(list));
        digests.set(list, digest);
        lists.set(`${locale} ${below}`, digest);
        return list;
      },
    };
  };
}

function sampleOf(pages: SourcePage[]): SourcePage[] {
  const step = Math.ceil(pages.length / MOST_COMPARED);
  const first = Math.floor(Math.random() * step);
  return pages.filter((_, index) => index % step === first);
}

function mapPaths(part: CompiledPage, map: (file: string) => string): CompiledPage {
  const { assets, dependencies, demos } = part;
  return {
    ...part,
    assets: assets.map((asset) => ({ ...asset, filePath: map(asset.filePath) })),
    dependencies: dependencies.map(map),
    demos: demos.map(({ steps, ...demo }) => ({
      ...demo,
      filePath: map(demo.filePath),
      ...(steps && { steps: { ...steps, ...(steps.file !== undefined && { file: map(steps.file) }) } }),
    })),
  };
}

/** `cached` is the entry that would have been reused; `parts` is its compiled data. */
function compareEntry(
  sourcePath: string,
  made: RenderedPage,
  { rendered, parts }: { rendered: RenderEntry | undefined; parts: CompiledPage[] | undefined },
): Diagnostic | undefined {
  const difference =
    (rendered && findInFiles(rendered, made)) ??
    // Serialized and deserialized like the cache entry, so that both have the same shape.
    (parts && findDifference(`${sourcePath}, compiled`, parts, deserialize(serialize(made.parts))));
  return difference && madeDifferently(difference, sourcePath);
}

function findInFiles(cached: RenderEntry, made: RenderedPage) {
  for (const file of new Set([...made.files.keys(), ...cached.files.keys()])) {
    const [before, now] = [cached.files.get(file), made.files.get(file)];
    if (before !== now) return { name: file, before, now };
  }
  return findDifference('What search knows of it', cached.search, made.search);
}

/** Returns true if a page may need the library's descriptions and table rows, or the types in code blocks. */
function mayNeedTypesIn(page: SourcePage): boolean {
  return withTabs(page).some(({ look }) => look.mayHaveTables || look.mayHaveTypedBlocks);
}

function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
