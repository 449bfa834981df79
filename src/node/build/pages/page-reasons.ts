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
  tool: 'the tool is another one',
  packages: 'a package changed that takes part in building',
  environment: 'Node, its languages, the time zone or a public variable is another one',
  configuration: 'the configuration changed',
  bundle: 'scripts or styles of the whole site changed',
  navigation: 'the navigation in the header changed',
  theme: 'the theme changed, or code that an interactive page imports',
  footer: 'search, or the year in the footer, changed',
};

const RECORD: Record<string, string> = {
  place: 'its place in the navigation changed',
  fallbacks: 'a translation came or went, or the navigation where it stands in for one changed',
  translations: 'its translations changed',
  twin: 'a link of it leads to another address',
  scripts: 'its scripts or styles changed',
  tables: 'a table of the library changed',
  parts: 'what it says of the library changed',
};

/**
 * Returns the reasons why a page could not be reused, compared with the entry that differs least: the newest one may be of another
 * branch.
 *
 * @param cached keys of its entries, the newest first
 */
export function reasonsOf(cached: PageKey[], now: PageKey, context: ReasonContext): string[] {
  const [fewest] = cached
    .map((before) => differencesOf(before, now, context))
    .sort((one, other) => one.length - other.length);
  return fewest ?? ['nothing is kept of it'];
}

function differencesOf(before: PageKey, now: PageKey, context: ReasonContext): string[] {
  const reasons = [
    ...changedIn(before.site, now.site).map((name) => SITE[name] ?? name),
    ...(before.text === now.text ? [] : ['its text changed']),
    ...(before.data === now.data || before.text !== now.text
      ? []
      : ['its date, its address or that of its source changed']),
    ...[...before.compiling, ...before.rendering].filter((lookUp) => !context.isSame(lookUp)).map(tellLookUp),
    ...changedIn(before.context, now.context).map((name) => SITE[name] ?? name),
    ...changedIn(before.record, now.record).map((name) => tellRecord(name, before.record, now.record, context)),
  ];
  return reasons.length > 0 ? reasons : ['its files are neither in the output nor in the cache'];
}

function changedIn(before: Key, now: Key): string[] {
  if (before === now || isSameKey(before, now)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
}

function tellLookUp([question, name]: LookUp): string {
  const shown = shownPath(name);
  switch (question) {
    case 'content':
      return `${shown} changed`;
    case 'page':
      return `the page of ${shown} came, went or moved`;
    case 'route':
      return `the page ${name} came or went`;
    case 'list':
      return `a page in its list changed${name.endsWith(' ') ? '' : `, below ${name.slice(name.indexOf(' ') + 1)}`}`;
    case 'names':
      return `something came to ${shown}, or went from there`;
    case 'real':
    case 'link':
      return `${shown} leads to another file`;
    default:
      return `${shown} came or went`;
  }
}

function tellRecord(name: string, before: Key, now: Key, { titles }: ReasonContext): string {
  const demo = /^demo (.*)/.exec(name)?.[1];
  if (demo !== undefined) return `demo ${demo} ${name in before ? (name in now ? 'changed' : 'went') : 'came'}`;
  if (name === 'previous' || name === 'next') {
    const [old, own] = [before[name], now[name]].map((text) => JSON.parse(text ?? '{}') as { link?: string });
    const side = name === 'previous' ? 'before' : 'after';
    return own?.link !== undefined && old?.link === own.link
      ? `title of ${own.link} changed, which comes ${side} it`
      : `another page comes ${side} it`;
  }
  if (name !== 'sidebar') return RECORD[name] ?? name;
  const { before: old = new Map<string, string>(), now: own = new Map<string, string>() } = titles(before[name]);
  const links = [...new Set([...old.keys(), ...own.keys()])];
  const [first, ...others] = links.filter((link) => old.get(link) !== own.get(link));
  if (first === undefined) return 'its sidebar changed';
  const isThere = old.has(first) && own.has(first);
  const change = isThere ? `title of ${first} changed` : own.has(first) ? `${first} came` : `${first} went`;
  return `${change}, which is in its sidebar${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}
