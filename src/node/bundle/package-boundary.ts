import fs from 'node:fs';
import path from 'node:path';
import type { Site } from '../config/types.ts';
import { libraryEntry } from './resolve-plugin.ts';

/** Tells what a demo's author wrote for it from what belongs to a package. */
export interface PackageBoundary {
  /** True for a file (absolute path) of the project that is no part of a package: not of the documented library either. */
  isOwn(filePath: string): boolean;
  /** Name under which a file of a package is imported where the package is installed. */
  nameOf(specifier: string, filePath: string): string;
}

/** Demos may stand in a published folder: there, scripts belong to their author. */
const SCRIPT = /\.[cm]?[jt]sx?$/;
const MODULES = `${path.sep}node_modules${path.sep}`;

/**
 * The documented library is a package although its source lies in the project: its entry's folder, and what its
 * package.json publishes beside it (`files`), such as `assets`.
 */
export function createBoundary(site: Site): PackageBoundary {
  const { projectRoot, packageJson } = site;
  const entry = libraryEntry(site);
  const manifest = readManifest(packageJson.dir);
  // An entry in the package's own folder has no folder to itself.
  const source = entry && path.dirname(entry) === packageJson.dir ? entry : entry && path.dirname(entry);
  const published = manifest.files.map((file) => path.join(packageJson.dir, file));
  const isInside = (filePath: string, dir: string): boolean => filePath === dir || filePath.startsWith(dir + path.sep);
  const ofLibrary = (filePath: string): boolean =>
    (source !== undefined && isInside(filePath, source)) ||
    (!SCRIPT.test(filePath) && published.some((dir) => isInside(filePath, dir)));
  const name = packageJson.name ?? path.basename(packageJson.dir);
  return {
    isOwn: (filePath) => isInside(filePath, projectRoot) && !filePath.includes(MODULES) && !ofLibrary(filePath),
    nameOf(specifier, filePath) {
      if (filePath === entry) return name;
      if (!filePath.includes(MODULES) && ofLibrary(filePath))
        return `${name}/${publishedPath(path.relative(packageJson.dir, filePath), entry && path.relative(packageJson.dir, entry), manifest.main)}`;
      const bare = specifier.replace(/^~/, '');
      if (!/^[./]|^@\//.test(bare) && !path.isAbsolute(bare)) return bare;
      // Reached through an alias: it goes by its place in its package.
      return filePath
        .slice(filePath.lastIndexOf(MODULES) + MODULES.length)
        .split(path.sep)
        .join('/');
    },
  };
}

/** `src/locale/en.ts` is published as `es/locale/en` when the package's main module is `es/index.js`. */
function publishedPath(file: string, entry: string | undefined, main: string | undefined): string {
  const posix = file.split(path.sep).join('/');
  const source = entry && path.dirname(entry).split(path.sep).join('/');
  if (!source || !posix.startsWith(`${source}/`)) return posix;
  const inside = posix.slice(source.length + 1).replace(/\.[jt]sx?$/, '');
  return main ? path.posix.join(path.posix.dirname(main), inside) : `${source}/${inside}`;
}

/** Main module of a package, and the folders and files that it publishes: patterns are cut at their first star. */
function readManifest(dir: string): { main?: string; files: string[] } {
  try {
    const { module, main, files } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
    const published: string[] = Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
    return {
      main: module ?? main,
      files: published
        .filter((file) => !file.startsWith('!'))
        .map((file) => path.posix.normalize(file.split('*')[0] ?? '').replace(/\/$/, ''))
        .filter((file) => file !== '.' && !file.startsWith('..')),
    };
  } catch {
    // Without a readable package.json nothing is published.
    return { files: [] };
  }
}
