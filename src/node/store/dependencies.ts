/** A verifying trace, as in the paper "Build Systems à la Carte", 2018. */

import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/errors.ts';
import { PACKAGES } from '../base/files/paths.ts';
import { hashOf } from '../base/hash.ts';
import { fromMovable, toMovable } from './relocate.ts';

/** Files and folders by movable path, so that the data stays valid if the project is in another folder. */
export interface Dependencies {
  /** Hash of each file, and its state if it can be trusted. A file with an unchanged state is not read again. */
  files: [name: string, hash: string, state: string][];
  /** Hash of the names in each folder in which a different module could be found. */
  folders: [name: string, names: string][];
}

/** Folders by which the store decides which paths it stores as relative paths. */
export interface SiteFolders {
  projectRoot: string;
  /** Folder to which stored paths are relative: the workspace folder. Default: `projectRoot`. */
  base?: string;
}

export type DependencyReader = ReturnType<typeof createDependencies>;

/**
 * Files that changed after `since` (milliseconds since the epoch, default: now) are not trusted. `busy`: folders in
 * which this build writes files of its own.
 */
export function createDependencies(
  folders: SiteFolders,
  { since = Date.now(), busy = [] }: { since?: number; busy?: string[] } = {},
) {
  const { projectRoot, base = projectRoot } = folders;
  const names = new Map(Array.from(new Set(busy), (folder) => [folder, readModuleNames(folder)]));
  const states = new Map<string, string | undefined>();
  const hashes = new Map<string, string>();
  const stateAt = (file: string) => remembered(states, file, () => readState(file)?.state);
  const namesIn = (folder: string) => remembered(names, folder, () => readModuleNames(folder));
  const contentOf = (file: string) => remembered(hashes, file, () => readHash(file));
  /** Returns false if the folder may have changed during the build, which may have read either state. */
  const isSettled = (folder: string): boolean => {
    const found = readState(folder);
    if (found && isBefore(found.changed, since)) return true;
    return names.has(folder) && readModuleNames(folder) === namesIn(folder);
  };
  return {
    folders,
    /**
     * Records files that another process, such as the bundler, has read. Returns undefined if a file has changed since
     * the build began, or may change unnoticed.
     */
    take(read: Iterable<string>): Dependencies | undefined {
      const taken: Dependencies = { files: [], folders: [] };
      const known = new Set<string>();
      const addFile = (file: string): boolean => {
        if (known.has(file)) return true;
        known.add(file);
        const now = readState(file);
        if (!now || !isBefore(now.changed, since)) return false;
        taken.files.push([toMovable(file, base), contentOf(file), now.state]);
        return true;
      };
      for (const file of read) {
        if (!addFile(file)) return undefined;
        for (const folder of upwards(file, projectRoot)) {
          if (known.has(folder)) break;
          known.add(folder);
          if (!isSettled(folder)) return undefined;
          taken.folders.push([toMovable(folder, base), hashOf(namesIn(folder))]);
          const isPackage = namesIn(folder).split('/').includes('package.json');
          if (isPackage && !addFile(path.join(folder, 'package.json'))) return undefined;
        }
      }
      return taken;
    },
    /** Returns the absolute path of the first file or folder that has changed, or undefined. */
    findChange({ files, folders: listed }: Dependencies): string | undefined {
      const place = (name: string): string => fromMovable(name, base);
      const changed =
        files.find(([name, hash, state]) => stateAt(place(name)) !== state && contentOf(place(name)) !== hash) ??
        listed.find(([name, hash]) => hashOf(namesIn(place(name))) !== hash);
      return changed && place(changed[0]);
    },
    filesOf: ({ files }: Dependencies): string[] => files.map(([name]) => fromMovable(name, base)),
    /** Returns `/` for a folder, and `''` for a missing file. */
    hashOf: contentOf,
    /** Returns undefined if a file has changed since the build began. */
    hashesOf(read: string[]): [name: string, hash: string][] | undefined {
      const hashes: [string, string][] = [];
      for (const file of new Set(read)) {
        const now = readState(file);
        if (now && !isBefore(now.changed, since)) return undefined;
        hashes.push([toMovable(file, base), contentOf(file)]);
      }
      return hashes;
    },
  };
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.has(key) ? (known.get(key) as Value) : make();
  known.set(key, value);
  return value;
}

function readHash(file: string): string {
  try {
    return hashOf(fs.readFileSync(file));
  } catch (error) {
    return hasCode(error, 'EISDIR') ? '/' : '';
  }
}

/** State of a file from its metadata, and the time of its last change in nanoseconds since the epoch. */
interface FileState {
  state: string;
  changed: bigint;
}

/** Returns undefined if the file is missing. */
export function readState(file: string): FileState | undefined {
  const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const { size, ino, mtimeNs, ctimeNs } = stats;
  // The modification time can be set, and npm sets it for every file in a package. The change time cannot be set.
  return { state: [size, ino, mtimeNs, ctimeNs].join(' '), changed: mtimeNs > ctimeNs ? mtimeNs : ctimeNs };
}

/** Longest step of a file system clock, in milliseconds: two changes within one step may have the same time. */
export const CLOCK_STEP = 30;

/** Like {@link CLOCK_STEP}, for file systems that store time in steps of one or two seconds. */
const COARSE_CLOCK_STEP = 2000;

/**
 * Returns true if a change at `moment` (milliseconds since the epoch), or later, gets a different time than `time`
 * (nanoseconds).
 */
export function isBefore(time: bigint, moment: number): boolean {
  const step = time % 1_000_000_000n === 0n ? COARSE_CLOCK_STEP : CLOCK_STEP;
  return time <= BigInt(moment - step) * 1_000_000n;
}

/**
 * Returns the names in a folder, with the targets of symbolic links. Most subfolders are left out, because an import
 * that resolves to a file never resolves to a new folder.
 */
function readModuleNames(folder: string): string {
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

/** Returns the folders that contain a file. The last one is the project root, or the folder that contains the outermost `node_modules`. */
function upwards(file: string, projectRoot: string): string[] {
  const folders: string[] = [];
  const isInside = file.startsWith(projectRoot + path.sep);
  const packages = file.indexOf(PACKAGES);
  const end = isInside ? projectRoot : packages < 0 ? path.dirname(file) : file.slice(0, packages);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    folders.push(folder);
    if (folder === end || folder === path.dirname(folder)) return folders;
  }
}

/**
 * Follows symbolic links. The state of a `node_modules` folder is the hash of its names. Returns undefined for more
 * than `most` files, or if a file changed after `since`, so that another change could go unnoticed.
 */
export function readStates(
  folder: string,
  {
    isIgnored = () => false,
    most = Number.POSITIVE_INFINITY,
    since,
  }: { isIgnored?: (path: string) => boolean; most?: number; since?: number } = {},
): Map<string, string> | undefined {
  const states = new Map<string, string>();
  const entered = new Set<string>();
  const visit = (dir: string): boolean => {
    const real = fs.realpathSync(dir);
    if (entered.has(real)) return true;
    entered.add(real);
    return fs.readdirSync(dir, { withFileTypes: true }).every((entry) => {
      const file = path.join(dir, entry.name);
      if (isIgnored(file)) return true;
      if (entry.name === 'node_modules') {
        states.set(file, hashOf(readModuleNames(file)));
        return true;
      }
      const isFolder = entry.isSymbolicLink()
        ? fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()
        : entry.isDirectory();
      if (isFolder) return visit(file);
      const found = readState(file);
      if (found) states.set(file, found.state);
      return states.size <= most && (!found || since === undefined || isBefore(found.changed, since));
    });
  };
  return visit(folder) ? states : undefined;
}
