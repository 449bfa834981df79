import { setTimeout as delay } from 'node:timers/promises';
import type { Difference } from './folder-tree.ts';

const STEP_MS = 10;
/** Maximum duration of a batch in milliseconds, after which settled changes are reported even if more follow. */
const LONGEST_MS = 1_000;
/** Maximum wait for a lock: 3 s after the last change, 10 s in all. */
const LOCK_MS = 3_000;
const LONGEST_LOCK_MS = 10_000;

export interface BatchesOptions {
  /** Milliseconds without a change that end a batch. */
  quietTime: number;
  /** Milliseconds for which a save may leave no file, or an empty file. */
  settleTime: number;
  /** Returns differences between the recorded files and their last reported state. */
  compare: () => Promise<Difference[]>;
  /** Called when all recorded changes were reported. */
  clear: () => void;
  /** `time`: start of the batch, in milliseconds since 1970. */
  isLocked: (time: number) => Promise<boolean>;
  onBatch: (changed: Set<string>) => void;
  signal: AbortSignal;
}

export function createBatches(options: BatchesOptions) {
  const { compare, clear, isLocked, onBatch, signal } = options;
  const touches = createTouches(options);
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
      const isIncomplete = touches.count() !== seen || isPending;
      // On a busy machine, one comparison may last until the limit. If nothing changed meanwhile, the other files settle soon.
      const mayContinue = now < limit || touches.isQuiet();
      if (mayContinue && (isIncomplete || (await lockHolds()))) {
        await pause(STEP_MS, signal);
        continue;
      }
      if (signal.aborted) return;
      const changed = new Set<string>();
      for (const difference of settled) difference.accept(changed);
      // Otherwise the names stay recorded, and the next batch checks them again.
      if (touches.count() === seen && !isPending) clear();
      if (!isPending) done = seen;
      if (changed.size > 0) onBatch(changed);
      return;
    }
  }

  function start(): void {
    if (running || signal.aborted) return;
    running = run().then(() => {
      running = undefined;
      if (touches.count() !== done) start();
    });
  }

  return {
    /** Signals that something may have changed. Starts or extends a batch. */
    touch(): void {
      touches.add();
      start();
    },
    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}

function createTouches({ quietTime, signal }: Pick<BatchesOptions, 'quietTime' | 'signal'>) {
  let count = 0;
  let last = 0;
  return {
    count: () => count,
    last: () => last,
    isQuiet: () => performance.now() >= last + quietTime,
    add() {
      count++;
      last = performance.now();
    },
    /** Waits until there has been no touch for `quietTime`, at most until `limit`. */
    async quiet(limit: number): Promise<void> {
      for (;;) {
        const rest = Math.min(last + quietTime, limit) - performance.now();
        if (rest <= 0 || signal.aborted) return;
        await pause(rest, signal);
      }
    },
  };
}

/** After `settleTime` their state counts as final. */
function createSettling(settleTime: number) {
  let unsettled = new Map<string, number>();
  return {
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

function pause(time: number, signal: AbortSignal): Promise<void> {
  return delay(time, undefined, { signal }).catch(() => undefined);
}
