/**
 * Worker that ends the process of a demo when the demo has used up its time: processor time plus waiting. Time in which other
 * processes had the processor does not count.
 */
import { workerData } from 'node:worker_threads';

/** Data with which the worker is started. */
export interface WatchData {
  /** Time limit of the demo, in milliseconds. */
  budget: number;
  /** Time that the demo has waited, in milliseconds: four bytes that the watched process writes. */
  waited: Int32Array;
}

/** Milliseconds between two checks. */
const STEP = 25;

const { budget, waited } = workerData as WatchData;
const start = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(start);
  // Only a signal stops a loop.
  if ((user + system) / 1000 + Atomics.load(waited, 0) >= budget) process.kill(process.pid, 'SIGKILL');
}, STEP);
