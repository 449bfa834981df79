import fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedDemo } from '../markdown/types.ts';
import type { ResolvedConfig, Site } from '../project/config/types.ts';
import { librariesOf } from '../project/libraries.ts';
import { exportsField } from '../project/library-subpaths.ts';
import { siteComponents } from '../project/site-components.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, createCache, noCache, type OnFiles } from '../store/cache.ts';
import type { DependencyReader } from '../store/dependencies.ts';
import type { Entries } from '../store/entries.ts';
import { makersOf } from '../store/tool-files.ts';
import type { InteractivePage } from './esbuild/entries.ts';
import { publicVariables } from './esbuild/environment.ts';
import type { Look } from './plugins/look-plugin.ts';
import { reactFolders } from './plugins/resolve-plugin.ts';
import { findPostCssConfig } from './sheets/postcss-config.ts';

/** Options that affect cached bundles. Of `themeConfig`, only the options in {@link lookOf} affect bundles. */
const IN_KEY = [
  ...(['base', 'entryFile', 'allow', 'language', 'languages', 'messages', 'theme', 'components', 'slots'] as const),
  ...(['alias', 'prerender', 'demo', 'library', 'esbuild'] as const),
];

/** Options that the bundler may read although they affect no cached bundle. */
const NOT_IN_KEY = ['outDir', 'export', 'sandbox', 'postcss'] as const;

/** Returns a site that throws if any other option is read, so no option can be missing from {@link bundleKey}. */
export function siteForBundles(site: Site): Site {
  const known = { ...optionsOf(site, [...IN_KEY, ...NOT_IN_KEY]), themeConfig: lookOf(site) };
  const config = new Proxy(known, {
    get(target, name) {
      if (name in target || !(name in site.config)) return Reflect.get(target, name);
      throw new Error(`The option ${String(name)} is not in the key of bundles`);
    },
  });
  return { ...site, config: config as ResolvedConfig, configSource: undefined, configKeys: undefined };
}

function lookOf({ config }: Site): Look {
  const { brand, font, socialLinks } = config.themeConfig;
  return { brand, font, socialLinks: socialLinks.map(({ name, icon }) => ({ name, icon })) };
}

function optionsOf({ config }: Site, names: readonly (keyof ResolvedConfig)[]): Partial<ResolvedConfig> {
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}

/** Returns everything that bundles depend on, except files. */
export function bundleKey(site: Site, ...parts: unknown[]): unknown {
  const { config, configSource: _source, configKeys: _keys, data: _data, ...place } = site;
  const { postcss } = config;
  return [
    place,
    { ...optionsOf(site, IN_KEY), themeConfig: lookOf(site) },
    // The plugins themselves are not part of the key, because their output is not cached.
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

/** Returns the `node_modules` folders above a folder, because a new `node_modules` takes precedence over folders further up. */
function modulesAbove(folder: string): string[] {
  const parent = path.dirname(folder);
  if (parent === folder) return [];
  const modules = path.join(parent, 'node_modules');
  return [...(fs.existsSync(modules) ? [modules] : []), ...modulesAbove(parent)];
}

/** Creates the cache; it stores nothing if the site configures esbuild plugins. `onFiles` receives the files that bundles depend on. */
export function createBundleCache(
  site: Site,
  {
    entries = createSiteEntries(site),
    reader = createSiteDependencies(site),
    onFiles,
  }: { entries?: Entries; reader?: DependencyReader; onFiles?: OnFiles } = {},
): Cache {
  // The output of a plugin may depend on anything.
  if (site.config.esbuild.plugins.length > 0) return noCache;
  return createCache({
    entries,
    version: () => makersOf(site),
    reader: () => reader,
    onFiles,
  });
}
