import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { shownPath } from '../base/files/paths.ts';
import { parseWorkName, previousPathOf, temporaryPathOf } from '../base/files/work-names.ts';
import { toWriteFailure } from '../base/files/write-error.ts';
import { resolveOutDir } from './check-out-dir.ts';
import { lockOutput } from './lock.ts';
import { finishSwap } from './swap.ts';

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
