import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { carryOver } from './carry-over.ts';
import { exists } from './fs-presence.ts';
import type { OutputLock } from './lock.ts';
import { createWorkId, previousPathOf, temporaryPathOf } from './work-names.ts';
import { shownPath } from './write-error.ts';
import { type SiteFiles, writeTree } from './write-tree.ts';

/** What both ways of writing need. */
export interface WriteJob {
  /** Real path. */
  outDir: string;
  root: string;
  /** The site, marker included. */
  files: SiteFiles;
  /** Output paths of the last build. */
  ours: string[];
  /** Top-level entries of the old folder that are not ours. */
  foreign: string[];
  lock: OutputLock;
  /** Called when every content has been made; what it throws stops the write. */
  ready: () => Promise<void>;
  failpoint: (name: string) => void;
  signal?: AbortSignal;
}

/** What a way of writing has done. */
export interface WriteOutcome {
  diagnostics: Diagnostic[];
  bytes: number;
}

/**
 * Writes the site to a folder beside the output and swaps it in by two renames.
 * On any failure the output is what it was. The names of the two folders are the journal: see {@link finishSwap}.
 */
export async function writeBySwap(job: WriteJob): Promise<WriteOutcome> {
  const { outDir, failpoint, signal } = job;
  const id = createWorkId();
  const temporary = temporaryPathOf(outDir, dirname(outDir), id);
  const previous = previousPathOf(outDir, dirname(outDir), id);
  let bytes: number;
  try {
    await mkdir(temporary);
    failpoint('temporary-created');
    const beforeFile = () => failpoint('temporary-file');
    bytes = await writeTree({ folder: temporary, files: job.files, shownAs: outDir, signal, beforeFile });
    await job.ready();
    for (const name of job.foreign) await carryOver(name, outDir, temporary);
    failpoint('temporary-written');
    await job.lock.assertHeld();
    signal?.throwIfAborted();
    await swap({ outDir, temporary, previous, failpoint });
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  return { diagnostics: await removePrevious(previous, job.root), bytes };
}

async function swap(paths: {
  outDir: string;
  temporary: string;
  previous: string;
  failpoint: (name: string) => void;
}): Promise<void> {
  const { outDir, temporary, previous, failpoint } = paths;
  const replaces = await exists(outDir);
  failpoint('swap-before');
  if (replaces) await rename(outDir, previous);
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
    await rm(previous, { recursive: true, force: true });
    return [];
  } catch (error) {
    const text = `The new site is in place, but the previous one could not be removed: ${(error as Error).message}`;
    return [{ severity: 'warning', code: 'CD607', text, notes: [`Delete ${shownPath(root, previous)}`] }];
  }
}

/**
 * Ends a swap that was killed: `previous` exists only between the first rename and the end of the clean-up, and the new
 * site was complete by then. Brings the new site (or, without one, the old site) to `outDir`.
 */
export async function finishSwap(outDir: string, temporary: string, previous: string): Promise<void> {
  if (!(await exists(outDir))) await rename((await exists(temporary)) ? temporary : previous, outDir);
  await rm(previous, { recursive: true, force: true });
}
