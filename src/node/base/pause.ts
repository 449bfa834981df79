import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds between two pauses. */
const INTERVAL = 10;

/** Returns a function that, from time to time, lets the process handle signals and other events. */
export function createPause(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < INTERVAL) return;
    await nextTurn();
    last = performance.now();
  };
}
