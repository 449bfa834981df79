import { setTimeout as delay } from 'node:timers/promises';
import { CLOCK_STEP } from '../../src/node/store/dependencies.ts';

/** Waits until what has been written is old enough to be kept: what is as young as a step of the clock may still change unseen. */
export async function growOld(): Promise<void> {
  await delay(CLOCK_STEP * 2);
}
