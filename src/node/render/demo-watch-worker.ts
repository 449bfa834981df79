/**
 * The thread that ends the process of a demo which has used up its time: what it used of the processor, and what it waited.
 * Time in which other processes had the processor does not count.
 */
import { workerData } from 'node:worker_threads';

/** What the thread is started with. */
export interface WatchData {
  /** Milliseconds of the demo. */
  budget: number;
  /** Milliseconds in which the demo has waited: four bytes that the watched thread writes. */
  waited: Int32Array;
}

/** Milliseconds between two looks. */
const STEP = 25;

const { budget, waited } = workerData as WatchData;
const start = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(start);
  // Nothing else stops a loop.
  if ((user + system) / 1000 + Atomics.load(waited, 0) >= budget) process.kill(process.pid, 'SIGKILL');
}, STEP);
