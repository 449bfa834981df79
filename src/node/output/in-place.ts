import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eachLimited } from '../base/files/each-limited.ts';
import { hasCode } from '../base/files/error-code.ts';
import { createWorkId, temporaryPathOf } from '../base/files/work-names.ts';
import { MARKER } from '../base/marker.ts';
import { foldersOf, isOutputPath } from '../base/output-paths.ts';
import { exists, readIfFile } from './fs-presence.ts';
import { keepFiles, makeFolders, refuseLinkedFolders, removeEmptyFolders, removeFiles } from './in-place-files.ts';
import type { SiteInFolder, WriteJob, WriteOutcome } from './types.ts';
import { naming } from './write-tree.ts';

/** Steps of one change of an output folder, as output paths. Stored in the journal file. */
interface Journal {
  /** Files with new content, which are in `new/` until they are moved. */
  written: string[];
  /** Files to delete. */
  deleted: string[];
  /** Existing files among `written` and `deleted`, kept in `old/` until the change is complete. */
  kept: string[];
}

const JOURNAL = 'journal.json';

/**
 * Changes the output folder file by file, for folders that cannot be renamed.
 *
 * All steps that can run out of disk space come first, in a work folder inside the output: writing the new files, and
 * hard-linking the old ones. Then the journal is renamed to its final name. From this point on, the next command completes the
 * change if the process is killed. If an error occurs, the change is undone.
 */
export async function writeInPlace(job: WriteJob): Promise<WriteOutcome> {
  const { outDir, failpoint, signal } = job;
  const created = await mkdir(outDir, { recursive: true });
  const work = temporaryPathOf(outDir, outDir, createWorkId());
  let site: SiteInFolder;
  try {
    await mkdir(join(work, 'new'), { recursive: true });
    site = await job.make(join(work, 'new'), {
      beforeFile: () => failpoint('temporary-file'),
      removeOthers: async () => {},
    });
    const journal = await stage(job, work, site.paths);
    failpoint('staged');
    await job.lock.assertHeld();
    signal?.throwIfAborted();
    await rename(join(work, `${JOURNAL}.part`), join(work, JOURNAL));
    await commitOrUndo(outDir, work, journal, failpoint);
  } catch (error) {
    // If the journal exists, undoing has failed too: the next command completes the change.
    if (await exists(join(work, JOURNAL))) throw error;
    await rm(work, { recursive: true, force: true });
    if (created !== undefined) await removeEmptyFolders([outDir]);
    throw error;
  }
  await rm(work, { recursive: true, force: true });
  return { diagnostics: [], site };
}

/** Completes a change that was killed after its journal was in place. Always removes the work folder. */
export async function finishInPlace(outDir: string, work: string): Promise<void> {
  const text = await readIfFile(join(work, JOURNAL));
  if (text) {
    const journal = JSON.parse(text.toString()) as Journal;
    // The journal moves and deletes files. A journal with paths outside of the folder is not ours.
    if ([...journal.written, ...journal.deleted].every(isOutputPath)) await commit(outDir, work, journal);
  }
  await rm(work, { recursive: true, force: true });
}

/** @param paths output paths of the new site */
async function stage({ outDir, root, ours, signal }: WriteJob, work: string, paths: string[]): Promise<Journal> {
  await refuseLinkedFolders(outDir, root, [...paths, ...ours]);
  const written = await findChanged(outDir, join(work, 'new'), paths, signal);
  const files = new Set(paths);
  const deleted = ours.filter((path) => !files.has(path));
  const backups = await keepFiles([...written, ...deleted], outDir, join(work, 'old'));
  const journal: Journal = { written, deleted, kept: backups };
  await writeFile(join(work, `${JOURNAL}.part`), JSON.stringify(journal));
  return journal;
}

/** Returns the files whose bytes differ from the output, and always the marker file, because its date is the date of the build. */
async function findChanged(outDir: string, folder: string, paths: string[], signal?: AbortSignal): Promise<string[]> {
  const same = new Set<string>();
  await eachLimited(
    paths,
    async (path) => {
      if (path === MARKER) return;
      if (await isSameFile(join(outDir, path), join(folder, path))) same.add(path);
      if (same.has(path)) return;
      const [old, content] = await Promise.all([readIfFile(join(outDir, path)), readIfFile(join(folder, path))]);
      if (content && old?.equals(content)) same.add(path);
    },
    { signal },
  );
  return paths.filter((path) => !same.has(path));
}

/** Returns true for two hard links to one file, such as a sealed file: they need not be read. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => lstat(file, { bigint: true }).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.isFile() && a.ino !== 0n && a.ino === b.ino && a.dev === b.dev;
}

async function commitOrUndo(
  outDir: string,
  work: string,
  journal: Journal,
  failpoint: (name: string) => void,
): Promise<void> {
  try {
    await commit(outDir, work, journal, () => failpoint('commit-file'));
    failpoint('committed');
  } catch (error) {
    await undo(outDir, work, journal);
    throw error;
  }
}

/** Performs the remaining steps of the journal: assets, then HTML, then the marker file, then deletions. */
async function commit(outDir: string, work: string, journal: Journal, beforeFile?: () => void): Promise<void> {
  const { written, deleted } = journal;
  // Deleted files must be removed first if a new folder has the same path, or if a new file has the path of their folder.
  const newFiles = new Set(written);
  const newFolders = new Set(written.flatMap((path) => [...foldersOf(path)]));
  const blocks = (path: string) => newFolders.has(path) || [...foldersOf(path)].some((folder) => newFiles.has(folder));
  await removeFiles(outDir, deleted.filter(blocks));

  await makeFolders(outDir, written);
  const isPage = (path: string) => path.endsWith('.html');
  const phases = [
    written.filter((path) => !isPage(path) && path !== MARKER),
    written.filter(isPage),
    written.filter((path) => path === MARKER),
  ];
  for (const paths of phases) {
    await eachLimited(paths, (path) => {
      beforeFile?.();
      return naming(join(outDir, path), () => moveIfPresent(join(work, 'new', path), join(outDir, path)));
    });
  }
  await removeFiles(
    outDir,
    deleted.filter((path) => !blocks(path)),
  );
}

/** Reverts every step. New files return to `new/`, so that the journal stays valid if the process is killed here. */
async function undo(outDir: string, work: string, { written, deleted, kept }: Journal): Promise<void> {
  const moved = new Set<string>();
  for (const path of written) if (!(await exists(join(work, 'new', path)))) moved.add(path);
  await eachLimited(moved, (path) => rename(join(outDir, path), join(work, 'new', path)));
  await removeEmptyFolders(written.flatMap((path) => Array.from(foldersOf(path), (folder) => join(outDir, folder))));
  const removed = new Set(deleted);
  const gone = kept.filter((path) => moved.has(path) || removed.has(path));
  await makeFolders(outDir, gone);
  await eachLimited(gone, (path) => rename(join(work, 'old', path), join(outDir, path)));
  await rm(join(work, JOURNAL));
}

async function moveIfPresent(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    // The file was moved before the process was killed.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
