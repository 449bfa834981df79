import fs from 'node:fs';
import path from 'node:path';
import { PACKAGES } from '../base/files/paths.ts';
import { hashOf } from '../base/hash.ts';

/** State of a file from its metadata, and the time of its last change in nanoseconds since the epoch. */
export interface FileState {
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

/** Longest step of the clock of a file system, in milliseconds: two changes within one step may have the same time. */
export const CLOCK_STEP = 30;

/** The same, for file systems that store whole seconds, or every other second. */
const COARSE_CLOCK_STEP = 2000;

/**
 * `time` in nanoseconds, `moment` in milliseconds since the epoch. True if a change at the moment, or later, gets
 * another time.
 */
export function isBefore(time: bigint, moment: number): boolean {
  const step = time % 1_000_000_000n === 0n ? COARSE_CLOCK_STEP : CLOCK_STEP;
  return time <= BigInt(moment - step) * 1_000_000n;
}

/**
 * With the targets of symbolic links. Most subfolders are left out, because an import that resolves to a file never
 * resolves to a new folder.
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

/** The last one is the project root, or the folder that contains the outermost `node_modules`. */
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

/**
 * Follows symbolic links. The state of a `node_modules` folder is the hash of its names. Undefined for more than `most`
 * files, or if a file changed after `since`, so that another change could go unnoticed.
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
