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

/** A running watcher and what it has told. */
export interface Watching {
  watcher: Watcher;
  /** Paths of each batch relative to the root, sorted. */
  batches: string[][];
  /** Text that each batch's files had when it was told; undefined for files that were not there. */
  texts: Record<string, string | undefined>[];
  reasons: string[];
  /** Resolves when there are so many batches. */
  told(count: number): Promise<void>;
  /** Resolves when nothing has been told for a while; gives all batches. */
  settled(): Promise<string[][]>;
  write(path: string, text: string): Promise<void>;
}

export interface WatchingOptions extends Partial<Omit<WatcherOptions, 'folders' | 'onChange' | 'onPolling'>> {
  /** Relative to the root; default `docs`. */
  folders?: string[];
}

/** Longer than any wait of the watcher that is not for a lock. */
const SILENCE_MS = 250;

/** A step of the file system's clock, and more: what is written before and after it has different times. */
export const clockStep = (): Promise<void> => delay(30);

/** Time in which the watcher could tell what it must not: only for what nothing tells of. */
export const whileNothingIsTold = (ms = 100): Promise<void> => delay(ms);

/** Watches folders of `root` until the test ends. */
export async function startWatching(root: string, options: WatchingOptions = {}): Promise<Watching> {
  // What was written within the last one counts as changed.
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
    told: (count) => expect.poll(() => batches.length, { timeout: 60_000, interval: 2 }).toBeGreaterThanOrEqual(count),
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
    // It was removed, which the test sees.
    return undefined;
  }
}
