import { segmentsOf } from '../../shared/route-path.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { findDuplicateRoutes } from './duplicates.ts';
import { createEditLinks } from './edit-link.ts';
import { findPages, findPublicFiles, type PageFile } from './find-pages.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { type GitHistory, readGitHistory } from './git-history.ts';
import { createNavigation } from './navigation.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { findHeading, nameOfPage, titleFromName } from './page-title.ts';
import { readPage } from './read-page.ts';
import { attachTabs, type TabPage } from './tabs.ts';
import type { LoadedSite, SourcePage } from './types.ts';

/** What `load` is told beside the site. */
export interface LoadOptions {
  /** Keep pages with `debug: true`; a build leaves them out. */
  includeDebug: boolean;
  /** Text of a heading's inline Markdown. */
  headingText: (markdownInline: string) => string;
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
  const [{ files, diagnostics: found }, publicFiles, git] = await Promise.all([
    findPages(site).then(async ({ files, diagnostics }) => ({ files: await readAll(files), diagnostics })),
    findPublicFiles(site),
    readGitHistory(site.root),
  ]);
  const diagnostics = [...found, ...publicFiles.diagnostics, ...shallowWarning(site, git)];

  const editLink = createEditLinks(site, git.branch);
  const all: SourcePage[] = [];
  const tabs: TabPage[] = [];
  for (const { file, source, diagnostics: unreadable } of files) {
    const { route, diagnostics: invalid } = pageRoute(file, site.config);
    diagnostics.push(...unreadable, ...invalid);
    if (source === undefined || invalid.length > 0) continue;
    const { page, diagnostics: problems } = createPage(file, source, route, site, options);
    diagnostics.push(...problems);
    page.lastUpdated = git.dateOf(file.filePath);
    page.editLink = editLink({ filePath: file.filePath, filename: page.frontmatter.filename });
    if (route.tab === undefined) all.push(page);
    else tabs.push({ key: route.tab, page });
  }
  diagnostics.push(...findDuplicateRoutes(all), ...attachTabs(all, tabs));

  const pages = options.includeDebug ? all : withoutDebug(all);
  pages.sort((a, b) => compare(a.routePath, b.routePath) || compare(a.sourcePath, b.sourcePath));
  const loaded: LoadedSite = {
    pages,
    navigation: createNavigation(site, pages),
    publicFiles: publicFiles.files,
    year: git.year,
  };
  return { loaded, diagnostics };
}

async function readAll(files: PageFile[]): Promise<{ file: PageFile; source?: string; diagnostics: Diagnostic[] }[]> {
  const results: { file: PageFile; source?: string; diagnostics: Diagnostic[] }[] = new Array(files.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < files.length; i = next++) {
      const file = files[i] as PageFile;
      results[i] = { file, ...(await readPage(file.filePath, file.sourcePath)) };
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

function createPage(
  file: PageFile,
  source: string,
  route: PageRoute,
  site: Site,
  { headingText }: LoadOptions,
): { page: SourcePage; diagnostics: Diagnostic[] } {
  const format = file.path.endsWith('x') ? 'mdx' : 'md';
  const { frontmatter, locations, bodyOffset, diagnostics } = parseFrontmatter(source, file.sourcePath);
  const page: SourcePage = {
    sourcePath: file.sourcePath,
    filePath: file.filePath,
    format,
    source,
    bodyOffset,
    routePath: route.routePath,
    locale: route.locale,
    frontmatter,
    frontmatterLocations: locations,
    title: '',
    tabs: [],
    atom: file.atom,
  };
  page.title =
    frontmatter.title ?? (route.tab === undefined ? titleOf(page, file, site, headingText) : titleFromName(route.tab));
  return { page, diagnostics };
}

/** Title of a page without one in its front matter: the first h1, else the name of the file; the home page has the site's. */
function titleOf(page: SourcePage, file: PageFile, site: Site, headingText: LoadOptions['headingText']): string {
  const heading = findHeading(page.source.slice(page.bodyOffset), page.format);
  const text = heading === undefined ? '' : headingText(heading).trim();
  if (text !== '') return text;
  const name = nameOfPage(
    file.path,
    site.config.locales.map(({ id }) => id),
  );
  return titleFromName(name) || titleFromName(segmentsOf(page.routePath).at(-1) ?? '') || site.config.title;
}

function withoutDebug(pages: SourcePage[]): SourcePage[] {
  const kept = pages.filter((page) => !page.frontmatter.debug);
  for (const page of kept) page.tabs = page.tabs.filter((tab) => !tab.page.frontmatter.debug);
  return kept;
}

function shallowWarning(site: Site, { shallow }: GitHistory): Diagnostic[] {
  if (!shallow || !site.config.themeConfig.lastUpdated) return [];
  return [
    {
      severity: 'warning',
      code: 'CD220',
      text: 'Pages have no dates of last change: the git history is shallow',
      notes: [
        'Fetch all of it: "fetch-depth: 0" for actions/checkout, or "git fetch --unshallow".',
        'Or turn the dates off: "themeConfig.lastUpdated: false".',
      ],
    },
  ];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
