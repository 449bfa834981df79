import { execFile } from 'node:child_process';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../base/errors.ts';
import { withoutRepository } from './child-environment.ts';

export interface GitResult {
  /** Exit code of git; 0 means success. */
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs git without waiting for input. Ignores `GIT_DIR` and similar variables, which git hooks set. Throws a
 * DiagnosticError with exit code 2 if git is not installed, or the signal's reason.
 */
export async function runGit(cwd: string, args: string[], signal?: AbortSignal): Promise<GitResult> {
  signal?.throwIfAborted();
  const env = { ...withoutRepository(process.env), GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const options = { cwd, env, signal, killSignal: 'SIGKILL', maxBuffer: Number.POSITIVE_INFINITY } as const;
  return await new Promise((resolve, reject) => {
    execFile('git', ['--no-optional-locks', ...args], options, (error, stdout, stderr) => {
      if (signal?.aborted) reject(signal.reason);
      else if (hasCode(error, 'ENOENT')) reject(failure(2, 'no-repository', { case: 'no-git' }));
      else resolve({ code: error ? Number(error.code) || 128 : 0, stdout, stderr });
    });
  });
}

export type Repository = Awaited<ReturnType<typeof openRepository>>;

/** Reads the paths of a repository. Throws a DiagnosticError with exit code 2 without git or without a repository. */
export async function openRepository(folder: string, signal?: AbortSignal) {
  const queries = ['--is-shallow-repository', '--show-object-format', '--git-common-dir'];
  const paths = ['--git-path', 'objects', '--git-path', 'shallow', '--show-prefix', '--show-toplevel'];
  const { code, stdout, stderr } = await runGit(folder, ['rev-parse', ...queries, ...paths], signal);
  if (code !== 0) {
    // Other reasons, such as a foreign folder owner or a damaged file, need git's own explanation.
    if (/not a git repository|must be run in a work tree/i.test(stderr))
      throw failure(2, 'no-repository', { case: 'no-repository', folder });
    throw failure(2, 'no-repository', { case: 'refused', folder, reason: stderr.trim() });
  }
  const [isShallow, format, gitDir = '', objects = '', shallow = '', prefix = '', ...top] = stdout
    .replace(/\n$/, '')
    .split('\n');
  return {
    folder,
    top: path.resolve(top.join('\n')),
    /** Path from `top` to `folder`, ending with a slash; empty if both are the same. */
    prefix,
    /** Folder with the config and refs that all working trees of the repository share. */
    gitDir: path.resolve(folder, gitDir),
    objects: path.resolve(folder, objects),
    /** File that lists the oldest commits of a shallow clone. */
    shallowFile: path.resolve(folder, shallow),
    isShallow: isShallow === 'true',
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
  };
}
