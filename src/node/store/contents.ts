/**
 * Restores output files of earlier builds by hash, so that they are not generated again. The files are hard-linked from the last
 * output, or read from packs in the cache folder, for example in a fresh checkout.
 */

import fs from 'node:fs';
import path from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { createFolderMaker } from '../base/files/folder-maker.ts';
import { createNewCheck } from '../base/files/like-new.ts';
import { createAnew } from '../base/files/make-room.ts';
import { hashOf } from '../base/hash.ts';
import type { CacheLocation } from './entry-files.ts';
import { lstatIfThere } from './file-state.ts';
import { disk } from './observe-reads.ts';
import { createOutputStates, identityOf, type NotedFile, type OutputStates, settledState } from './output-states.ts';
import { createPackedContents } from './packed-contents.ts';

/** Hashes by output path, see {@link hashOf}. */
export type Hashes = Iterable<readonly [path: string, hash: string]>;

export interface Contents {
  /**
   * Restores all files into the folder of a new site, or none. Each file is verified: its content has that hash, or its inode,
   * size and times are unchanged since the hash was computed.
   *
   * A restored file may be hard-linked to the last output. To change it later, create a new file, as `writeTree` does.
   *
   * @returns true if the files were restored; otherwise the caller must generate them
   */
  place(files: Hashes, folder: string): boolean;
  /**
   * Hard-links a file of the last output into the folder of a new site, if it has exactly these bytes, because creating a file
   * costs many times as much as a link. The restrictions of {@link place} apply.
   *
   * @returns true if the file was linked; otherwise the caller must write it
   */
  placeSame(file: string, content: Uint8Array | string, folder: string): boolean;
  /** Returns the bytes of an earlier output file, from the last output or from a pack. Returns undefined if neither has them. */
  read(file: string, hash: string): Buffer | undefined;
  /**
   * Returns the hashes of the files of a new site, and adds missing contents to a pack. Contents that cannot be stored are
   * generated again later.
   *
   * @param copies paths of files that are copied from the site, so the pack does not need them
   */
  keep(paths: Iterable<string>, folder: string, copies?: ReadonlyMap<string, unknown>): Map<string, string>;
  /** Records the states of the output files after the new site is in the output folder. See {@link OutputStates}. */
  note(): void;
}

export interface ContentsOptions extends CacheLocation {
  /** Last output; absolute, real path. */
  outDir: string;
}

/** Opens the contents of the last output and of the packs. Both are read on demand. */
export function createContents(options: ContentsOptions): Contents {
  const packs = createPackedContents(options);
  const states = createOutputStates(options);
  const makeFolder = createFolderMaker();
  const last = createLastOutput(options.outDir, { states, makeFolder });
  /** Restored files by absolute path, with their identity: another file may have replaced them since. */
  const placed = new Map<string, NotedFile>();
  /** Files of the new site, by output path. */
  let noted: ReadonlyMap<string, NotedFile> = new Map();

  const write = (bytes: Buffer | undefined, target: string): string | undefined => {
    if (!bytes) return undefined;
    makeFolder(path.dirname(target));
    createAnew(target, () => fs.writeFileSync(target, bytes, { flag: 'wx' }));
    return identityOf(statsOf(target));
  };
  return {
    place(files, folder) {
      const done: string[] = [];
      try {
        for (const [file, hash] of files) {
          const target = path.join(folder, file);
          done.push(target);
          const identity = last.link(file, hash, target) ?? write(last.read(file, hash) ?? packs.read(hash), target);
          if (identity === undefined) throw new Error('It is to be made anew');
          placed.set(target, { hash, identity });
        }
        return true;
      } catch {
        // Read and write errors are reported when the file is generated and written.
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
        const identity = last.link(file, hash, target);
        if (identity !== undefined) placed.set(target, { hash, identity });
        return identity !== undefined;
      } catch {
        // Errors are reported when the file is written.
        return false;
      }
    },
    read: (file, hash) => last.read(file, hash) ?? packs.read(hash),
    keep(paths, folder, copies) {
      noted = hashFiles(paths, folder, { packs, placed, copies });
      return new Map(Array.from(noted, ([file, { hash }]) => [file, hash]));
    },
    note() {
      states.note(noted);
    },
  };
}

/** Hashes the files of a new site, and adds missing contents to a pack. */
function hashFiles(
  paths: Iterable<string>,
  folder: string,
  {
    packs,
    placed,
    copies,
  }: {
    packs: ReturnType<typeof createPackedContents>;
    placed: ReadonlyMap<string, NotedFile>;
    copies: ReadonlyMap<string, unknown> | undefined;
  },
): Map<string, NotedFile> {
  const now = Date.now();
  const files = Array.from(paths, (file) => {
    const target = path.join(folder, file);
    const stats = statsOf(target);
    const identity = identityOf(stats);
    const known = placed.get(target);
    const hash = known?.identity === identity ? known.hash : undefined;
    const isPacked = copies?.has(file) === true || (hash !== undefined && packs.has(hash));
    const state = settledState(stats, now);
    return { file, target, identity, state, hash, bytes: isPacked ? 0 : Number(stats.size), isPacked };
  });
  const adding = packs.begin(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const hashed = new Map<string, NotedFile>();
  for (const { file, target, identity, state, hash: placedHash, isPacked } of files) {
    const content = isPacked && placedHash !== undefined ? undefined : (disk.readFile(target) as Buffer);
    const hash = placedHash ?? hashOf(content as Buffer);
    hashed.set(file, { hash, identity, state });
    if (content && !isPacked) adding.add(hash, content);
  }
  adding.end(new Set(Array.from(hashed.values(), ({ hash }) => hash)));
  return hashed;
}

/** Returns access to the files of the last output. They are read on demand. */
function createLastOutput(
  outDir: string,
  { states, makeFolder }: { states: OutputStates; makeFolder: (folder: string) => void },
) {
  const isPlain = createFolderCheck(outDir);
  const isLikeNew = createNewCheck(0o666);
  const find = (file: string): { source: string; stats: fs.BigIntStats } | undefined => {
    const source = path.join(outDir, file);
    const stats = lstatIfThere(source);
    return stats?.isFile() && isPlain(path.dirname(source)) ? { source, stats } : undefined;
  };
  const read = (file: string, hash: string): Buffer | undefined => {
    const found = find(file);
    const bytes = found && (disk.readFile(found.source) as Buffer);
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  };
  /**
   * Finds a file that may be hard-linked. Files are not linked into another parent folder: an update in place would also modify
   * the file that it reads.
   *
   * A change through a link elsewhere would change the site, so there must be none.
   */
  const findLinkable = (file: string, target: string): ReturnType<typeof find> => {
    const found = path.dirname(outDir) === folderBeside(target, file) ? find(file) : undefined;
    return found?.stats.nlink === 1n && isLikeNew(found.stats) ? found : undefined;
  };
  return {
    /** Returns the bytes of a file if they have the given hash. */
    read,
    /** Returns the size of a file in bytes. Returns undefined if there is no file that may be hard-linked. */
    sizeOf: (file: string, target: string): number | undefined => {
      const found = findLinkable(file, target);
      return found && Number(found.stats.size);
    },
    /** Hard-links a file with the given hash and returns its identity. Returns undefined if that is not possible. */
    link(file: string, hash: string, target: string): string | undefined {
      const found = findLinkable(file, target);
      if (!found) return undefined;
      const known = states.hashOf(file, found.stats) ?? hashOf(disk.readFile(found.source));
      if (known !== hash) return undefined;
      return linkSame({ ...found, target, makeFolder });
    },
  };
}

/** Returns the parent folder of the folder of a new site. */
function folderBeside(target: string, file: string): string {
  return path.dirname(target.slice(0, -file.length - 1));
}

function removeIfThere(file: string): void {
  try {
    fs.unlinkSync(file);
  } catch (error) {
    // The parent of the path may be a file instead of a folder, and a folder of an earlier site may have the path.
    if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EPERM')) throw error;
  }
}

/** Hard-links a file whose content is known and returns its identity. Returns undefined if that is not possible. */
function linkSame({
  source,
  target,
  stats: { ino, size, mtimeNs },
  makeFolder,
}: {
  source: string;
  target: string;
  stats: fs.BigIntStats;
  makeFolder: (folder: string) => void;
}): string | undefined {
  try {
    try {
      createAnew(target, () => fs.linkSync(source, target));
    } catch (error) {
      // Usually the folder exists already.
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
      makeFolder(path.dirname(target));
      fs.linkSync(source, target);
    }
  } catch {
    // Another device, or a file system without hard links.
    return undefined;
  }
  const stats = statsOf(target);
  if (stats.ino === ino && stats.size === size && stats.mtimeNs === mtimeNs) return identityOf(stats);
  // Another process replaced the file after it was read.
  fs.rmSync(target);
  return undefined;
}

function statsOf(file: string): fs.BigIntStats {
  return disk.lstat(file, { bigint: true }) as fs.BigIntStats;
}

/** Creates a check that a folder and its parents up to the output are real folders: the target of a symbolic link is not ours. */
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
