import { setTimeout as delay } from 'node:timers/promises';
import { CLOCK_STEP } from '../../src/node/store/dependencies.ts';

/**
 * Waits until written files are old enough to be cached. A file that was written within one clock step can change
 * without a new modification time.
 */
export async function growOld(): Promise<void> {
  await delay(CLOCK_STEP * 2);
}
