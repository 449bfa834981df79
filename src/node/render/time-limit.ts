import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { packageDir } from '../base/package-dir.ts';
import { processorTime, TIME_SLOTS, type WatchData } from './time-slots.ts';

/** Milliseconds between two updates of the waiting time. */
const STEP = 25;

/** Creates a time limit, which a worker watches because a demo may block the main thread. */
export function createTimeLimit() {
  const slots = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const set = (slot: keyof typeof TIME_SLOTS, value: number): void =>
    void Atomics.store(slots, TIME_SLOTS[slot], value);
  const idle = (): number => performance.eventLoopUtilization().idle;
  let idleBefore = 0;
  let watch: Worker | undefined;
  const startWatch = (): Worker => {
    // A waiting demo leaves the event loop idle. A busy demo blocks this update, but a busy demo adds no waiting time.
    setInterval(() => set('waited', idle() - idleBefore), STEP).unref();
    const file = path.join(packageDir, 'lib/demo-watch-worker.js');
    return new Worker(file, { workerData: { slots } satisfies WatchData, execArgv: [] });
  };
  return {
    /** `budget` in milliseconds: processor time plus waiting time. */
    begin(budget: number): void {
      idleBefore = idle();
      set('waited', 0);
      set('start', processorTime());
      set('budget', budget);
      watch ??= startWatch();
      watch.unref();
    },
    end: (): void => set('budget', 0),
  };
}
