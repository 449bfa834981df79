import fs from 'node:fs';
import path from 'node:path';
import { PACKAGES } from '../files/paths.ts';
import { CLOCK_STEP, type StatesReader } from './cache.ts';
import { fromMovable, toMovable } from './movable.ts';
import { disk, hashOf } from './observe-reads.ts';

/**
 * What was in files, and what the folders around them were like. Two states are equal only when nothing that was read has changed,
 * and no file has come or gone that a module could be found in instead. Paths hold in another folder too.
 */
export interface FileStates {
  /** By path: the hash of what was in a file, and its size, inode and times, by which it is known without being read. */
  files: Map<string, [hash: string, state: string]>;
  /** Hash of the names by path of the folder. */
  folders: Map<string, string>;
}

export interface FileStatesReader extends StatesReader<FileStates> {
  /** States of files; undefined when one of them is gone or has changed since this reader was created. */
  take(files: Iterable<string>): FileStates | undefined;
  areSame(states: FileStates): boolean;
}

export interface FileStatesOptions {
  projectRoot: string;
  /** Folder that may have another name elsewhere; default that of the project. */
  base?: string;
  /** Folders in which this build makes and removes files of its own. */
  busy?: string[];
}

/** Creates a reader for one build, from its beginning. */
export function createFileStates({ projectRoot, base = projectRoot, busy = [] }: FileStatesOptions): FileStatesReader {
  const start = BigInt(Date.now() - CLOCK_STEP) * 1_000_000n;
  const states = new Map<string, string | undefined>();
  const hashes = new Map<string, string | undefined>();
  const folders = new Map(Array.from(new Set(busy), (folder) => [folder, readModuleNames(folder)]));
  const remembered = <Value>(map: Map<string, Value>, file: string, read: (file: string) => Value): Value => {
    if (!map.has(file)) map.set(file, read(file));
    return map.get(file) as Value;
  };
  const hashAt = (file: string) => remembered(hashes, file, readHash);
  const stateAt = (file: string) => remembered(states, file, (name) => readState(name)?.state);
  const namesIn = (folder: string) => remembered(folders, folder, readModuleNames);
  const isOld = (file: string): boolean => {
    const found = readState(file);
    return found !== undefined && found.changed <= start;
  };
  return {
    take(paths) {
      const taken: FileStates = { files: new Map(), folders: new Map() };
      const add = (file: string): boolean => {
        // What was read since the build began is what it is now, unless its time says otherwise.
        const hash = hashAt(file);
        const state = readState(file);
        if (hash === undefined || !state || state.changed > start) return false;
        taken.files.set(toMovable(file, base), [hash, state.state]);
        return true;
      };
      for (const file of paths) {
        if (!add(file)) return undefined;
        for (const folder of upwards(file, projectRoot)) {
          const name = toMovable(folder, base);
          if (taken.folders.has(name)) break;
          // A file that came meanwhile was there for some of what was made, or for none.
          const isKnown = folders.has(folder) && readModuleNames(folder) === namesIn(folder);
          if (!isKnown && !isOld(folder)) return undefined;
          const names = namesIn(folder);
          taken.folders.set(name, hashOf(names));
          if (names.split('/').includes('package.json') && !add(path.join(folder, 'package.json'))) return undefined;
        }
      }
      return taken;
    },
    pathsOf: (kept) => Array.from(kept.files.keys(), (file) => fromMovable(file, base)),
    areSame: (kept) =>
      [...kept.files].every(([name, [hash, state]]) => {
        const file = fromMovable(name, base);
        return stateAt(file) === state || hashAt(file) === hash;
      }) && [...kept.folders].every(([name, names]) => hashOf(namesIn(fromMovable(name, base))) === names),
  };
}

function readHash(file: string): string | undefined {
  try {
    return hashOf(disk.readFile(file));
  } catch {
    // Gone, or not to be read.
    return undefined;
  }
}

/** What a file is like without a look into it, and when it last changed; undefined when it is not there. */
export function readState(file: string): { state: string; changed: bigint } | undefined {
  const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const { size, ino, mtimeNs, ctimeNs } = stats;
  // The time of modification can be set, as npm does for all files of a package; that of the change cannot.
  return { state: [size, ino, mtimeNs, ctimeNs].join(' '), changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs };
}

/**
 * Names in a folder by which a module could be found, with the targets of links; empty for none. Other folders do not
 * count: no import that led to a file leads to one that comes. So who observes a build is told of these names, not of all.
 */
export function readModuleNames(folder: string): string {
  const isOfPackages = /[\\/]node_modules([\\/]@[^\\/]+)?$/.test(folder);
  try {
    return disk
      .readdir(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .filter((entry) => isOfPackages || !entry.isDirectory() || entry.name === 'node_modules')
      .map((entry) =>
        entry.isSymbolicLink() ? `${entry.name}>${disk.readlink(path.join(folder, entry.name))}` : entry.name,
      )
      .sort()
      .join('/');
  } catch {
    return '';
  }
}

/**
 * Folders that decide what an import of a file leads to, from its own upwards: up to the project's, and for packages
 * elsewhere up to the one that has the outermost `node_modules`.
 */
export function upwards(file: string, projectRoot: string): string[] {
  const folders: string[] = [];
  const isInside = file.startsWith(projectRoot + path.sep);
  const packages = file.indexOf(PACKAGES);
  const end = isInside ? projectRoot : packages < 0 ? path.dirname(file) : file.slice(0, packages);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === end || folder === path.dirname(folder)) return folders;
  }
}
