/**
 * What outputs are made of, by its hash, so that a file that was made before need not be made again: it is taken from the last
 * output, where it is a second name of the same file, or from packs in the folder of the cache, as in a fresh checkout.
 */
import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import type { CachePlace } from './entry-files.ts';
import { disk, hashOf } from './observe-reads.ts';
import { createOutputStates, identityOf, type NotedFile, type OutputStates } from './output-states.ts';
import { createPackedContents } from './packed-contents.ts';

/** Hashes by output path, see {@link hashOf}. */
export type Hashes = Iterable<readonly [path: string, hash: string]>;

export interface Contents {
  /**
   * Puts files into the folder of a new site: all of them, or none. What it cannot vouch for it does not give: each file has
   * that hash, or is as it was when it had it. Whoever writes to such a path later must make a new file, as `writeTree` does: the
   * last output may have the same one.
   *
   * @param folder where nothing stands at those paths
   * @returns whether they are there; else they are to be made anew
   */
  place(files: Hashes, folder: string): boolean;
  /**
   * Gives the folder of a new site the file of the last output, where that has just these bytes: a new file of a file system costs
   * many times a name. What is true of {@link place} is true here.
   *
   * @returns whether it is there; else it is to be written
   */
  placeSame(file: string, content: Uint8Array | string, folder: string): boolean;
  /** Bytes of a file that was made before, from the last output or from a pack; undefined when they are nowhere. */
  read(file: string, hash: string): Buffer | undefined;
  /** Tells what is in the files of a new site, and keeps what is not kept yet. What cannot be kept is made anew one day. */
  keep(paths: Iterable<string>, folder: string): Map<string, string>;
  /** Notes what the files of the output are like, once the new site is there: see {@link OutputStates}. */
  note(): void;
}

export interface ContentsOptions extends CachePlace {
  /** The last output; absolute, real path. */
  outDir: string;
}

/** Creates what knows the contents of the last output and of the packs, as they are when it is asked. */
export function createContents(options: ContentsOptions): Contents {
  const packs = createPackedContents(options);
  const states = createOutputStates(options);
  const last = createLastOutput(options.outDir, states);
  const makeFolder = createFolderMaker();
  /** What was placed, with what the file is like: something else may have taken its place. */
  const placed = new Map<string, NotedFile>();
  /** What is in the new site, by output path. */
  const kept = new Map<string, NotedFile>();

  const write = (bytes: Buffer | undefined, target: string): string | undefined => {
    if (bytes) fs.writeFileSync(target, bytes, { flag: 'wx' });
    return bytes && identityOf(statsOf(target));
  };
  return {
    place(files, folder) {
      const done: string[] = [];
      try {
        for (const [file, hash] of files) {
          const target = path.join(folder, file);
          done.push(target);
          makeFolder(path.dirname(target));
          const identity = last.link(file, hash, target) ?? write(last.read(file, hash) ?? packs.read(hash), target);
          if (identity === undefined) throw new Error('It is to be made anew');
          placed.set(target, { hash, identity });
        }
        return true;
      } catch (error) {
        // Whatever could not be read or written is told when it is made and written. What stood there is not ours.
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') done.pop();
        for (const target of done) {
          placed.delete(target);
          removeIfThere(target);
        }
        return false;
      }
    },
    placeSame(file, content, folder) {
      const target = path.join(folder, file);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const hash = hashOf(bytes);
      try {
        if (last.sizeOf(file, target) !== bytes.length) return false;
        makeFolder(path.dirname(target));
        const identity = last.link(file, hash, target);
        if (identity !== undefined) placed.set(target, { hash, identity });
        return identity !== undefined;
      } catch {
        // What is wrong is told when it is written.
        return false;
      }
    },
    read: (file, hash) => last.read(file, hash) ?? packs.read(hash),
    keep(paths, folder) {
      const files = Array.from(paths, (file) => {
        const target = path.join(folder, file);
        const stats = statsOf(target);
        const identity = identityOf(stats);
        const known = placed.get(target);
        const hash = known?.identity === identity ? known.hash : undefined;
        const isPacked = hash !== undefined && packs.has(hash);
        return { file, target, identity, hash, bytes: isPacked ? 0 : Number(stats.size), isPacked };
      });
      const adding = packs.begin(files.reduce((sum, { bytes }) => sum + bytes, 0));
      for (const { file, target, identity, hash: placedHash, isPacked } of files) {
        const content = isPacked ? undefined : (disk.readFile(target) as Buffer);
        const hash = placedHash ?? hashOf(content as Buffer);
        kept.set(file, { hash, identity });
        if (content) adding.add(hash, content);
      }
      const hashes = new Map(Array.from(kept, ([file, { hash }]) => [file, hash]));
      adding.end(new Set(hashes.values()));
      return hashes;
    },
    note: () => states.note(kept),
  };
}

/** The files of the last output, as they are when they are asked for. */
function createLastOutput(outDir: string, states: OutputStates) {
  const isPlain = createFolderCheck(outDir);
  const isOurs = createOwnCheck();
  const find = (file: string): { source: string; stats: fs.BigIntStats } | undefined => {
    const source = path.join(outDir, file);
    const stats = disk.lstat(source, { bigint: true, throwIfNoEntry: false });
    return stats?.isFile() && isPlain(path.dirname(source)) ? { source, stats } : undefined;
  };
  const read = (file: string, hash: string): Buffer | undefined => {
    const found = find(file);
    const bytes = found && (disk.readFile(found.source) as Buffer);
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  };
  /** A folder elsewhere is one of a change in place: there the file that is read is changed too. */
  const findLinkable = (file: string, target: string): ReturnType<typeof find> => {
    const found = path.dirname(outDir) === folderBeside(target, file) ? find(file) : undefined;
    return found && isOurs(found.stats) ? found : undefined;
  };
  return {
    /** Bytes of a file with that hash. */
    read,
    /** Bytes that a file has which may be given a second name; undefined without one. */
    sizeOf: (file: string, target: string): number | undefined => {
      const found = findLinkable(file, target);
      return found && Number(found.stats.size);
    },
    /** Gives a file with that hash a second name, and says which file it is; undefined where that cannot be. */
    link(file: string, hash: string, target: string): string | undefined {
      const found = findLinkable(file, target);
      if (!found) return undefined;
      const known = states.hashOf(file, found.stats) ?? hashOf(disk.readFile(found.source));
      return known === hash ? linkSame(found.source, target, found.stats) : undefined;
    },
  };
}

/** Folder in which the folder of a new site stands. */
function folderBeside(target: string, file: string): string {
  return path.dirname(target.slice(0, -file.length - 1));
}

function removeIfThere(file: string): void {
  try {
    fs.unlinkSync(file);
  } catch (error) {
    // A file may stand where its folder would be.
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
}

/** Whether a file is as this process would make it, and has no other name: a change of that one would be a change of ours. */
function createOwnCheck(): (stats: fs.BigIntStats) => boolean {
  const own = process.geteuid?.();
  const mode = 0o666 & ~process.umask();
  return (stats) =>
    stats.nlink === 1n && (own === undefined || (Number(stats.uid) === own && (Number(stats.mode) & 0o7777) === mode));
}

/** Gives a file that is known a second name, and says which file it is; undefined where that cannot be. */
function linkSame(source: string, target: string, { ino, size, mtimeNs }: fs.BigIntStats): string | undefined {
  try {
    fs.linkSync(source, target);
  } catch {
    // Another device, or a file system without links.
    return undefined;
  }
  const stats = statsOf(target);
  if (stats.ino === ino && stats.size === size && stats.mtimeNs === mtimeNs) return identityOf(stats);
  // Somebody has put another file there since it was read.
  fs.rmSync(target);
  return undefined;
}

function statsOf(file: string): fs.BigIntStats {
  return disk.lstat(file, { bigint: true }) as fs.BigIntStats;
}

/** Whether a folder and all up to the output are folders: behind a link lies what is not ours. */
function createFolderCheck(outDir: string): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  const check = (folder: string): boolean => {
    const isPlain =
      known.get(folder) ??
      (disk.lstat(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
        (folder === outDir || check(path.dirname(folder))));
    known.set(folder, isPlain);
    return isPlain;
  };
  return check;
}
