import { writeFile as writeFileCallback } from 'node:fs';
import { mkdir, open, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eachLimited } from '../base/files/each-limited.ts';
import { hasCode } from '../base/files/error-code.ts';
import { WriteError } from '../base/files/write-error.ts';
import { chunksOf, type TextParts } from '../base/text-parts.ts';

// Half the time of the function of node:fs/promises, which opens a handle object for each file.
const writeFile = promisify(writeFileCallback);

/** Bytes or text of a file. */
export type FileContent = Uint8Array | string;
/** Makes the content of a file, all of it or part by part. */
export type MakeContent = () => FileContent | TextParts | Promise<FileContent>;
/** Files of a site by output path (relative, forward slashes). A function makes the content when its turn comes. */
export type SiteFiles = ReadonlyMap<string, FileContent | MakeContent>;

/** What {@link writeTree} needs. */
export interface WriteTreeOptions {
  /** Folder that receives the files; must exist. */
  folder: string;
  files: SiteFiles;
  /** Folder that a failure names. */
  shownAs: string;
  signal?: AbortSignal;
  /** Called before each file. */
  beforeFile?: () => void;
  /** Puts a file that is there already in its place; false where there is none. */
  place?: ((path: string, content: FileContent) => boolean) | undefined;
}

/**
 * Writes `files` into `folder` and returns the number of bytes. Throws a {@link WriteError} at the first file that cannot
 * be written.
 */
export async function writeTree({
  folder,
  files,
  shownAs,
  signal,
  beforeFile,
  place,
}: WriteTreeOptions): Promise<number> {
  let bytes = 0;
  const folders = new Set(Array.from(files.keys(), (path) => dirname(path)));
  folders.delete('.');
  await eachLimited(
    folders,
    (path) => naming(join(shownAs, path), () => mkdir(join(folder, path), { recursive: true })),
    { signal },
  );
  await eachLimited(
    files,
    async ([path, file]) => {
      beforeFile?.();
      const content = typeof file === 'function' ? await file() : file;
      if (isWhole(content) && place?.(path, content)) {
        bytes += Buffer.byteLength(content);
        return;
      }
      await naming(join(shownAs, path), async () => {
        const size = await writeNew(join(folder, path), content);
        bytes += size;
      });
    },
    { signal },
  );
  return bytes;
}

/** In the place of a file comes another one, never its new content: the last output may have the same file. */
async function writeNew(file: string, content: FileContent | TextParts): Promise<number> {
  try {
    return await write(file, content);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    await unlink(file);
    return await write(file, content);
  }
}

/** Writes a file where there is none, and returns the number of its bytes. */
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

/** Whether a content is at hand, and not made part by part. */
function isWhole(content: FileContent | TextParts): content is FileContent {
  return typeof content === 'string' || content instanceof Uint8Array;
}

/** Runs `task`; its system errors name `path`. */
export async function naming(path: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    throw new WriteError(path, error);
  }
}
