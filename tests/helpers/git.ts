import { execFileSync } from 'node:child_process';

/** A repository of a test. */
export interface TestRepository {
  /** Runs a command; gives what it prints. */
  git(...args: string[]): string;
}

/** Makes a folder a repository, and commits all that is in it. */
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
