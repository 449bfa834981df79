import { setTimeout as delay } from 'node:timers/promises';
import { within } from './deadline.ts';
import type { Evaluator } from './evaluator.ts';

/** Milliseconds to wait after a demo has rendered, so that its effects, promises and timers can run. */
const SETTLE_TIME = 150;
const INTERVAL = 25;

/**
 * After the first rendering, waits a little longer. `until` returns true to stop early. Returns whether something was rendered. Throws a
 * DeadlineError.
 */
export async function waitForRoot(
  frame: Evaluator,
  { timeout, until = () => false }: { timeout: number; until?: () => boolean },
): Promise<boolean> {
  const end = performance.now() + timeout;
  const isFilled = async (): Promise<boolean> =>
    (await frame.evaluate("document.getElementById('root')?.hasChildNodes() === true")) === true;
  let filled = await within(timeout, isFilled());
  while (!filled && !until() && performance.now() < end) {
    await delay(INTERVAL);
    filled = await within(timeout, isFilled());
  }
  await delay(SETTLE_TIME);
  return await within(timeout, isFilled());
}
