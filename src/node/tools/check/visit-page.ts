import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, SETTLE_TIME, visitFailure, waitForRoot } from './demo-root.ts';
import { type PageMessage, toFinding } from './page-messages.ts';
import type { Finding } from './types.ts';

export interface PageVisit {
  tabs: BrowserTabs;
  url: string;
  /** Ids of the demos to check, in page order. */
  ids: string[];
  /** True if demos of the page run in frames. */
  hasFrames: boolean;
  /** True to check that element ids in demos do not occur elsewhere in the page. */
  comparesIds: boolean;
  /** Time limit for one demo in milliseconds. */
  timeout: number;
}

export interface VisitedPage {
  demos: Map<string, SeenDemo>;
  /** Findings of the page that do not belong to a demo. */
  shell: Finding[];
}

/**
 * Starts one demo at a time, so that messages can be assigned to demos. If a demo hangs the page, the page is opened
 * again for the remaining demos.
 */
export async function visitPage(visit: PageVisit): Promise<VisitedPage> {
  const first = await startDemos(visit);
  while (first.demos.size < visit.ids.length) {
    const ids = visit.ids.filter((id) => !first.demos.has(id));
    const { demos, shell } = await startDemos({ ...visit, ids });
    for (const [id, seen] of demos) first.demos.set(id, seen);
    first.shell.push(...shell);
  }
  return first;
}

/** Starts demos until all have started or one hangs the page. Returns the checked demos (at least one). */
async function startDemos({ tabs, url, ids, hasFrames, comparesIds, timeout }: PageVisit): Promise<VisitedPage> {
  const demos = new Map<string, SeenDemo>();
  const shell: Finding[] = [];
  try {
    await tabs.use(async (tab) => {
      const { page, messages } = tab;
      let modules: Record<string, DemoModule> = {};
      let current: string | undefined;
      const attribute = (): void => {
        for (const message of messages.take()) {
          const speaker = demos.get(speakerOf(message, modules, current) ?? '');
          (speaker?.findings ?? shell).push(toFinding(message, 'page'));
        }
      };
      try {
        // While requests are intercepted, the browser does not use its cache.
        const openFrame = hasFrames ? await holdFrames(page) : undefined;
        modules = await within(2 * timeout, openShell(tab, url, timeout));
        attribute();
        for (const id of ids) {
          current = id;
          openFrame?.(id);
          const seen: SeenDemo = { findings: [] };
          demos.set(id, seen);
          // Each step has its own time limit. This limit prevents many slow steps from delaying the run.
          await within(2 * timeout, lookAtDemo(page, { id, module: ownValue(modules, id), timeout }, seen));
          attribute();
          if (seen.findings.length > 0) await takeScreenshot(page, id, timeout, seen);
        }
        await delay(SETTLE_TIME);
        if (!comparesIds) return;
        const shared = await within(timeout, page.evaluate(findSharedIds, ids.map(rootOf)));
        for (const [index, id] of ids.entries()) demos.get(id)?.findings.push(...(shared[index] ?? []).map(sharedId));
      } finally {
        attribute();
      }
    });
  } catch (error) {
    const last = [...demos.values()].at(-1);
    const subject = last ? 'demo' : 'page';
    (last?.findings ?? shell).push(visitFailure(error, { tabs, subject, place: 'page', timeout }));
    // If the page cannot be opened, none of its demos starts.
    if (!last)
      for (const id of ids)
        demos.set(id, { findings: [{ rule: 'not-run', place: 'page', message: 'The page of the demo did not open' }] });
  }
  return { demos, shell };
}

/** Opens the page. Returns the page's data about its demos. */
async function openShell(
  { page, goto }: BrowserTab,
  url: string,
  timeout: number,
): Promise<Record<string, DemoModule>> {
  await goto(url, timeout);
  // User input starts hydration. An event on `document` itself would not start hydration.
  await page.evaluate(() => document.documentElement.dispatchEvent(new KeyboardEvent('keydown')));
  await page.locator(`html[${HYDRATED_ATTRIBUTE}]`).waitFor({ state: 'attached', timeout });
  return await page.evaluate(() => JSON.parse(document.getElementById('site:data')?.textContent ?? '{}').demos ?? {});
}

/** Holds requests for frames. Returns the function that lets the requests for one demo continue. */
async function holdFrames(page: Page): Promise<(id: string) => void> {
  const gates = new Map<string, { opened: Promise<void>; open: () => void }>();
  const gateOf = (id: string): { opened: Promise<void>; open: () => void } => {
    const known = gates.get(id);
    if (known) return known;
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const gate = { opened, open };
    gates.set(id, gate);
    return gate;
  };
  await page.route(/\/~demos\/[^/]+$/, async (route) => {
    await gateOf(route.request().url().split('/').at(-1) ?? '').opened;
    // The page may already be closed.
    await route.continue().catch(() => undefined);
  });
  return (id) => gateOf(id).open();
}

/** Returns the demo whose module is on the stack, or else the demo that started last. Two demos in one file share a module. */
function speakerOf(
  { scripts }: PageMessage,
  modules: Record<string, DemoModule>,
  current: string | undefined,
): string | undefined {
  const named = Object.keys(modules).filter((id) => scripts.some((script) => script.endsWith(modules[id]?.js ?? '\0')));
  return current !== undefined && named.includes(current) ? current : (named.at(-1) ?? current);
}

interface DemoModule {
  js: string;
  url: string;
  /** True if the demo runs in a frame. */
  iframe?: boolean | number;
}

interface SeenDemo {
  findings: Finding[];
  /** PNG of the demo's card, if the demo has findings. */
  screenshot?: Uint8Array;
}

interface StartedDemo extends Pick<PageVisit, 'timeout'> {
  id: string;
  module: DemoModule | undefined;
}

/** Adds findings even if a timeout follows. Throws if the demo does not start or hangs the page. */
async function lookAtDemo(page: Page, { id, module, timeout }: StartedDemo, { findings }: SeenDemo): Promise<void> {
  const card = page.locator(`[${DEMO_ATTRIBUTE}="${id}"]`);
  await within(timeout, startDemo(card, id));
  await page.locator(`[${DEMO_ATTRIBUTE}="${id}"][${HYDRATED_ATTRIBUTE}]`).waitFor({ state: 'attached', timeout });
  const inFrame = module?.iframe ? await frameOf(page, id, timeout) : undefined;
  if (inFrame) await waitForRoot(inFrame, { timeout });
  const root = inFrame ? '#root' : rootOf(id);
  findings.push(...(await within(timeout, findCrash(inFrame ?? page.mainFrame(), root, 'page'))));
}

function rootOf(id: string): string {
  return `[${DEMO_ATTRIBUTE}="${id}"] [${DEMO_ROOT_ATTRIBUTE}]`;
}

/** Returns the ids in each root that also occur elsewhere in the document. Runs in the page, so it uses nothing from this module. */
function findSharedIds(roots: string[]): string[][] {
  const named = [...document.querySelectorAll('[id]:not([id=""])')];
  return roots.map((selector) => {
    const root = document.querySelector(selector);
    const elsewhere = new Set(named.filter((element) => !root?.contains(element)).map(({ id }) => id));
    const own = named.filter((element) => root?.contains(element) && !element.parentElement?.closest('svg'));
    return [...new Set(own.map(({ id }) => id))].filter((id) => elsewhere.has(id));
  });
}

/** Returns a finding with the same rule as in axe, which only examines each demo without the others. */
function sharedId(id: string): Finding {
  return {
    rule: 'axe/duplicate-id',
    place: 'page',
    message: `The id \`${id}\` is also used elsewhere in the page of the demo, by another demo or by the page itself`,
    details: 'Create ids with useId()',
  };
}

/** Takes a screenshot of the demo's card if the card is visible. */
async function takeScreenshot(page: Page, id: string, timeout: number, seen: SeenDemo): Promise<void> {
  const card = page.locator(`[${DEMO_ATTRIBUTE}="${id}"]`);
  if (await within(timeout, card.isVisible()))
    // To hide carets, the driver would set styles on all inputs of the page, which React would report during hydration.
    seen.screenshot = await card.screenshot({ animations: 'disabled', caret: 'initial', timeout });
}

async function startDemo(card: Locator, id: string): Promise<void> {
  // A demo in a closed tab is not visible. The demo's anchor opens the tab.
  if (!(await card.isVisible())) await card.evaluate((_place, id) => location.assign(`#${id}`), id);
  await card.evaluate((container) => {
    container.scrollIntoView({ block: 'center' });
    container.dispatchEvent(new Event('pointerover', { bubbles: true }));
  });
}

/** Returns the frame of a demo when the frame's document has loaded. Undefined if the document is from another site. */
async function frameOf(page: Page, id: string, timeout: number): Promise<Frame | undefined> {
  const element = await page.locator(`[${DEMO_ATTRIBUTE}="${id}"] iframe`).elementHandle({ timeout });
  const frame = await element?.contentFrame();
  await frame?.waitForURL((url) => url.protocol !== 'about:', { timeout, waitUntil: 'domcontentloaded' });
  return frame?.url().endsWith(`/~demos/${id}`) ? frame : undefined;
}
