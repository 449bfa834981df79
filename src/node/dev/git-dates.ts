import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type GitHistory, readGitHistory } from '../content/git-history.ts';

/** The history of files while they are written: one that has changed has no date until the history says so. */
export interface GitDates {
  /** The history as it is known now; it is to be asked again whenever something is wanted of it. */
  readonly history: GitHistory | undefined;
  /** Takes the history as it was first read; resolves when {@link files} are known. */
  start(history: GitHistory): Promise<void>;
  /** Tells that files (absolute paths) have changed, those that git keeps its history in too. */
  touch(files: Iterable<string>): void;
  /** Absolute paths of files that change with every commit; none without a repository. */
  files(): string[];
  close(): Promise<void>;
}

/** How long after a change the history is read again, in milliseconds: saves and commits come in groups. */
const DELAY = 300;
/** Reading the history takes up no more than one part in so many of the time. */
const SHARE = 5;

/**
 * @param root folder of the site
 * @param onChange called when the history was read again
 */
export function createGitDates(root: string, onChange: () => void): GitDates {
  /** Files that changed since the history was read, and those of them that are being asked for. */
  let dirty = new Set<string>();
  let asked: ReadonlySet<string> = new Set();
  let known: GitHistory | undefined;
  let logs: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let isClosed = false;
  /** Milliseconds that the history took last. */
  let duration = 0;

  const finding = findLogs(root).then((found) => {
    logs = found;
  });
  const read = async (): Promise<void> => {
    const begun = performance.now();
    asked = dirty;
    dirty = new Set();
    known = await readGitHistory(root);
    asked = new Set();
    reading = undefined;
    duration = performance.now() - begun;
    if (isClosed) return;
    onChange();
    if (dirty.size > 0) schedule();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        reading ??= read();
      },
      Math.max(DELAY, duration * (SHARE - 1)),
    );
    timer.unref();
  };
  const dateOf = (file: string): number | undefined =>
    dirty.has(file) || asked.has(file) ? undefined : known?.dateOf(file);

  return {
    get history() {
      return known && { ...known, dateOf };
    },
    async start(history) {
      known = history;
      if (dirty.size > 0) schedule();
      await finding;
    },
    touch(files) {
      for (const file of files) dirty.add(file);
      if (known && dirty.size > 0) schedule();
    },
    files: () => logs,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([finding, reading]);
    },
  };
}

/** The files that change with every commit and checkout. */
async function findLogs(root: string): Promise<string[]> {
  try {
    const args = ['rev-parse', '--git-path', 'logs/HEAD', '--git-path', 'HEAD'];
    const { stdout } = await promisify(execFile)('git', args, { cwd: root });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((file) => path.resolve(root, file));
  } catch {
    // A site needs no git: there is nothing to watch.
    return [];
  }
}
