/** Reads files as they were at a commit. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { relativePath } from '../../base/files/paths.ts';
import { type Repository, runGit } from './git.ts';

export interface Base {
  repository: Repository;
  /** Real path of the repository's folder. */
  top: string;
  commit: string;
}

/** Returns the text of a file (absolute path), or undefined if the file is not in the commit. */
export async function textBefore(
  file: string,
  { repository, top, commit }: Base,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { code, stdout } = await runGit(repository.folder, ['show', `${commit}:${relativePath(top, file)}`], signal);
  return code === 0 ? stdout : undefined;
}

/** Returns the folders of packages whose versions changed in an npm lock file, or undefined if they cannot be compared. */
export async function changedPackages(lock: string, base: Base, signal?: AbortSignal): Promise<string[] | undefined> {
  if (!lock.endsWith('.json')) return undefined;
  const [before, after] = await Promise.all([
    textBefore(lock, base, signal).then(packagesIn),
    readFile(lock, 'utf8').then(packagesIn, () => undefined),
  ]);
  if (!before || !after) return undefined;
  return Object.entries(after).flatMap(([folder, entry]) =>
    folder !== '' && JSON.stringify(before[folder]) !== JSON.stringify(entry)
      ? [path.join(path.dirname(lock), folder)]
      : [],
  );
}

function packagesIn(text = ''): Record<string, unknown> | undefined {
  try {
    const { packages } = JSON.parse(text) as { packages?: Record<string, unknown> };
    return packages;
  } catch {
    return undefined;
  }
}
