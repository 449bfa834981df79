import fs from 'node:fs';
import { localeOf, removeLocale, segmentsOf } from '../../shared/route-path.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { Site } from '../project/config/types.ts';
import { hashOf } from '../store/observe-reads.ts';
import type { PageFile } from './find-pages.ts';
import { pageRoute } from './page-route.ts';
import type { ReadText } from './page-text.ts';
import { nameOfPage, titleFromName } from './page-title.ts';
import { lookAt } from './text-look.ts';
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
  readText: ReadText,
): LoadedFile {
  const { route, diagnostics: invalid } = pageRoute(file, site.config);
  const { source } = text;
  if (source === undefined || invalid.length > 0) return { diagnostics: [...text.diagnostics, ...invalid] };
  const format = file.path.endsWith('x') ? 'mdx' : 'md';
  const pageText = { source, hash: hashOf(source), sourcePath: file.sourcePath, format } as const;
  const facts = readText(pageText);
  const { frontmatter, bodyOffset, diagnostics } = facts;
  const atomId = frontmatter.atomId ?? componentBeside(file, site);
  if (atomId) frontmatter.atomId = atomId;
  const page: SourcePage = {
    sourcePath: file.sourcePath,
    filePath: file.filePath,
    format,
    look: lookAt(pageText, frontmatter, site.config),
    bodyOffset,
    routePath: route.routePath,
    locale: route.locale,
    frontmatter,
    title: frontmatter.title || '',
    tabs: [],
    atom: file.atom,
  };
  page.title ||=
    route.tab === undefined ? facts.heading || titleOf(page, file, site) : structuredClone(titleFromName(route.tab));
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

/** Title of a page that says none: the file's name; the home page has the site's. */
function titleOf(page: SourcePage, file: PageFile, site: Site): string {
  const { locales, title } = site.config;
  const path = removeLocale(page.routePath, localeOf(page.routePath, locales));
  const ids = locales.map(({ id }) => id);
  const name = nameOfPage(file.path, ids) || segmentsOf(path).at(-1) || '';
  return titleFromName(name) || title;
}
