/** The pages of a site while they are written: read once, compiled when they are asked for, and again when they change. */

import { isDeepStrictEqual } from 'node:util';
import { outputPathOf } from '../../shared/route-path.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { MISSING_FILES } from '../base/diagnostics/groups.ts';
import { isInside } from '../base/files/paths.ts';
import { type LoadMemory, load, reloadPage } from '../content/load.ts';
import { createNavigationLookup, type NavigationLookup } from '../content/navigation-lookup.ts';
import { routesOf } from '../content/routes-of.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import { checkFooter, checkPages, createCompiler, headingText } from '../markdown/compile-site.ts';
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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the pages in memory, and the three things that make them stale
export function createPageStore(site: Site, onDates: () => void): PageStore {
  const { config, root } = site;
  const entries = createSiteEntries(site);
  const options = { includeDebug: true, headingText, cached: { entries } };
  const memory: LoadMemory = { files: new Map() };
  const folders = [...config.docDirs, ...config.atomDirs].map(({ dir }) => dir);
  const dates = createGitDates(root, () => void updateDates());
  /** What is compiled of `current`, by source path. */
  let compiled = new Map<string, Promise<CompiledPage>>();
  let current: Promise<Pages> | undefined;

  const read = async (): Promise<Pages> => {
    const known = new Map<string, Promise<CompiledPage>>();
    compiled = known;
    memory.git = dates.history;
    const isFirst = memory.git === undefined;
    const { loaded, diagnostics } = await load(site, { ...options, memory });
    entries.save();
    if (isFirst && memory.git) {
      await dates.start(memory.git);
      memory.git = dates.history;
    }
    const { pages } = loaded;
    const compiler = createCompiler({ site, pages, includeDebug: true });
    const compile = async (page: SourcePage): Promise<[string, CompiledPage]> => {
      const result = known.get(page.sourcePath) ?? compiler.compile(page);
      known.set(page.sourcePath, result);
      return [page.sourcePath, await result];
    };
    const byRoute = new Map(
      pages.flatMap((page) => routesOf(page).map((route): [string, SourcePage] => [route, page])),
    );
    return {
      loaded,
      lookup: createNavigationLookup(loaded.navigation),
      byOutput: new Map([...byRoute].map(([route, page]) => [outputPathOf(route), page])),
      byFile: new Map(
        pages.flatMap((shownBy) => withTabs(shownBy).map((page) => [page.filePath, { page, shownBy }] as const)),
      ),
      byRoute,
      publicFiles: new Map(loaded.publicFiles.map(({ output, filePath }) => [output, filePath])),
      diagnostics: [...checkLanguages(site), ...checkFooter(site), ...diagnostics],
      compile: async (list) => new Map(await Promise.all(list.flatMap(withTabs).map(compile))),
    };
  };
  /** Names that begin with `_` or `.` are no pages'. */
  const isPage = (file: string): boolean =>
    /\.mdx?$/.test(file) && folders.some((dir) => isInside(dir, file) && !/[\\/][._]/.test(file.slice(dir.length)));

  /** Forgets what was compiled of files that have changed; what is wrong may be mended by any file. */
  const forgetCompiled = async (changed: ReadonlySet<string>): Promise<boolean> => {
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
  const readChanged = async (files: string[], { byFile }: Pages, isAll: boolean): Promise<void> => {
    const isText = await Promise.all(
      files.map(async (file) => {
        const page = byFile.get(file)?.page;
        return page !== undefined && (await reloadPage(page, site, { ...options, memory }));
      }),
    );
    for (const file of files) compiled.delete(byFile.get(file)?.page.sourcePath ?? '');
    if (!isAll && !isText.includes(false)) return;
    for (const file of files) memory.files.delete(file);
    current = read();
  };
  /** Gives pages the dates that the history says. */
  async function updateDates(): Promise<void> {
    // A page that could not be read is told elsewhere.
    const pages = await current?.catch(() => undefined);
    const { history } = dates;
    if (!pages || !history) return;
    const all = pages.loaded.pages.flatMap(withTabs);
    const before = { year: memory.git?.year, dates: all.map((page) => page.lastUpdated) };
    memory.git = history;
    for (const page of all) page.lastUpdated = history.dateOf(page.filePath);
    const after = { year: history.year, dates: all.map((page) => page.lastUpdated) };
    if (isDeepStrictEqual(before, after)) return;
    if (before.year !== after.year) current = read();
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
      const isStale = await forgetCompiled(changed);
      const isPublic = [...changed].some((file) => isInside(config.publicDir, file));
      // A file that the configuration names may be there now.
      const isMissing = pages?.diagnostics.some(({ code }) => MISSING_FILES.has(code)) === true;
      const isAll = isPublic || isMissing;
      if (!pages) current = undefined;
      else if (files.length > 0 || isAll) await readChanged(files, pages, isAll);
      return !pages || isStale || files.length > 0 || isAll;
    },
    files: () => dates.files(),
    close: () => dates.close(),
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
