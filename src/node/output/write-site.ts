import { mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { shownPath } from '../base/files/paths.ts';
import { toWriteFailure, WriteError } from '../base/files/write-error.ts';
import { MARKER } from '../base/marker.ts';
import { checkOutputPaths } from '../base/output-paths.ts';
import { checkOutDir, type OutDirOptions, readOutDir } from './check-out-dir.ts';
import { lockOutput } from './lock.ts';
import { formatManifest } from './manifest.ts';
import { recover, type SiteInFolder, writeBySwap } from './swap.ts';
import { copyFiles, type SiteFiles, writeTree } from './write-tree.ts';

export interface WriteSiteOptions extends OutDirOptions {
  /** Files by output path (relative, forward slashes), or a function that builds the site after the output is locked. */
  files: SiteFiles | PrepareSite;
  /** Stops writing and rejects with the signal's reason. The old site remains unless the new one is already being swapped in. */
  signal?: AbortSignal;
  /** Called when all content is generated, before the old site is touched. An error stops the write. */
  ready?: () => Promise<void>;
  /** Called with the name of each point at which tests simulate a failure. */
  failpoint?: (name: string) => void;
}

/** Builds a site. May write files into `folder`, which replaces the output at the end. An error stops the write. */
export type PrepareSite = (folder: string) => Promise<PreparedSite>;

export interface PreparedSite {
  files: SiteFiles;
  /** Sizes in bytes of the files in the folder, by output path. */
  written: ReadonlyMap<string, number>;
  anchors?: Record<string, string[]>;
  copies?: ReadonlyMap<string, string>;
}

export interface WrittenSite {
  diagnostics: Diagnostic[];
  /** Total size of the site in bytes. */
  bytes: number;
  files: number;
}

/**
 * Writes the whole site or nothing; top-level entries that no build wrote, such as `CNAME` or `.git`, stay. Throws a
 * {@link DiagnosticError}: exit code 1 for conflicting names, 2 if the folder must not be replaced or another build is
 * writing to it, 3 for file system errors.
 */
export async function writeSite(options: WriteSiteOptions): Promise<WrittenSite> {
  const { root } = options;
  if (typeof options.files !== 'function') checkOutputPaths(options.files.keys());
  const outDir = await checkOutDir(options);
  try {
    const created = await mkdir(dirname(outDir), { recursive: true });
    try {
      const { site, ...written } = await writeLocked(outDir, options);
      return { ...written, bytes: site.bytes, files: site.paths.length - 1 };
    } catch (error) {
      if (created !== undefined) await removeCreated(created, dirname(outDir));
      throw error;
    }
  } catch (error) {
    if (error instanceof PrepareError) throw error.cause;
    throw toWriteFailure(root, error, outDir);
  }
}

/** Wraps an error of the build itself, so that it is not reported as a write error, whatever its code. */
class PrepareError extends Error {}

async function prepare(make: PrepareSite, folder: string): Promise<PreparedSite> {
  try {
    return await make(folder);
  } catch (error) {
    if (error instanceof WriteError) throw error;
    throw new PrepareError('The site could not be built', { cause: error });
  }
}

async function writeLocked(
  outDir: string,
  options: WriteSiteOptions,
): Promise<Pick<WrittenSite, 'diagnostics'> & { site: SiteInFolder }> {
  const { root, files, signal, ready = async () => {}, failpoint = () => {} } = options;
  const lock = await lockOutput(outDir, shownPath(root, outDir));
  try {
    failpoint('locked');
    await recover(outDir);
    const { foreign } = await readOutDir(outDir, root);
    const beforeFile = (): void => failpoint('temporary-file');
    const make = async (folder: string): Promise<SiteInFolder> => {
      const site: PreparedSite =
        typeof files === 'function' ? await prepare(files, folder) : { files, written: new Map() };
      const { copies = new Map<string, string>() } = site;
      const paths = [...site.written.keys(), ...site.files.keys(), ...copies.keys()];
      checkOutputPaths(paths);
      refuseForeignNames(shownPath(root, outDir), paths, foreign);
      let bytes = await writeTree({ folder, files: site.files, shownAs: outDir, signal, beforeFile });
      for (const size of site.written.values()) bytes += size;
      bytes += await copyFiles(copies, folder);
      await ready();
      const marker = formatManifest(paths, site.anchors);
      await writeTree({ folder, files: new Map([[MARKER, marker]]), shownAs: outDir, beforeFile });
      return { paths: [...paths, MARKER], bytes };
    };
    return await writeBySwap({ outDir, root, make, foreign, lock, failpoint, signal });
  } finally {
    await lock.release();
  }
}

function refuseForeignNames(folder: string, paths: string[], foreign: string[]): void {
  const names = new Set(paths.map((path) => path.split('/', 1)[0]));
  const taken = foreign.filter((name) => names.has(name));
  if (taken.length > 0) throw failure(2, 'foreign-output-file', { folder, names: taken });
}

/** Removes the folders from `folder` up to `first`, which this run created. */
export async function removeCreated(first: string, folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    // Another process has created files there since.
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
    throw error;
  }
  if (folder !== first) await removeCreated(first, dirname(folder));
}
