import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { OVERLAY_TAG } from '../../../shared/dev-protocol.ts';
import { CRASH_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../../shared/dom-contract.ts';
import type { BrowserTabs } from './browser-tabs.ts';
import { DeadlineError, within } from './deadline.ts';
import type { Finding } from './types.ts';

/** Milliseconds to wait after a demo has rendered, so that its effects, promises and timers can run. */
export const SETTLE_TIME = 150;
const INTERVAL = 25;

/**
 * Waits for the initial render, and then a little longer. `until` returns true to stop early. Returns true if the demo has started: it has
 * rendered something, in its root or outside, or the page reports that it renders nothing. Throws a DeadlineError.
 */
export async function waitForRoot(
  frame: Frame | Page,
  { timeout, until = () => false }: { timeout: number; until?: () => boolean },
): Promise<boolean> {
  const end = performance.now() + timeout;
  const isStarted = (): Promise<boolean> => within(timeout, frame.evaluate<boolean>(STARTED));
  let started = await isStarted();
  while (!started && !until() && performance.now() < end) {
    await delay(INTERVAL);
    started = await isStarted();
  }
  await delay(SETTLE_TIME);
  return await isStarted();
}

const STARTED = `document.getElementById('root')?.hasChildNodes() ||
  document.documentElement.hasAttribute('${HYDRATED_ATTRIBUTE}') ||
  document.body.querySelector(':scope > :not(#root, ${OVERLAY_TAG}, script, noscript, link, style, meta, title)') !== null`;

/** Returns findings for crashes. `selector` matches the root of the demo. */
export async function findCrash(frame: Frame | Page, selector: string, place: Finding['place']): Promise<Finding[]> {
  const roots = `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
  const messages = await frame.evaluate<string[]>(
    `${roots}.flatMap((root) => root.getAttribute('${CRASH_ATTRIBUTE}') ?? [])`,
  );
  return messages.map((message) => ({ rule: 'crash', place, message: message || 'The demo crashed' }));
}

/** Captures the root of a demo on its own page, or the window if the root has no size. Returns undefined on a timeout. */
export async function takeScreenshot(page: Page, timeout: number): Promise<Uint8Array | undefined> {
  const take = async (): Promise<Uint8Array> => {
    const box = await page.locator('#root').boundingBox();
    const clip = box && box.width > 0 && box.height > 0 ? box : undefined;
    return await page.screenshot({ animations: 'disabled', caret: 'initial', ...(clip && { clip }) });
  };
  return await within(timeout, take()).catch(() => undefined);
}

interface FailedVisit {
  tabs: BrowserTabs;
  /** Whether the `demo` or the `page` did not respond. */
  subject: 'demo' | 'page';
  place: Finding['place'];
  /** Time limit of the visit in milliseconds. */
  timeout: number;
}

/**
 * Returns the finding for a page that was not ready in time, hung, crashed or navigated. Rethrows any other error, for
 * example if the browser has closed.
 */
export function visitFailure(error: unknown, { tabs, subject, place, timeout }: FailedVisit): Finding {
  const { name, message } = error as Error;
  if (error instanceof DeadlineError || name === 'TimeoutError')
    return { rule: 'not-started', place, message: `The ${subject} did not start within ${timeout / 1000} s` };
  // Errors from the driver have the plain name `Error`.
  if (name !== 'Error' || !tabs.browser.isConnected()) throw error;
  return { rule: 'lost-page', place, message: `The ${subject} crashed or left its page: ${message.split('\n')[0]}` };
}
