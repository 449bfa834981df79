import type { Frame, Locator, Page } from 'playwright-core';

/** A demo card with an open editor. */
export interface LiveCard {
  card: Locator;
  /** Replaces the text of a file. Default: the first file. */
  write: (text: string, file?: number) => Promise<void>;
  /** Returns the text of a file in its editor. */
  read: (file?: number) => Promise<string>;
  /** Returns the sandboxed frame once it is visible. */
  frame: () => Promise<Frame>;
  /** Waits until the sandboxed frame is loaded, also if it is hidden. Removed earlier, its request is reported as failed. */
  loaded: () => Promise<void>;
  /** Returns the text of the failure box over the demo once it is shown. */
  failure: () => Promise<string>;
  button: (name: string) => Locator;
}

/** Returns the source of a demo with this body of its component, after other statements. */
export function plainCode(body: string, before = ''): string {
  return `${before}export default function Plain() {\n${body}\n}\n`;
}

/** Opens the editor of a demo. */
export async function editDemo(page: Page, selector = '[data-demo]'): Promise<LiveCard> {
  const card = page.locator(selector).first();
  await card.scrollIntoViewIfNeeded();
  await card.and(page.locator('[data-hydrated]')).waitFor();
  await card.getByRole('button', { name: 'Edit', exact: true }).click();
  await card.locator('.live-editor textarea').first().waitFor();
  return liveCard(card);
}

/** Wraps a card whose editor is open, or about to open. */
export function liveCard(card: Locator): LiveCard {
  const area = (file: number): Locator => card.locator('.live-editor textarea').nth(file);
  const frameOf = async (selector: string): Promise<Frame> => {
    const frame = await (await card.locator(selector).elementHandle())?.contentFrame();
    if (!frame) throw new Error('The frame has no document');
    return frame;
  };
  return {
    card,
    write: (text, file = 0) =>
      area(file).evaluate((element: HTMLTextAreaElement, value) => {
        element.value = value;
        element.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, text),
    read: (file = 0) => area(file).inputValue(),
    frame: () => frameOf('.live-frame:not([data-waiting])'),
    async loaded() {
      await (await frameOf('.live-frame')).waitForURL('**/~sandbox.html');
    },
    async failure() {
      const box = card.locator('.live-failure');
      await box.waitFor();
      return await box.innerText();
    },
    button: (name) => card.getByRole('button', { name }),
  };
}

/** Measures the longest time, in milliseconds, for which the page was blocked during `work`. */
export async function longestGap(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const state = { last: performance.now(), longest: 0 };
    Object.assign(window, { gaps: state });
    setInterval(() => {
      const now = performance.now();
      state.longest = Math.max(state.longest, now - state.last);
      state.last = now;
    }, 5);
  });
  await work();
  return await page.evaluate(() => (window as unknown as { gaps: { longest: number } }).gaps.longest);
}
