import { editDistance } from '../../../shared/edit-distance.ts';
import { createDiagnostic, failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestNames } from '../../base/diagnostics/did-you-mean.ts';
import { openRepository, type Repository, runGit } from './git.ts';

/** Refs that may be the default branch, the most reliable first. */
const DEFAULT_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

const MOST_SIMILAR = 3;

const SHORT = 10;

export function shortCommit(commit: string): string {
  return commit.slice(0, SHORT);
}

/** Resolves a git ref to a full commit id. Returns undefined if the ref does not exist or is not a commit. */
export async function findCommit(
  { folder }: Pick<Repository, 'folder'>,
  ref: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  // No ref starts with a hyphen. Git would read such a text as an option.
  if (ref === '' || ref.startsWith('-') || ref.includes('\0')) return undefined;
  const { code, stdout } = await runGit(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], signal);
  return code === 0 ? stdout.trim() : undefined;
}

/** Resolves a git ref. Throws a DiagnosticError with exit code 2 that suggests similar names. */
export async function resolveCommit(repository: Repository, ref: string, signal?: AbortSignal): Promise<string> {
  const commit = await findCommit(repository, ref, signal);
  if (commit !== undefined) return commit;
  const similar = await similarRefs(repository, ref, signal);
  throw failure(2, 'unknown-ref', { ref, similar, isShallow: repository.isShallow });
}

/**
 * Returns the merge base of HEAD and the default branch, such as `origin/main`. On the default branch, this is HEAD,
 * which an info reports. Throws a DiagnosticError with exit code 2 if the history does not contain the commit.
 */
export async function defaultRef(
  root: string,
  signal?: AbortSignal,
): Promise<{ commit: string; branch: string; diagnostics: Diagnostic[] }> {
  const repository = await openRepository(root, signal);
  const head = await findCommit(repository, 'HEAD', signal);
  if (head === undefined) throw failure(2, 'no-repository', { case: 'no-commit', folder: root });
  const { branch, tip } = await findDefaultBranch(repository, signal);
  const { code, stdout } = await runGit(root, ['merge-base', head, tip], signal);
  if (code !== 0) {
    throw failure(2, 'no-merge-base', { case: repository.isShallow ? 'shallow' : 'unrelated', branch });
  }
  const commit = stdout.trim();
  const isHead = commit === head;
  const data = { branch, commit: shortCommit(commit) };
  return { commit, branch, diagnostics: isHead ? [createDiagnostic('compared-with-head', data)] : [] };
}

async function findDefaultBranch(
  repository: Repository,
  signal?: AbortSignal,
): Promise<{ branch: string; tip: string }> {
  for (const branch of DEFAULT_BRANCHES) {
    // The full name does not match a tag with the same name.
    const tip = await findCommit(repository, fullName(branch), signal);
    if (tip !== undefined) return { branch, tip };
  }
  throw repository.isShallow
    ? failure(2, 'no-merge-base', { case: 'shallow', branch: undefined })
    : failure(2, 'no-merge-base', { case: 'no-branch', tried: DEFAULT_BRANCHES });
}

function fullName(branch: string): string {
  return branch.includes('/') ? `refs/remotes/${branch}` : `refs/heads/${branch}`;
}

/** Returns the names of branches and tags similar to a ref. The same branch of a remote repository comes first. */
export async function similarRefs({ folder }: Repository, ref: string, signal?: AbortSignal): Promise<string[]> {
  const kinds = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const { stdout } = await runGit(folder, ['for-each-ref', '--format=%(refname:short)', ...kinds], signal);
  const names = [...new Set(stdout.split('\n').filter((name) => name !== ''))];
  const same = names.filter((name) => name.endsWith(`/${ref}`) || (name !== '' && ref.endsWith(`/${name}`)));
  const most = Math.max(2, Math.floor(ref.length / 3));
  const near = nearestNames(ref, names).filter(
    (name) => editDistance(name.toLowerCase(), ref.toLowerCase()) <= most && !same.includes(name),
  );
  return [...same, ...near].slice(0, MOST_SIMILAR);
}
