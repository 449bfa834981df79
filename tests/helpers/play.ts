import type { Locator, Page } from 'playwright-core';
import type { Step } from './demo-recipes.ts';

/** Plays the steps of a recipe in a demo's element. Rejects at the first step that fails. */
export async function play(page: Page, demo: Locator, steps: Step[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await playStep(page, demo, step).catch((error: Error) => {
      throw new Error(`step ${index} ${JSON.stringify(step)}: ${error.message}`);
    });
  }
}

async function playStep(page: Page, demo: Locator, step: Step): Promise<void> {
  const find = (selector: string): Locator => demo.locator(selector);
  if ('click' in step) await find(step.click).click();
  else if ('clickDisabled' in step) await find(step.clickDisabled).click({ force: true });
  else if ('doubleClick' in step) await find(step.doubleClick).dblclick();
  else if ('hover' in step) await find(step.hover).hover();
  else if ('press' in step) for (let count = step.times ?? 1; count > 0; count--) await page.keyboard.press(step.press);
  else if ('type' in step) await page.keyboard.type(step.type, { delay: 10 });
  else if ('tabTo' in step) await tabTo(page, find(step.tabTo));
  else if ('see' in step)
    await find(step.in ?? 'output')
      .filter({ hasText: step.see })
      .first()
      .waitFor({ state: 'attached' });
  else if ('shown' in step) await find(step.shown).first().waitFor({ state: 'visible' });
  else await find(step.hidden).first().waitFor({ state: 'hidden' });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab');
    if (await target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
  }
  throw new Error(`${target} is not reached by Tab`);
}
