import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../base/files/each-limited.ts';
import { createFileReader, type ReadFile } from '../base/files/read-files.ts';
import { hashOf } from '../base/hash.ts';
import { createPause } from '../base/pause.ts';
import type { Site } from '../project/config/types.ts';
import { createEditLinks } from '../project/repository-links.ts';
import { readVersions } from '../project/versions/read-versions.ts';
import { checkConfig, checkFeeds, checkHostFiles } from './check-config.ts';
import { createPage, formatOf, type LoadedFile } from './create-page.ts';
import { expandPaths, fillData, fillParams, type RunPaths } from './expand-paths.ts';
import { attachFallbacks } from './fallbacks.ts';
import { findPages, findPublicFiles, type PageFile } from './find-pages.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { createGeneratedPages, hasSource } from './generated-pages.ts';
import { type GitHistory, readGitHistory } from './git-history.ts';
import { knownVersions } from './known-versions.ts';
import { createNavigation } from './navigation.ts';
import { createTextReader, type ReadText, type TextFacts } from './page-text.ts';
import { createPageTexts } from './page-texts.ts';
import { reportPassedOver, withDumisKeys } from './passed-over.ts';
import { readPage } from './read-page.ts';
import { findRedirects } from './redirects.ts';
import { createStoryPages, type StoryReader } from './story-pages.ts';
import { attachTabs } from './tabs.ts';
import type { GeneratedPage, LoadedSite, PageTexts, SourcePage } from './types.ts';

export interface LoadOptions {
  /** Keeps pages with `debug: true`, which a build omits. */
  includeDebug: boolean;
  headingText: (markdownInline: string) => string;
  runPaths: RunPaths;
  /** Reads stories files. */
  storyReader: StoryReader;
  /** Source paths of pages to ignore. */
  omit?: ReadonlySet<string>;
  generated?: readonly GeneratedPage[] | undefined;
  /** Results of the last load, which are reused and updated. */
  memory?: LoadMemory;
}

/** Loaded files by absolute path, and the git history. The owner must remove entries that have changed. */
export interface LoadMemory {
  files: Map<string, LoadedFile & { file: PageFile }>;
  git?: GitHistory;
  texts?: PageTexts;
}

export type PageChange = Pick<SourcePage, 'lastUpdated'> & Partial<Pick<SourcePage, 'look' | 'bodyOffset'>>;

export type PageChanges = ReadonlyMap<string, PageChange>;

/**
 * A new title or front matter could change the rest of the site: then returns undefined, and the site must be loaded
 * again.
 */
export async function reloadPage(
  filePath: string,
  site: Site,
  { headingText, memory }: LoadOptions & { memory: LoadMemory },
): Promise<PageChange | undefined> {
  const known = memory.files.get(filePath);
  if (!known?.page || known.diagnostics.length > 0) return undefined;
  const text = await readFacts(known.file, { readText: createTextReader(headingText) });
  const loaded = createPage(known.file, text, site);
  const { page } = loaded;
  if (!page || loaded.diagnostics.length > 0 || !isSameBesidesText(page, known.page)) return undefined;
  memory.files.set(filePath, { ...loaded, file: known.file });
  memory.texts?.hold(page, text.source ?? '');
  return { look: page.look, bodyOffset: page.bodyOffset, lastUpdated: memory.git?.dateOf(filePath) };
}

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

/** Maximum number of files read at the same time. */
const CONCURRENCY = 32;

/** Errors are returned in `diagnostics`; after an error, `loaded` is incomplete. */
export async function load(
  site: Site,
  options: LoadOptions,
): Promise<{ loaded: LoadedSite; diagnostics: Diagnostic[] }> {
  const readText = createTextReader(options.headingText);
  const texts = options.memory?.texts ?? createPageTexts();
  if (options.memory) options.memory.texts = texts;
  const [found, publicFiles, git] = await Promise.all([
    findPages(site).then(async ({ files, diagnostics }) => {
      const { runPaths } = options;
      const readTemplate = async ({ filePath, sourcePath }: PageFile) => (await readPage(filePath, sourcePath)).source;
      const expanded = await expandPaths(files, site, { runPaths, readTemplate });
      const stories = await createStoryPages(site, options.storyReader);
      const own = [...expanded.files, ...stories.files].filter(({ sourcePath }) => !options.omit?.has(sourcePath));
      return {
        files: await loadFiles(own, site, { ...options, readText, texts }),
        inputs: {
          files: [...expanded.inputs.files, ...stories.inputs.files],
          folders: [...expanded.inputs.folders, ...stories.inputs.folders],
        },
        diagnostics: [...diagnostics, ...expanded.diagnostics, ...stories.diagnostics],
      };
    }),
    findPublicFiles(site),
    options.memory?.git ?? readGitHistory(site.root),
  ]);
  if (options.memory) options.memory.git = git;
  const diagnostics = [...found.diagnostics, ...publicFiles.diagnostics, ...shallowWarning(site, git)];

  const editLink = createEditLinks(site);
  const all: SourcePage[] = [];
  const tabs: Parameters<typeof attachTabs>[1] = [];
  for (const { page, tab, diagnostics: problems } of found.files) {
    diagnostics.push(...withDumisKeys(problems, site));
    if (!page) continue;
    const filePath = page.entry ? path.join(site.root, page.entry.template) : page.filePath;
    page.lastUpdated = git.dateOf(filePath);
    page.editLink = editLink({ filePath, filename: page.frontmatter.filename });
    if (tab === undefined) all.push(page);
    else tabs.push({ key: tab, page });
  }
  diagnostics.push(...findDuplicateRoutes(all), ...attachTabs(all, tabs));
  diagnostics.push(...reportPassedOver(site, all, texts));

  const pages = options.includeDebug ? all : withoutDebug(all);
  // A site without any pages of its own gets an error, not a page about its history.
  if (pages.length > 0) pages.push(...createGeneratedPages(options.generated ?? [], site, { readText, git }));
  pages.sort((a, b) => compare(a.routePath, b.routePath) || compare(a.sourcePath, b.sourcePath));
  const moved = findRedirects({ pages, publicFiles: publicFiles.files, texts });
  const files = { pages, publicFiles: publicFiles.files, redirects: moved.redirects, movedAnchors: moved.movedAnchors };
  attachFallbacks(site, files);
  const { versions, ...read } = readVersions(site);
  diagnostics.push(...read.diagnostics);
  const loaded: LoadedSite = {
    ...files,
    versions,
    texts,
    navigation: createNavigation(site, pages.filter(hasSource)),
    pathsInputs: found.inputs,
    year: git.year,
    versionChoices: knownVersions(site, versions),
  };
  return {
    loaded,
    diagnostics: [
      ...diagnostics,
      ...moved.diagnostics,
      ...checkConfig(site, loaded),
      ...checkHostFiles(site, loaded),
      ...checkFeeds(site, loaded),
    ],
  };
}

async function readFacts(
  file: PageFile,
  { readText, readFile }: { readText: ReadText; readFile?: ReadFile },
): Promise<{ source?: string; facts?: TextFacts; diagnostics: Diagnostic[] }> {
  const { sourcePath } = file;
  const { source, diagnostics } = await readPage(file.filePath, sourcePath, readFile);
  if (source === undefined) return { diagnostics };
  const hash = hashOf(source);
  return { source, facts: { hash, data: readText({ source, hash, sourcePath, format: formatOf(file) }) }, diagnostics };
}

/** Parsing overlaps with reading. */
async function loadFiles(
  files: PageFile[],
  site: Site,
  { readText, texts, memory }: Pick<LoadOptions, 'memory'> & { readText: ReadText; texts: PageTexts },
): Promise<LoadedFile[]> {
  const results: LoadedFile[] = new Array(files.length);
  const readFile = createFileReader();
  const pause = createPause();
  const loadFile = async (file: PageFile): Promise<LoadedFile> => {
    await pause();
    if (file.entry) return loadEntry(file as PageFile & Pick<Required<PageFile>, 'entry'>, site, readText);
    const { source, ...text } = await readFacts(file, { readText, readFile });
    const loaded = createPage(file, text, site);
    const { page } = loaded;
    if (!page || source === undefined) return loaded;
    texts.hold(page, source);
    return loaded;
  };
  await eachLimited(
    files.entries(),
    async ([index, file]) => {
      const known = memory?.files.get(file.filePath);
      const loaded = known && isDeepStrictEqual(known.file.entry, file.entry) ? known : await loadFile(file);
      memory?.files.set(file.filePath, { ...loaded, file });
      // Copies the page, because later steps of this load modify it.
      results[index] = loaded.page ? { ...loaded, page: { ...loaded.page, tabs: [] } } : loaded;
    },
    { limit: CONCURRENCY },
  );
  return results;
}

/** Diagnostics have locations in the template or the entry. */
function loadEntry(file: PageFile & Pick<Required<PageFile>, 'entry'>, site: Site, readText: ReadText): LoadedFile {
  const { frontmatter: added, ...entry } = file.entry;
  const { sourcePath } = file;
  const hash = hashOf(JSON.stringify([entry.text, entry.params, added]));
  const { frontmatter, traits, diagnostics, ...data } = readText({
    ...{ source: entry.text, hash, sourcePath, format: formatOf(file) },
  });
  // JSON is valid YAML, so the entry is checked like the front matter of a file.
  const yaml = Object.entries(added).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`);
  const own = parseFrontmatter(yaml.length > 0 ? `---\n${yaml.join('')}---\n` : '', entry.origin);
  const facts: TextFacts = {
    hash,
    data: {
      ...data,
      heading: fillParams(data.heading, entry.params),
      frontmatter: Object.assign(fillData(frontmatter, entry.params), own.frontmatter),
      traits: { ...traits, pageLinks: fillData(traits.pageLinks, entry.params) },
      diagnostics: [],
    },
  };
  const loaded = createPage(file, { facts, diagnostics: [] }, site);
  if (loaded.page) loaded.page.entry = entry;
  const located = diagnostics.map((found) =>
    found.location ? { ...found, location: { ...found.location, file: entry.template } } : found,
  );
  return { ...loaded, diagnostics: [...loaded.diagnostics, ...located, ...own.diagnostics] };
}

function withoutDebug(pages: SourcePage[]): SourcePage[] {
  const remaining = pages.filter((page) => !page.frontmatter.debug);
  for (const page of remaining) page.tabs = page.tabs.filter((tab) => !tab.page.frontmatter.debug);
  return remaining;
}

function shallowWarning(site: Site, { shallow }: GitHistory): Diagnostic[] {
  if (!shallow || !site.config.themeConfig.lastUpdated) return [];
  return [createDiagnostic('shallow-git-history', {})];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Reports duplicate routes (CD206), ignoring case: on many systems, the pages would have the same file. */
function findDuplicateRoutes(pages: Pick<SourcePage, 'sourcePath' | 'routePath' | 'entry'>[]): Diagnostic[] {
  const first = new Map<string, { sourcePath: string; routePath: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const { routePath, sourcePath: ownPath, entry } of pages) {
    const page = { routePath, sourcePath: entry?.origin ?? ownPath };
    const key = page.routePath.toLowerCase();
    const other = first.get(key);
    if (!other) {
      first.set(key, page);
      continue;
    }
    const location = { file: page.sourcePath, line: 1, column: 1 };
    diagnostics.push(createDiagnostic('duplicate-route', { first: other, second: page }, { location }));
  }
  return diagnostics;
}
