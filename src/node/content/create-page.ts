import fs from 'node:fs';
import { isValidRoute, localeOf, removeLocale, routeOfFile, segmentsOf } from '../../shared/route-path.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import type { PageFile } from './find-pages.ts';
import type { TextFacts } from './page-text.ts';
import { lookAt } from './page-text.ts';
import { nameOfPage, titleFromName } from './page-title.ts';
import type { SourcePage } from './types.ts';

interface PageRoute {
  routePath: string;
  locale: string;
  /** Key of the tab, for `x.$tab-key.md`; its route is that of the page it belongs to. */
  tab?: string;
}

/** Matches `.$tab-key` in a file name, before the locale or the extension. */
const TAB = /\.\$tab-([^./]+)(?=[^/]*$)/;

/** Returns the route of a page's file, and an error (CD205) if no valid route can be derived from its name. */
function pageRoute(file: PageFile, config: ResolvedConfig): { route: PageRoute; diagnostics: Diagnostic[] } {
  const { locales, forceKebabCaseRouting } = config;
  const tab = TAB.exec(file.path)?.[1];
  const { routePath, localeId } = routeOfFile(file.path.replace(TAB, ''), {
    prefix: file.prefix,
    locales,
    kebabCase: forceKebabCaseRouting,
  });
  const route: PageRoute = { routePath, locale: localeId ?? localeOf(routePath, locales).id, tab };
  const isReserved = routePath.startsWith('/~');
  if (!isReserved && isValidRoute(routePath)) return { route, diagnostics: [] };
  const diagnostic = createDiagnostic(
    'invalid-route',
    { case: isReserved ? 'reserved' : 'characters', route: routePath },
    { location: { file: file.sourcePath, line: 1, column: 1 } },
  );
  return { route, diagnostics: [diagnostic] };
}

export interface LoadedFile {
  /** Absent if the file is not text or no valid route can be derived from its name. */
  page?: SourcePage;
  tab?: string;
  diagnostics: Diagnostic[];
}

export function formatOf({ path }: Pick<PageFile, 'path'>): SourcePage['format'] {
  return path.endsWith('x') ? 'mdx' : 'md';
}

/** The caller adds dates and links. `text` has no `facts` if the file is not text. */
export function createPage(
  file: PageFile,
  { facts, diagnostics: unreadable }: { facts?: TextFacts; diagnostics: Diagnostic[] },
  site: Site,
): LoadedFile {
  const { route, diagnostics: invalid } = pageRoute(file, site.config);
  if (!facts || invalid.length > 0) return { diagnostics: [...unreadable, ...invalid] };
  const { hash, data } = facts;
  const { frontmatter, bodyOffset, diagnostics } = data;
  const format = formatOf(file);
  const atomId = frontmatter.atomId ?? componentBeside(file, site);
  if (atomId) frontmatter.atomId = atomId;
  const page: SourcePage = {
    sourcePath: file.sourcePath,
    filePath: file.filePath,
    format,
    look: lookAt({ hash, format }, data.traits, frontmatter, site.config),
    bodyOffset,
    routePath: route.routePath,
    locale: route.locale,
    frontmatter,
    title: frontmatter.title || '',
    tabs: [],
    atom: file.atom,
  };
  page.title ||=
    route.tab === undefined ? data.heading || titleOf(page, file, site) : structuredClone(titleFromName(route.tab));
  return { page, tab: route.tab, diagnostics };
}

/** Returns the name of the component that a page documents: in a component folder, the component with the page's name. */
function componentBeside(file: PageFile, { config: { locales } }: Site): string | undefined {
  if (!file.atom) return undefined;
  const ids = locales.map(({ id }) => id);
  const withoutLocale = (path: string): string => {
    const stem = path.replace(/\.mdx?$/, '');
    const locale = ids.find((id) => stem.endsWith(`.${id}`));
    return locale ? stem.slice(0, -locale.length - 1) : stem;
  };
  const component = withoutLocale(file.filePath);
  const isThere = ['.tsx', '.jsx'].some((extension) => fs.existsSync(component + extension));
  return isThere ? withoutLocale(file.path).replace(/\/index$/, '') : undefined;
}

/** Returns the title of a page without its own title: derived from the file name, or the site title for the home page. */
function titleOf(page: SourcePage, file: PageFile, site: Site): string {
  const { locales, title } = site.config;
  const path = removeLocale(page.routePath, localeOf(page.routePath, locales));
  const ids = locales.map(({ id }) => id);
  const name = nameOfPage(file.path, ids) || segmentsOf(path).at(-1) || '';
  return titleFromName(name) || title;
}
