import { isDeepStrictEqual } from 'node:util';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../base/files/each-limited.ts';
import type { Site } from '../project/config/types.ts';
import { createEditLinks } from '../project/repository-links.ts';
import type { EntryLog } from '../store/entry-log.ts';
import type { Verification } from '../store/verify.ts';
import { linksIn } from './addresses.ts';
import { cachedTextReader } from './cached-texts.ts';
import { checkConfig } from './check-config.ts';
import { checkFeeds } from './check-feeds.ts';
import { createPage, type LoadedFile } from './create-page.ts';
import { findDuplicateRoutes } from './duplicates.ts';
import { attachFallbacks } from './fallbacks.ts';
import { findPages, findPublicFiles, type PageFile } from './find-pages.ts';
import { type GitHistory, readGitHistory } from './git-history.ts';
import { createNavigation } from './navigation.ts';
import { createTextReader, type ReadText } from './page-text.ts';
import { createPageTexts } from './page-texts.ts';
import { reportPassedOver, withDumisKeys } from './passed-over.ts';
import { readPage } from './read-page.ts';
import { findRedirects } from './redirects.ts';
import { attachTabs, type TabPage } from './tabs.ts';
import type { LoadedSite, PageTexts, SourcePage } from './types.ts';

/** What `load` is told beside the site. */
export interface LoadOptions {
  /** Keep pages with `debug: true`; a build leaves them out. */
  includeDebug: boolean;
  /** Text of a heading's inline Markdown. */
  headingText: (markdownInline: string) => string;
  /** Source paths of pages that are left out, as if they were not there. */
  omit?: ReadonlySet<string>;
  /** Called with the number of pages found so far, each time that a page is found. */
  onPages?: ((pages: number) => void) | undefined;
  /** Pages whose texts are not held once they are read. Default: none. */
  letsGo?: (page: SourcePage) => boolean;
  /** What is known from the last time; what is new is written into it. */
  memory?: LoadMemory;
  /** Where what texts say is cached; with `verification` all is read again, and compared. Default: nothing is cached. */
  cached?: { entries: EntryLog; verification?: Verification | undefined } | undefined;
}

/** Files as they were read, by absolute path, and the history: whoever keeps them removes what has changed. */
export interface LoadMemory {
  files: Map<string, LoadedFile & { file: PageFile }>;
  git?: GitHistory;
  readText?: ReadText;
  texts?: PageTexts;
}

/** What changed in a page after it was loaded. */
export type PageChange = Pick<SourcePage, 'lastUpdated'> & Partial<Pick<SourcePage, 'look' | 'bodyOffset'>>;

/** Changes of pages and tabs by absolute path. */
export type PageChanges = ReadonlyMap<string, PageChange>;

/**
 * Reads a page again if nothing but its text has changed: no title, no front matter, so that nothing else of the site has to
 * follow.
 *
 * @param filePath absolute path of the page
 * @returns what changed, for {@link changePages}; undefined if the site must be loaded again
 */
export async function reloadPage(
  filePath: string,
  site: Site,
  { headingText, memory }: LoadOptions & { memory: LoadMemory },
): Promise<PageChange | undefined> {
  const known = memory.files.get(filePath);
  if (!known?.page || known.diagnostics.length > 0) return undefined;
  const text = await readPage(filePath, known.file.sourcePath);
  const loaded = createPage(known.file, text, site, memory.readText ?? createTextReader(headingText));
  const { page } = loaded;
  if (!page || loaded.diagnostics.length > 0 || !isSameBesidesText(page, known.page)) return undefined;
  memory.files.set(filePath, { ...loaded, file: known.file });
  memory.texts?.hold(page, text.source ?? '');
  return { look: page.look, bodyOffset: page.bodyOffset, lastUpdated: memory.git?.dateOf(filePath) };
}

/** Returns a copy of a site in which pages have changed. */
export function changePages(loaded: LoadedSite, changes: PageChanges): LoadedSite {
  const change = (page: SourcePage): SourcePage => {
    if (!changes.has(page.filePath) && !page.tabs.some((tab) => changes.has(tab.page.filePath))) return page;
    const tabs = page.tabs.map((tab) => ({ ...tab, page: change(tab.page) }));
    return { ...page, ...changes.get(page.filePath), tabs };
  };
  return { ...loaded, pages: loaded.pages.map(change) };
}

function isSameBesidesText(a: SourcePage, b: SourcePage): boolean {
  return a.title === b.title && a.routePath === b.routePath && isDeepStrictEqual(a.frontmatter, b.frontmatter);
}

/** Files that are read at one time. */
const CONCURRENCY = 32;

/**
 * Reads the pages of a site from disk: sources, front matter, routes, titles, dates, edit links, tabs, navigation, and
 * the list of public files. Everything that is wrong is in `diagnostics`; after an error what is loaded is incomplete.
 */
export async function load(
  site: Site,
  options: LoadOptions,
): Promise<{ loaded: LoadedSite; diagnostics: Diagnostic[] }> {
  const readText = textReader(site, options);
  const texts = options.memory?.texts ?? createPageTexts();
  if (options.memory) options.memory.texts = texts;
  const [found, publicFiles, git] = await Promise.all([
    findPages(site, options.onPages).then(async ({ files, diagnostics }) => ({
      files: await loadFiles(
        files.filter(({ sourcePath }) => !options.omit?.has(sourcePath)),
        site,
        { ...options, readText, texts },
      ),
      diagnostics,
    })),
    findPublicFiles(site),
    options.memory?.git ?? readGitHistory(site.root),
  ]);
  if (options.memory) options.memory.git = git;
  const diagnostics = [...found.diagnostics, ...publicFiles.diagnostics, ...shallowWarning(site, git)];

  const editLink = createEditLinks(site);
  const all: SourcePage[] = [];
  const tabs: TabPage[] = [];
  for (const { page, tab, diagnostics: problems } of found.files) {
    diagnostics.push(...withDumisKeys(problems, site));
    if (!page) continue;
    page.lastUpdated = git.dateOf(page.filePath);
    page.editLink = editLink({ filePath: page.filePath, filename: page.frontmatter.filename });
    if (tab === undefined) all.push(page);
    else tabs.push({ key: tab, page });
  }
  diagnostics.push(...findDuplicateRoutes(all), ...attachTabs(all, tabs));
  diagnostics.push(...reportPassedOver(site, all, texts));

  const pages = options.includeDebug ? all : withoutDebug(all);
  pages.sort((a, b) => compare(a.routePath, b.routePath) || compare(a.sourcePath, b.sourcePath));
  const moved = findRedirects({ pages, publicFiles: publicFiles.files, texts });
  const files = { pages, publicFiles: publicFiles.files, redirects: moved.redirects };
  attachFallbacks(site, files);
  const loaded: LoadedSite = {
    ...files,
    texts,
    navigation: createNavigation(site, pages),
    year: git.year,
  };
  return {
    loaded,
    diagnostics: [...diagnostics, ...moved.diagnostics, ...checkConfig(site, loaded), ...checkFeeds(site, loaded)],
  };
}

/** Reads texts, by one function for everything that has a memory. */
function textReader(site: Site, { cached, memory, headingText }: LoadOptions): ReadText {
  const read = createTextReader(headingText);
  if (!cached) return read;
  const readText = memory?.readText ?? cachedTextReader(site, read, cached);
  if (memory) memory.readText = readText;
  return readText;
}

/** The pages of the files, in the order of the files: one is parsed while others are read. */
async function loadFiles(
  files: PageFile[],
  site: Site,
  {
    readText,
    texts,
    memory,
    letsGo,
  }: Pick<LoadOptions, 'memory' | 'letsGo'> & { readText: ReadText; texts: PageTexts },
): Promise<LoadedFile[]> {
  const results: LoadedFile[] = new Array(files.length);
  const loadFile = async (file: PageFile): Promise<LoadedFile> => {
    const text = await readPage(file.filePath, file.sourcePath);
    const loaded = createPage(file, text, site, readText);
    const { page } = loaded;
    if (!page || text.source === undefined) return loaded;
    // What is cut out of a text would hold all of it.
    if (letsGo?.(page)) page.look.links = structuredClone(linksIn(text.source));
    else texts.hold(page, text.source);
    return loaded;
  };
  await eachLimited(
    files.entries(),
    async ([index, file]) => {
      const loaded = memory?.files.get(file.filePath) ?? (await loadFile(file));
      memory?.files.set(file.filePath, { ...loaded, file });
      // What is found out below belongs to this run.
      results[index] = loaded.page ? { ...loaded, page: { ...loaded.page, tabs: [] } } : loaded;
    },
    { limit: CONCURRENCY },
  );
  return results;
}

function withoutDebug(pages: SourcePage[]): SourcePage[] {
  const kept = pages.filter((page) => !page.frontmatter.debug);
  for (const page of kept) page.tabs = page.tabs.filter((tab) => !tab.page.frontmatter.debug);
  return kept;
}

function shallowWarning(site: Site, { shallow }: GitHistory): Diagnostic[] {
  if (!shallow || !site.config.themeConfig.lastUpdated) return [];
  return [createDiagnostic('shallow-git-history', {})];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
