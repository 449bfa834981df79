import type { Locale } from './entities.ts';

/** Returns the segments of a path without empty ones, so `/` has none. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Normalizes a route path: a leading slash, no trailing slash, no empty segments; `/` for the home page. */
export function normalizeRoute(path: string): string {
  return `/${segmentsOf(path).join('/')}`;
}

/** Returns true if `routePath` is `parent` or is under it, matched by segments: `/demo-x` is not under `/demo`. */
export function isBelow(routePath: string, parent: string): boolean {
  return parent === '/' || routePath === parent || routePath.startsWith(`${parent}/`);
}

/** An all-caps word at the start keeps its first capital, as in dumi: `CHANGELOG` becomes `Changelog`. */
export function kebabCasePath(path: string): string {
  const hyphenate = (_: string, before: string | undefined, word: string, offset: number) => {
    const startsSegment = before === '/' || (offset === 0 && (before === undefined || /[A-Z]/.test(before)));
    return `${before ?? ''}${startsSegment ? '' : '-'}${word.toLowerCase()}`;
  };
  return path.replace(/(.)?([A-Z][^A-Z/])/g, hyphenate).replace(/(.)?([A-Z]+)/g, hyphenate);
}

export interface RouteRule {
  /** Segments before those of the file, such as the plural of the folder's type. */
  prefix?: string[];
  locales: Locale[];
  kebabCase: boolean;
}

/**
 * Dots become slashes, a trailing `index` or `README` is removed, `$x` becomes `:x`; `a.en.md` belongs to the locale
 * `en`.
 */
export function routeOfFile(file: string, rule: RouteRule): { routePath: string; localeId?: string } {
  const stem = file.replace(/\.mdx?$/, '');
  const locale = rule.locales.find(({ id }) => stem.endsWith(`.${id}`));
  const ownStem = locale ? stem.slice(0, -locale.id.length - 1) : stem;
  const segments = [...(rule.prefix ?? []), ...segmentsOf(ownStem.replaceAll('.', '/'))];
  if (/^(index|README)$/.test(segments.at(-1) ?? '')) segments.pop();
  const path = segments.map((segment) => segment.replace(/^\$/, ':')).join('/');
  if (locale) return { routePath: addLocale(rule.kebabCase ? kebabCasePath(path) : path, locale), localeId: locale.id };
  return { routePath: rule.kebabCase ? kebabCaseBelowBase(path, rule.locales) : `/${path}` };
}

/** Keeps a folder with the name of a locale's base: `docs/en-US/guide.md` is a page of `en-US`. */
function kebabCaseBelowBase(path: string, locales: Locale[]): string {
  const routePath = `/${path}`;
  const base = locales.find((locale) => locale.base && locale.base !== '/' && isBelow(routePath, locale.base))?.base;
  if (!base) return `/${kebabCasePath(path)}`;
  return normalizeRoute(`${base}/${kebabCasePath(routePath.slice(base.length + 1))}`);
}

/** Returns the route path of a locale for a path without locale: with the locale's base as prefix, or its suffix at the end. */
export function addLocale(path: string, locale: Locale): string {
  const routePath = normalizeRoute(path);
  return locale.base === undefined ? `${routePath}${locale.suffix}` : normalizeRoute(`${locale.base}${routePath}`);
}

/** Returns a route path without the locale's base or suffix: `/en/guide` becomes `/guide`. */
export function removeLocale(routePath: string, locale: Locale): string {
  if (locale.base === undefined) {
    return normalizeRoute(
      routePath.endsWith(locale.suffix) ? routePath.slice(0, routePath.length - locale.suffix.length) : routePath,
    );
  }
  if (locale.base === '/' || !isBelow(routePath, locale.base)) return routePath;
  return normalizeRoute(routePath.slice(locale.base.length));
}

/** Returns the last locale whose base (by segments) or suffix matches, or else the first. */
export function localeOf(routePath: string, locales: Locale[]): Locale {
  const path = normalizeRoute(routePath);
  const found = locales.findLast((locale) =>
    locale.base === undefined ? path.endsWith(locale.suffix) : isBelow(path, locale.base),
  );
  const locale = found ?? locales[0];
  if (!locale) throw new Error('a site has at least one locale');
  return locale;
}

/**
 * Returns the path of a page's sidebar. With `levels` 2, it has at most two segments, and the index page of a folder
 * belongs to the folder. Undefined for a home page.
 */
export function sidebarPathOf(
  routePath: string,
  options: { locale: Locale; levels: 1 | 2; isIndex: boolean },
): string | undefined {
  const segments = segmentsOf(removeLocale(routePath, options.locale));
  if (segments.length === 0) return undefined;
  const wanted =
    options.levels === 2 ? Math.min(options.isIndex ? segments.length : segments.length - 1, 2) : segments.length - 1;
  return normalizeRoute(`${options.locale.base ?? ''}/${segments.slice(0, Math.max(1, wanted)).join('/')}`);
}

/** Returns true if a path is valid in a URL without changes: nothing to encode, and no query, hash or parameter. */
export function isValidRoute(routePath: string): boolean {
  if (/[?#:*]/.test(routePath)) return false;
  try {
    return routePath === encodeURI(routePath);
  } catch {
    // `encodeURI` throws for lone surrogates, which are not valid in a URL either.
    return false;
  }
}
