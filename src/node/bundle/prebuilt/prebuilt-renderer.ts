import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageDir } from '../../base/package-dir.ts';
import type { Site } from '../../project/config/types.ts';
import { reactFolders } from '../plugins/resolve-plugin.ts';
import { bundleServerEntry } from '../server.ts';
import type { ServerScript } from '../types.ts';
import { isPlain, PREBUILT_FOLDER, prebuiltName } from './prebuilt.ts';

const REACT_MODULES = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server'];

/** Undefined if the site's configuration requires its own renderer. */
export async function readPrebuiltRenderer(site: Site): Promise<string | undefined> {
  if (!isPlain(site)) return undefined;
  const code = await fs.readFile(fileOf(site), 'utf8').catch(() => undefined);
  if (code === undefined) return undefined;
  return placesOfReact(site).reduce((text, [name, place]) => text.replaceAll(standIn(name), place), code);
}

export async function writePrebuiltRenderer(site: Site): Promise<void> {
  const { code }: ServerScript = await bundleServerEntry(site, []);
  const portable = placesOfReact(site).reduce((text, [name, place]) => text.replaceAll(place, standIn(name)), code);
  // esbuild writes the paths of modules into comments and keys, where they have no effect.
  const text = portable.replaceAll(packageDir, '');
  if (text.includes('file://')) throw new Error('The renderer imports something by a path of this machine');
  await fs.mkdir(PREBUILT_FOLDER, { recursive: true });
  await fs.writeFile(fileOf(site), text);
}

function fileOf(site: Site): string {
  return path.join(PREBUILT_FOLDER, `${prebuiltName(site, 'renderer')}.js`);
}

function standIn(name: string): string {
  return JSON.stringify(`cascader-docs:${name}`);
}

function placesOfReact(site: Site): [name: string, place: string][] {
  const folders = reactFolders(site);
  return REACT_MODULES.map((name) => {
    const { resolve } = createRequire(path.join(folders.get(name.split('/')[0] ?? '') ?? '', 'package.json'));
    return [name, JSON.stringify(pathToFileURL(resolve(name)).href)];
  });
}
