import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { hashOf, tellFact } from '../cache/observe-reads.ts';

/** What git knows of the site's files. */
export interface GitHistory {
  /** Milliseconds since 1970 of the last commit that touched a file; undefined when there is none, or when the file has changes that are not committed. */
  dateOf(filePath: string): number | undefined;
  /** Year of the last commit, in UTC. */
  year?: number;
  /** The history was cut off: its dates would all be the last commit's, so there are none. */
  shallow: boolean;
}

const run = promisify(execFile);

/**
 * Reads the history around a folder: one `git log` for the dates of all files, beside it what is shallow and
 * changed. Without git, repository or commits there is nothing, silently.
 */
export async function readGitHistory(root: string): Promise<GitHistory> {
  const [checkout, log] = await Promise.all([
    readCheckout(root),
    // No path begins with a slash: the mark tells a date from a file that is named like one.
    git(root, ['log', '-z', '--no-renames', '--format=/%at', '--name-only']),
  ]);
  tellFact({ question: 'git', path: root, answer: stateOf(root, checkout) });
  const { place, status } = checkout;
  if (place === undefined || log === undefined) return { dateOf: () => undefined, shallow: false };
  const { isShallow, top } = parsePlace(place);
  const { dates, last } = parseLog(log);
  const shallow = isShallow;
  const byPath = new Map<string, number>();
  if (!shallow) for (const [path, date] of dates) byPath.set(join(top, path), date);
  const changed = new Set(parseStatus(status ?? '').map((path) => join(top, path)));
  return {
    dateOf: (filePath) => (isChanged(filePath, changed, top) ? undefined : byPath.get(filePath)),
    year: last === undefined ? undefined : new Date(last).getUTCFullYear(),
    shallow,
  };
}

/** What git says of a checkout, but for its history, which the last commit decides. */
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

/** All that {@link readGitHistory} depends on, as a hash that is the same in another folder. */
export async function readGitState(root: string): Promise<string> {
  return stateOf(root, await readCheckout(root));
}

function stateOf(root: string, { place, status = '' }: Checkout): string {
  if (place === undefined) return 'none';
  const { isShallow, commit, top } = parsePlace(place);
  // What was never committed has no date, listed or not; so a folder that a build makes changes nothing.
  const changed = status.split('\0').filter((entry) => !entry.startsWith('?? '));
  return hashOf(JSON.stringify([isShallow, commit, relative(top, root), changed]));
}

/** Output of a git command, or undefined when it fails: there is no git, no repository or no commit. */
async function git(cwd: string, args: string[]): Promise<string | undefined> {
  const options = ['--no-optional-locks', '-c', 'core.quotePath=false', '-c', 'log.showSignature=false'];
  try {
    const { stdout } = await run('git', [...options, ...args], { cwd, maxBuffer: Number.POSITIVE_INFINITY });
    return stdout;
  } catch {
    // A site needs no git: its pages then have no dates.
    return undefined;
  }
}

/** Dates by path from `git log -z --name-only --format=/%at`, newest first: the first date of a path is its last change. */
export function parseLog(output: string): { dates: Map<string, number>; last?: number } {
  const dates = new Map<string, number>();
  let last: number | undefined;
  let date = Number.NaN;
  for (const entry of output.split('\0')) {
    // The first path of a commit stands after a line break.
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

/** Paths from `git status --porcelain -z`; untracked folders end with a slash. */
export function parseStatus(output: string): string[] {
  const paths: string[] = [];
  const entries = output.split('\0');
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? '';
    if (entry === '') continue;
    paths.push(entry.slice(3));
    // A rename or copy is followed by the path that it comes from.
    if (/^.?[RC]/.test(entry.slice(0, 2))) paths.push(entries[++i] ?? '');
  }
  return paths;
}

function isChanged(filePath: string, changed: ReadonlySet<string>, top: string): boolean {
  if (changed.has(filePath)) return true;
  for (let i = filePath.indexOf('/', top.length); i !== -1; i = filePath.indexOf('/', i + 1)) {
    if (changed.has(filePath.slice(0, i + 1))) return true;
  }
  return false;
}
