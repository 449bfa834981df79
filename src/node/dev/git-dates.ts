import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type GitHistory, readGitHistory } from '../content/git-history.ts';

/** Delay in milliseconds between a change and reading the history, because saves and commits come in groups. */
const DELAY = 300;
/** Limits reading the history to one fifth of the time. */
const SHARE = 5;

/** Git history of files in `dev`. A changed file has no date until the history is read again. */
export function createGitDates(root: string, onChange: () => void) {
  /** Files that changed since the last reading began, and files whose dates the current reading determines. */
  let dirty = new Set<string>();
  let requested: ReadonlySet<string> = new Set();
  let known: GitHistory | undefined;
  let logs: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let isClosed = false;
  let duration = 0;

  const finding = findLogs(root).then((found) => {
    logs = found;
  });
  const read = async (): Promise<void> => {
    const begun = performance.now();
    requested = dirty;
    dirty = new Set();
    known = await readGitHistory(root);
    requested = new Set();
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
    dirty.has(file) || requested.has(file) ? undefined : known?.dateOf(file);

  return {
    get history() {
      return known && { ...known, dateOf };
    },
    /** Resolves when {@link files} are known. */
    async start(history: GitHistory): Promise<void> {
      known = history;
      if (dirty.size > 0) schedule();
      await finding;
    },
    touch(files: Iterable<string>): void {
      for (const file of files) dirty.add(file);
      if (known && dirty.size > 0) schedule();
    },
    /** Returns the absolute paths of files that change with every commit. Empty without a repository. */
    files: (): string[] => logs,
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all([finding, reading]);
    },
  };
}

/** Returns the files that change with every commit and checkout. */
async function findLogs(root: string): Promise<string[]> {
  try {
    const args = ['rev-parse', '--git-path', 'logs/HEAD', '--git-path', 'HEAD'];
    const { stdout } = await promisify(execFile)('git', args, { cwd: root });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((file) => path.resolve(root, file));
  } catch {
    // Git is optional. Without a repository there is nothing to watch.
    return [];
  }
}
