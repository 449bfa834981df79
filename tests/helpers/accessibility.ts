import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { EnginePage } from './engines/engine.ts';
import { words } from './words.ts';

/** Viewport sizes of a desktop and a phone, in which pages are tested. */
export const WINDOWS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Color schemes of the theme. */
export const SCHEMES = ['light', 'dark'] as const;

const axeScript = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe does not enable by default: experimental, obsolete, or new in version 2.2 of the guidelines. */
const MORE_RULES = words(`
  css-orientation-lock duplicate-id focus-order-semantics label-content-name-mismatch p-as-heading
  table-fake-caption target-size td-has-header
`);

/** Rules that depend on colors. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rules that depend on the size of the viewport. */
export const SIZE_RULES = ['target-size', 'scrollable-region-focusable'];

export interface FindOptions {
  /** Rules to check. Default: all rules of axe, including {@link MORE_RULES}. */
  rules?: string[];
  /** Selector of the elements to check. Default: the document. */
  within?: string;
  /** Selector of elements to exclude. */
  without?: string;
}

/** What `runAxe()` checks, as JSON. */
interface AxeTask {
  include: string[];
  exclude: string[];
  more: string[];
  less?: string[];
  only?: string[] | undefined;
}

/** Runs in the page, after axe: returns one line for each violation. */
async function runAxe({ include, exclude, more, less = [], only }: AxeTask): Promise<string[]> {
  // With forced colors, Chromium paints the forced text color, but reports the original one for this property,
  // which axe reads.
  if (matchMedia('(forced-colors: active)').matches)
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      element.style.webkitTextFillColor = getComputedStyle(element).color;
  const { axe } = window as unknown as {
    axe: { run(context: object, options: RunOptions): Promise<AxeResults> };
  };
  const rules = [...more, ...less].map((rule) => [rule, { enabled: !less.includes(rule) }]);
  const { violations } = await axe.run(
    { include, exclude },
    { resultTypes: ['violations'], ...(only ? { runOnly: only } : { rules: Object.fromEntries(rules) }) },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/**
 * Checks the elements that a selector matches in a page of any engine. Omits the rules that depend on colors: they need
 * most of the time, and colors are the same in all engines.
 */
export async function findFaultsIn(page: EnginePage, within: string): Promise<string[]> {
  // Drivers send the text of a function.
  await page.evaluate(new Function(axeScript) as () => void);
  return await page.evaluate(runAxe, { include: [within], exclude: [], more: MORE_RULES, less: COLOUR_RULES });
}

/**
 * Gives axe to all documents of a tab before their own scripts, as the option `before` of a tab. Needed for demos that are edited:
 * their frame looks for loops in all code that is evaluated later, which takes so long for axe that the frame seems to hang.
 */
export async function preloadAxe(page: Page): Promise<void> {
  await page.addInitScript(axeScript);
}

/**
 * Checks a page and its frames with the rules of axe.
 *
 * @returns one line for each violation: the rule, and the element that breaks it
 */
export async function findFaults(page: Page, { within, without, rules }: FindOptions = {}): Promise<string[]> {
  // The script is large, so it is sent only to frames that do not have it yet.
  for (const frame of page.frames())
    if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(`(() => { ${axeScript} })()`);
  return await page.evaluate(runAxe, {
    include: [within ?? 'html'],
    exclude: without === undefined ? [] : [without],
    more: MORE_RULES,
    only: rules,
  });
}

/** Shows a page in one of the theme's color schemes, as the switch in the header does. */
export async function setScheme(page: Page, scheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.locator(`input[name="color-scheme"][value="${scheme}"]`).evaluate((input: HTMLInputElement) => {
    input.checked = true;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Scrolls every demo of a page into view, and waits until it is hydrated. */
export async function wakeDemos(page: Page): Promise<void> {
  for (const demo of await page.locator('[data-demo]').all()) await demo.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-demo]')].every((demo) => demo.hasAttribute('data-hydrated')),
  );
}

/** A node of the accessibility tree. */
export interface AccessibleNode {
  role: string;
  name: string;
  /** States such as `expanded` and `live`. */
  properties: Record<string, unknown>;
}

/** Reads the accessibility node of an element from the browser. */
export async function accessibleNode(page: Page, selector: string): Promise<AccessibleNode> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
  await session.detach();
  const [node] = nodes;
  return {
    role: node?.role?.value ?? '',
    name: node?.name?.value ?? '',
    properties: Object.fromEntries(node?.properties?.map(({ name, value }) => [name, value.value]) ?? []),
  };
}
