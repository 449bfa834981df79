import { execFile } from 'node:child_process';
import path, { type PlatformPath } from 'node:path';
import { promisify } from 'node:util';
import { relativePath } from '../base/files/paths.ts';
import { hashOf } from '../base/hash.ts';

export interface GitHistory {
  /** Milliseconds since 1970. Undefined for a file without commits or with uncommitted changes. */
  dateOf(filePath: string): number | undefined;
  /** Year of the last commit, in UTC. */
  year?: number;
  /** True for a shallow clone. All dates would be that of the last commit, so `dateOf` returns undefined. */
  shallow: boolean;
}

const run = promisify(execFile);

/**
 * Runs one `git log` for all files, and reads the state of the checkout in parallel. Without Git, a repository or
 * commits, the result is empty.
 */
export async function readGitHistory(root: string): Promise<GitHistory> {
  const [checkout, log] = await Promise.all([
    readCheckout(root),
    // No path starts with a slash, so the mark distinguishes a date from a file name.
    git(root, ['log', '-z', '--no-renames', '--format=/%at', '--name-only']),
  ]);
  const { place, status } = checkout;
  if (place === undefined || log === undefined) return { dateOf: () => undefined, shallow: false };
  const { isShallow, top } = parsePlace(place);
  const { dates, last } = parseLog(log);
  return {
    dateOf: isShallow ? () => undefined : findDates({ top, dates, changed: parseStatus(status ?? '') }),
    year: last === undefined ? undefined : new Date(last).getUTCFullYear(),
    shallow: isShallow,
  };
}

/** Git output about a checkout, except its history, which the last commit determines. */
interface Checkout {
  place?: string;
  status?: string;
}

async function readCheckout(root: string): Promise<Checkout> {
  const [place, status] = await Promise.all([
    git(root, ['rev-parse', '--is-shallow-repository', 'HEAD', '--show-toplevel']),
    git(root, ['status', '--porcelain', '-z']),
  ]);
  return { place, status };
}

function parsePlace(place: string): { isShallow: boolean; commit: string; top: string } {
  const [isShallow, commit = '', ...topLines] = place.replace(/\n$/, '').split('\n');
  return { isShallow: isShallow === 'true', commit, top: topLines.join('\n') };
}

/** Returns a hash of the inputs of {@link readGitHistory}. It does not depend on the absolute path of the checkout. */
export async function readGitState(root: string): Promise<string> {
  return stateOf(root, await readCheckout(root));
}

function stateOf(root: string, { place, status = '' }: Checkout): string {
  if (place === undefined) return 'none';
  const { isShallow, commit, top } = parsePlace(place);
  // Git has no date for untracked files, so a folder that a build creates must not change the state.
  const changed = status.split('\0').filter((entry) => !entry.startsWith('?? '));
  return hashOf(JSON.stringify([isShallow, commit, relativePath(top, root), changed]));
}

/** Returns the output of a git command, or undefined if it fails: without Git, a repository or commits. */
async function git(cwd: string, args: string[]): Promise<string | undefined> {
  const options = ['--no-optional-locks', '-c', 'core.quotePath=false', '-c', 'log.showSignature=false'];
  try {
    const { stdout } = await run('git', [...options, ...args], { cwd, maxBuffer: Number.POSITIVE_INFINITY });
    return stdout;
  } catch {
    // Git is optional: without it, pages have no dates.
    return undefined;
  }
}

/** Parses the output of `git log -z --name-only --format=/%at`, newest first: the first date of a path is its last change. */
export function parseLog(output: string): { dates: Map<string, number>; last?: number } {
  const dates = new Map<string, number>();
  let last: number | undefined;
  let date = Number.NaN;
  for (const entry of output.split('\0')) {
    // The first path of a commit follows a line break.
    const text = entry.startsWith('\n') ? entry.slice(1) : entry;
    if (/^\/-?\d+$/.test(text)) {
      date = Number(text.slice(1)) * 1000;
      last ??= date;
    } else if (text !== '' && !dates.has(text)) {
      dates.set(text, date);
    }
  }
  return { dates, last };
}

/** Parses paths from `git status --porcelain -z`; untracked folders end with a slash. */
export function parseStatus(output: string): string[] {
  const paths: string[] = [];
  const entries = output.split('\0');
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? '';
    if (entry === '') continue;
    paths.push(entry.slice(3));
    // A rename or copy is followed by its original path.
    if (/^.?[RC]/.test(entry.slice(0, 2))) paths.push(entries[++i] ?? '');
  }
  return paths;
}

/** Paths are relative to `top`, with forward slashes on every system. */
export interface GitPaths {
  /** Absolute path of the working tree. */
  top: string;
  /** Milliseconds since 1970 by path. */
  dates: ReadonlyMap<string, number>;
  /** Uncommitted paths. Folders end with a slash. */
  changed: Iterable<string>;
}

/** Creates a function that returns the date of a committed file, by absolute path. */
export function findDates({ top, dates, changed }: GitPaths, system: PlatformPath = path): GitHistory['dateOf'] {
  const uncommitted = new Set(changed);
  return (filePath) => {
    const place = relativePath(top, filePath, system);
    return isIn(uncommitted, place) ? undefined : dates.get(place);
  };
}

function isIn(listed: ReadonlySet<string>, place: string): boolean {
  if (listed.has(place)) return true;
  for (let slash = place.indexOf('/'); slash !== -1; slash = place.indexOf('/', slash + 1)) {
    if (listed.has(place.slice(0, slash + 1))) return true;
  }
  return false;
}
