import type { VersionPage } from './versions.ts';

/** Texts are normalized. */
export interface KnownPage {
  page: VersionPage;
  /** Id of the locale, in lower case; empty if the path has none. */
  locale: string;
  path: string;
  segments: string[];
  last: string;
  heading: string;
  /** Version at the end of the heading, which `heading` lacks: `2.x`. */
  version: string;
  /** Main component: the component that the heading or the path names, or the only component. */
  component: string | undefined;
  /** Component to which the page is closest: the main one, or the first of a few. */
  subject: string | undefined;
  /** True if the heading or the path names the component. */
  isMain: boolean;
  names: string[];
}

export interface PageIndex {
  pages: KnownPage[];
  locales: string[];
  describe(page: VersionPage): KnownPage;
  /** `name`: by heading or component; else by a documented component, the path, or its last segment. */
  get(kind: PageKey, locale: string, key: string | undefined): KnownPage[];
}

export type PageKey = 'name' | 'component' | 'path' | 'last';

/** Largest number of components on a page that is about the first of them. An overview has more. */
const FEW = 3;

/** Version at the end of a heading or a segment: `Changes in 2.x`, `Cascader (v3)`, `migration-v4`. */
const VERSION = /[\s([-]*\b(?:v?\d+(?:\.(?:\d+|x))+|v\d+)\W?$/;

/** Returns a text in lower case without punctuation, spaces and version. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(VERSION, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function isSameLanguage(a: string, b: string): boolean {
  const primary = (id: string): string => (id.split('-')[0] ?? '').replace(/^cn$/, 'zh');
  return primary(a) === primary(b);
}

/** `hasLanguages`: the languages of all pages are known. */
export function indexPages(list: readonly VersionPage[], hasLanguages: boolean): PageIndex {
  const split = createSplit(new Set(list.map(({ path }) => path)), hasLanguages);
  const describe = (page: VersionPage): KnownPage => describePage(page, split(page));
  const pages = list.map(describe);
  const map = new Map<string, KnownPage[]>();
  const keyOf = (kind: PageKey, locale: string, key?: string): string => `${kind} ${locale} ${key}`;
  for (const known of pages) {
    const { page, locale, names, component, path, last } = known;
    const components = new Set([...(component ? [component] : []), ...(page.components ?? []).map(normalize)]);
    const keys = [
      ...names.map((name) => keyOf('name', locale, name)),
      ...[...components].map((name) => keyOf('component', locale, name)),
      ...[keyOf('path', locale, path), keyOf('last', locale, last)],
    ];
    for (const key of keys) {
      const found = map.get(key);
      if (found) found.push(known);
      else map.set(key, [known]);
    }
  }
  return {
    pages,
    locales: [...new Set(pages.map(({ locale }) => locale))],
    describe,
    get: (kind, locale, key) => map.get(keyOf(kind, locale, key)) ?? [],
  };
}

function describePage(page: VersionPage, { locale, path }: Pick<KnownPage, 'locale' | 'path'>): KnownPage {
  const { heading: text, components = [] } = page;
  const segments = path.split('/').filter(Boolean);
  const last = normalize(segments.at(-1) ?? '');
  const heading = normalize(text) || last;
  const version = (VERSION.exec(text.trim().toLowerCase())?.[0] ?? '').replace(/^[^\d]+|\W+$/g, '');
  // Headings often have the component and its translation.
  const latin = normalize(text.replace(/[^\x20-\x7e]+/g, ' '));
  const known = components.map(normalize);
  const main = known.find((name) => name === heading || name === latin) ?? known.find((name) => name === last);
  const component = main ?? (known.length === 1 ? known[0] : undefined);
  const subject = component ?? (known.length <= FEW ? known[0] : undefined);
  const names = [heading, ...(latin && latin === last ? [latin] : []), ...(main ? [main] : [])];
  return {
    ...{ page, locale, path, segments, last, heading, version, component, subject },
    isMain: main !== undefined,
    names: [...new Set(names)],
  };
}

/** Matches the home page of a locale: `zh`, `zh-CN`, `pt_BR`. */
const LOCALE = /^[a-z]{2}(?:[-_]\w{2,4})?$/i;
/** Matches the end of a path that may be a locale, as some tools write it: `components/cascader-cn`. */
const SUFFIX = /^(.+)-(cn|en|zh)$/;

/**
 * A segment is a locale if it has a home page, and another page has the same path without it, or with another such
 * segment.
 */
function createSplit(
  paths: ReadonlySet<string>,
  hasLanguages: boolean,
): (page: VersionPage) => Pick<KnownPage, 'locale' | 'path'> {
  const ids = [...paths].filter((path) => LOCALE.test(path));
  const prefixes = [...ids.map((id) => `${id}/`), ''];
  const isPrefix = (prefix: string): boolean =>
    [...paths].some(
      (path) =>
        path.startsWith(prefix) &&
        prefixes.some((other) => other !== prefix && paths.has(other + path.slice(prefix.length))),
    );
  const locales = ids.filter((id) => isPrefix(`${id}/`));
  return ({ path, lang }) => {
    const id = locales.find((known) => `${path}/`.startsWith(`${known}/`));
    const [, stem = path, suffix = ''] = SUFFIX.exec(path) ?? [];
    const [locale, own] =
      id !== undefined ? [id, path.slice(id.length + 1)] : paths.has(stem) ? [suffix, stem] : ['', path];
    return { locale: ((hasLanguages && lang) || locale).toLowerCase().replace('_', '-'), path: own };
  };
}
