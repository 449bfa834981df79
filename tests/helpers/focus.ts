import type { Locator, Page } from 'playwright-core';

/**
 * Presses Tab until an element has the focus. Every stop on the way must show the focus.
 *
 * @throws an Error that names the stop where the focus is invisible or does not move, or the element if it is not
 * reached
 */
export async function reachByTab(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let count = 0; count < 200; count++) {
    await rememberLooks(page, { isFirst: count === 0 });
    await page.keyboard.press(key);
    const { problem } = await seeFocus(page);
    if (problem) throw new Error(problem);
    if (await target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
  }
  throw new Error(`${target} is not reached by ${key}`);
}

/** An element that has the focus, and the problem with its focus indicator. Empty if there is none. */
export interface FocusStop {
  name: string;
  problem: string;
}

/** Goes through a page once by Tab, and returns the stops in order, up to the end of the page. */
export async function walkByTab(page: Page): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  for (let count = 0; count < 400; count++) {
    await rememberLooks(page, { isFirst: count === 0 });
    await page.keyboard.press('Tab');
    const stop = await seeFocus(page);
    if (stop.name === 'body' || stop.name === stops[0]?.name) return stops;
    stops.push(stop);
  }
  throw new Error('The focus does not come to the end of the page');
}

/**
 * Records how focusable elements look without the focus: first all of them, then new elements and the one that has just
 * lost it.
 */
async function rememberLooks(page: Page, { isFirst }: { isFirst: boolean }): Promise<void> {
  await page.evaluate((isFirstStop) => {
    const state = window as unknown as { looks: Map<Element, string>; lookOf: (element: Element) => string };
    state.lookOf ??= (element) => {
      // Another box may show the focus, as the label around a hidden radio button does.
      const boxes = [element, element.closest('label'), element.closest('.live-editor')].filter((box) => box !== null);
      return boxes
        .map((box) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow, clipPath } = getComputedStyle(box);
          return [outlineStyle, outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, clipPath].join();
        })
        .join('|');
    };
    const focusable = document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    );
    if (isFirstStop) state.looks = new Map();
    // An editor shows the focus of every element in it.
    for (const mate of document.activeElement?.closest('.live-editor')?.querySelectorAll('*') ?? [])
      state.looks.delete(mate);
    for (const element of focusable) if (!state.looks.has(element)) state.looks.set(element, state.lookOf(element));
    // The element that has the focus is recorded without it next time.
    if (document.activeElement) state.looks.delete(document.activeElement);
  }, isFirst);
}

async function seeFocus(page: Page): Promise<FocusStop> {
  return await page.evaluate(() => {
    const { looks, lookOf } = window as unknown as {
      looks: Map<Element, string>;
      lookOf: (element: Element) => string;
    };
    const active = document.activeElement;
    if (!active || active === document.body) return { name: 'body', problem: '' };
    const text = active.getAttribute('aria-label') ?? active.textContent ?? '';
    const twins = [...document.querySelectorAll(active.localName)];
    const name = `${active.localName} ${twins.indexOf(active)} ${text.trim().slice(0, 40)}`;
    // The content of a demo is its author's responsibility.
    if (active.closest('[data-demo-root]') || active.localName === 'iframe') return { name, problem: '' };
    if (!looks.has(active)) return { name, problem: `${name}: the focus stays` };
    if (looks.get(active) === lookOf(active)) return { name, problem: `${name}: the focus is not shown` };
    const { left, right, top, bottom } = (active.closest('label') ?? active).getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const seen = document.elementFromPoint(x, y);
    const isSeen =
      seen !== null && (active.contains(seen) || seen.contains(active) || seen.closest('label')?.contains(active));
    return { name, problem: isSeen ? '' : `${name}: at ${x}, ${y} is ${seen?.outerHTML.slice(0, 80) ?? 'nothing'}` };
  });
}
