import { setTimeout as delay } from 'node:timers/promises';
import type { Frame } from 'playwright-core';
import { within } from './deadline.ts';

/** How long a demo is watched after it has rendered, for what its effects, promises and timers do, in milliseconds. */
const SETTLE_TIME = 150;
const INTERVAL = 25;

/**
 * Waits until React has rendered something into `#root`, and a little longer.
 *
 * @param options.until ends the waiting early, when nothing is to be expected any more
 * @returns whether there is something; throws a DeadlineError when the page answers nothing at all
 */
export async function waitForRoot(
  frame: Frame,
  { timeout, until = () => false }: { timeout: number; until?: () => boolean },
): Promise<boolean> {
  const end = performance.now() + timeout;
  const isFilled = (): Promise<boolean> =>
    frame.evaluate(() => document.getElementById('root')?.hasChildNodes() === true);
  let filled = await within(timeout, isFilled());
  while (!filled && !until() && performance.now() < end) {
    await delay(INTERVAL);
    filled = await within(timeout, isFilled());
  }
  await delay(SETTLE_TIME);
  return await within(timeout, isFilled());
}
