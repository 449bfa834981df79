import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ProtectedFolder } from '../base/diagnostics/codes/output.ts';
import { type DataOf, failure } from '../base/diagnostics/create-diagnostic.ts';
import type { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { hasCode } from '../base/errors.ts';
import { isInside, shownPath, toPosix } from '../base/files/paths.ts';
import { parseWorkName } from '../base/files/work-names.ts';
import { toWriteFailure } from '../base/files/write-error.ts';
import { MARKER } from '../base/marker.ts';
import type { Site } from '../project/config/types.ts';
import { readManifest } from './manifest.ts';

export interface OutDirOptions {
  outDir: string;
  root: string;
  /** Absolute paths that the output may neither be nor contain, in addition to root and home: docs folders, project root. */
  protectedPaths: string[];
  /** Cache folder, which the output must not contain either. Absolute; it need not exist yet. */
  cacheDir?: string | undefined;
}

export function protectedPathsOf({ config: { publicDir, docDirs, atomDirs } }: Site): string[] {
  return [publicDir, ...[...docDirs, ...atomDirs].map(({ dir }) => dir)];
}

/**
 * Writes nothing. Throws a {@link DiagnosticError}: exit code 2 for a protected folder, or for a folder with files that
 * no build wrote; 3 if the path is a file or cannot be read.
 */
export async function checkOutDir(options: OutDirOptions): Promise<string> {
  try {
    const outDir = await resolveOutDir(options.outDir);
    await refuseProtected(outDir, options);
    await readOutDir(outDir, options.root);
    return outDir;
  } catch (error) {
    throw toWriteFailure(options.root, error);
  }
}

export interface OutDirContent {
  exists: boolean;
  /** Names of top-level entries that the build did not write. */
  foreign: string[];
}

/** Throws a {@link DiagnosticError} with exit code 2 if the folder has files but no marker file. */
export async function readOutDir(outDir: string, root: string): Promise<OutDirContent> {
  let entries: string[];
  try {
    entries = await readdir(outDir);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { exists: false, foreign: [] };
    throw error;
  }
  const content = entries.filter((entry) => parseWorkName(outDir, entry) === undefined);
  if (content.length === 0) return { exists: true, foreign: [] };
  const ours = await readManifest(outDir);
  if (!ours) {
    const [file = ''] = content.sort();
    const folder = shownPath(root, outDir);
    throw refusal(join(folder, file), { case: 'foreign', folder, file });
  }
  const known = new Set(ours.map((file) => file.split('/', 1)[0]));
  known.add(MARKER);
  return { exists: true, foreign: content.filter((entry) => !known.has(entry)) };
}

/** Returns the real path of a folder that may not exist yet: the real path of the nearest existing parent, and the rest. */
export async function resolveOutDir(outDir: string): Promise<string> {
  try {
    return await realpath(outDir);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(outDir) === outDir) throw error;
  }
  if (await isLink(outDir)) {
    throw refusal(outDir, { case: 'broken-link', folder: outDir });
  }
  return join(await resolveOutDir(dirname(outDir)), basename(outDir));
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function refuseProtected(outDir: string, { root, protectedPaths, cacheDir }: OutDirOptions): Promise<void> {
  const kept: { path: string | undefined; what: ProtectedFolder }[] = [
    { path: homeFolder(), what: 'home' },
    { path: root, what: 'site-root' },
    ...protectedPaths.map((path) => ({ path, what: { source: shownPath(root, path) } })),
  ];
  const shown = shownPath(root, outDir);
  if (dirname(outDir) === outDir) throw protection(outDir, 'is', 'file-system');
  const target = await statIfPresent(outDir);
  for (const { path, what } of kept) {
    const real = path && (await realpathIfPresent(path));
    if (!real) continue;
    const stats = await statIfPresent(real);
    // The same folder under another path: a bind mount, or a case-insensitive file system.
    const same = target && stats && target.dev === stats.dev && target.ino === stats.ino && target.ino !== 0;
    if (real === outDir || same) throw protection(shown, 'is', what);
    if (isInside(outDir, real)) throw protection(shown, 'contains', what);
  }
  // A build would publish the cache, and replace it while writing to it. The disk is not queried: the result would be a
  // dependency of the build, and the first build creates the folder.
  if (cacheDir === outDir) throw protection(shown, 'is', 'cache');
  if (cacheDir !== undefined && isInside(outDir, cacheDir)) throw protection(shown, 'contains', 'cache');
}

function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    // A user without an entry in the system's user database has no home folder to protect.
    return undefined;
  }
}

async function realpathIfPresent(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}

async function statIfPresent(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EACCES')) return undefined;
    throw error;
  }
}

function protection(folder: string, relation: 'is' | 'contains', what: ProtectedFolder): DiagnosticError {
  return refusal(folder, { case: 'protected', folder, relation, what });
}

function refusal(filePath: string, data: DataOf<'output-not-replaceable'>): DiagnosticError {
  return failure(2, 'output-not-replaceable', data, { location: { file: toPosix(filePath), line: 1, column: 1 } });
}
