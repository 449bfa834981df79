import type { Locale } from './entities.ts';

/** Segments of a path; empty ones are left out, so `/` has none. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** The one spelling of a route path: a leading slash, no trailing one, no empty segments; `/` for the home page. */
export function normalizeRoute(path: string): string {
  return `/${segmentsOf(path).join('/')}`;
}

/** True when `routePath` is `parent` or lies below it, at a segment boundary: `/demo-x` is not below `/demo`. */
export function isBelow(routePath: string, parent: string): boolean {
  return parent === '/' || routePath === parent || routePath.startsWith(`${parent}/`);
}

/**
 * A path without leading slash in kebab-case: `guide/helloWorld` is `guide/hello-world`.
 * An all-caps word that starts the path keeps its first capital, as in dumi: `CHANGELOG` is `Changelog`.
 */
export function kebabCasePath(path: string): string {
  const hyphenate = (_: string, before: string | undefined, word: string, offset: number) => {
    const startsSegment = before === '/' || (offset === 0 && (before === undefined || /[A-Z]/.test(before)));
    return `${before ?? ''}${startsSegment ? '' : '-'}${word.toLowerCase()}`;
  };
  return path.replace(/(.)?([A-Z][^A-Z/])/g, hyphenate).replace(/(.)?([A-Z]+)/g, hyphenate);
}

/** How the files of a folder become routes. */
export interface RouteRule {
  /** Segments before the file's own, such as the plural of the folder's type. */
  prefix?: string[];
  locales: Locale[];
  kebabCase: boolean;
}

/**
 * Route path of a page's file, given relative to its docs folder with forward slashes.
 * Dots are slashes, a trailing `index` or `README` goes, `$x` is `:x`; `a.en.md` belongs to the locale `en`.
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

/** A folder named as a locale's base keeps its name: `docs/en-US/guide.md` is a page of en-US. */
function kebabCaseBelowBase(path: string, locales: Locale[]): string {
  const routePath = `/${path}`;
  const base = locales.find((locale) => locale.base && locale.base !== '/' && isBelow(routePath, locale.base))?.base;
  if (!base) return `/${kebabCasePath(path)}`;
  return normalizeRoute(`${base}/${kebabCasePath(routePath.slice(base.length + 1))}`);
}

/** Route path of a locale from a path without locale: prefixed with its base, or with its suffix at the end. */
export function addLocale(path: string, locale: Locale): string {
  const routePath = normalizeRoute(path);
  return locale.base === undefined ? `${routePath}${locale.suffix}` : normalizeRoute(`${locale.base}${routePath}`);
}

/** Route path without the locale's base or suffix: `/en/guide` is `/guide`. */
export function removeLocale(routePath: string, locale: Locale): string {
  if (locale.base === undefined) {
    return normalizeRoute(
      routePath.endsWith(locale.suffix) ? routePath.slice(0, routePath.length - locale.suffix.length) : routePath,
    );
  }
  if (locale.base === '/' || !isBelow(routePath, locale.base)) return routePath;
  return normalizeRoute(routePath.slice(locale.base.length));
}

/** Content locale of a route path: the last one whose base (at a segment boundary) or suffix fits, else the first. */
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
 * Path of the sidebar that a route belongs to: its folder, at most two segments deep when `levels` is 2; the index
 * page of a folder belongs to the folder itself then. Undefined for a home page. Suffixes are left out.
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

/** True when the path can be an address as it is: nothing to encode, no query, hash or parameter in it. */
export function isValidRoute(routePath: string): boolean {
  if (/[?#:*]/.test(routePath)) return false;
  try {
    return routePath === encodeURI(routePath);
  } catch {
    // encodeURI refuses lone surrogates: such a name cannot be an address either.
    return false;
  }
}

/** Path of a page's document in the output: `/a/b` is `a/b/index.html`. */
export function outputPathOf(routePath: string): string {
  return routePath === '/' ? 'index.html' : `${routePath.slice(1)}/index.html`;
}
