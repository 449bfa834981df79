import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../base/files/each-limited.ts';
import { hasCode } from '../base/files/error-code.ts';
import { shownPath } from '../base/files/paths.ts';
import { createWorkId, previousPathOf, temporaryPathOf } from '../base/files/work-names.ts';
import { carryOver } from './carry-over.ts';
import { exists } from './fs-presence.ts';
import { writeInPlace } from './in-place.ts';
import { makeFolders } from './in-place-files.ts';
import { removeFolder } from './remove-folder.ts';
import { keepSpareSite, takeSpareSite } from './spare-site.ts';
import type { SiteInFolder, WriteJob, WriteOutcome } from './types.ts';
import { naming } from './write-tree.ts';

/** Error codes for folders that cannot be renamed or linked: mounted folders, some network shares, open folders on Windows. */
const IN_PLACE_CODES = ['EBUSY', 'EXDEV', 'EPERM', 'EACCES'];

/**
 * Writes the site into a folder next to the output, and replaces the output by two renames. If renaming is impossible, the files
 * are replaced one by one.
 *
 * After any failure the output is unchanged. The names of the two folders serve as a journal: see {@link finishSwap}.
 */
export async function writeBySwap(job: WriteJob): Promise<WriteOutcome> {
  const { outDir, spareSite, failpoint, signal } = job;
  const id = createWorkId();
  const temporary = temporaryPathOf(outDir, dirname(outDir), id);
  const previous = previousPathOf(outDir, dirname(outDir), id);
  const spare = spareSite === undefined ? undefined : await takeSpareSite(spareSite, temporary);
  try {
    if (!spare) await mkdir(temporary);
  } catch (error) {
    if (hasCode(error, ...IN_PLACE_CODES)) return await writeInPlace(job);
    throw error;
  }
  try {
    failpoint('temporary-created');
    const site = await job.make(temporary, {
      beforeFile: () => failpoint('temporary-file'),
      removeOthers: async (paths) => await spare?.removeUnused(paths),
    });
    try {
      for (const name of job.foreign) await carryOver(name, outDir, temporary);
      failpoint('temporary-written');
      await job.lock.assertHeld();
      signal?.throwIfAborted();
      await swap({ outDir, temporary, previous, failpoint });
    } catch (error) {
      if (!hasCode(error, ...IN_PLACE_CODES)) throw error;
      const outcome = await writeInPlace({ ...job, make: (folder) => copySite(site, temporary, folder) });
      await rm(temporary, { recursive: true, force: true });
      return outcome;
    }
    return { diagnostics: await removePrevious(previous, job), site };
  } catch (error) {
    if (!spare?.putBack(job.foreign)) await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function copySite(site: SiteInFolder, from: string, to: string): Promise<SiteInFolder> {
  await makeFolders(to, site.paths);
  const paths = site.paths.filter((path) => !site.sealed?.paths.has(path));
  await eachLimited(paths, (path) => naming(join(to, path), () => copyFile(join(from, path), join(to, path))));
  site.sealed?.place(to);
  return site;
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

async function removePrevious(previous: string, { root, spareSite, foreign }: WriteJob): Promise<Diagnostic[]> {
  try {
    const isKept = spareSite !== undefined && (await keepSpareSite(previous, spareSite, foreign));
    if (!isKept) await removeFolder(previous);
    return [];
  } catch (error) {
    const reason = (error as Error).message;
    return [createDiagnostic('previous-site-not-removed', { previous: shownPath(root, previous), reason })];
  }
}

/**
 * Completes a swap that was killed. `previous` exists only between the first rename and the end of the cleanup, and the new site
 * was complete before that. Moves the new site to `outDir`, or the old site if there is no new one.
 */
export async function finishSwap(outDir: string, temporary: string, previous: string): Promise<void> {
  if (!(await exists(outDir))) await rename((await exists(temporary)) ? temporary : previous, outDir);
  await removeFolder(previous);
}
