/** Explains to the author why a page was rendered: compares its inputs with those of a cache entry. */

import { shownPath } from '../../store/relocate.ts';
import type { LookUp } from './look-ups.ts';
import { isSameKey, type Key, type PageKey } from './page-key.ts';

/** Titles of a sidebar by address. */
export type SidebarTitles = ReadonlyMap<string, string>;

/** Functions that are needed to describe a change. */
export interface ReasonContext {
  isSame(lookUp: LookUp): boolean;
  /** Returns the titles of the page's sidebar, now and when it had that digest. */
  titles(digest: string | undefined): { before: SidebarTitles | undefined; now: SidebarTitles | undefined };
}

const SITE: Record<string, string> = {
  tool: 'the version of the tool changed',
  packages: 'a package that the build uses changed',
  environment: 'Node.js, its locales, the time zone or a public variable changed',
  configuration: 'the configuration changed',
  maker: 'the tool or the configuration changed',
  facts: 'the navigation, the theme, or site-wide scripts or styles changed',
  bundle: 'site-wide scripts or styles changed',
  navigation: 'the navigation in the header changed',
  theme: 'the theme changed, or code that an interactive page imports',
  footer: 'search, or the year in the footer, changed',
};

const INPUTS: Record<string, string> = {
  place: 'its position in the navigation changed',
  fallbacks: 'a translation was added or removed, or the navigation of its fallback page changed',
  translations: 'its translations changed',
  moved: 'anchors moved from it to other pages',
  twin: 'a link on it points to another address',
  scripts: 'its scripts or styles changed',
  tables: 'an API table of the library changed',
  properties: 'a property that its demos use changed',
  parts: 'descriptions from the library changed',
};

/**
 * Returns the reasons why a page could not be reused. The page is compared with the entry that differs least, because the newest
 * entry may be from another branch.
 *
 * @param cached keys of its entries, the newest first
 */
export function reasonsOf(cached: PageKey[], now: PageKey, context: ReasonContext): string[] {
  const [fewest] = cached
    .map((before) => differencesOf(before, now, context))
    .sort((one, other) => one.length - other.length);
  return fewest ?? ['the cache has no entry for it'];
}

function differencesOf(before: PageKey, now: PageKey, context: ReasonContext): string[] {
  // A different version of the tool may have written keys of a different shape.
  if (before.site.tool !== now.site.tool) return [SITE.tool as string];
  const reasons = [
    ...changedIn(before.site, now.site).map((name) => SITE[name] ?? name),
    ...(before.text === now.text ? [] : ['its text changed']),
    ...(before.data === now.data || before.text !== now.text
      ? []
      : ['its date, its address or the address of its source file changed']),
    ...[...before.compiling, ...before.rendering].filter((lookUp) => !context.isSame(lookUp)).map(describeLookUp),
    ...changedIn(before.context, now.context).map((name) => SITE[name] ?? name),
    ...changedIn(before.inputs, now.inputs).map((name) => describeInput(name, before.inputs, now.inputs, context)),
  ];
  return reasons.length > 0 ? reasons : ['its files are neither in the output nor in the cache'];
}

function changedIn(before: Key, now: Key): string[] {
  if (before === now || isSameKey(before, now)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
}

function describeLookUp([question, name]: LookUp): string {
  const shown = shownPath(name);
  switch (question) {
    case 'content':
      return `${shown} changed`;
    case 'page':
      return `the page for ${shown} was added, removed or moved`;
    case 'route':
      return `the page ${name} was added or removed`;
    case 'list':
      return `a page in its list changed${name.endsWith(' ') ? '' : `, below ${name.slice(name.indexOf(' ') + 1)}`}`;
    case 'names':
      return `a file in ${shown} was added or removed`;
    case 'real':
    case 'link':
      return `${shown} links to another file`;
    default:
      return `${shown} was added or removed`;
  }
}

function describeInput(name: string, before: Key, now: Key, { titles }: ReasonContext): string {
  const demo = /^demo (.*)/.exec(name)?.[1];
  if (demo !== undefined)
    return `demo ${demo} ${name in before ? (name in now ? 'changed' : 'was removed') : 'was added'}`;
  if (name === 'previous' || name === 'next') {
    const [old, own] = [before[name], now[name]].map((text) => JSON.parse(text ?? '{}') as { link?: string });
    return own?.link !== undefined && old?.link === own.link
      ? `the title of its ${name} page, ${own.link}, changed`
      : `its ${name} page is a different page`;
  }
  if (name !== 'sidebar') return INPUTS[name] ?? name;
  const { before: old = new Map<string, string>(), now: own = new Map<string, string>() } = titles(before[name]);
  const links = [...new Set([...old.keys(), ...own.keys()])];
  const [first, ...others] = links.filter((link) => old.get(link) !== own.get(link));
  if (first === undefined) return 'its sidebar changed';
  const isThere = old.has(first) && own.has(first);
  const change = isThere
    ? `the title of ${first} in its sidebar changed`
    : own.has(first)
      ? `${first} was added to its sidebar`
      : `${first} was removed from its sidebar`;
  return `${change}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}
