import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { relativePath } from '../../base/files/paths.ts';
import { LOCK_FILES } from '../../project/package-manager.ts';
import { openRepository, type Repository, runGit } from '../checkout/git.ts';
import { defaultRef, resolveCommit } from '../checkout/resolve-commit.ts';

export interface Changes {
  commit: string;
  /** Absolute paths of changed, added and removed files, untracked ones included. */
  files: Set<string>;
  /** Folders of packages whose versions changed in an npm lock file. */
  packages: string[];
  /** Lock files of other package managers that changed. */
  locks: string[];
  diagnostics: Diagnostic[];
}

/**
 * Compares the working tree with a commit.
 *
 * @param against a git ref; default: the merge base with the default branch
 * @throws DiagnosticError with exit code 2 without a repository, or if the commit is not known
 */
export async function findChanges(root: string, against?: string, signal?: AbortSignal): Promise<Changes> {
  const repository = await openRepository(root, signal);
  const found = against === undefined ? await defaultRef(root, signal) : undefined;
  const commit = found?.commit ?? (await resolveCommit(repository, against ?? '', signal));
  const top = await realpath(repository.top);
  const list = async (folder: string, args: string[]): Promise<string[]> =>
    (await runGit(folder, args, signal)).stdout
      .split('\0')
      .filter((name) => name !== '')
      .map((name) => path.join(top, name));
  const files = new Set([
    ...(await list(top, ['diff', '--name-only', '--no-renames', '-z', commit, '--'])),
    ...(await list(top, ['ls-files', '--others', '--exclude-standard', '-z'])),
  ]);
  const locks = [...files].filter((file) => LOCK_FILES.some(([name]) => name === path.basename(file)));
  const packages: string[] = [];
  const unknown: string[] = [];
  for (const lock of locks) {
    const changed = await changedPackages(lock, { repository, top, commit }, signal);
    if (changed) packages.push(...changed);
    else unknown.push(lock);
  }
  return { commit, files, packages, locks: unknown, diagnostics: found?.diagnostics ?? [] };
}

/** Returns undefined if the versions in a lock file cannot be compared. */
async function changedPackages(
  lock: string,
  { repository, top, commit }: { repository: Repository; top: string; commit: string },
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  if (!lock.endsWith('.json')) return undefined;
  const name = relativePath(top, lock);
  const [before, after] = await Promise.all([
    runGit(repository.folder, ['show', `${commit}:${name}`], signal).then(({ stdout }) => packagesIn(stdout)),
    readFile(lock, 'utf8').then(packagesIn, () => undefined),
  ]);
  if (!before || !after) return undefined;
  return Object.entries(after).flatMap(([folder, entry]) =>
    folder !== '' && JSON.stringify(before[folder]) !== JSON.stringify(entry)
      ? [path.join(path.dirname(lock), folder)]
      : [],
  );
}

function packagesIn(text: string): Record<string, unknown> | undefined {
  try {
    const { packages } = JSON.parse(text) as { packages?: Record<string, unknown> };
    return packages;
  } catch {
    return undefined;
  }
}
