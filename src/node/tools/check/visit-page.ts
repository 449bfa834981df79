import type { Frame, Locator, Page } from 'playwright-core';
import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { type AxeOptions, findInRoots, findViolations, NOT_COLORS, readLook } from './axe.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, visitFailure, waitForRoot } from './demo-root.ts';
import { type PageMessage, toFinding } from './page-messages.ts';
import type { Finding } from './types.ts';

export interface PageVisit {
  tabs: BrowserTabs;
  url: string;
  /** Ids of the demos to check, in the order of the page. */
  ids: string[];
  /** Demos of the page run in frames. */
  hasFrames: boolean;
  /** Script of axe-core. Absent: accessibility is not checked. */
  axe?: string | undefined;
  /** Looks of demos in which axe has found nothing, by id. Rules for colors take long in a page, and are left out for them. */
  looks: ReadonlyMap<string, string>;
  /** Time limit for one demo in milliseconds. */
  timeout: number;
}

export interface VisitedPage {
  demos: Map<string, SeenDemo>;
  /** Findings of the page that belong to none of its demos. */
  shell: Finding[];
}

/**
 * One demo after another, so that messages can be assigned to them. If a demo hangs the page, it is opened again for
 * the remaining ones.
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

/** Starts demos until all are started or one hangs the page. Returns those that were checked, which is at least one. */
async function startDemos({ tabs, url, ids, hasFrames, axe, looks, timeout }: PageVisit): Promise<VisitedPage> {
  const demos = new Map<string, SeenDemo>();
  const shell: Finding[] = [];
  const examined: ExaminedDemo[] = [];
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
        // While requests are held, the browser uses no cache.
        const openFrame = hasFrames ? await holdFrames(page) : undefined;
        modules = await within(2 * timeout, openShell(tab, url, timeout));
        attribute();
        for (const id of ids) {
          current = id;
          openFrame?.(id);
          const seen: SeenDemo = { findings: [] };
          demos.set(id, seen);
          // Each step has its own time limit. Many slow steps must not delay the run.
          const look = looks.get(id);
          const started = { id, module: ownValue(modules, id), axe, look, timeout };
          const left = await within(2 * timeout, lookAtDemo(page, started, seen));
          if (left) examined.push(left);
          attribute();
          if (seen.findings.length > 0) await takeScreenshot(page, id, timeout, seen);
        }
        if (axe === undefined) return;
        for (const [id, found] of await examineDemos(page, axe, { demos: examined, timeout })) {
          const seen = demos.get(id);
          seen?.findings.push(...found);
          if (seen && found.length > 0 && !seen.screenshot) await takeScreenshot(page, id, timeout, seen);
        }
      } finally {
        attribute();
      }
    });
  } catch (error) {
    const last = [...demos.values()].at(-1);
    const subject = last ? 'demo' : 'page';
    (last?.findings ?? shell).push(visitFailure(error, { tabs, subject, place: 'page', timeout }));
    for (const { id } of examined) if (demos.get(id) !== last) demos.delete(id);
    // Without the shell, no demo of the page starts.
    if (!last)
      for (const id of ids)
        demos.set(id, { findings: [{ rule: 'not-run', place: 'page', message: 'The page of the demo did not open' }] });
  }
  return { demos, shell };
}

/** Returns the page's data about its demos. */
async function openShell(
  { page, goto }: BrowserTab,
  url: string,
  timeout: number,
): Promise<Record<string, DemoModule>> {
  await goto(url, timeout);
  // Hydration starts with the input of a user. An event on `document` itself would not start it.
  await page.evaluate(() => document.documentElement.dispatchEvent(new KeyboardEvent('keydown')));
  await page.locator(`html[${HYDRATED_ATTRIBUTE}]`).waitFor({ state: 'attached', timeout });
  return await page.evaluate(() => JSON.parse(document.getElementById('site:data')?.textContent ?? '{}').demos ?? {});
}

/** Returns the function that lets the requests of one demo continue. */
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

/** The demo whose module is on the stack, or else the last started demo. Two demos of one file share a module. */
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
  /** PNG of its card, if it has findings. */
  screenshot?: Uint8Array;
}

interface StartedDemo extends Pick<PageVisit, 'axe' | 'timeout'> {
  id: string;
  module?: DemoModule;
  look: string | undefined;
}

interface ExaminedDemo {
  id: string;
  about: AxeOptions['about'];
}

/** Returns what axe finds in started demos. Those that can be seen at the same time are examined together. */
async function examineDemos(
  page: Page,
  axe: string,
  { demos, timeout }: { demos: readonly ExaminedDemo[]; timeout: number },
): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>();
  const examine = async (group: readonly ExaminedDemo[], about: AxeOptions['about']): Promise<void> => {
    if (group.length === 0) return;
    const roots = group.map(({ id }) => rootOf(id));
    const findings = await within(group.length * timeout, findInRoots(page, axe, roots, { about }));
    for (const [index, { id }] of group.entries()) found.set(id, findings[index] ?? []);
  };
  const roots = demos.map(({ id }) => rootOf(id));
  const visible = await within(timeout, page.evaluate(findVisible, roots));
  for (const about of [undefined, NOT_COLORS])
    await examine(
      demos.filter((demo, index) => demo.about === about && visible[index]),
      about,
    );
  // The tab of a later demo has closed the tab of this one.
  for (const demo of demos.filter((_demo, index) => !visible[index])) {
    await within(timeout, startDemo(page.locator(`[${DEMO_ATTRIBUTE}="${demo.id}"]`), demo.id));
    await examine([demo], demo.about);
  }
  return found;
}

/** Scrolls to where the header of the page covers nothing. Runs in the page, so it uses nothing of this module. */
function findVisible(selectors: string[]): boolean[] {
  scrollTo({ top: 0, behavior: 'instant' });
  return selectors.map((selector) => document.querySelector(selector)?.parentElement?.checkVisibility() === true);
}

function rootOf(id: string): string {
  return `[${DEMO_ATTRIBUTE}="${id}"] [${DEMO_ROOT_ATTRIBUTE}]`;
}

/**
 * Returns what axe must examine in the demo; undefined if nothing. Findings until a time-out are kept: throws if the demo does not start
 * or hangs the page.
 */
async function lookAtDemo(
  page: Page,
  { id, module, axe, look, timeout }: StartedDemo,
  seen: SeenDemo,
): Promise<ExaminedDemo | undefined> {
  const card = page.locator(`[${DEMO_ATTRIBUTE}="${id}"]`);
  await within(timeout, startDemo(card, id));
  await page.locator(`[${DEMO_ATTRIBUTE}="${id}"][${HYDRATED_ATTRIBUTE}]`).waitFor({ state: 'attached', timeout });
  const inFrame = module?.iframe ? await frameOf(page, id, timeout) : undefined;
  if (inFrame) await waitForRoot(inFrame, { timeout });
  const frame = inFrame ?? page.mainFrame();
  const root = inFrame ? '#root' : rootOf(id);
  const crash = await within(timeout, findCrash(frame, root, 'page'));
  seen.findings.push(...crash);
  // A crash box does not belong to the demo.
  if (axe === undefined || crash.length > 0) return undefined;
  const selector = JSON.stringify(root);
  const now = look && (await within(timeout, frame.evaluate<string>(`(${readLook})(${selector})`)));
  const about = look && now === look ? NOT_COLORS : undefined;
  if (!inFrame) return { id, about };
  const options = { inFrame: true, ...(about && { about }) };
  seen.findings.push(...(await within(timeout, findViolations(frame, axe, root, options))));
  return undefined;
}

/** Of its card, if that is visible. */
async function takeScreenshot(page: Page, id: string, timeout: number, seen: SeenDemo): Promise<void> {
  const card = page.locator(`[${DEMO_ATTRIBUTE}="${id}"]`);
  if (await within(timeout, card.isVisible()))
    // To hide carets, the driver would set styles on inputs of the whole page, and React would report them during hydration.
    seen.screenshot = await card.screenshot({ animations: 'disabled', caret: 'initial', timeout });
}

async function startDemo(card: Locator, id: string): Promise<void> {
  // A demo in a closed tab is not visible. Its anchor opens the tab.
  if (!(await card.isVisible())) await card.evaluate((_place, id) => location.assign(`#${id}`), id);
  await card.evaluate((container) => {
    container.scrollIntoView({ block: 'center' });
    container.dispatchEvent(new Event('pointerover', { bubbles: true }));
  });
}

/** Returns the frame of a demo when its document is loaded; undefined if the document is from another site. */
async function frameOf(page: Page, id: string, timeout: number): Promise<Frame | undefined> {
  const element = await page.locator(`[${DEMO_ATTRIBUTE}="${id}"] iframe`).elementHandle({ timeout });
  const frame = await element?.contentFrame();
  await frame?.waitForURL((url) => url.protocol !== 'about:', { timeout, waitUntil: 'domcontentloaded' });
  return frame?.url().endsWith(`/~demos/${id}`) ? frame : undefined;
}
