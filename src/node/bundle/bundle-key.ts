import fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { dumiBuiltins } from '../project/dumi-builtins.ts';
import { librariesOf } from '../project/libraries.ts';
import { exportsField } from '../project/library-subpaths.ts';
import { namesOf } from '../store/option-table.ts';
import type { InteractivePage } from './esbuild/entries.ts';
import { publicVariables } from './esbuild/environment.ts';
import type { Look } from './plugins/look-plugin.ts';
import { reactFolders } from './plugins/resolve-plugin.ts';
import { findPostCssConfig } from './sheets/postcss-config.ts';

/**
 * How bundling uses each option. `key`: something of it is in a bundle. `read`: bundling reads it, but no cached bundle depends
 * on it, since what plugins of PostCSS make is not cached. `look`: the keys in `lookOf` are like `key`. `unread`: bundling cannot
 * read it.
 */
const OPTIONS = {
  title: 'unread',
  titleTemplate: 'unread',
  description: 'unread',
  base: 'key',
  outDir: 'read',
  publicDir: 'unread',
  docDirs: 'unread',
  atomDirs: 'unread',
  codeBlockMode: 'unread',
  entryFile: 'key',
  forceKebabCaseRouting: 'unread',
  allow: 'key',
  locales: 'unread',
  defaultLocale: 'unread',
  language: 'key',
  languages: 'key',
  messages: 'key',
  favicons: 'unread',
  theme: 'key',
  themeConfig: 'look',
  navLevels: 'unread',
  routePrefetch: 'unread',
  search: 'unread',
  headScripts: 'unread',
  scripts: 'unread',
  styles: 'unread',
  metas: 'unread',
  links: 'unread',
  alias: 'key',
  sitemap: 'unread',
  feed: 'unread',
  shareImages: 'unread',
  deadLinks: 'unread',
  fallback: 'unread',
  csp: 'unread',
  strictStyles: 'unread',
  llms: 'unread',
  target: 'unread',
  server: 'unread',
  demoTimeout: 'unread',
  pageTimeout: 'unread',
  cacheDir: 'unread',
  cache: 'unread',
  prerender: 'key',
  demo: 'key',
  export: 'read',
  apiParser: 'unread',
  library: 'key',
  esbuild: 'key',
  postcss: 'read',
  serverLoaderPath: 'unread',
} as const satisfies Record<keyof ResolvedConfig, 'key' | 'read' | 'look' | 'unread'>;

/** A site as whatever is kept of bundling may see it: an option that is not in {@link bundleKey} cannot be asked for. */
export function siteForBundles(site: Site): Site {
  const known = { ...optionsOf(site, namesOf(OPTIONS, 'key', 'read')), themeConfig: lookOf(site) };
  const config = new Proxy(known, {
    get(target, name) {
      if (OPTIONS[name as keyof ResolvedConfig] !== 'unread') return Reflect.get(target, name);
      throw new Error(`The option ${String(name)} is not in the key of bundles`);
    },
  });
  return { ...site, config: config as ResolvedConfig, configSource: undefined, configKeys: undefined };
}

/** What bundles have of the theme's options. */
function lookOf({ config }: Site): Look {
  const { brand, font, socialLinks } = config.themeConfig;
  return { brand, font, socialLinks: socialLinks.map(({ name, icon }) => ({ name, icon })) };
}

function optionsOf({ config }: Site, names: (keyof ResolvedConfig)[]): Partial<ResolvedConfig> {
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}

/**
 * What a bundle of a site depends on besides the files that go in: options, environment, where React and the library
 * are found, and what is not read from files.
 */
export function bundleKey(site: Site, ...parts: unknown[]): unknown {
  const { config, configSource: _source, configKeys: _keys, ...place } = site;
  const { postcss } = config;
  return [
    place,
    { ...optionsOf(site, namesOf(OPTIONS, 'key')), themeConfig: lookOf(site) },
    // Which plugins they are is no matter: what they make is not kept.
    postcss ? 'plugins' : postcss,
    publicVariables(),
    [...reactFolders(site)],
    librariesOf(site).map((library) => [library, exportsField(library)]),
    dumiBuiltins(site),
    modulesAbove(site.projectRoot),
    findPostCssConfig(site),
    parts,
  ];
}

/** Text of demos that have no file, and where the others are. */
export function demoTexts(demos: EmbeddedDemo[]): unknown {
  return demos.map(({ id, filePath, code }) => [id, filePath, code]);
}

/** Code of interactive pages. */
export function moduleTexts(pages: InteractivePage[]): unknown {
  return pages.map(({ page, code }) => [page.sourcePath, page.routePath, code]);
}

/** Folders of packages above the project: one that comes is found before those further up. */
function modulesAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  if (parent === folder) return [];
  const modules = path.join(parent, 'node_modules');
  return [...(fs.existsSync(modules) ? [modules] : []), ...modulesAbove(parent)];
}
