/** What comes with the tool for sites that have nothing of their own in it: runtime and renderer with the default theme. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { dumiBuiltins } from '../../project/dumi-builtins.ts';
import { languageModules } from '../plugins/virtual-plugin.ts';

/** Folder of it. */
export const PREBUILT_FOLDER = path.join(packageDir, 'lib/prebuilt');

/** True when nothing of the site's configuration goes into runtime, theme and renderer but its languages. */
export function isPlain(site: Site): boolean {
  const { theme, alias, esbuild } = site.config;
  const { plugins, define, loader, conditions } = esbuild;
  const own = [plugins, conditions, ...[define, loader, alias].map(Object.keys)];
  return theme === undefined && own.every(({ length }) => length === 0) && dumiBuiltins(site).length === 0;
}

/** Name of a file by all that it depends on in a plain site, besides the tool and React. */
export function prebuiltName(site: Site, kind: string, options: unknown = {}): string {
  const languages = languageModules(site, kind !== 'renderer');
  return `${kind}-${hashOf(JSON.stringify([languages, options])).slice(0, 16)}`;
}

/** SHA-256, in hexadecimal digits. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
