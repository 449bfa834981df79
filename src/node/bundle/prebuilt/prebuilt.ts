import path from 'node:path';
import { hexHash } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { siteComponents } from '../../project/site-components.ts';
import { languageModules } from '../plugins/virtual-plugin.ts';

export const PREBUILT_FOLDER = path.join(packageDir, 'lib/prebuilt');

/** True if the languages are the only part of the configuration that affects runtime, theme and renderer. */
export function isPlain(site: Site): boolean {
  const { theme, slots, alias, esbuild } = site.config;
  const { plugins, define, loader, conditions } = esbuild;
  const own = [plugins, conditions, ...[define, loader, alias, slots].map(Object.keys)];
  return theme === undefined && own.every(({ length }) => length === 0) && siteComponents(site).length === 0;
}

/** Returns the name of a prebuilt file: it contains a hash of the file's inputs, except our version and React. */
export function prebuiltName(site: Site, kind: string, options: unknown = {}): string {
  const languages = languageModules(site, kind !== 'renderer');
  return `${kind}-${hexHash(JSON.stringify([languages, options])).slice(0, 16)}`;
}
