/** The pages of a site while they are written: read once, compiled when they are asked for, and again when they change. */

import { outputPathOf } from '../../shared/route-path.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { MISSING_FILES } from '../base/diagnostics/groups.ts';
import { isInside } from '../base/files/paths.ts';
import { changePages, type LoadMemory, load, type PageChange, type PageChanges, reloadPage } from '../content/load.ts';
import { createNavigationLookup, type NavigationLookup } from '../content/navigation-lookup.ts';
import { routesOf } from '../content/routes-of.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import { type Compiler, checkFooter, checkPages, createCompiler, headingText } from '../markdown/compile-site.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { checkLanguages } from '../project/languages/compile-languages.ts';
import { createSiteEntries } from '../project/site-place.ts';
import { isTableAnchor } from '../types/tables/api-tables.ts';
import type { DevTypes } from './dev-types.ts';
import { createGitDates } from './git-dates.ts';

/** The pages as they were when they were asked for; a later change of more than text gives others. */
export interface Pages {
  loaded: LoadedSite;
  /** The same object as long as nothing but texts and dates of pages changes. */
  lookup: NavigationLookup;
  byOutput: Map<string, SourcePage>;
  byRoute: Map<string, SourcePage>;
  /** Pages and tabs by absolute path, with the page that shows them. */
  byFile: Map<string, { page: SourcePage; shownBy: SourcePage }>;
  /** Absolute paths of public files by output path. */
  publicFiles: Map<string, string>;
  /** What is wrong with files, front matter, or the configuration's links. */
  diagnostics: Diagnostic[];
  /** Compiles pages with their tabs; by source path. */
  compile(pages: SourcePage[]): Promise<Map<string, CompiledPage>>;
}

/** The pages with what is compiled of them, by source path. */
interface KnownPages extends Pages {
  compiler: Compiler;
  compiled: Map<string, Promise<CompiledPage>>;
}

/** Owner of the pages. */
export interface PageStore {
  /** Reads the pages, when that was not done. */
  get(): Promise<Pages>;
  /** Takes note of changed files (absolute paths); true when a page may be another one now. */
  update(changed: ReadonlySet<string>): Promise<boolean>;
  /** Files besides those of the project that tell of changes. */
  files(): string[];
  close(): Promise<void>;
}

/**
 * @param onDates called when pages have other dates, which nobody has changed
 */
export function createPageStore(site: Site, onDates: () => void): PageStore {
  const { config, root } = site;
  const entries = createSiteEntries(site);
  const options = { includeDebug: true, headingText, cached: { entries } };
  const memory: LoadMemory = { files: new Map() };
  const folders = [...config.docDirs, ...config.atomDirs].map(({ dir }) => dir);
  const dates = createGitDates(root, () => void updateDates());
  let current: Promise<KnownPages> | undefined;

  const read = async (): Promise<KnownPages> => {
    memory.git = dates.history;
    const isFirst = memory.git === undefined;
    const { loaded, diagnostics } = await load(site, { ...options, memory });
    entries.save();
    if (isFirst && memory.git) {
      await dates.start(memory.git);
      memory.git = dates.history;
    }
    return {
      loaded,
      ...indexPages(loaded.pages),
      lookup: createNavigationLookup(loaded.navigation),
      publicFiles: new Map(loaded.publicFiles.map(({ output, filePath }) => [output, filePath])),
      diagnostics: [...checkLanguages(site), ...checkFooter(site), ...diagnostics],
      ...createCompiling(createCompiler({ site, ...loaded, includeDebug: true })),
    };
  };
  const change = (changes: PageChanges): void => {
    current = current?.then((pages) => withChanges(pages, changes));
  };
  /** Names that begin with `_` or `.` are no pages'. */
  const isPage = (file: string): boolean =>
    /\.mdx?$/.test(file) && folders.some((dir) => isInside(dir, file) && !/[\\/][._]/.test(file.slice(dir.length)));

  /** Forgets what was compiled of files that have changed; what is wrong may be mended by any file. */
  const forgetCompiled = async (compiled: KnownPages['compiled'], changed: ReadonlySet<string>): Promise<boolean> => {
    let isStale = false;
    for (const [sourcePath, result] of compiled) {
      // One that failed by a fault of the tool is not kept either.
      const page = await result.catch(() => undefined);
      if (page?.diagnostics.length === 0 && !page.dependencies.some((file) => changed.has(file))) continue;
      compiled.delete(sourcePath);
      isStale = true;
    }
    return isStale;
  };
  /** Reads pages again; all of them when more than text has changed. */
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
  /** Gives pages the dates that the history says. */
  async function updateDates(): Promise<void> {
    // A page that could not be read is told elsewhere.
    const pages = await current?.catch(() => undefined);
    const { history } = dates;
    if (!pages || !history) return;
    const isSameYear = memory.git?.year === history.year;
    memory.git = history;
    const changes = new Map(
      pages.loaded.pages
        .flatMap(withTabs)
        .map(({ filePath, lastUpdated }) => ({ filePath, before: lastUpdated, now: history.dateOf(filePath) }))
        .filter(({ before, now }) => before !== now)
        .map(({ filePath, now }) => [filePath, { lastUpdated: now }]),
    );
    if (isSameYear && changes.size === 0) return;
    if (isSameYear) change(changes);
    else current = read();
    onDates();
  }

  return {
    get() {
      current ??= read();
      return current;
    },
    async update(changed) {
      const files = [...changed].filter(isPage);
      const logs = dates.files();
      dates.touch([...files, ...logs.filter((file) => changed.has(file))]);
      if (!current) return false;
      const pages = await current.catch(() => undefined);
      const isStale = pages !== undefined && (await forgetCompiled(pages.compiled, changed));
      const isPublic = [...changed].some((file) => isInside(config.publicDir, file));
      // A file that the configuration names may be there now.
      const isMissing = pages?.diagnostics.some(({ code }) => MISSING_FILES.has(code)) === true;
      const isAll = isPublic || isMissing;
      if (!pages) current = undefined;
      else if (files.length > 0 || isAll) await readChanged(files, isAll);
      return !pages || isStale || files.length > 0 || isAll;
    },
    files: () => dates.files(),
    close: () => dates.close(),
  };
}

type PageMaps = Pick<Pages, 'byOutput' | 'byRoute' | 'byFile'>;

/** Adds pages to a copy of the maps. */
function indexPages(pages: SourcePage[], known?: PageMaps): PageMaps {
  const byOutput = new Map(known?.byOutput);
  const byRoute = new Map(known?.byRoute);
  const byFile = new Map(known?.byFile);
  for (const shownBy of pages) {
    for (const page of withTabs(shownBy)) byFile.set(page.filePath, { page, shownBy });
    for (const route of routesOf(shownBy)) {
      byRoute.set(route, shownBy);
      byOutput.set(outputPathOf(route), shownBy);
    }
  }
  return { byOutput, byRoute, byFile };
}

/** The same pages but for some changes. What is compiled of pages with the same text stays. */
function withChanges(pages: KnownPages, changes: PageChanges): KnownPages {
  const compiled = new Map(pages.compiled);
  for (const [filePath, { look }] of changes)
    if (look) compiled.delete(pages.byFile.get(filePath)?.page.sourcePath ?? '');
  const loaded = changePages(pages.loaded, changes);
  const changed = loaded.pages.filter((page, at) => page !== pages.loaded.pages[at]);
  return { ...pages, loaded, ...indexPages(changed, pages), ...createCompiling(pages.compiler, compiled) };
}

/** Compiles each page once. */
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

/** What only the whole site can tell of pages: whether their links lead to pages, and to anchors that those have. */
export async function checkLinks(
  { root }: Site,
  compiled: Map<string, CompiledPage>,
  { pages, types }: { pages: Pages; types: Pick<DevTypes, 'apply' | 'isReading'> },
): Promise<Diagnostic[]> {
  const links = [...compiled.values()].flatMap((page) => page.links);
  const linked = links.map(({ routePath }) => pages.byRoute.get(routePath));
  const targets = links.flatMap(({ hash }, index) => (hash && linked[index]) || []);
  const others = [...types.apply(await pages.compile([...new Set(targets)]))].filter(
    ([sourcePath]) => !compiled.has(sourcePath),
  );
  // Of the others nothing is wanted but their anchors.
  const bare = others.map(([sourcePath, page]): [string, CompiledPage] => [
    sourcePath,
    { ...page, links: [], demos: [] },
  ]);
  const known = linked.flatMap((page) => page ?? []);
  // A dead link may be meant for any page.
  const candidates = known.length === linked.length ? [...new Set(known)] : pages.loaded.pages;
  // Rows of tables are not there yet.
  const isComing = (anchor: string): boolean => types.isReading() && isTableAnchor(anchor);
  return checkPages(new Map([...compiled, ...bare]), candidates, { root, isComing });
}
