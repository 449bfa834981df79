import { readFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/files/error-code.ts';
import { MARKER } from '../base/files/marker.ts';
import { shownPath } from '../base/files/paths.ts';
import { toWriteFailure, WriteError } from '../base/files/write-error.ts';
import type { Contents } from '../store/contents.ts';
import { hashOf } from '../store/observe-reads.ts';
import { checkOutDir, type OutDirOptions, readOutDir } from './check-out-dir.ts';
import { writeInPlace } from './in-place.ts';
import { lockOutput } from './lock-output.ts';
import { checkOutputPaths, formatManifest } from './manifest.ts';
import { recover } from './recover.ts';
import { writeBySwap } from './swap.ts';
import type { MakeSite, WriteJob, WriteOutcome } from './types.ts';
import { type FileContent, type SiteFiles, writeTree } from './write-tree.ts';

/** What {@link writeSite} writes, and where. */
export interface WriteSiteOptions extends OutDirOptions {
  /** The site by output path (relative, forward slashes), or what makes it once the output is locked. */
  files: SiteFiles | PrepareSite;
  /** Change the folder file by file instead of replacing it. Default: only where replacing is impossible. */
  inPlace?: boolean;
  /** Stops the writing; until the new site is being swapped in, the old one stays. Rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called when every content has been made, before the old site is touched; what it throws stops the write. */
  ready?: () => Promise<void>;
  /** Keeps what is in each file, see {@link WrittenSite.contents}. */
  contents?: Contents;
  /** List the hashes of the files in the manifest. */
  listHashes?: boolean;
  /** Called with the name of each point at which tests let the process fail. */
  failpoint?: (name: string) => void;
}

/**
 * Makes a site; may write files of it into `folder`, which takes the place of the output when all is done. What it throws
 * stops the write.
 */
export type PrepareSite = (folder: string) => Promise<PreparedSite>;

/** A site of which some files are written already. */
export interface PreparedSite {
  /** What is still to be written. */
  files: SiteFiles;
  /** Bytes of the files in the folder, by output path. */
  written: ReadonlyMap<string, number>;
  /** Anchors by address, for the manifest. */
  addresses?: Record<string, string[]>;
  /** The manifest is among the files in the folder. */
  isMarked?: boolean;
}

/** What {@link writeSite} has written. */
export interface WrittenSite {
  diagnostics: Diagnostic[];
  /** Bytes of all files of the site. */
  bytes: number;
  files: number;
  /** Hashes of all files by output path, marker included, where they are kept. */
  contents?: Map<string, string>;
}

/**
 * Replaces the site in `outDir` by `files`, all or nothing: on any failure the folder is what it was, and nothing is left
 * beside it. Top-level entries of others, such as `CNAME` or `.git`, stay. One build at a time writes a folder.
 *
 * Throws a {@link DiagnosticError}: exit code 1 for files that cannot stand together, 2 for a folder that is not ours to
 * write or that another build is writing, 3 for errors of the file system.
 */
export async function writeSite(options: WriteSiteOptions): Promise<WrittenSite> {
  const { root } = options;
  if (typeof options.files !== 'function') checkOutputPaths(options.files.keys());
  const outDir = await checkOutDir(options);
  try {
    const created = await mkdir(dirname(outDir), { recursive: true });
    try {
      const { diagnostics, site, contents } = await writeLocked(outDir, options);
      return { diagnostics, bytes: site.bytes, files: site.paths.length - 1, contents };
    } catch (error) {
      if (created !== undefined) await removeCreated(created, dirname(outDir));
      throw error;
    }
  } catch (error) {
    if (error instanceof PrepareError) throw error.cause;
    throw toWriteFailure(root, error, outDir);
  }
}

/** What went wrong while the site was made is no matter of writing, whatever code it has. */
class PrepareError extends Error {}

async function prepare(make: PrepareSite, folder: string): Promise<PreparedSite> {
  try {
    return await make(folder);
  } catch (error) {
    if (error instanceof WriteError) throw error;
    throw new PrepareError('The site could not be made', { cause: error });
  }
}

async function writeLocked(
  outDir: string,
  options: WriteSiteOptions,
): Promise<WriteOutcome & Pick<WrittenSite, 'contents'>> {
  const { root, files, signal, ready = async () => {}, failpoint = () => {} } = options;
  const { lock, closedParent } = await lockOutput(outDir, shownPath(root, outDir));
  let contents: Map<string, string> | undefined;
  try {
    failpoint('locked');
    await recover(outDir);
    const { ours, foreign } = await readOutDir(outDir, root);
    const make: MakeSite = async (folder, beforeFile) => {
      const site: PreparedSite =
        typeof files === 'function' ? await prepare(files, folder) : { files, written: new Map() };
      const paths = [...site.written.keys(), ...site.files.keys()];
      checkOutputPaths(paths);
      refuseForeignNames(shownPath(root, outDir), paths, foreign);
      const place = (path: string, content: FileContent): boolean =>
        options.contents?.placeSame(path, content, folder) === true;
      let bytes = await writeTree({ folder, files: site.files, shownAs: outDir, signal, beforeFile, place });
      for (const size of site.written.values()) bytes += size;
      await ready();
      if (!site.isMarked) {
        const marker = formatManifest(paths, {
          addresses: site.addresses,
          hashes: options.listHashes ? hashesOf(folder, paths) : undefined,
        });
        await writeTree({ folder, files: new Map([[MARKER, marker]]), shownAs: outDir, beforeFile });
      }
      const all = [...paths, MARKER];
      // In a folder that nobody else knows yet: later, somebody could change a file before it is looked at.
      contents = options.contents?.keep(all, folder);
      return { paths: all, bytes };
    };
    const job: WriteJob = { outDir, root, make, ours, foreign, lock, failpoint, signal };
    const outcome = await (options.inPlace || closedParent ? writeInPlace(job) : writeBySwap(job));
    return { ...outcome, contents };
  } finally {
    await lock.release();
  }
}

function hashesOf(folder: string, paths: string[]): Map<string, string> {
  return new Map(paths.map((path) => [path, hashOf(readFileSync(join(folder, path)))]));
}

function refuseForeignNames(folder: string, paths: string[], foreign: string[]): void {
  const names = new Set(paths.map((path) => path.split('/', 1)[0]));
  const taken = foreign.filter((name) => names.has(name));
  if (taken.length > 0) throw failure(2, 'foreign-output-file', { folder, names: taken });
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
