import path from 'node:path';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { MISSING_FILES } from '../base/diagnostics/groups.ts';
import { isInside } from '../base/files/paths.ts';
import { runCodeFile } from '../bundle/data-files.ts';
import { isPathsFile, type RunPaths } from '../content/expand-paths.ts';
import type { GitHistory } from '../content/git-history.ts';
import { changePages, type LoadMemory, load, type PageChange, type PageChanges, reloadPage } from '../content/load.ts';
import { machineOutputs } from '../content/machine-outputs.ts';
import { createNavigationLookup, type NavigationLookup } from '../content/navigation-lookup.ts';
import { routesOf, withTabs } from '../content/tabs.ts';
import type { GeneratedPage, LoadedSite, SourcePage } from '../content/types.ts';
import {
  type Compiler,
  checkFooter,
  checkPages,
  checkPlugins,
  createCompiler,
  headingText,
  storyReader,
} from '../markdown/compile-site.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { checkLanguages } from '../project/languages/compile-languages.ts';
import { idOfFile } from '../project/versions/names.ts';
import { outputPathOf } from '../render/page-url.ts';
import { createChangesPages } from '../types/changes/changes-pages.ts';
import { notesPath } from '../types/history/api-notes.ts';
import { historyPath, readSiteHistory } from '../types/history/read-history.ts';
import { isTableAnchor } from '../types/tables/anchors.ts';
import type { DevTypes } from './dev-types.ts';
import { createGitDates } from './git-dates.ts';

/** Pages at the time of a request. A later change creates a new object. */
export interface Pages {
  loaded: LoadedSite;
  lookup: NavigationLookup;
  byOutput: Map<string, SourcePage>;
  byRoute: Map<string, SourcePage>;
  /** Pages and tabs by absolute path, with the page that shows them. */
  byFile: Map<string, { page: SourcePage; shownBy: SourcePage }>;
  /** Absolute paths of public files by output path. */
  publicFiles: Map<string, string>;
  diagnostics: Diagnostic[];
  compile(pages: SourcePage[]): Promise<Map<string, CompiledPage>>;
}

interface KnownPages extends Pages {
  compiler: Compiler;
  compiled: Map<string, Promise<CompiledPage>>;
}

export type PageStore = ReturnType<typeof createPageStore>;

export function createPageStore(site: Site, onDates: () => void) {
  const { config, root } = site;
  const runPaths: RunPaths = (file) => runCodeFile(file, { site, method: 'paths' });
  const options = { includeDebug: true, headingText, runPaths, storyReader };
  const memory: LoadMemory = { files: new Map() };
  const folders = [...config.docDirs, ...config.atomDirs].map(({ dir }) => dir);
  const history = historyPath(site);
  const lists = history === undefined ? [] : [history, notesPath(history)];
  const isList = (file: string): boolean =>
    lists.includes(file) || (path.dirname(file) === config.versions && idOfFile(path.basename(file)) !== undefined);
  const dates = createGitDates(root, () => void updateDates());
  let current: Promise<KnownPages> | undefined;
  /** Inputs of paths files, which may be outside the project. */
  let inputs: string[] = [];

  const read = async (): Promise<KnownPages> => {
    memory.git = dates.history;
    const isFirst = memory.git === undefined;
    const { loaded, diagnostics } = await load(site, { ...options, memory, generated: await readChangesPages(site) });
    inputs = loaded.pathsInputs.files;
    if (isFirst && memory.git) {
      await dates.start(memory.git);
      memory.git = dates.history;
    }
    return toPages(site, loaded, [...(await checkPlugins(site)), ...diagnostics]);
  };
  const change = (changes: PageChanges): void => {
    current = current?.then((pages) => withChanges(pages, changes, config));
  };
  const isPage = (file: string): boolean =>
    /\.mdx?$/.test(file) && folders.some((dir) => isInside(dir, file) && !/[\\/][._]/.test(file.slice(dir.length)));

  /** Reads changed pages again. Reads all pages if anything other than page text changed. */
  const readChanged = async (files: string[], isAll: boolean): Promise<void> => {
    const changes = new Map<string, PageChange>();
    const reload = async (file: string): Promise<void> => {
      const found = await reloadPage(file, site, { ...options, memory });
      if (found) changes.set(file, found);
    };
    await Promise.all(files.map(reload));
    if (!isAll && changes.size === files.length) return change(changes);
    for (const file of files) memory.files.delete(file);
    current = read();
  };
  async function updateDates(): Promise<void> {
    // The error of a page that cannot be read is reported elsewhere.
    const pages = await current?.catch(() => undefined);
    const { history } = dates;
    if (!pages || !history) return;
    const isSameYear = memory.git?.year === history.year;
    memory.git = history;
    const changes = findDateChanges(pages.loaded.pages, history);
    if (isSameYear && changes.size === 0) return;
    if (isSameYear) change(changes);
    else current = read();
    onDates();
  }

  return {
    get(): Promise<Pages> {
      current ??= read();
      return current;
    },
    /** Returns true if a page may have changed. */
    async update(changed: ReadonlySet<string>): Promise<boolean> {
      const files = [...changed].filter(isPage);
      const logs = dates.files();
      dates.touch([...files, ...logs.filter((file) => changed.has(file))]);
      if (!current) return false;
      const pages = await current.catch(() => undefined);
      const isStale = pages !== undefined && (await forgetCompiled(pages.compiled, changed));
      const isPublic = [...changed].some((file) => isInside(config.publicDir, file));
      // A missing file that the configuration refers to may exist now.
      const isMissing = pages?.diagnostics.some(({ code }) => MISSING_FILES.has(code)) === true;
      const watched = pages?.loaded.pathsInputs.folders ?? [];
      const isInput = (file: string): boolean =>
        isPathsFile(file) || inputs.includes(file) || watched.some((folder) => isInside(folder, file));
      const isAll = isPublic || isMissing || [...changed].some((file) => isList(file) || isInput(file));
      if (!pages) current = undefined;
      else if (files.length > 0 || isAll) await readChanged(files, isAll);
      return !pages || isStale || files.length > 0 || isAll;
    },
    /** Returns files to watch outside the project and in ignored folders: Git logs, API history, notes, and inputs of paths files. */
    files: (): string[] => [...dates.files(), ...lists, ...inputs],
    close: (): Promise<void> => dates.close(),
  };
}

async function readChangesPages(site: Site): Promise<GeneratedPage[]> {
  return createChangesPages(site, await readSiteHistory(site));
}

function toPages(site: Site, loaded: LoadedSite, diagnostics: Diagnostic[]): KnownPages {
  return {
    loaded,
    ...indexPages(loaded.pages, site.config),
    lookup: createNavigationLookup(loaded.navigation),
    publicFiles: new Map(loaded.publicFiles.map(({ output, filePath }) => [output, filePath])),
    diagnostics: [...checkLanguages(site), ...checkFooter(site, loaded), ...diagnostics],
    ...createCompiling(createCompiler({ site, ...loaded, includeDebug: true })),
  };
}

/** Pages with errors are removed too: any file may fix those. Returns true if a page was removed. */
async function forgetCompiled(compiled: KnownPages['compiled'], changed: ReadonlySet<string>): Promise<boolean> {
  let isStale = false;
  for (const [sourcePath, result] of compiled) {
    // A page that failed because of an internal error is compiled again too.
    const page = await result.catch(() => undefined);
    if (page?.diagnostics.length === 0 && !page.dependencies.some((file) => changed.has(file))) continue;
    compiled.delete(sourcePath);
    isStale = true;
  }
  return isStale;
}

function findDateChanges(pages: SourcePage[], history: GitHistory): PageChanges {
  return new Map(
    pages
      .flatMap(withTabs)
      .map(({ filePath, lastUpdated }) => ({ filePath, before: lastUpdated, now: history.dateOf(filePath) }))
      .filter(({ before, now }) => before !== now)
      .map(({ filePath, now }) => [filePath, { lastUpdated: now }]),
  );
}

type PageMaps = Pick<Pages, 'byOutput' | 'byRoute' | 'byFile'>;

function indexPages(pages: SourcePage[], config: ResolvedConfig, known?: PageMaps): PageMaps {
  const byOutput = new Map(known?.byOutput);
  const byRoute = new Map(known?.byRoute);
  const byFile = new Map(known?.byFile);
  for (const shownBy of pages) {
    for (const page of withTabs(shownBy)) byFile.set(page.filePath, { page, shownBy });
    for (const route of routesOf(shownBy)) {
      byRoute.set(route, shownBy);
      byOutput.set(outputPathOf(route, config), shownBy);
    }
  }
  return { byOutput, byRoute, byFile };
}

/** The compiled form of pages with unchanged text is kept. */
function withChanges(pages: KnownPages, changes: PageChanges, config: ResolvedConfig): KnownPages {
  const compiled = new Map(pages.compiled);
  for (const [filePath, { look }] of changes)
    if (look) compiled.delete(pages.byFile.get(filePath)?.page.sourcePath ?? '');
  const loaded = changePages(pages.loaded, changes);
  const changed = loaded.pages.filter((page, at) => page !== pages.loaded.pages[at]);
  return { ...pages, loaded, ...indexPages(changed, config, pages), ...createCompiling(pages.compiler, compiled) };
}

function createCompiling(
  compiler: Compiler,
  compiled: KnownPages['compiled'] = new Map(),
): Pick<KnownPages, 'compiler' | 'compiled' | 'compile'> {
  const compile = async (page: SourcePage): Promise<[string, CompiledPage]> => {
    const result = compiled.get(page.sourcePath) ?? compiler.compile(page);
    compiled.set(page.sourcePath, result);
    return [page.sourcePath, await result];
  };
  return {
    compiler,
    compiled,
    compile: async (list) => new Map(await Promise.all(list.flatMap(withTabs).map(compile))),
  };
}

/** Checks links against the whole site: their pages and anchors must exist. */
export async function checkLinks(
  { root, config }: Site,
  compiled: Map<string, CompiledPage>,
  { pages, types }: { pages: Pages; types: Pick<DevTypes, 'apply' | 'isReading'> },
): Promise<Diagnostic[]> {
  const links = [...compiled.values()].flatMap((page) => page.links);
  const linked = links.map(({ routePath }) => pages.byRoute.get(routePath));
  const targets = links.flatMap(({ hash }, index) => (hash && linked[index]) || []);
  const others = [...types.apply(await pages.compile([...new Set(targets)]))].filter(
    ([sourcePath]) => !compiled.has(sourcePath),
  );
  // Only the anchors of the other pages are needed.
  const bare = others.map(([sourcePath, page]): [string, CompiledPage] => [
    sourcePath,
    { ...page, links: [], demos: [] },
  ]);
  const known = linked.flatMap((page) => page ?? []);
  // The intended target of a dead link may be any page.
  const candidates = known.length === linked.length ? [...new Set(known)] : pages.loaded.pages;
  // Table rows do not exist before the types are read.
  const isComing = (anchor: string): boolean => types.isReading() && isTableAnchor(anchor);
  const { movedAnchors: moved, versions } = pages.loaded;
  const files = machineOutputs(pages.loaded.pages, config);
  return checkPages(new Map([...compiled, ...bare]), candidates, { root, moved, versions, files, isComing });
}
