import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findFaults, SCHEMES, SIZE_RULES, setScheme, WINDOWS } from '../helpers/accessibility.ts';
import { createSite } from '../helpers/build-site.ts';
import { editDemo } from '../helpers/live.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { stopClock } from '../helpers/play-steps.ts';
import { STEPS_SITE } from '../helpers/steps-site.ts';

let site: OpenSite;

beforeAll(async () => {
  const { root, build } = await createSite(STEPS_SITE);
  const { text } = await build({ cache: false });
  expect(text).toBe('');
  site = await openSite({ root });
});

/** The steps of a demo, opened. */
interface Steps {
  card: Locator;
  step: (name: string) => Locator;
  press: (name: 'Play' | 'Pause' | 'Next' | 'Previous') => Promise<void>;
  /** Returns the state of each step. */
  states: () => Promise<(string | null)[]>;
}

async function openSteps(page: Page, title: string): Promise<Steps> {
  const card = page.getByRole('group', { name: title, exact: true });
  await card.locator('.demo-steps summary').click();
  return {
    card,
    step: (name) => card.locator('.step-list li', { hasText: name }),
    press: (name) => card.getByRole('button', { name, exact: true }).click(),
    states: () => card.locator('.step-list li').evaluateAll((all) => all.map((one) => one.getAttribute('data-step'))),
  };
}

/** Collects what the page announces, and the boxes that were highlighted, from now on. */
async function observe(page: Page): Promise<() => Promise<{ said: string[]; boxes: string[] }>> {
  await page.evaluate(() => {
    const seen = { said: [] as string[], boxes: [] as string[] };
    Object.assign(window, { seen });
    const announcer = document.querySelector('[data-announcer]') as Element;
    new MutationObserver(() => seen.said.push(announcer.textContent ?? '')).observe(announcer, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if ((node as Element).matches('.step-highlight'))
            requestAnimationFrame(() => {
              const { left, top, width, height } = (node as Element).getBoundingClientRect();
              seen.boxes.push([left, top, width, height].map(Math.round).join());
            });
    }).observe(document.documentElement, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { said: string[]; boxes: string[] } }).seen);
}

async function boxOf(target: Locator): Promise<string> {
  const box = await target.boundingBox();
  return [box?.x, box?.y, box?.width, box?.height].map((value) => Math.round(value ?? 0)).join();
}

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.textContent ?? undefined);

describe('the steps of a demo', () => {
  it('are played from the start, announced and highlighted, and the focus comes back', async () => {
    const { page, messages } = await site.open('/');
    const { card, press, states, step } = await openSteps(page, 'Counter');
    const button = card.getByRole('button', { name: /^Count/ });
    await button.click();
    await button.scrollIntoViewIfNeeded();
    const seen = await observe(page);
    const box = await boxOf(button);
    await press('Play');
    await expect.poll(states).toEqual(['done', 'done']);
    expect(await button.innerText()).toBe('Count 2');
    await expect
      .poll(async () => (await seen()).said)
      .toEqual(['Step 1 of 2: A click counts', 'Step 2 of 2: Another click counts', 'All steps are done.']);
    expect((await seen()).boxes).toEqual([box, box]);
    expect(await page.locator('.step-highlight').count()).toBe(0);
    expect(await step('Another').getAttribute('aria-current')).toBe('step');
    expect(await step('Another').innerText()).toContain('Done');
    await expect.poll(() => focused(page)).toContain('Play');
    // Played again, it starts again.
    const { pass } = await stopClock(page);
    await press('Play');
    await expect.poll(() => button.innerText()).toBe('Count 0');
    await pass(60_000);
    await expect.poll(states).toEqual(['done', 'done']);
    expect(messages).toEqual([]);
  });

  it('keep a popup open between two presses on "Next", by pointer and by key', async () => {
    const { page } = await site.open('/');
    const { press, states, step, card } = await openSteps(page, 'Picker');
    const list = page.getByRole('listbox', { name: 'Cities' });
    await press('Next');
    await expect.poll(states).toEqual(['done', '', '', '']);
    await expect.poll(() => focused(page)).toBe('Next');
    expect(await list.isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(states).toEqual(['done', 'done', '', '']);
    await expect.poll(() => focused(page)).toBe('Next');
    expect(await list.isVisible()).toBe(true);
    await press('Next');
    await expect.poll(states).toEqual(['done', 'done', 'yours', '']);
    expect(await step('pointer').innerText()).toContain('Do this step yourself');
    await press('Next');
    await expect.poll(states).toEqual(['done', 'done', 'done', 'done']);
    expect(await card.getByLabel('City').inputValue()).toBe('Oslo');
    expect(await list.isVisible()).toBe(true);
    // The demo sees that it loses the focus to another part of the page.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await list.waitFor({ state: 'hidden' });
  });

  it('play a step for each press on "Next", also while the player loads', async () => {
    const { page } = await site.open('/');
    const { press, states } = await openSteps(page, 'Picker');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let requests = 0;
    await page.route('**/*.js', async (route) => {
      requests++;
      await released;
      await route.continue();
    });
    await press('Next');
    await press('Next');
    await expect.poll(() => requests).toBeGreaterThan(0);
    expect(await states()).toEqual(['', '', '', '']);
    release();
    await expect.poll(states).toEqual(['done', 'done', '', '']);
  });

  it('stop at a step that needs real input, and go on in the state of the reader', async () => {
    const { page } = await site.open('/');
    const { press, states, card } = await openSteps(page, 'Picker');
    const seen = await observe(page);
    await press('Play');
    await expect.poll(states).toEqual(['done', 'done', 'yours', '']);
    await expect
      .poll(async () => (await seen()).said.at(-1))
      .toBe('Do this step yourself, then press Next: The pointer shows a color');
    await card.getByLabel('City').fill('Bergen');
    await press('Play');
    await expect.poll(states).toEqual(['done', 'done', 'done', 'done']);
    expect(await card.getByLabel('City').inputValue()).toBe('Oslo');
  });

  it('move the pointer to a disabled element', async () => {
    const { page } = await site.open('/disabled');
    const { press, states } = await openSteps(page, 'Disabled');
    await press('Play');
    await expect.poll(states).toEqual(['done']);
  });

  it('go back by playing again up to the step before', async () => {
    const { page } = await site.open('/');
    const { card, press, states } = await openSteps(page, 'Counter');
    const button = card.getByRole('button', { name: /^Count/ });
    const previous = card.getByRole('button', { name: 'Previous' });
    expect(await previous.getAttribute('aria-disabled')).toBe('true');
    await press('Next');
    await expect.poll(states).toEqual(['done', '']);
    await press('Next');
    await expect.poll(states).toEqual(['done', 'done']);
    expect(await card.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    const seen = await observe(page);
    await press('Previous');
    await expect.poll(() => focused(page)).toBe('Previous');
    expect(await states()).toEqual(['done', '']);
    expect(await button.innerText()).toBe('Count 1');
    expect(await seen()).toEqual({ said: ['Step 1 of 2: A click counts'], boxes: [] });
    await press('Previous');
    await expect.poll(() => button.innerText()).toBe('Count 0');
    expect(await states()).toEqual(['', '']);
  });

  it('are paused by a press or by Escape, and go on from there', async () => {
    const { page } = await site.open('/');
    const { card, press, states } = await openSteps(page, 'Counter');
    const highlight = page.locator('.step-highlight');
    const { pass } = await stopClock(page);
    await press('Play');
    await highlight.waitFor();
    await press('Pause');
    await expect.poll(() => focused(page)).toContain('Play');
    expect(await highlight.isVisible()).toBe(true);
    expect(await states()).toEqual(['running', '']);
    await press('Play');
    // The pause before the first step, and none of the next.
    await pass(900);
    await expect.poll(states).toEqual(['done', 'running']);
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'Play' }).waitFor();
    expect(await states()).toEqual(['done', 'running']);
    await press('Next');
    await pass(60_000);
    await expect.poll(states).toEqual(['done', 'done']);
  });

  it('have a speed', async () => {
    const { page } = await site.open('/');
    const { card, press, states } = await openSteps(page, 'Counter');
    const speed = card.getByRole('button', { name: 'Speed' });
    const { pass, frames } = await stopClock(page);
    const framesOf = async (): Promise<number> => {
      const before = await frames();
      await press('Play');
      await expect.poll(states).toEqual(['running', '']);
      await pass(60_000);
      await expect.poll(states).toEqual(['done', 'done']);
      await pass(0);
      return (await frames()) - before;
    };
    expect(await speed.innerText()).toBe('Speed 1×');
    // Two pauses of 0.9 s.
    expect(Math.round((await framesOf()) / 20)).toBe(9);
    await speed.click();
    await expect.poll(() => speed.innerText()).toBe('Speed 2×');
    expect(Math.round((await framesOf()) / 20)).toBe(5);
    await speed.click();
    await expect.poll(() => speed.innerText()).toBe('Speed 0.5×');
    expect(Math.round((await framesOf()) / 20)).toBe(18);
  });

  it('say where they fail, and start again', async () => {
    const { page, messages } = await site.open('/');
    const { press, states, step, card } = await openSteps(page, 'Failing');
    await press('Play');
    await expect.poll(states).toEqual(['failed']);
    const text = "This step did not work here. Expected find('button', 'Count 0') to have the text 'Nothing'";
    expect(await step('Shows nothing').innerText()).toContain(text);
    expect(await card.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await press('Play');
    await expect.poll(states).toEqual(['running']);
    await expect.poll(states).toEqual(['failed']);
    expect(messages).toEqual([]);
  });

  it('run in the frame of a demo', async () => {
    const { page } = await site.open('/');
    const { card, press, states } = await openSteps(page, 'Framed');
    const frame = card.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Count 0' }).click();
    await press('Play');
    await expect.poll(states).toEqual(['done', 'done']);
    expect(await frame.getByRole('button').innerText()).toBe('Count 2');
    await expect.poll(() => focused(page)).toContain('Play');
  });

  it('wait for the document of a frame, which has no element at first', async () => {
    const { page } = await site.open('/');
    const { press, states } = await openSteps(page, 'Framed');
    await page.evaluate(() => {
      const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentDocument') ?? {};
      const begun = [undefined, { documentElement: null }];
      Object.defineProperty(HTMLIFrameElement.prototype, 'contentDocument', {
        get() {
          return begun.shift() ?? get?.call(this);
        },
      });
    });
    await press('Play');
    await expect.poll(states).toEqual(['done', 'done']);
  });

  it('stop when those of another demo start', async () => {
    const { page } = await site.open('/');
    const counter = await openSteps(page, 'Counter');
    const picker = await openSteps(page, 'Picker');
    const { pass } = await stopClock(page);
    await counter.press('Play');
    await expect.poll(counter.states).toEqual(['running', '']);
    await picker.press('Next');
    await expect.poll(counter.states).toEqual(['', '']);
    await pass(60_000);
    await expect.poll(picker.states).toEqual(['done', '', '', '']);
  });

  it('belong to the original demo while it is edited', async () => {
    const { page } = await site.open('/');
    const { card, press, states } = await openSteps(page, 'Picker');
    const note = card.getByText('These steps belong to the original demo');
    await press('Next');
    await expect.poll(states).toEqual(['done', '', '', '']);
    expect(await note.isVisible()).toBe(false);
    const live = await editDemo(page);
    await note.waitFor();
    expect(await states()).toEqual(['', '', '', '']);
    expect(await card.getByRole('button', { name: 'Play' }).isDisabled()).toBe(true);
    await live.button('Done').click();
    await note.waitFor({ state: 'hidden' });
    await press('Next');
    await expect.poll(states).toEqual(['done', '', '', '']);
  });

  it.each(SCHEMES)('are accessible in the %s color scheme, and fit a phone', async (scheme) => {
    const { page } = await site.open('/');
    await setScheme(page, scheme);
    const { press, states } = await openSteps(page, 'Failing');
    await press('Play');
    await expect.poll(states).toEqual(['failed']);
    const picker = await openSteps(page, 'Picker');
    await picker.press('Next');
    await expect.poll(picker.states).toEqual(['done', '', '', '']);
    expect(await findFaults(page, { within: '.demo-steps' })).toEqual([]);
    await page.setViewportSize(WINDOWS.phone);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    expect(await findFaults(page, { within: '.demo-steps', rules: SIZE_RULES })).toEqual([]);
    await page.setViewportSize(WINDOWS.desktop);
  });

  it('are listed without scripts, with the table of keys', async () => {
    const { page } = await site.open('/', { javaScriptEnabled: false });
    const { card } = await openSteps(page, 'Picker');
    expect(await card.locator('.step-list li').count()).toBe(4);
    expect(await card.getByRole('table', { name: 'Keyboard' }).isVisible()).toBe(true);
    expect(await card.getByRole('button', { name: 'Play' }).isVisible()).toBe(false);
  });
});
