import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Plays the steps of a demo as a reader does, and expects that all are done. A step that failed is shown by its text. */
export async function playSteps(page: Page, title: string): Promise<void> {
  const card = page.getByRole('group', { name: title, exact: true });
  await card.locator('.demo-steps summary').click();
  await card.getByRole('button', { name: 'Play', exact: true }).click();
  const items = card.locator('.step-list li');
  const states = (): Promise<(string | null)[]> =>
    items.evaluateAll((all) =>
      all.map((one) => {
        const state = one.getAttribute('data-step');
        return state === 'failed' ? one.textContent : state;
      }),
    );
  await expect.poll(states).toEqual(Array(await items.count()).fill('done'));
}

/** Time that the page has left, and the frames in which a step was highlighted. */
interface FrameClock {
  left: number;
  frames: number;
}

/**
 * Stops the clock of the page, by which the player measures its pauses, so that no pause ends before a test has acted.
 * Returns a function that lets time pass, by 10 ms for each frame, and one that counts highlighted frames.
 */
export async function stopClock(
  page: Page,
): Promise<{ pass: (ms: number) => Promise<void>; frames: () => Promise<number> }> {
  await page.evaluate(() => {
    let now = performance.now();
    const clock: FrameClock = { left: 0, frames: 0 };
    Object.assign(window, { clock });
    performance.now = () => now;
    window.requestAnimationFrame = (call) =>
      window.setTimeout(() => {
        if (clock.left > 0) {
          clock.left -= 10;
          now += 10;
          if (document.querySelector('.step-highlight')) clock.frames++;
        }
        call(now);
      });
  });
  return {
    pass: (ms) =>
      page.evaluate((left) => void Object.assign((window as unknown as { clock: FrameClock }).clock, { left }), ms),
    frames: () => page.evaluate(() => (window as unknown as { clock: FrameClock }).clock.frames),
  };
}
