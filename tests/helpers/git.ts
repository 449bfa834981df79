import { execFileSync } from 'node:child_process';

/** A git repository of a test. */
export interface TestRepository {
  /** Runs a git command and returns its output. */
  git(...args: string[]): string;
}

/** Turns a folder into a git repository, and commits all files. */
export function createRepository(root: string): TestRepository {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  return { git };
}
