import fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedDemo } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import { dumiBuiltins } from '../dumi-builtins.ts';
import { librariesOf } from '../libraries.ts';
import type { InteractivePage } from './entries.ts';
import { publicVariables } from './environment.ts';
import { reactFolders } from './resolve-plugin.ts';
import { findPostCssConfig } from './sheets/postcss-config.ts';

/**
 * What a bundle of a site depends on besides the files that go in: configuration, environment, where React and the library
 * are found, and what is not read from files.
 */
export function bundleKey(site: Site, ...parts: unknown[]): unknown {
  const { root, projectRoot, allowed, packageJson, config, configSource } = site;
  return [
    root,
    allowed,
    packageJson,
    // Plugins of PostCSS may be anything; what they make is not kept.
    { ...config, outDir: '', cacheDir: undefined, cache: undefined, postcss: undefined },
    configSource,
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
