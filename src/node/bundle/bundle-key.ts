import fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { librariesOf } from '../project/libraries.ts';
import { exportsField } from '../project/library-subpaths.ts';
import { siteComponents } from '../project/site-components.ts';
import { namesOf } from '../store/option-table.ts';
import type { InteractivePage } from './esbuild/entries.ts';
import { publicVariables } from './esbuild/environment.ts';
import type { Look } from './plugins/look-plugin.ts';
import { reactFolders } from './plugins/resolve-plugin.ts';
import { findPostCssConfig } from './sheets/postcss-config.ts';

/**
 * `key`: affects cached bundles. `read`: is read, but affects no cached bundle. `look`: the parts in `lookOf` do.
 * `unread`: cannot be read.
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
  stories: 'unread',
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
  components: 'key',
  slots: 'key',
  files: 'unread',
  commands: 'unread',
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
  pack: 'unread',
  server: 'unread',
  demoTimeout: 'unread',
  pageTimeout: 'unread',
  pictures: 'unread',
  cacheDir: 'unread',
  cache: 'unread',
  prerender: 'key',
  demo: 'key',
  export: 'read',
  sandbox: 'read',
  apiParser: 'unread',
  library: 'key',
  esbuild: 'key',
  postcss: 'read',
  markdown: 'unread',
  serverLoaderPath: 'unread',
  versions: 'unread',
} as const satisfies Record<keyof ResolvedConfig, 'key' | 'read' | 'look' | 'unread'>;

/** Reading an `unread` option throws, so no option can be missing from {@link bundleKey}. */
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

function lookOf({ config }: Site): Look {
  const { brand, font, socialLinks } = config.themeConfig;
  return { brand, font, socialLinks: socialLinks.map(({ name, icon }) => ({ name, icon })) };
}

function optionsOf({ config }: Site, names: (keyof ResolvedConfig)[]): Partial<ResolvedConfig> {
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}

/** Everything that bundles depend on except files. */
export function bundleKey(site: Site, ...parts: unknown[]): unknown {
  const { config, configSource: _source, configKeys: _keys, data: _data, ...place } = site;
  const { postcss } = config;
  return [
    place,
    { ...optionsOf(site, namesOf(OPTIONS, 'key')), themeConfig: lookOf(site) },
    // The plugins themselves do not matter, because their output is not cached.
    postcss ? 'plugins' : postcss,
    publicVariables(),
    [...reactFolders(site)],
    librariesOf(site).map((library) => [library, exportsField(library)]),
    siteComponents(site),
    modulesAbove(site.projectRoot),
    findPostCssConfig(site),
    parts,
  ];
}

export function demoTexts(demos: EmbeddedDemo[]): unknown {
  return demos.map(({ id, filePath, code }) => [id, filePath, code]);
}

export function moduleTexts(pages: InteractivePage[]): unknown {
  return pages.map(({ page, code }) => [page.sourcePath, page.routePath, code]);
}

/** A new `node_modules` folder takes precedence over those further up. */
function modulesAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  if (parent === folder) return [];
  const modules = path.join(parent, 'node_modules');
  return [...(fs.existsSync(modules) ? [modules] : []), ...modulesAbove(parent)];
}
