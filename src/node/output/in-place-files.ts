import { constants, copyFile, link, lstat, mkdir, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { eachLimited } from '../base/files/each-limited.ts';
import { hasCode } from '../base/files/error-code.ts';
import { shownPath } from '../base/files/paths.ts';
import { foldersIn } from '../base/output-paths.ts';
import { naming } from './write-tree.ts';

/** Creates the parent folders of `paths` below `folder`. */
export async function makeFolders(folder: string, paths: Iterable<string>): Promise<void> {
  const folders = new Set(Array.from(paths, (path) => dirname(join(folder, path))));
  await eachLimited(folders, (path) => naming(path, () => mkdir(path, { recursive: true })));
}

/**
 * Hard-links the files at `paths` from `outDir` into `folder`, or copies them if links are not supported. Returns the paths that
 * are files.
 */
export async function keepFiles(paths: string[], outDir: string, folder: string): Promise<string[]> {
  const copied = new Set<string>();
  await eachLimited(paths, async (path) => {
    if ((await lstatIfPresent(join(outDir, path)))?.isFile()) copied.add(path);
  });
  await makeFolders(folder, copied);
  await eachLimited(copied, (path) =>
    naming(join(outDir, path), () =>
      link(join(outDir, path), join(folder, path)).catch(() =>
        copyFile(join(outDir, path), join(folder, path), constants.COPYFILE_FICLONE),
      ),
    ),
  );
  return [...copied];
}

/** Deletes files from `outDir` if they exist, and folders that become empty. */
export async function removeFiles(outDir: string, paths: string[]): Promise<void> {
  await eachLimited(paths, (path) =>
    naming(join(outDir, path), async () => {
      try {
        await unlink(join(outDir, path));
      } catch (error) {
        if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
      }
    }),
  );
  await removeEmptyFolders(Array.from(foldersIn(paths), (folder) => join(outDir, folder)));
}

/** Removes the empty folders among `folders` (absolute paths), the deepest first. */
export async function removeEmptyFolders(folders: Iterable<string>): Promise<void> {
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) throw error;
    }
  }
}

/**
 * Throws a {@link DiagnosticError} (exit code 2) if a parent folder of `paths` is a symbolic link, because writing or deleting
 * there would affect files outside of the output.
 */
export async function refuseLinkedFolders(outDir: string, root: string, paths: string[]): Promise<void> {
  await eachLimited(foldersIn(paths), async (name) => {
    const folder = join(outDir, name);
    if (!(await lstatIfPresent(folder))?.isSymbolicLink()) return;
    throw failure(2, 'linked-output-folder', { folder: shownPath(root, folder) });
  });
}

async function lstatIfPresent(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
