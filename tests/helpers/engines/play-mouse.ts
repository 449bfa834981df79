import { expect } from 'vitest';
import type { Step } from '../demo-recipes.ts';
import type { EnginePage, Look } from './engine.ts';

/** Plays the mouse steps of a recipe in the first demo of a page. */
export async function playMouse(page: EnginePage, steps: Step[]): Promise<void> {
  const inDemo = (selector: string): string => `[data-demo] >> nth=0 >> ${selector}`;
  const until = (selector: string, is: (found: Look[]) => boolean): Promise<void> =>
    expect.poll(async () => is(await page.look(inDemo(selector))), { message: selector }).toBe(true);
  for (const step of steps) {
    if ('click' in step) await page.click(inDemo(step.click));
    else if ('clickDisabled' in step) await page.click(inDemo(step.clickDisabled));
    else if ('doubleClick' in step) await page.click(inDemo(step.doubleClick), 2);
    else if ('hover' in step) await page.hover(inDemo(step.hover));
    else if ('type' in step) await page.type(step.type);
    else if ('see' in step)
      await until(step.in ?? 'output', (found) => found.some(({ text }) => text.includes(step.see)));
    else if ('shown' in step) await until(step.shown, ([first]) => first?.isVisible === true);
    else if ('hidden' in step) await until(step.hidden, ([first]) => !first?.isVisible);
    else throw new Error(`No step of a mouse: ${JSON.stringify(step)}`);
  }
}
