import fs, { writeFile as writeFileCallback } from 'node:fs';
import { open } from 'node:fs/promises';
import path, { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eachLimited } from '../base/files/each-limited.ts';
import { createAnew, createFolderMaker, makeRoom } from '../base/files/make-room.ts';
import { WriteError } from '../base/files/write-error.ts';
import { chunksOf, type TextParts } from '../base/text-parts.ts';

// Takes half the time of the function in node:fs/promises, which opens a handle object for each file.
const writeFile = promisify(writeFileCallback);

export type FileContent = Uint8Array | string;
/** Generates the content of a file, as a whole or in pieces. */
export type MakeContent = () => FileContent | TextParts | Promise<FileContent>;
/** Files of a site by output path (relative, forward slashes). A function generates the content just before it is written. */
export type SiteFiles = ReadonlyMap<string, FileContent | MakeContent>;

interface WriteTreeOptions {
  /** Folder that receives the files; must exist. */
  folder: string;
  files: SiteFiles;
  /** Folder that errors name. */
  shownAs: string;
  signal?: AbortSignal;
  beforeFile?: () => void;
}

/** Throws a {@link WriteError} for the first file that cannot be written. Returns the size in bytes. */
export async function writeTree({ folder, files, shownAs, signal, beforeFile }: WriteTreeOptions): Promise<number> {
  let bytes = 0;
  const folders = new Set(Array.from(files.keys(), (path) => dirname(path)));
  folders.delete('.');
  const makeFolder = createFolderMaker();
  await eachLimited(folders, (path) => naming(join(shownAs, path), async () => makeFolder(join(folder, path))), {
    signal,
  });
  await eachLimited(
    files,
    async ([path, file]) => {
      beforeFile?.();
      const content = typeof file === 'function' ? await file() : file;
      await naming(join(shownAs, path), async () => {
        const size = await writeNew(join(folder, path), content);
        bytes += size;
      });
    },
    { signal },
  );
  return bytes;
}

/** Replaces an existing file instead of overwriting it, because it may be hard-linked to the last output. */
async function writeNew(file: string, content: FileContent | TextParts): Promise<number> {
  try {
    return await write(file, content);
  } catch (error) {
    makeRoom(file, error);
    return await write(file, content);
  }
}

async function write(file: string, content: FileContent | TextParts): Promise<number> {
  if (isWhole(content)) {
    await writeFile(file, content, { flag: 'wx' });
    return Buffer.byteLength(content);
  }
  let bytes = 0;
  const handle = await open(file, 'wx');
  try {
    for (const chunk of chunksOf(content)) {
      await handle.appendFile(chunk);
      bytes += Buffer.byteLength(chunk);
    }
  } finally {
    await handle.close();
  }
  return bytes;
}

function isWhole(content: FileContent | TextParts): content is FileContent {
  return typeof content === 'string' || content instanceof Uint8Array;
}

async function naming(path: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    throw new WriteError(path, error);
  }
}

/** File systems that can clone files write no byte. Returns the total size in bytes. */
export function copyFiles(copies: ReadonlyMap<string, string>, folder: string): number {
  const makeFolder = createFolderMaker();
  let bytes = 0;
  for (const [output, source] of copies) {
    const target = path.join(folder, output);
    try {
      makeFolder(path.dirname(target));
      fs.copyFileSync(source, target, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
      bytes += fs.statSync(target).size;
    } catch (error) {
      throw new WriteError(target, error);
    }
  }
  return bytes;
}

/** An existing file is replaced, not overwritten. */
export function createWriter(): (target: string, content: FileContent) => void {
  const makeFolder = createFolderMaker();
  return (target, content) => {
    try {
      makeFolder(path.dirname(target));
      createAnew(target, () => fs.writeFileSync(target, content, { flag: 'wx' }));
    } catch (error) {
      throw new WriteError(target, error);
    }
  };
}
