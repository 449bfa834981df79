/** Keys contain no data about the machine, so clones of a project in different folders have the same keys. */

import path from 'node:path';
import type { SidebarGroup, SidebarItem } from '../../../shared/entities.ts';
import {
  indexSidebar,
  SIDEBAR_LIMIT,
  type SidebarIndex,
  type SidebarView,
  siblingsOf,
  sidebarView,
} from '../../../shared/sidebar-view.ts';
import { hashOf } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import { withTabs } from '../../content/tabs.ts';
import type { SourcePage } from '../../content/types.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { SiteContext } from '../../render/render-page.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageInputs } from '../../render/types.ts';
import { shownPath, toMovable, withoutFolders } from '../../store/relocate.ts';
import { environmentOf, packageHashes, toolHash } from '../../store/tool-files.ts';

/** Digests by the name of the input. A short text may be included instead of its digest. */
export type Key = Record<string, string>;

export function homeOf({ workspace, projectRoot }: Site): string {
  return workspace?.root ?? projectRoot;
}

export type Digest = (value: unknown) => string;

/** Digests do not depend on the folder of the site. */
export function createDigest(site: Site): Digest {
  const folders = [...new Set([packageDir, homeOf(site)])].sort((a, b) => b.length - a.length);
  const portable = (text: string): string => folders.reduce(toMovable, text);
  const replace = (_name: string, value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith(path.sep) ? portable(value) : value;
    if (value instanceof Map) return { map: Array.from(value) };
    return value;
  };
  return (value) => hashOf(JSON.stringify(value, replace) ?? '');
}

/** Returns the digest of a sidebar, or of the part that a page shows. A sidebar contains only titles and routes, so no paths change. */
function sidebarDigest(sidebar: SidebarGroup[] | SidebarView): string {
  return hashOf(JSON.stringify(sidebar));
}

export function siteKey(site: Site, pages: SourcePage[], includeDebug: boolean, digest: Digest): Key {
  const { configSource: _source, configKeys: _keys, data: _data, ...known } = site;
  const { outDir: _outDir, cacheDir: _cacheDir, cache: _cache, markdown, ...config } = site.config;
  const routes = pages.map(({ filePath, routePath, tabs, fallbacks = [] }) => [
    filePath,
    routePath,
    tabs.map(({ key, page }) => [key, page.filePath]),
    fallbacks.map((fallback) => fallback.routePath),
  ]);
  return {
    tool: toolHash(),
    packages: digest([...packageHashes(site).values()].sort()),
    environment: digest(environmentOf()),
    configuration: digest({ ...known, config, includeDebug, markdown: markdown?.digest }),
    routes: digest(routes),
  };
}

export function contextKey(
  { site, bundle, nav, ...facts }: SiteContext,
  { script }: PageRenderer,
  digest: Digest,
): Key {
  const code = script.divided?.shared ?? withoutFolders(script.code, [packageDir, homeOf(site)]);
  return { bundle: digest(bundle), navigation: digest(nav), theme: digest(code), footer: digest(facts) };
}

/** Returns one key for the text, and one for all other data. */
export function sourceKey(page: SourcePage): Pick<PageKey, 'text' | 'data'> {
  const files = withTabs(page);
  const data = files.map(({ filePath: _filePath, look: _look, fallbacks: _fallbacks, tabs, ...rest }) => [
    rest,
    tabs.map(({ key, title }) => [key, title]),
  ]);
  return { text: hashOf(files.map(({ look }) => look.hash).join()), data: hashOf(JSON.stringify(data)) };
}

/**
 * Computes the digest of each shared input only once. `parts` is passed if the compiled page depends on more than its
 * text, such as on types.
 */
export function createInputsKey(
  digest: Digest,
): (routePath: string, inputs: PageInputs, parts?: CompiledPage[]) => Key {
  const shared = new WeakMap<object, string>();
  const once = (value: object): string => {
    const known = shared.get(value) ?? digest(value);
    shared.set(value, known);
    return known;
  };
  const sidebars = new WeakMap<SidebarGroup[], { index: SidebarIndex; whole: string }>();
  const extracts = new WeakMap<SidebarItem[], string>();
  /** Returns the key of the sidebar. If the sidebar is long, the page shows only a part of it with a link to the rest. */
  const sidebarKey = (groups: SidebarGroup[], route: string): string => {
    const known = sidebars.get(groups) ?? { index: indexSidebar(groups), whole: sidebarDigest(groups) };
    sidebars.set(groups, known);
    const { index, whole } = known;
    if (index.size <= SIDEBAR_LIMIT) return whole;
    const siblings = siblingsOf(index, route);
    const shared = siblings && extracts.get(siblings);
    if (shared !== undefined) return shared;
    const view = sidebarView(index, { base: '', route, listHref: '/' });
    if (!siblings) return sidebarDigest(view);
    // The route determines the current entry. The page's own key contains the route.
    const extract = hashOf(JSON.stringify(view, (name, value) => (name === 'current' ? undefined : value)));
    extracts.set(siblings, extract);
    return extract;
  };
  return (routePath, pageInputs, parts) => {
    const { sidebar, previous, next, fallbacks, translations, twin, demos, tables, ...others } = pageInputs;
    const { module, preloads, integrity, moved, properties, ...rest } = others;
    const key: Key = { place: JSON.stringify(rest) };
    if (sidebar.length > 0) key.sidebar = sidebarKey(sidebar, routePath);
    if (previous) key.previous = JSON.stringify(previous);
    if (next) key.next = JSON.stringify(next);
    if (fallbacks)
      key.fallbacks = digest(
        fallbacks.map((place) => ({ ...place, sidebar: sidebarKey(place.sidebar, place.routePath) })),
      );
    if (translations.size > 0) key.translations = digest(translations);
    if (moved) key.moved = JSON.stringify(moved);
    if (twin) key.twin = hashOf(JSON.stringify([twin.path, twin.library, ...twin.links]));
    for (const demo of demos) key[`demo ${demo.demo.id}`] = once(demo);
    if (demos.length > 0 || module) key.scripts = digest([module, preloads, integrity]);
    if (tables.length > 0) key.tables = digest(tables);
    if (properties) key.properties = digest(properties);
    if (parts) key.parts = digest(parts);
    return key;
  };
}

export interface PageKey {
  /** Inputs that all pages share: `site` when pages are compiled, and also `context` when pages are rendered. */
  site: Key;
  context: Key;
  text: string;
  data: string;
  inputs: Key;
  /** Hashes of the files that the page read or looked for, by relocatable path. */
  files: [name: string, hash: string][];
}

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
  twin: 'a link on it points to another URL',
  scripts: 'its scripts or styles changed',
  tables: 'an API table of the library changed',
  properties: 'a property that its demos use changed',
  parts: 'descriptions from the library changed',
};

/** `before` is the key of the previous cache entry. */
export function reasonsOf(before: PageKey | undefined, now: PageKey): string[] {
  if (!before) return ['the cache has no entry for it'];
  // A different version of the tool may have written keys of a different shape.
  if (before.site.tool !== now.site.tool) return [SITE.tool as string];
  const reasons = [
    ...changedIn(before.site, now.site).map((name) => SITE[name] ?? name),
    ...(before.text === now.text ? [] : ['its text changed']),
    ...(before.data === now.data || before.text !== now.text
      ? []
      : ['its date, its URL or the URL of its source file changed']),
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
