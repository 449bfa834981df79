/** Finds a page in another version. `versions.js` contains it, so it is small. */
import type { VersionPage } from './versions.ts';

export interface PageMatch {
  page: VersionPage;
  /** False if the version has no such page: this is the nearest one. */
  isSame: boolean;
}

/** Texts are normalized. */
interface KnownPage {
  page: VersionPage;
  /** In lower case; empty if it is unknown. */
  language: string;
  /** Without the language. */
  path: string;
  heading: string;
  /** Last segment of the path. */
  last: string;
  /** The component that heading or path name, or the only one. */
  component: string | undefined;
}

/**
 * The same page in the same language: one with a redirect from or to it, with the same path or component, or the only one with
 * the heading or the last segment. Else the nearest page: about the component, a parent, or home. Returns undefined only for a version
 * without pages.
 */
export function createPageFinder(
  own: readonly VersionPage[],
  other: readonly VersionPage[],
): (page: VersionPage) => PageMatch | undefined {
  const [describeOwn, describeOther] = [createDescription(own), createDescription(other)];
  const [from, to] = [own.map(describeOwn), other.map(describeOther)];
  const isOnly = (pages: readonly KnownPage[], name: 'heading' | 'last', known: KnownPage): boolean =>
    pages.filter((page) => page[name] === known[name] && page.language === known.language).length < 2;
  const isSame = (a: KnownPage, b: KnownPage): boolean => {
    if (isMoved(a, b)) return true;
    if (!a.path || !b.path) return a.path === b.path;
    if (a.component && b.component && a.component !== b.component) return false;
    const hasSame = (name: 'heading' | 'last'): boolean =>
      a[name] === b[name] && isOnly(from, name, a) && isOnly(to, name, b);
    return (
      a.path === b.path ||
      hasSame('heading') ||
      hasSame('last') ||
      (isMain(a) && isMain(b) && a.component === b.component)
    );
  };
  return (given) => {
    const page = describeOwn(given);
    const { language, isTranslated } = languageIn(to, page, from);
    const pages = to.filter((target) => target.language === language);
    const likeness = (target: KnownPage): number =>
      (isMoved(page, target) ? 4 : 0) + (target.heading === page.heading ? 2 : 0) + (target.path === page.path ? 1 : 0);
    const [same] = pages.filter((target) => isSame(page, target)).sort((a, b) => likeness(b) - likeness(a));
    const found = same ?? nearestTo(page, pages);
    return found && { page: found.page, isSame: same !== undefined && isTranslated };
  };
}

function nearestTo({ path, component }: KnownPage, pages: readonly KnownPage[]): KnownPage | undefined {
  const documenting = component && pages.find((page) => isMain(page) && page.component === component);
  if (documenting) return documenting;
  for (let parent = path; parent !== ''; ) {
    parent = parent.slice(0, Math.max(0, parent.lastIndexOf('/')));
    const found = pages.find((page) => page.path === parent);
    if (found) return found;
  }
  return pages[0];
}

/** Returns the language of a page in the other version, or else the main one. */
function languageIn(
  to: readonly KnownPage[],
  { language }: KnownPage,
  from: readonly KnownPage[],
): { language: string; isTranslated: boolean } {
  const known = [...new Set(to.map((page) => page.language))];
  const same = known.find((one) => one === language) ?? known.find((one) => isSameLanguage(one, language));
  if (same !== undefined) return { language: same, isTranslated: true };
  const main = known.includes('') ? '' : (known[0] ?? '');
  // Without a name it is unknown, unless the version of the page has one without a name too.
  return { language: main, isTranslated: language === '' || (main === '' && from.every((page) => page.language)) };
}

export function isSameLanguage(a: string, b: string): boolean {
  return a.split('-')[0] === b.split('-')[0];
}

/** Returns true if the author redirects from one of the pages to the other. */
function isMoved({ page: a }: KnownPage, { page: b }: KnownPage): boolean {
  return a.formerPaths?.includes(b.path) === true || b.formerPaths?.includes(a.path) === true;
}

function isMain({ component, heading, last }: KnownPage): boolean {
  return component !== undefined && (component === heading || component === last);
}

/** Returns a text in lower case, without punctuation and spaces. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Matches the home page of a locale: `zh`, `zh-CN`, `pt_BR`. */
const LOCALE = /^[a-z]{2}(?:[-_]\w{2,4})?$/i;

/** The first segment is a locale if it has a home page, and another page has the same path without it, or in another locale. */
function createDescription(list: readonly VersionPage[]): (page: VersionPage) => KnownPage {
  const paths = new Set(list.map(({ path }) => path));
  const prefixes = ['', ...[...paths].filter((path) => LOCALE.test(path)).map((id) => `${id}/`)];
  const isLocale = (prefix: string): boolean =>
    prefix !== '' &&
    [...paths].some(
      (path) =>
        path.startsWith(prefix) &&
        prefixes.some((other) => other !== prefix && paths.has(other + path.slice(prefix.length))),
    );
  const locales = prefixes.filter(isLocale);
  const hasLanguages = list.every(({ lang }) => lang);
  return (page) => {
    const locale = locales.find((prefix) => `${page.path}/`.startsWith(prefix)) ?? '';
    const path = page.path.slice(locale.length);
    const language = (hasLanguages && page.lang) || locale.slice(0, -1);
    const heading = normalize(page.heading);
    const known = (page.components ?? []).map(normalize);
    const last = normalize(path.split('/').at(-1) ?? '');
    const main = known.find((name) => name === heading || name === last) ?? (known.length === 1 ? known[0] : undefined);
    return { page, language: language.toLowerCase().replace('_', '-'), path, heading, last, component: main };
  };
}
