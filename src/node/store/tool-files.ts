/** What a build is made by: files of the tool, and packages that it and the project load while they build. */
import path from 'node:path';
import { packageDir } from '../base/package-dir.ts';
import { readState } from './file-state.ts';
import { disk, hashOf } from './observe-reads.ts';

/** Folders of the tool whose files run, or go into what is built. */
const FOLDERS = ['lib', 'src/app', 'src/runtime', 'src/shared', 'src/theme'];

/** Absolute paths of the tool's own files, except type declarations and source maps. */
function toolFiles(dir: string): string[] {
  const list = (folder: string): string[] =>
    disk.readdir(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'types' ? [] : list(file);
      return /\.(?:d\.ts|map)$/.test(entry.name) ? [] : [file];
    });
  return [path.join(dir, 'package.json'), ...FOLDERS.flatMap((folder) => list(path.join(dir, folder)))];
}

/** Hashes of the tool's own files, by absolute path. */
function readToolFiles(dir: string): ReadonlyMap<string, string> {
  return new Map(toolFiles(dir).map((file) => [file, hashOf(disk.readFile(file))]));
}

/** Those of the tool that runs, as it was when it was first asked for: this process goes on with what it has loaded. */
export function ownFiles(): ReadonlyMap<string, string> {
  return readOwn().hashes;
}

/** Whether the tool on the disk is still the one that runs. */
export function isOwnAsLoaded(): boolean {
  return readOwn().state === stateOf(ownFiles().keys());
}

let own: { hashes: ReadonlyMap<string, string>; state: string } | undefined;

function readOwn(): NonNullable<typeof own> {
  if (!own) {
    const state = stateOf(toolFiles(packageDir));
    own = { hashes: readToolFiles(packageDir), state };
  }
  return own;
}

function stateOf(files: Iterable<string>): string {
  return Array.from(files, (file) => readState(file)?.state).join('\n');
}

/** Tells the tool from all others, by the content of its files, wherever it lies. Default of `dir`: where it does. */
export function toolHash(dir: string = packageDir): string {
  const files = dir === packageDir ? ownFiles() : readToolFiles(dir);
  return hashOf(JSON.stringify(Array.from(files, ([file, hash]) => [path.relative(dir, file), hash])));
}

/** Tells from all others what makes results: the tool, and the packages that it and the project bring, such as the bundler and Less. */
export function makersOf(site: { projectRoot: string }): string {
  return [toolHash(), ...packageHashes(site).values()].join(' ');
}

/**
 * Hashes of the `package.json` of all packages that may run, by absolute path; the same for one site however often it is asked.
 */
export function packageHashes(site: { projectRoot: string }): ReadonlyMap<string, string> {
  const known =
    packages.get(site) ??
    new Map(packageManifests(site.projectRoot).map((file) => [file, hashOf(disk.readFile(file))]));
  packages.set(site, known);
  return known;
}

const packages = new WeakMap<object, ReadonlyMap<string, string>>();

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Absolute paths of the `package.json` of all packages that may run: those of the tool with what they depend on in turn, and
 * those that the project brings, such as React and Sass.
 */
function packageManifests(projectRoot: string): string[] {
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
  try {
    return (JSON.parse(disk.readFile(file, 'utf8') as string) as Manifest | null) ?? {};
  } catch {
    // Whoever needs the package says what is wrong with it.
    return {};
  }
}
