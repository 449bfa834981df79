import type { Frame, Locator, Page } from 'playwright-core';
import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import { findViolations } from './axe.ts';
import { within } from './deadline.ts';
import { findCrash, waitForRoot } from './demo-root.ts';
import type { Finding } from './types.ts';

export interface DemoModule {
  js: string;
  url: string;
  /** True if the demo runs in a frame. */
  iframe?: boolean | number;
}

export interface SeenDemo {
  findings: Finding[];
  /** PNG of its card, if it has findings. */
  screenshot?: Uint8Array;
}

/** Findings until a time-out are kept: throws if the demo does not start or hangs the page. */
export async function lookAtDemo(
  page: Page,
  { id, module, axe, timeout }: { id: string; module?: DemoModule; axe?: string | undefined; timeout: number },
  seen: SeenDemo,
): Promise<void> {
  const card = page.locator(`[${DEMO_ATTRIBUTE}="${id}"]`);
  await within(timeout, startDemo(card, id));
  await page.locator(`[${DEMO_ATTRIBUTE}="${id}"][${HYDRATED_ATTRIBUTE}]`).waitFor({ state: 'attached', timeout });
  const inFrame = module?.iframe ? await frameOf(page, id, timeout) : undefined;
  if (inFrame) await waitForRoot(inFrame, { timeout });
  const frame = inFrame ?? page.mainFrame();
  const root = inFrame ? '#root' : `[${DEMO_ATTRIBUTE}="${id}"] [${DEMO_ROOT_ATTRIBUTE}]`;
  const crash = await within(timeout, findCrash(frame, root, 'page'));
  seen.findings.push(...crash);
  // A crash box does not belong to the demo.
  if (axe !== undefined && crash.length === 0)
    seen.findings.push(
      ...(await within(timeout, findViolations(frame, axe, root, { inFrame: inFrame !== undefined }))),
    );
}

/** Of its card, if that is visible. */
export async function takeScreenshot(page: Page, id: string, timeout: number, seen: SeenDemo): Promise<void> {
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
