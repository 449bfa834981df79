/**
 * Of what pages are made, by digests: what is made of the same is the same. Nothing of the machine goes in, so that two clones
 * in folders of other names have the same keys.
 */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { SidebarGroup, SidebarItem } from '../../../shared/entities.ts';
import {
  indexSidebar,
  SIDEBAR_LIMIT,
  type SidebarIndex,
  type SidebarView,
  sidebarView,
} from '../../../shared/sidebar-view.ts';
import { isOfPackage } from '../../base/files/paths.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { SiteFacts } from '../../render/render-page.ts';
import type { PageRenderer } from '../../render/server-module.ts';
import type { PageRecord } from '../../render/types.ts';
import type { Place } from '../../store/dependencies.ts';
import { environmentOf } from '../../store/environment.ts';
import { hashOf } from '../../store/observe-reads.ts';
import { toMovable, withoutFolders } from '../../store/relocate.ts';
import { packageHashes, toolHash } from '../../store/tool-files.ts';
import { type LookUp, takeLookUps } from './look-ups.ts';

/** Digests by the name of what they stand for; a short text may stand for itself. */
export type Key = Record<string, string>;

/** Folder to which all that belongs to the site is relative. */
export function homeOf({ workspace, projectRoot }: Site): string {
  return workspace?.root ?? projectRoot;
}

/** Makes the digest of plain data. */
export type Digest = (value: unknown) => string;

/** @param site whose folder is no part of a digest */
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

/** Digest of a sidebar, or of the part that a page shows. It contains titles and routes only, so there are no paths to relocate. */
export function sidebarDigest(sidebar: SidebarGroup[] | SidebarView): string {
  return hashOf(JSON.stringify(sidebar));
}

/** Key of what all pages of a site are compiled with. */
export function siteKey(site: Site, includeDebug: boolean, digest: Digest): Key {
  const { configSource: _source, configKeys: _keys, ...known } = site;
  const { outDir: _outDir, cacheDir: _cacheDir, cache: _cache, ...config } = site.config;
  return {
    tool: toolHash(),
    packages: digest([...packageHashes(site).values()].sort()),
    environment: digest(environmentOf()),
    configuration: digest({ ...known, config, includeDebug }),
  };
}

/** Key of what all pages of a site are made with besides. */
export function contextKey(
  { site, bundle, nav, ...facts }: SiteFacts,
  { script, seen }: PageRenderer,
  digest: Digest,
  place: Place,
): Key {
  const code = script.divided?.shared ?? withoutFolders(script.code, [packageDir, homeOf(site)]);
  // Packages are known by their versions: those that this process has loaded before are not read again.
  const own = seen?.facts.filter((fact) => !isOfPackage(fact.path));
  // What nobody knows is another one each time.
  const asked = (seen && own && takeLookUps({ seen: { ...seen, facts: own } }, place)) ?? randomUUID();
  return { bundle: digest(bundle), navigation: digest(nav), theme: digest([code, asked]), footer: digest(facts) };
}

/** Keys of a page as it was loaded, with its tabs: of its text, and of what else is known of it. */
export function sourceKey(page: SourcePage): Pick<PageKey, 'text' | 'data'> {
  const files = withTabs(page);
  const data = files.map(({ filePath: _filePath, look: _look, fallbacks: _fallbacks, tabs, ...rest }) => [
    rest,
    tabs.map(({ key, title }) => [key, title]),
  ]);
  return { text: hashOf(files.map(({ look }) => look.hash).join()), data: hashOf(JSON.stringify(data)) };
}

/**
 * Makes the key of what reaches a page alone. What many pages share has its digest made once.
 *
 * @returns takes the parts of the page when they are more than compiling made of its text
 */
export function createRecordKey(
  digest: Digest,
): (routePath: string, record: PageRecord, parts?: CompiledPage[]) => Key {
  const shared = new WeakMap<object, string>();
  const once = (value: object): string => {
    const known = shared.get(value) ?? digest(value);
    shared.set(value, known);
    return known;
  };
  const sidebars = new WeakMap<SidebarGroup[], { index: SidebarIndex; whole: string }>();
  /** Of a long sidebar a page shows a part, with a link to the rest. */
  const sidebarKey = (groups: SidebarGroup[], route: string): string => {
    const known = sidebars.get(groups) ?? { index: indexSidebar(groups), whole: sidebarDigest(groups) };
    sidebars.set(groups, known);
    const { index, whole } = known;
    return index.size > SIDEBAR_LIMIT ? sidebarDigest(sidebarView(index, { base: '', route, listHref: '/' })) : whole;
  };
  return (routePath, record, parts) => {
    const { sidebar, previous, next, fallbacks, translations, twin, demos, tables, ...others } = record;
    const { module, preloads, integrity, ...rest } = others;
    const key: Key = { place: JSON.stringify(rest) };
    if (sidebar.length > 0) key.sidebar = sidebarKey(sidebar, routePath);
    if (previous) key.previous = JSON.stringify(previous);
    if (next) key.next = JSON.stringify(next);
    if (fallbacks)
      key.fallbacks = digest(
        fallbacks.map((place) => ({ ...place, sidebar: sidebarKey(place.sidebar, place.routePath) })),
      );
    if (translations.size > 0) key.translations = digest(translations);
    if (twin) key.twin = digest(twin);
    for (const demo of demos) key[`demo ${demo.demo.id}`] = once(demo);
    if (demos.length > 0 || module) key.scripts = digest([module, preloads, integrity]);
    if (tables.length > 0) key.tables = digest(tables);
    if (parts) key.parts = digest(parts);
    return key;
  };
}

/** Titles of a sidebar by address, to tell what changed in it. */
export function titlesIn(groups: SidebarGroup[]): Map<string, string> {
  const list = (items: SidebarItem[]): [string, string][] =>
    items.flatMap(({ link, title, children = [] }) => [
      ...(link === undefined ? [] : [[link, title] as [string, string]]),
      ...list(children),
    ]);
  return new Map(groups.flatMap(({ children }) => list(children)));
}

/** Whether two keys say the same. */
export function isSameKey(a: Key, b: Key): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** All that a page was made of. */
export interface PageKey {
  /** What all pages are compiled with, and what they are made with besides. */
  site: Key;
  context: Key;
  text: string;
  data: string;
  record: Key;
  /** What it asked when it was compiled, and when it was rendered. */
  compiling: LookUp[];
  rendering: LookUp[];
}
