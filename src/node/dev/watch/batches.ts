import { setTimeout as delay } from 'node:timers/promises';
import type { Difference } from './difference.ts';

/** Time between two looks at what is not settled, or locked. */
const STEP_MS = 10;
/** A batch is reported after so long even when the changes do not end. */
const LONGEST_MS = 1_000;
/** A lock is waited for so long after the last change, and so long in all. */
const LOCK_MS = 3_000;
const LONGEST_LOCK_MS = 10_000;

/** Makes one report of changes that belong together. */
export interface Batches {
  /** Says that something may have changed: a batch begins, or goes on. */
  touch(): void;
  /** Resolves when no batch is under way. */
  idle(): Promise<void>;
}

export interface BatchesOptions {
  /** Milliseconds without a change that end a batch. */
  quietTime: number;
  /** A save may leave nothing, or an empty file, for so many milliseconds. */
  settleTime: number;
  /** What differs from what was reported, as far as it was noted. */
  compare: () => Promise<Difference[]>;
  /** Called when all that was noted has been reported. */
  clear: () => void;
  /** Whether somebody is still changing files; `time` is when the batch began, in milliseconds since 1970. */
  isLocked: (time: number) => Promise<boolean>;
  onBatch: (changed: Set<string>) => void;
  /** Ends all waiting; nothing is reported any more. */
  signal: AbortSignal;
}

/** Creates batches, one after the other, of what `compare` finds. */
export function createBatches(options: BatchesOptions): Batches {
  const { compare, clear, isLocked, onBatch, signal } = options;
  const touches = createTouches(options);
  /** The touches up to which everything has been reported. */
  let done = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    const [begun, time] = [performance.now(), Date.now()];
    const lockHolds = async (): Promise<boolean> => {
      const now = performance.now();
      return now < Math.min(touches.last() + LOCK_MS, begun + LONGEST_LOCK_MS) && (await isLocked(time));
    };
    const settling = createSettling(options.settleTime);
    let limit = begun + LONGEST_MS;
    while (!signal.aborted) {
      await touches.quiet(limit);
      if (await lockHolds()) {
        await pause(STEP_MS, signal);
        limit = performance.now() + LONGEST_MS;
        continue;
      }
      const seen = touches.count();
      const differences = await compare();
      const { now, settled } = settling.sort(differences);
      const isPending = settled.length < differences.length;
      if (now < limit && (touches.count() !== seen || isPending || (await lockHolds()))) {
        await pause(STEP_MS, signal);
        continue;
      }
      if (signal.aborted) return;
      const changed = new Set<string>();
      for (const difference of settled) difference.accept(changed);
      // Otherwise the next batch looks at all that was noted again.
      if (touches.count() === seen && !isPending) clear();
      if (!isPending) done = seen;
      if (changed.size > 0) onBatch(changed);
      return;
    }
  }

  /** One batch after the other. */
  function start(): void {
    if (running || signal.aborted) return;
    running = run().then(() => {
      running = undefined;
      if (touches.count() !== done) start();
    });
  }

  return {
    touch() {
      touches.add();
      start();
    },
    async idle() {
      while (running) await running;
    },
  };
}

/** Moments in which something may have changed. */
function createTouches({ quietTime, signal }: Pick<BatchesOptions, 'quietTime' | 'signal'>) {
  let count = 0;
  let last = 0;
  return {
    count: () => count,
    /** When the last one was. */
    last: () => last,
    add() {
      count++;
      last = performance.now();
    },
    /** Waits until there are none for a while, at most until `limit`. */
    async quiet(limit: number): Promise<void> {
      for (;;) {
        const rest = Math.min(last + quietTime, limit) - performance.now();
        if (rest <= 0 || signal.aborted) return;
        await pause(rest, signal);
      }
    },
  };
}

/** Knows since when files are not settled: after `settleTime` they count as they are. */
function createSettling(settleTime: number) {
  let unsettled = new Map<string, number>();
  return {
    /** Returns the differences that count by now. */
    sort(differences: Difference[]): { now: number; settled: Difference[] } {
      const now = performance.now();
      const since = unsettled;
      unsettled = new Map(
        differences.filter((entry) => !entry.isSettled).map(({ path }) => [path, since.get(path) ?? now]),
      );
      const isPending = ({ path }: Difference): boolean => now < (unsettled.get(path) ?? -settleTime) + settleTime;
      return { now, settled: differences.filter((difference) => !isPending(difference)) };
    },
  };
}

/** An abort ends the wait early, which is what it is for. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return delay(time, undefined, { signal }).catch(() => undefined);
}
