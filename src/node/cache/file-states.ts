import fs from 'node:fs';
import path from 'node:path';
import { CLOCK_STEP, type StatesReader } from './cache.ts';

/**
 * What files and the folders around them were like. Two states are equal only when nothing that was read has changed, and
 * no file has come or gone that a module could be found in instead.
 */
export interface FileStates {
  /** Size, inode and times by absolute path. */
  files: Map<string, string>;
  /** Names by absolute path of the folder. */
  folders: Map<string, string>;
}

export interface FileStatesReader extends StatesReader<FileStates> {
  /** States of files; undefined when one of them is gone or has changed since this reader was created. */
  take(files: Iterable<string>): FileStates | undefined;
  areSame(states: FileStates): boolean;
}

/** Creates a reader that looks at every path once. */
export function createFileStates(projectRoot: string): FileStatesReader {
  const start = BigInt(Date.now() - CLOCK_STEP) * 1_000_000n;
  const files = new Map<string, { state: string; changed: bigint } | undefined>();
  const folders = new Map<string, string>();
  const fileState = (file: string) => {
    if (!files.has(file)) files.set(file, readState(file));
    return files.get(file);
  };
  const folderState = (folder: string): string => {
    const known = folders.get(folder) ?? readModuleNames(folder);
    folders.set(folder, known);
    return known;
  };
  return {
    take(paths) {
      const states: FileStates = { files: new Map(), folders: new Map() };
      const add = (file: string): boolean => {
        const found = fileState(file);
        if (!found || found.changed > start) return false;
        states.files.set(file, found.state);
        return true;
      };
      for (const file of paths) {
        if (!add(file)) return undefined;
        for (const folder of upwards(file, projectRoot)) {
          if (states.folders.has(folder)) break;
          const names = folderState(folder);
          states.folders.set(folder, names);
          if (names.split('/').includes('package.json') && !add(path.join(folder, 'package.json'))) return undefined;
        }
      }
      return states;
    },
    pathsOf: (states) => states.files.keys(),
    areSame: (states) =>
      [...states.files].every(([file, state]) => fileState(file)?.state === state) &&
      [...states.folders].every(([folder, names]) => folderState(folder) === names),
  };
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
 * count: no import that led to a file leads to one that comes.
 */
export function readModuleNames(folder: string): string {
  const isOfPackages = /[\\/]node_modules([\\/]@[^\\/]+)?$/.test(folder);
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .filter((entry) => isOfPackages || !entry.isDirectory() || entry.name === 'node_modules')
      .map((entry) =>
        entry.isSymbolicLink() ? `${entry.name}>${fs.readlinkSync(path.join(folder, entry.name))}` : entry.name,
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
  const packages = file.indexOf(`${path.sep}node_modules${path.sep}`);
  const end = isInside ? projectRoot : packages < 0 ? path.dirname(file) : file.slice(0, packages);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === end || folder === path.dirname(folder)) return folders;
  }
}
