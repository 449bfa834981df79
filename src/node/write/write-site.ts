import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkOutDir, type OutDirOptions, readOutDir } from './check-out-dir.ts';
import { writeInPlace } from './in-place.ts';
import { lockOutput } from './lock-output.ts';
import { checkOutputPaths, formatManifest, MARKER } from './manifest.ts';
import { recover } from './recover.ts';
import { type WriteJob, type WriteOutcome, writeBySwap } from './swap.ts';
import { failure, hasCode, shownPath, toWriteFailure } from './write-error.ts';
import type { SiteFiles } from './write-tree.ts';

/** What {@link writeSite} writes, and where. */
export interface WriteSiteOptions extends OutDirOptions {
  /** The whole site by output path: relative, forward slashes. */
  files: SiteFiles;
  /** Change the folder file by file instead of replacing it. Default: only where replacing is impossible. */
  inPlace?: boolean;
  /** Stops the writing; until the new site is being swapped in, the old one stays. Rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called when every content has been made, before the old site is touched; what it throws stops the write. */
  ready?: () => Promise<void>;
  /** Called with the name of each point at which tests let the process fail. */
  failpoint?: (name: string) => void;
}

/** What {@link writeSite} has written. */
export interface WrittenSite {
  diagnostics: Diagnostic[];
  /** Bytes of all files of the site. */
  bytes: number;
  files: number;
}

/** Errors of folders that cannot be renamed or linked: mounted ones, some network shares, open ones on Windows. */
const IN_PLACE_CODES = ['EBUSY', 'EXDEV', 'EPERM', 'EACCES'];

/**
 * Replaces the site in `outDir` by `files`, all or nothing: on any failure the folder is what it was, and nothing is left
 * beside it. Top-level entries of others, such as `CNAME` or `.git`, stay. One build at a time writes a folder.
 *
 * Throws a {@link DiagnosticError}: exit code 1 for files that cannot stand together, 2 for a folder that is not ours to
 * write or that another build is writing, 3 for errors of the file system.
 */
export async function writeSite(options: WriteSiteOptions): Promise<WrittenSite> {
  const { root, files } = options;
  checkOutputPaths(files.keys());
  const outDir = await checkOutDir(options);
  try {
    const created = await mkdir(dirname(outDir), { recursive: true });
    try {
      const { diagnostics, bytes } = await writeLocked(outDir, options);
      return { diagnostics, bytes, files: files.size };
    } catch (error) {
      if (created !== undefined) await removeCreated(created, dirname(outDir));
      throw error;
    }
  } catch (error) {
    throw toWriteFailure(root, error, outDir);
  }
}

async function writeLocked(outDir: string, options: WriteSiteOptions): Promise<WriteOutcome> {
  const { root, files, signal, ready = async () => {}, failpoint = () => {} } = options;
  const { lock, closedParent } = await lockOutput(outDir, shownPath(root, outDir));
  try {
    failpoint('locked');
    await recover(outDir);
    const { ours, foreign } = await readOutDir(outDir, root);
    refuseForeignNames(shownPath(root, outDir), files, foreign);
    const manifest = formatManifest(files.keys());
    const all = new Map(files).set(MARKER, manifest);
    const job: WriteJob = { outDir, root, files: all, ours, foreign, lock, ready, failpoint, signal };
    const withoutManifest = ({ diagnostics, bytes }: WriteOutcome): WriteOutcome => ({
      diagnostics,
      bytes: bytes - Buffer.byteLength(manifest),
    });
    if (!options.inPlace && !closedParent) {
      try {
        return withoutManifest(await writeBySwap(job));
      } catch (error) {
        if (!hasCode(error, ...IN_PLACE_CODES)) throw error;
      }
    }
    return withoutManifest(await writeInPlace(job));
  } finally {
    await lock.release();
  }
}

function refuseForeignNames(folder: string, files: SiteFiles, foreign: string[]): void {
  const names = new Set(Array.from(files.keys(), (path) => path.split('/', 1)[0]));
  const [first, ...others] = foreign.filter((name) => names.has(name));
  if (first === undefined) return;
  throw failure(2, {
    code: 'CD605',
    text: `\`${first}\` in ${folder} was not written by this tool, and the site now has a file or folder of that name`,
    notes: [...others.map((name) => `So is \`${name}\``), 'Delete it if the site may replace it'],
  });
}

/** Removes the folders from `folder` up to `first`, which this run has made. */
async function removeCreated(first: string, folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    // Somebody has put something there in the meantime.
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
    throw error;
  }
  if (folder !== first) await removeCreated(first, dirname(folder));
}
