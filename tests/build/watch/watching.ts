import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createWatcher, type Watcher, type WatcherOptions } from '../../../src/node/dev/watch/watcher.ts';

/** Files of a site. */
export const DOCS = {
  'docs/index.md': '# Home',
  'docs/guide/a.md': 'a',
  'docs/guide/deep/b.md': 'b',
  'other.md': 'other',
};

/** A running watcher and its reports. */
export interface Watching {
  watcher: Watcher;
  /** Paths of each batch relative to the root, sorted. */
  batches: string[][];
  /** Texts of each batch's files when it was reported, `undefined` for missing files. */
  texts: Record<string, string | undefined>[];
  reasons: string[];
  /** Resolves when this many batches were reported. */
  reported(count: number): Promise<void>;
  /** Resolves with all batches when nothing has been reported for a while. */
  settled(): Promise<string[][]>;
  write(path: string, text: string): Promise<void>;
}

export interface WatchingOptions extends Partial<Omit<WatcherOptions, 'folders' | 'onChange' | 'onPolling'>> {
  /** Relative to the root; default `docs`. */
  folders?: string[];
}

/** Longer than every wait of the watcher, except that for a lock. */
const SILENCE_MS = 250;

/** More than a tick of the file system's clock: files that are written before and after it have different times. */
export const clockStep = (): Promise<void> => delay(30);

/** Allows time for a report that must not happen. Only for cases in which there is nothing else to wait for. */
export const whileNothingIsReported = (ms = 100): Promise<void> => delay(ms);

/** Watches folders of `root` until the test ends. */
export async function startWatching(root: string, options: WatchingOptions = {}): Promise<Watching> {
  // A file that was written during the last tick counts as changed.
  await clockStep();
  const { folders = ['docs'], ...rest } = options;
  const [batches, texts, reasons]: [string[][], Watching['texts'], string[]] = [[], [], []];
  let last = performance.now();
  const watcher = await createWatcher({
    ignore: () => false,
    ...rest,
    folders: folders.map((folder) => join(root, folder)),
    onChange: (changed) => {
      last = performance.now();
      const paths = [...changed].sort();
      texts.push(Object.fromEntries(paths.map((path) => [relative(root, path), textOf(path)])));
      batches.push(paths.map((path) => relative(root, path)));
    },
    onPolling: (reason) => reasons.push(reason),
  });
  onTestFinished(() => watcher.close());
  return {
    watcher,
    batches,
    texts,
    reasons,
    reported: (count) =>
      expect.poll(() => batches.length, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(count),
    settled: async () => {
      last = performance.now();
      while (performance.now() - last < SILENCE_MS) await delay(20);
      return batches;
    },
    write: async (path, text) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
  };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The file was removed, which the test sees.
    return undefined;
  }
}
