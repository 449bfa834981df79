import fs, { writeFile as writeFileCallback } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eachLimited } from '../base/files/each-limited.ts';
import { WriteError } from '../base/files/write-error.ts';

// Takes half the time of the function in node:fs/promises, which opens a handle object for each file.
const writeFile = promisify(writeFileCallback);

export type FileContent = Uint8Array | string;
export type MakeContent = () => FileContent | Promise<FileContent>;
/** Files of a site by output path (relative, forward slashes). A function generates the content just before it is written. */
export type SiteFiles = ReadonlyMap<string, FileContent | MakeContent>;

interface WriteTreeOptions {
  /** Folder that receives the files; must exist. */
  folder: string;
  files: SiteFiles;
  /** Name of the folder in error messages. */
  shownAs: string;
  signal?: AbortSignal;
  beforeFile?: () => void;
}

/** Throws a {@link WriteError} for the first file that cannot be written. Returns the size in bytes. */
export async function writeTree({ folder, files, shownAs, signal, beforeFile }: WriteTreeOptions): Promise<number> {
  let bytes = 0;
  for (const path of new Set(Array.from(files.keys(), dirname))) {
    await naming(join(shownAs, path), () => fs.mkdirSync(join(folder, path), { recursive: true }));
  }
  await eachLimited(
    files,
    async ([path, file]) => {
      beforeFile?.();
      const content = typeof file === 'function' ? await file() : file;
      await naming(join(shownAs, path), () => writeFile(join(folder, path), content));
      bytes += Buffer.byteLength(content);
    },
    { signal },
  );
  return bytes;
}

/** File systems that can clone files write no bytes. Returns the total size in bytes. */
export async function copyFiles(copies: ReadonlyMap<string, string>, folder: string): Promise<number> {
  let bytes = 0;
  for (const [output, source] of copies) {
    const target = join(folder, output);
    await naming(target, () => {
      fs.mkdirSync(dirname(target), { recursive: true });
      fs.copyFileSync(source, target, fs.constants.COPYFILE_EXCL | fs.constants.COPYFILE_FICLONE);
      bytes += fs.statSync(target).size;
    });
  }
  return bytes;
}

async function naming(path: string, task: () => unknown): Promise<void> {
  try {
    await task();
  } catch (error) {
    throw new WriteError(path, error);
  }
}
