/** What a build is made by: files of the tool, and packages that it and the project load while they build. */
import path from 'node:path';
import { packageDir } from '../package-dir.ts';
import { disk, hashOf } from './observe-reads.ts';

/** Folders of the tool whose files run, or go into what is built. */
const FOLDERS = ['lib', 'src/app', 'src/runtime', 'src/shared', 'src/theme'];

/** Absolute paths of the tool's own files, but for declarations of types. */
export function toolFiles(dir: string = packageDir): string[] {
  const list = (folder: string): string[] =>
    disk.readdir(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'types' ? [] : list(file);
      return entry.name.endsWith('.d.ts') ? [] : [file];
    });
  return [path.join(dir, 'package.json'), ...FOLDERS.flatMap((folder) => list(path.join(dir, folder)))];
}

/** Tells the tool from all others, by the content of its files, wherever it lies. Default of `dir`: where it does. */
export function toolHash(dir: string = packageDir): string {
  const files = toolFiles(dir).map((file) => [path.relative(dir, file), hashOf(disk.readFile(file))]);
  return hashOf(JSON.stringify(files));
}

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Absolute paths of the `package.json` of all packages that may run: those of the tool with what they depend on in turn, and
 * those that the project brings, such as React and Sass.
 */
export function packageManifests(projectRoot: string): string[] {
  const found = new Set<string>();
  const visit = (names: Record<string, string> = {}, from: string): void => {
    for (const name of Object.keys(names)) {
      const file = findManifest(name, from);
      if (file === undefined || found.has(file)) continue;
      found.add(file);
      const { dependencies, optionalDependencies } = readManifest(file);
      visit({ ...dependencies, ...optionalDependencies }, path.dirname(file));
    }
  };
  const own = readManifest(path.join(packageDir, 'package.json'));
  visit({ ...own.dependencies, ...own.optionalDependencies }, packageDir);
  visit(own.peerDependencies, projectRoot);
  return [...found];
}

function findManifest(name: string, from: string): string | undefined {
  for (let dir = from; ; dir = path.dirname(dir)) {
    const file = path.join(dir, 'node_modules', name, 'package.json');
    if (disk.stat(file, { throwIfNoEntry: false })) return disk.realpath(file);
    if (dir === path.dirname(dir)) return undefined;
  }
}

function readManifest(file: string): Manifest {
  return JSON.parse(disk.readFile(file, 'utf8') as string) as Manifest;
}
