import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Site } from '../config/types.ts';
import { hasCode } from '../files/error-code.ts';
import { isInside, shownPath } from '../files/paths.ts';
import { MARKER, readManifest } from './manifest.ts';
import { parseWorkName } from './work-names.ts';
import { failure, toWriteFailure } from './write-error.ts';

/** Which folder is meant, and what it must leave alone. */
export interface OutDirOptions {
  /** Absolute. */
  outDir: string;
  /** The site's root, absolute. */
  root: string;
  /** Folders that the output may neither be nor contain, besides root and home: docs folders, project root. Absolute. */
  protectedPaths: string[];
}

/** Folders of a site that its output must leave alone. */
export function protectedPathsOf({ config: { publicDir, docDirs, atomDirs } }: Site): string[] {
  return [publicDir, ...[...docDirs, ...atomDirs].map(({ dir }) => dir)];
}

/**
 * Makes sure that the output folder may be replaced by a site. Writes nothing, so it can be called before the build starts.
 * Returns the folder's real path. Throws a {@link DiagnosticError}: exit code 2 for a folder that must not be written
 * (root, home, a docs folder, a folder that holds one of them, a folder that has files and is not ours), 3 when it is a file
 * or cannot be read.
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

/** What stands in an output folder: the files of the last build and the top-level entries that are not ours. */
export interface OutDirContent {
  exists: boolean;
  /** Output paths of the last build. */
  ours: string[];
  /** Names. */
  foreign: string[];
}

/** Reads an output folder. Throws a {@link DiagnosticError} with exit code 2 when it has files and no marker of ours. */
export async function readOutDir(outDir: string, root: string): Promise<OutDirContent> {
  let entries: string[];
  try {
    entries = await readdir(outDir);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { exists: false, ours: [], foreign: [] };
    throw error;
  }
  const content = entries.filter((entry) => parseWorkName(outDir, entry) === undefined);
  if (content.length === 0) return { exists: true, ours: [], foreign: [] };
  const ours = await readManifest(outDir);
  if (!ours) {
    throw refusal(
      shownPath(root, outDir),
      `has files that this tool has not written, such as \`${content.sort()[0]}\``,
      ['Nothing was deleted. Empty the folder yourself, or choose another one with --out or `outputPath`'],
    );
  }
  const known = new Set(ours.map((file) => file.split('/', 1)[0]));
  known.add(MARKER);
  return { exists: true, ours, foreign: content.filter((entry) => !known.has(entry)) };
}

/** Real path of a folder that may not exist yet: the real path of the nearest folder that does, and the rest. */
export async function resolveOutDir(outDir: string): Promise<string> {
  try {
    return await realpath(outDir);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(outDir) === outDir) throw error;
  }
  if (await isLink(outDir)) {
    throw refusal(outDir, 'is a link to a folder that does not exist', ['Create the folder, or remove the link']);
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

async function refuseProtected(outDir: string, { root, protectedPaths }: OutDirOptions): Promise<void> {
  const kept = [
    { path: homeFolder(), what: 'your home folder' },
    { path: root, what: "the site's root" },
    ...protectedPaths.map((path) => ({ path, what: `\`${shownPath(root, path)}\`, which the site is made from` })),
  ];
  const shown = shownPath(root, outDir);
  const notes = ['Choose a folder for the site alone, such as `dist`, with --out or `outputPath`'];
  if (dirname(outDir) === outDir) throw refusal(outDir, 'is the root of the file system', notes);
  const target = await statIfPresent(outDir);
  for (const { path, what } of kept) {
    const real = path && (await realpathIfPresent(path));
    if (!real) continue;
    const stats = await statIfPresent(real);
    // The same folder under another name: a bind mount, or a file system that ignores case.
    const same = target && stats && target.dev === stats.dev && target.ino === stats.ino && target.ino !== 0;
    if (real === outDir || same) throw refusal(shown, `is ${what}`, notes);
    if (isInside(outDir, real)) throw refusal(shown, `contains ${what}`, notes);
  }
}

function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    // A user without an entry in the system's list has no home to protect.
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

function refusal(folder: string, reason: string, notes: string[]) {
  return failure(2, { code: 'CD601', text: `The output folder ${folder} ${reason}`, notes });
}
