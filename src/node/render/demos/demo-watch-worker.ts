/** Limits processor time plus waiting time. Time in which other processes use the processor does not count. */
import { workerData } from 'node:worker_threads';
import { processorTime, TIME_SLOTS, type WatchData } from './demo-protocol.ts';

const STEP = 25;

const { slots } = workerData as WatchData;

setInterval(() => {
  const [budget, start, waited] = [TIME_SLOTS.budget, TIME_SLOTS.start, TIME_SLOTS.waited].map((slot) =>
    Atomics.load(slots, slot),
  ) as [number, number, number];
  // Only a signal stops a loop.
  if (budget > 0 && processorTime() - start + waited >= budget) process.kill(process.pid, 'SIGKILL');
}, STEP);
