import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { toPosix } from '../../base/files/paths.ts';
import { type GitResult, type Repository, runGit } from './git.ts';
import { shortCommit } from './resolve-commit.ts';

interface Extracted {
  /** Paths of submodules, which are left empty. */
  submodules: string[];
}

/**
 * Extracts a commit without writing to the repository. The folder becomes a separate repository that borrows the
 * objects, so that install scripts add their hooks there. Includes files that `git archive` omits (`export-ignore`).
 * Throws a DiagnosticError with exit code 2.
 */
export async function extractCommit(
  repository: Repository,
  { commit, folder, signal }: { commit: string; folder: string; signal?: AbortSignal },
): Promise<Extracted> {
  const succeed = async (result: Promise<GitResult>): Promise<string> => {
    const { code, stdout, stderr } = await result;
    if (code === 0) return stdout;
    throw failure(2, 'checkout-failed', { case: 'git', commit: shortCommit(commit), reason: stderr.trim() });
  };
  await createBorrower(repository, { folder, signal, succeed });
  // Explicit paths take precedence over a `core.worktree` of the repository.
  const own = [`--git-dir=${path.join(folder, '.git')}`, `--work-tree=${folder}`];
  // A folder that does not exist cannot contain hooks.
  const noHooks = ['-c', `core.hooksPath=${path.join(folder, '.git/no-hooks')}`];
  const git = (...args: string[]): Promise<string> => succeed(runGit(folder, [...own, ...noHooks, ...args], signal));
  await git('checkout', '--quiet', '--detach', '--force', '--no-recurse-submodules', commit);
  const entries = (await git('ls-files', '--stage', '-z')).split('\0');
  const submodules = entries.filter((entry) => entry.startsWith('160000 '));
  return { submodules: submodules.map((entry) => entry.slice(entry.indexOf('\t') + 1)) };
}

async function createBorrower(
  { gitDir, objects, objectFormat, isShallow, shallowFile }: Repository,
  {
    folder,
    signal,
    succeed,
  }: { folder: string; signal: AbortSignal | undefined; succeed: (result: Promise<GitResult>) => Promise<string> },
): Promise<void> {
  // Without a template, there are no hooks.
  const init = ['init', '--quiet', '--template=', `--object-format=${objectFormat}`, folder];
  await succeed(runGit(path.dirname(folder), init, signal));
  const own = path.join(folder, '.git');
  await fs.mkdir(path.join(own, 'objects/info'), { recursive: true });
  await fs.writeFile(path.join(own, 'objects/info/alternates'), `${quoted(objects)}\n`);
  if (isShallow) await fs.copyFile(shallowFile, path.join(own, 'shallow'));
  // The included configuration sets filters, line endings and the remote repository, from which partial clones fetch missing objects. That
  // configuration cannot set what defines a repository, such as `core.bare`. Later lines take precedence.
  const config = path.join(own, 'config');
  const include = `[include]\n\tpath = ${JSON.stringify(toPosix(path.join(gitDir, 'config')))}\n`;
  const plain = '[core]\n\tfsmonitor = false\n\tsparseCheckout = false\n[gc]\n\tauto = 0\n';
  await fs.writeFile(config, `${include}${await fs.readFile(config, 'utf8')}${plain}`);
}

/** Quotes a path in the list of alternates if git would interpret it as a comment or as a quoted path. */
function quoted(filePath: string): string {
  return /^["#]|\n/.test(filePath) ? JSON.stringify(filePath) : filePath;
}
