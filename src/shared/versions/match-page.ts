/** Finds a page by component and heading, not by URL. `versions.js` contains it, so it is small. */
import { indexPages, isSameLanguage, type KnownPage, type PageIndex } from './page-identity.ts';
import type { VersionPage } from './versions.ts';

export interface PageMatch {
  page: VersionPage;
  /** False if the version has no such page, so this is the nearest page. */
  isSame: boolean;
}

/**
 * Finds the same page: moved by a redirect, or with the same heading or main component in the same language. The URL
 * alone decides only if nothing contradicts it. Otherwise, finds the nearest page: about the component, a parent, or
 * home. Returns undefined only for a version without pages.
 */
export function createPageFinder(
  own: readonly VersionPage[],
  other: readonly VersionPage[],
): (page: VersionPage) => PageMatch | undefined {
  const hasLanguages = [...own, ...other].every(({ lang }) => lang);
  const from = indexPages(own, hasLanguages);
  const to = indexPages(other, hasLanguages);
  const moved = to.pages.filter(({ page }) => page.formerPaths);

  const sameAs = (page: KnownPage, locale: string): KnownPage | undefined => {
    const found = [
      ...[...page.names, page.component].flatMap((name) => to.get('name', locale, name)),
      ...to.get('last', locale, page.last),
      ...to.get('path', locale, page.path),
      ...(page.page.formerPaths ? to.pages : moved).filter((target) => isMoved(page, target)),
    ];
    const isSame = (target: KnownPage): boolean => target.locale === locale && isSamePage(page, target, from, to);
    return best(found.filter(isSame), page);
  };
  const nearestTo = (page: KnownPage, locale: string): KnownPage | undefined => {
    const documenting = best(to.get('component', locale, page.subject), page);
    if (documenting) return documenting;
    for (let depth = page.segments.length; --depth > 0; ) {
      const path = page.segments.slice(0, depth).join('/');
      const [parent] = from.get('path', page.locale, path);
      const found = parent ? sameAs(parent, locale) : to.get('path', locale, path)[0];
      if (found) return found;
    }
    const ofLocale = to.pages.filter((target) => target.locale === locale);
    return ofLocale.find(({ path }) => !path) ?? ofLocale[0];
  };
  return (given) => {
    const page = from.describe(given);
    const [locale, isTranslated] = localeIn(to, page, from);
    const same = sameAs(page, locale);
    const found = same ?? nearestTo(page, locale);
    return found && { page: found.page, isSame: same !== undefined && isTranslated };
  };
}

/** Returns the locale of the other version that has the language of a page, or else its main locale. */
function localeIn(to: PageIndex, { locale }: KnownPage, from: PageIndex): [locale: string, isTranslated: boolean] {
  const ids = to.locales;
  const same = ids.find((id) => id === locale) ?? ids.find((id) => isSameLanguage(id, locale));
  if (same !== undefined) return [same, true];
  const main = ids.includes('') ? '' : (ids[0] ?? '');
  // A locale without an id has an unknown language, unless the page's version has such a locale too.
  return [main, locale === '' || (main === '' && !from.locales.includes(''))];
}

/** Returns true if the author redirects from one of the pages to the other. */
function isMoved({ page: a }: KnownPage, { page: b }: KnownPage): boolean | undefined {
  return a.formerPaths?.includes(b.path) || b.formerPaths?.includes(a.path);
}

function isSamePage(a: KnownPage, b: KnownPage, from: PageIndex, to: PageIndex): boolean {
  if (isMoved(a, b)) return true;
  if (!a.path || !b.path) return a.path === b.path;
  if (a.component && b.component && a.component !== b.component) return false;
  const isAlone = (kind: 'name' | 'last', key: string): boolean =>
    from.get(kind, a.locale, key).length < 2 && to.get(kind, b.locale, key).length < 2;
  const shared = a.names.filter((name) => b.names.includes(name));
  // Several pages may differ by the version in their headings, such as those of releases.
  const isOnly = (pages: KnownPage[]): boolean =>
    a.version !== '' && pages.filter(({ version }) => version === a.version).length < 2;
  if (shared.length > 0)
    return (
      a.path === b.path ||
      shared.some((name) => isAlone('name', name)) ||
      (a.version === b.version &&
        (hasSamePlace(a, b) ||
          shared.some((name) => isOnly(from.get('name', a.locale, name)) && isOnly(to.get('name', b.locale, name)))))
    );
  if (a.path !== b.path && (a.last !== b.last || !isAlone('last', a.last))) return false;
  // If another page of a version has the heading, the URL is used for something else now.
  const isTaken = (pages: PageIndex, { locale, path }: KnownPage, names: string[]): boolean =>
    names.some((name) => pages.get('name', locale, name).some((page) => page.path !== path));
  return !isTaken(from, a, b.names) && !isTaken(to, b, a.names);
}

function hasSamePlace(a: KnownPage, b: KnownPage): boolean {
  const isIn = (page: KnownPage, folder = ''): boolean => page.segments.includes(folder);
  const isOfSame = a.component !== undefined && a.component === b.component;
  return isOfSame || isIn(b, a.segments.at(-2)) || isIn(a, b.segments.at(-2));
}

function best(found: KnownPage[], page: KnownPage): KnownPage | undefined {
  const score = (target: KnownPage): number => similarity(page, target);
  return found.toSorted((a, b) => score(b) - score(a) || a.path.length - b.path.length)[0];
}

function similarity(a: KnownPage, b: KnownPage): number {
  const facts = [
    isMoved(a, b),
    a.names.some((name) => b.names.includes(name)),
    a.component === b.component,
    a.heading === b.heading,
    // The page about the component itself, not one of its demos.
    b.isMain,
    a.last === b.last,
  ];
  const weight = facts.reduce((sum, isTrue) => sum * 2 + (isTrue ? 1 : 0), 0);
  // Folders decide only between pages that are equal in all other ways.
  return weight + b.segments.filter((name) => a.segments.includes(name)).length / 99;
}
