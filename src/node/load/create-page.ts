import fs from 'node:fs';
import { localeOf, removeLocale, segmentsOf } from '../../shared/route-path.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PageFile } from './find-pages.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { pageRoute } from './page-route.ts';
import { findHeading, nameOfPage, titleFromName } from './page-title.ts';
import type { SourcePage } from './types.ts';

/** A file that became a page, or what is wrong with it. */
export interface LoadedFile {
  /** Absent when the file is no text or its name no address. */
  page?: SourcePage;
  /** Key of the tab that the page is shown as. */
  tab?: string;
  diagnostics: Diagnostic[];
}

/** A page from its file's text: route, front matter and title; dates and links come from elsewhere. */
export function createPage(
  file: PageFile,
  text: { source?: string; diagnostics: Diagnostic[] },
  site: Site,
  headingText: (markdownInline: string) => string,
): LoadedFile {
  const { route, diagnostics: invalid } = pageRoute(file, site.config);
  const { source } = text;
  if (source === undefined || invalid.length > 0) return { diagnostics: [...text.diagnostics, ...invalid] };
  const { frontmatter: found, locations, bodyOffset, diagnostics } = parseFrontmatter(source, file.sourcePath);
  // Pieces of a text would keep all of it in memory.
  const frontmatter = structuredClone(found);
  const atomId = frontmatter.atomId ?? componentBeside(file, site);
  if (atomId) frontmatter.atomId = atomId;
  const page: SourcePage = {
    sourcePath: file.sourcePath,
    filePath: file.filePath,
    format: file.path.endsWith('x') ? 'mdx' : 'md',
    source,
    bodyOffset,
    routePath: route.routePath,
    locale: route.locale,
    frontmatter,
    frontmatterLocations: locations,
    title: frontmatter.title || '',
    tabs: [],
    atom: file.atom,
  };
  page.title ||= structuredClone(
    route.tab === undefined ? titleOf(page, file, site, headingText) : titleFromName(route.tab),
  );
  return { page, tab: route.tab, diagnostics: [...text.diagnostics, ...diagnostics] };
}

/** Name of the component whose page this is: in a folder of components, that of the file of the same name beside it. */
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

/** Title of a page without one in its front matter: the first h1, else the file's name; the home page has the site's. */
function titleOf(
  page: SourcePage,
  file: PageFile,
  site: Site,
  headingText: (markdownInline: string) => string,
): string {
  const heading = findHeading(page.source.slice(page.bodyOffset), page.format);
  const text = heading === undefined ? '' : headingText(heading).trim();
  if (text !== '') return text;
  const { locales, title } = site.config;
  const path = removeLocale(page.routePath, localeOf(page.routePath, locales));
  const ids = locales.map(({ id }) => id);
  const name = nameOfPage(file.path, ids) || segmentsOf(path).at(-1) || '';
  return titleFromName(name) || title;
}
