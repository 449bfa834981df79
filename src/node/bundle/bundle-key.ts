import fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { ResolvedConfig, Site } from '../config/types.ts';
import { dumiBuiltins } from '../dumi-builtins.ts';
import { librariesOf } from '../libraries.ts';
import type { InteractivePage } from './entries.ts';
import { publicVariables } from './environment.ts';
import { reactFolders } from './resolve-plugin.ts';
import { findPostCssConfig } from './sheets/postcss-config.ts';

/** Options of which something is in a bundle. */
const OPTIONS = [
  'base',
  'theme',
  'language',
  'languages',
  'messages',
  'alias',
  'allow',
  'library',
  'entryFile',
  'prerender',
  'esbuild',
] as const satisfies (keyof ResolvedConfig)[];

/** Options that bundling asks for, though no bundle that is kept depends on them: what plugins of PostCSS make is not kept. */
const UNKEPT = ['postcss', 'outDir'] as const satisfies (keyof ResolvedConfig)[];

/** A site as whatever is kept of bundling may see it: an option that is not in {@link bundleKey} cannot be asked for. */
export function siteForBundles(site: Site): Site {
  const { brand, font } = site.config.themeConfig;
  const known = { ...optionsOf(site, [...OPTIONS, ...UNKEPT]), themeConfig: { brand, font } };
  const config = new Proxy(known, {
    get(target, name) {
      if (name in target || !(name in site.config)) return Reflect.get(target, name);
      throw new Error(`The option ${String(name)} is not in the key of bundles`);
    },
  });
  return { ...site, config: config as ResolvedConfig, configSource: undefined, configKeys: undefined };
}

function optionsOf({ config }: Site, names: (keyof ResolvedConfig)[]): Partial<ResolvedConfig> {
  return Object.fromEntries(names.map((name) => [name, config[name]]));
}

/**
 * What a bundle of a site depends on besides the files that go in: options, environment, where React and the library
 * are found, and what is not read from files.
 */
export function bundleKey(site: Site, ...parts: unknown[]): unknown {
  const { root, projectRoot, allowed, packageJson, config } = site;
  const { brand, font } = config.themeConfig;
  const { postcss } = config;
  return [
    root,
    allowed,
    packageJson,
    { ...optionsOf(site, [...OPTIONS]), themeConfig: { brand, font } },
    // Which plugins they are is no matter: what they make is not kept.
    postcss ? 'plugins' : postcss,
    publicVariables(),
    [...reactFolders(site)],
    librariesOf(site),
    site.workspace,
    dumiBuiltins(site),
    modulesAbove(projectRoot),
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
