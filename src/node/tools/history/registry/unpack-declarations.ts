/** Unpacks declaration files from the tarball of a package, which may be damaged or hostile. */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Parser, ReadEntry } from 'tar';
import { messageOf } from '../../../base/diagnostics/message-of.ts';
import { hasCode } from '../../../base/files/error-code.ts';
import { createFolderMaker } from '../../../base/files/folder-maker.ts';
import type { Limits } from './limits.ts';
import { shownBytes } from './read-body.ts';
import { isDeclaration, targetPath } from './target-path.ts';

/** Options of {@link unpackDeclarations}. */
export interface UnpackOptions {
  /** Absolute path of a folder that does not exist. */
  folder: string;
  /** Also keeps JavaScript. */
  javascript: boolean;
  limits: Limits;
  /** Creates the error for a tarball that is refused. */
  refuse: (reason: string) => Error;
}

/** What was unpacked. */
export interface Unpacked {
  /** True if the package has declaration files, apart from those of packages that it contains. */
  hasDeclarations: boolean;
}

/** Inflated bytes that are passed on at once. */
const CHUNK = 64 * 1024;

/**
 * Writes `package.json` and the declaration files of a tarball. Only regular files are written, into a new folder, so no link can lead
 * out of it. The chunks are never held together, so a tarball that inflates to many gigabytes needs little memory.
 *
 * @throws the error of `refuse`, of the chunks, of zlib, or of the disk
 */
export async function unpackDeclarations(chunks: AsyncIterable<Buffer>, options: UnpackOptions): Promise<Unpacked> {
  const { Parser } = await import('tar');
  fs.mkdirSync(options.folder, { recursive: true });
  const keeper = createKeeper(options);
  const { parse, finish } = createTarReader(Parser, keeper, options);
  try {
    await pipeline(chunks, createGunzip({ chunkSize: CHUNK }), async (inflated: AsyncIterable<Buffer>) => {
      for await (const chunk of inflated) parse(chunk);
    });
    finish();
  } finally {
    keeper.close();
  }
  return { hasDeclarations: keeper.hasDeclarations() };
}

/** Feeds inflated bytes to the parser, and counts all of them. */
function createTarReader(
  TarParser: typeof Parser,
  { take }: Keeper,
  { limits, refuse }: UnpackOptions,
): { parse: (chunk: Buffer) => void; finish: () => void } {
  let failure: Error | undefined;
  let bytes = 0;
  let declared = 0;
  let entries = 0;
  let isAtEnd = false;
  const tooLarge = (): Error => refuse(`it unpacks to more than ${shownBytes(limits.unpacked)}`);
  const invalid = (problem: unknown): Error => refuse(`it is no valid tarball: ${messageOf(problem)}`);
  const fail = (error: Error): void => {
    failure ??= error;
  };
  const count = ({ size = 0 }: ReadEntry): void => {
    entries += 1;
    declared += size;
    if (entries > limits.entries) fail(refuse(`it contains more than ${limits.entries} entries`));
    // The size precedes the content, so that the rest is not downloaded.
    if (declared > limits.unpacked) fail(tooLarge());
  };
  const parser = new TarParser({
    // The parser would inflate a compressed tarball again, without counting.
    zstd: false,
    onReadEntry: (entry) => {
      count(entry);
      const error = failure ?? take(entry);
      if (error) fail(error);
      // The parser would buffer unread entries.
      entry.resume();
    },
    onwarn: (code, message) => {
      if (code === 'TAR_BAD_ARCHIVE' || code === 'TAR_ENTRY_INVALID') fail(invalid(message));
    },
  });
  parser.on('ignoredEntry', count);
  parser.on('error', (error: unknown) => fail(invalid(error)));
  // After the end, the parser would collect all further bytes.
  parser.on('eof', () => {
    isAtEnd = true;
  });
  const guard = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      fail(isOfDisk(error) ? error : invalid(error));
    }
    if (failure) throw failure;
  };
  return {
    parse(chunk) {
      // The first byte of a file that is compressed with gzip, which the parser would inflate.
      if (bytes === 0 && chunk[0] === 0x1f) throw refuse('it is compressed twice');
      bytes += chunk.length;
      if (bytes > limits.unpacked) throw tooLarge();
      if (!isAtEnd) guard(() => void parser.write(chunk));
    },
    finish: () => guard(() => void parser.end()),
  };
}

/** Returns true for an error of the system, such as a full disk. */
function isOfDisk(error: unknown): error is Error {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

interface Keeper {
  /** Writes an entry if it is to be kept. Returns an error if it must not be. */
  take(entry: ReadEntry): Error | undefined;
  hasDeclarations(): boolean;
  /** Closes a file that is incomplete. */
  close(): void;
}

/** Errors of the system that are caused by the name of a file, such as a file with the name of a folder. */
const OF_NAMES = ['EEXIST', 'EINVAL', 'EISDIR', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR'];

function createKeeper({ folder, javascript, limits, refuse }: UnpackOptions): Keeper {
  const makeFolder = createFolderMaker();
  let bytes = 0;
  let hasDeclarations = false;
  let file: number | undefined;
  const close = (): void => {
    if (file !== undefined) fs.closeSync(file);
    file = undefined;
  };
  return {
    hasDeclarations: () => hasDeclarations,
    close,
    take(entry) {
      if (entry.type !== 'File' && entry.type !== 'OldFile') return undefined;
      const target = targetPath(entry.path, { javascript });
      if (target === undefined) return undefined;
      const shown = JSON.stringify(entry.path.slice(0, 100));
      if (target === 'unsafe') return refuse(`it contains a file with the unsafe path ${shown}`);
      bytes += entry.size;
      if (entry.size > limits.file) return refuse(`its file ${shown} is larger than ${shownBytes(limits.file)}`);
      if (bytes > limits.kept) return refuse(`its declaration files are larger than ${shownBytes(limits.kept)}`);
      if (isDeclaration(target.path) && !/(?:^|\/)node_modules\//.test(target.path)) hasDeclarations = true;
      try {
        const filePath = path.join(folder, target.path);
        makeFolder(path.dirname(filePath));
        file = fs.openSync(filePath, 'w');
      } catch (error) {
        if (!hasCode(error, ...OF_NAMES)) return error as Error;
        return refuse(`its file ${shown} cannot be written: ${messageOf(error)}`);
      }
      // Written at once, so that files do not collect in memory while others are unpacked.
      entry.on('data', (chunk: Buffer) => writeAll(file as number, chunk));
      entry.on('end', close);
      return undefined;
    },
  };
}

function writeAll(file: number, chunk: Buffer): void {
  for (let start = 0; start < chunk.length; ) start += fs.writeSync(file, chunk, start);
}
