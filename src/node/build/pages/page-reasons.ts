import { shownPath } from '../../store/relocate.ts';
import type { Key, PageKey } from './page-key.ts';

const SITE: Record<string, string> = {
  tool: 'the version of the tool changed',
  packages: 'a package that the build uses changed',
  environment: 'Node.js, its locales, the time zone or a public variable changed',
  configuration: 'the configuration changed',
  routes: 'a page was added, moved or removed',
  bundle: 'site-wide scripts or styles changed',
  navigation: 'the navigation in the header changed',
  theme: 'the theme changed, or code that an interactive page imports',
  footer: 'search, or the year in the footer, changed',
};

const INPUTS: Record<string, string> = {
  sidebar: 'its sidebar changed',
  previous: 'its previous page, or the title of that page, changed',
  next: 'its next page, or the title of that page, changed',
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

/** `before`: key of the last entry. */
export function reasonsOf(before: PageKey | undefined, now: PageKey): string[] {
  if (!before) return ['the cache has no entry for it'];
  // A different version of the tool may have written keys of a different shape.
  if (before.site.tool !== now.site.tool) return [SITE.tool as string];
  const reasons = [
    ...changedIn(before.site, now.site).map((name) => SITE[name] ?? name),
    ...(before.text === now.text ? [] : ['its text changed']),
    ...(before.data === now.data || before.text !== now.text
      ? []
      : ['its date, its address or the address of its source file changed']),
    ...changedFiles(before, now).map((name) => `${shownPath(name)} changed`),
    ...changedIn(before.context, now.context).map((name) => SITE[name] ?? name),
    ...changedIn(before.inputs, now.inputs).map((name) => describeInput(name, before.inputs, now.inputs)),
  ];
  return reasons.length > 0 ? reasons : ['a list of pages that it shows changed'];
}

function changedIn(before: Key, now: Key): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name]);
}

function changedFiles({ files: before }: PageKey, { files: now }: PageKey): string[] {
  return changedIn(Object.fromEntries(before), Object.fromEntries(now));
}

function describeInput(name: string, before: Key, now: Key): string {
  const demo = /^demo (.*)/.exec(name)?.[1];
  if (demo === undefined) return INPUTS[name] ?? name;
  return `demo ${demo} ${name in before ? (name in now ? 'changed' : 'was removed') : 'was added'}`;
}
