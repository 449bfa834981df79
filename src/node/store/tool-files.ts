/** Fingerprint of the code that builds a site: the files of this package, and packages that it and the project load. */

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { hashOf } from '../base/hash.ts';
import { packageDir } from '../base/package-dir.ts';
import { readState } from './dependencies.ts';

/** Folders of this package whose files run during a build or become part of the output. */
const FOLDERS = ['lib', 'src/app', 'src/runtime', 'src/shared', 'src/theme'];

/** Returns the absolute paths of the files of this package, except type declarations and source maps. */
function toolFiles(dir: string): string[] {
  const list = (folder: string): string[] =>
    fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'types' ? [] : list(file);
      return /\.(?:d\.ts|map)$/.test(entry.name) ? [] : [file];
    });
  return [path.join(dir, 'package.json'), ...FOLDERS.flatMap((folder) => list(path.join(dir, folder)))];
}

function hashesOf(files: string[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [file, hashOf(fs.readFileSync(file))]));
}

/** Returns true if the files of this package on the disk are unchanged since they were loaded. */
export function isOwnAsLoaded(): boolean {
  return readOwn().state === ownState();
}

export function ownState(): string {
  return Array.from(toolFiles(packageDir), (file) => readState(file)?.state).join('\n');
}

let own: { hashes: ReadonlyMap<string, string>; state: string } | undefined;

/** Returns the hashes as they were at the first call, because this process keeps using the code that it has loaded. */
function readOwn(): NonNullable<typeof own> {
  own ??= { state: ownState(), hashes: hashesOf(toolFiles(packageDir)) };
  return own;
}

/** Returns a fingerprint of the files of this package, independent of its folder. Default of `dir`: the folder of this package. */
export function toolHash(dir: string = packageDir): string {
  const files = dir === packageDir ? readOwn().hashes : hashesOf(toolFiles(dir));
  return hashOf(JSON.stringify(Array.from(files, ([file, hash]) => [path.relative(dir, file), hash])));
}

/** Returns a fingerprint of the toolchain: this package, its dependencies such as the bundler, and packages of the project such as Less. */
export function makersOf(site: { projectRoot: string }): string {
  return [toolHash(), ...packageHashes(site).values()].join(' ');
}

/** Returns the hashes of the `package.json` of all packages that may run, by absolute path. All calls for one site return the same map. */
export function packageHashes(site: { projectRoot: string }): ReadonlyMap<string, string> {
  const known =
    packages.get(site) ??
    new Map(packageManifests(site.projectRoot).map((file) => [file, hashOf(fs.readFileSync(file))]));
  packages.set(site, known);
  return known;
}

const packages = new WeakMap<object, ReadonlyMap<string, string>>();

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Direct and indirect dependencies of this package, and packages of the project, such as React and Sass. */
function packageManifests(projectRoot: string): string[] {
  const own = readManifest(path.join(packageDir, 'package.json'));
  const found = findManifests({ ...own.dependencies, ...own.optionalDependencies }, packageDir);
  // The defaults of compiler options are those of the project's TypeScript.
  return [...findManifests({ ...own.peerDependencies, typescript: '' }, projectRoot, found)];
}

function findManifests(names: Record<string, string> = {}, from: string, found = new Set<string>()): Set<string> {
  for (const name of Object.keys(names)) {
    const file = findManifest(name, from);
    if (file === undefined || found.has(file)) continue;
    found.add(file);
    const { dependencies, optionalDependencies } = readManifest(file);
    findManifests({ ...dependencies, ...optionalDependencies }, path.dirname(file), found);
  }
  return found;
}

/**
 * Linked packages are developed without changing their version, so they have a random hash. Packages that are not
 * installed are ignored.
 */
export function hashesOfPackages(names: string[], from: string): string[] {
  const files = [...findManifests(Object.fromEntries(names.map((name) => [name, ''])), from)];
  const isInstalled = (file: string): boolean => file.split(path.sep).includes('node_modules');
  return files.map((file) => (isInstalled(file) ? hashOf(fs.readFileSync(file)) : randomUUID())).sort();
}

function findManifest(name: string, from: string): string | undefined {
  for (let dir = from; ; dir = path.dirname(dir)) {
    const file = path.join(dir, 'node_modules', name, 'package.json');
    if (fs.statSync(file, { throwIfNoEntry: false })) return fs.realpathSync(file);
    if (dir === path.dirname(dir)) return undefined;
  }
}

function readManifest(file: string): Manifest {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8') as string) as Manifest | null) ?? {};
  } catch {
    // The code that needs the package reports the error.
    return {};
  }
}

/** Returns the inputs of a build that are in no file: versions, platform, time zone, locale and environment variables. */
export function environmentOf({ versions, env }: Pick<typeof process, 'versions' | 'env'> = process): unknown {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const { node, v8, icu, unicode, cldr } = versions;
  const variables = Object.entries(env).filter(([name]) => VARIABLES.test(name));
  return [[node, v8, icu, unicode, cldr, process.platform, process.arch], timeZone, locale, variables.sort()];
}

const VARIABLES = /^(?:CASCADER_PUBLIC_|GIT_|LC_|SASS_)|^(?:NODE_ENV|NODE_OPTIONS|NODE_PATH|LANG|LANGUAGE|TZ)$/;
