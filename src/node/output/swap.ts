import {
  access,
  chmod,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDiagnostic, failure } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { shownPath } from '../base/files/paths.ts';
import { createWorkId, parseWorkName, previousPathOf, temporaryPathOf } from '../base/files/work-names.ts';
import { toWriteFailure } from '../base/files/write-error.ts';
import { resolveOutDir } from './check-out-dir.ts';
import { lockOutput, type OutputLock } from './lock.ts';
import { removeFolder } from './remove-folder.ts';

/** Error codes of folders that cannot be renamed: mounted folders, some network shares, open folders on Windows. */
const NOT_RENAMED = ['EBUSY', 'EXDEV', 'EPERM', 'EACCES'];

export interface SiteInFolder {
  /** Output paths, including the marker file. */
  paths: string[];
  /** Total size in bytes. */
  bytes: number;
}

interface SwapJob {
  /** Real path. */
  outDir: string;
  root: string;
  make: (folder: string) => Promise<SiteInFolder>;
  /** Top-level entries of the old folder that are not ours. */
  foreign: string[];
  lock: OutputLock;
  failpoint: (name: string) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Replaces the output by two renames; after any failure, the output is unchanged. The names of the two folders serve as
 * a journal: see {@link finishSwap}. Throws a DiagnosticError with exit code 2.
 */
export async function writeBySwap(job: SwapJob): Promise<{ diagnostics: Diagnostic[]; site: SiteInFolder }> {
  const { outDir, root, failpoint, signal } = job;
  const id = createWorkId();
  const temporary = temporaryPathOf(outDir, dirname(outDir), id);
  const previous = previousPathOf(outDir, dirname(outDir), id);
  await mkdir(temporary);
  try {
    failpoint('temporary-created');
    const site = await job.make(temporary);
    for (const name of job.foreign) await carryOver(name, outDir, temporary);
    failpoint('temporary-written');
    await job.lock.assertHeld();
    signal?.throwIfAborted();
    await swap({ outDir, root, temporary, previous, failpoint });
    return { diagnostics: await removePrevious(previous, root), site };
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function swap({
  outDir,
  root,
  temporary,
  previous,
  failpoint,
}: Pick<SwapJob, 'outDir' | 'root' | 'failpoint'> & { temporary: string; previous: string }): Promise<void> {
  const replaces = await exists(outDir);
  try {
    failpoint('swap-before');
    if (replaces) await rename(outDir, previous);
  } catch (error) {
    if (!hasCode(error, ...NOT_RENAMED)) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    throw failure(2, 'output-not-replaceable', { case: 'not-renamed', folder: shownPath(root, outDir), code });
  }
  try {
    failpoint('swap-between');
    await rename(temporary, outDir);
  } catch (error) {
    if (replaces) await rename(previous, outDir);
    throw error;
  }
  failpoint('swap-after');
}

async function removePrevious(previous: string, root: string): Promise<Diagnostic[]> {
  try {
    await removeFolder(previous);
    return [];
  } catch (error) {
    const reason = (error as Error).message;
    return [createDiagnostic('previous-site-not-removed', { previous: shownPath(root, previous), reason })];
  }
}

/**
 * `previous` exists only between the first rename and the end of the cleanup, and the new site was complete before
 * that.
 */
async function finishSwap(outDir: string, temporary: string, previous: string): Promise<void> {
  if (!(await exists(outDir))) await rename((await exists(temporary)) ? temporary : previous, outDir);
  await removeFolder(previous);
}

/** Creates folders and hard-links files, so a `.git` of any size costs almost nothing, and a failure loses nothing. */
async function carryOver(name: string, from: string, to: string): Promise<void> {
  const source = join(from, name);
  const target = join(to, name);
  const stats = await lstat(source);
  if (stats.isDirectory()) {
    await mkdir(target);
    for (const entry of await readdir(source)) await carryOver(entry, source, target);
    await chmod(target, stats.mode);
  } else if (stats.isSymbolicLink()) {
    await symlink(await readlink(source), target);
  } else {
    // Some file systems have no hard links, and some systems forbid links to files of other users.
    await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_EXCL));
  }
}

/** A symbolic link exists if its target does. */
async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/**
 * Completes changes of a killed build after their point of no return, and removes work folders. The caller must hold
 * the lock.
 */
export async function recover(outDir: string): Promise<void> {
  const parent = dirname(outDir);
  for (const { kind, id } of await findWork(outDir)) {
    if (kind === 'previous') {
      await finishSwap(outDir, temporaryPathOf(outDir, parent, id), previousPathOf(outDir, parent, id));
    }
  }
  for (const { path, kind } of await findWork(outDir)) {
    if (kind === 'temporary' || kind === 'staleLock') await removeIfAllowed(path);
  }
}

/** Does nothing while a build holds the lock. Throws a {@link DiagnosticError} (exit code 3) if the repair fails. */
export async function recoverOutput({ outDir, root }: { outDir: string; root: string }): Promise<void> {
  try {
    const folder = await resolveOutDir(outDir);
    const beside = await findWork(folder);
    if (!beside.some(({ kind }) => kind === 'previous')) return;
    const lock = await lockOutput(folder, shownPath(root, folder));
    await recover(folder).finally(lock.release);
  } catch (error) {
    // Another process is writing to the folder and leaves it complete.
    if (error instanceof DiagnosticError && error.exitCode === 2) return;
    throw toWriteFailure(root, error);
  }
}

async function findWork(outDir: string) {
  const dir = dirname(outDir);
  let entries: string[];
  try {
    entries = await readdir(dir);
  } catch (error) {
    // If the parent folder is not readable, it contains no work folder of ours.
    if (hasCode(error, 'ENOENT', 'EACCES')) return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const work = parseWorkName(outDir, entry);
    return work ? [{ ...work, path: join(dir, entry) }] : [];
  });
}

async function removeIfAllowed(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    // Left by another user; it does no harm.
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  }
}
