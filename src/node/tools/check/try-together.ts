import type { createLimit } from '../../base/files/each-limited.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, visitFailure, waitForRoot } from './demo-root.ts';
import { type PageMessage, toFinding } from './page-messages.ts';
import type { Finding, FindingPlace } from './types.ts';

/** Default number of demos in a group. */
const TOGETHER = 64;

/** Result of a visit to a demo. */
export interface Shown {
  findings: Finding[];
  screenshot?: Uint8Array;
  /** Time that the demo took in its group. */
  milliseconds?: number;
}

export interface Showing<Item> {
  tabs: BrowserTabs;
  place: Exclude<FindingPlace, 'build' | 'configuration'>;
  /** Time limit for a demo in milliseconds. */
  timeout: number;
  /** Shows a demo instead of the previous demo, or the first demo in a new document. Returns false if that is not possible. */
  show: (tab: BrowserTab, item: Item, isFirst: boolean) => Promise<boolean>;
  /** Called when a demo or its crash box is shown. Adds to `shown`, even if it throws. By default, nothing else is examined. */
  examine?: (tab: BrowserTab, item: Item, shown: Shown, isCrashed: boolean) => Promise<void>;
  /** Finding for a demo that renders nothing. By default, there is no such finding. */
  empty?: Finding;
  /** Returns true if a message is a finding. By default, every message is. */
  isFinding?: (message: PageMessage) => boolean;
}

/**
 * Divides demos into groups, because a separate document for each demo would run the same scripts again. The returned
 * function returns undefined for a demo that needs a separate document.
 *
 * @param limit limits the number of pages that are open at the same time
 * @param size maximum number of demos in a group
 */
export function createGroups<Item>(
  items: readonly Item[],
  limit: ReturnType<typeof createLimit>,
  tryGroup: (group: readonly Item[]) => Promise<ReadonlyMap<Item, Shown>>,
  size = TOGETHER,
): (item: Item) => Promise<Shown | undefined> {
  const tried = new Map<number, Promise<ReadonlyMap<Item, Shown>>>();
  return async (item) => {
    const number = Math.floor(items.indexOf(item) / size);
    const group = items.slice(number * size, (number + 1) * size);
    const trying = tried.get(number) ?? limit(() => tryGroup(group));
    tried.set(number, trying);
    return (await trying).get(item);
  };
}

/**
 * Returns the demos whose findings count. A finding may be caused by another demo, except for findings of axe, which
 * examines only what is shown. After any other finding, the next demo starts in a new document. If that demo also has a
 * finding, the remaining demos are left out, because all of them may have it.
 */
export async function showTogether<Item>(
  showing: Showing<Item>,
  items: readonly Item[],
): Promise<ReadonlyMap<Item, Shown>> {
  const counted = new Map<Item, Shown>();
  let left = items;
  while (left.length > 0) {
    const count = await showUntilFinding(showing, left, counted);
    if (left[0] !== undefined && !counted.has(left[0])) break;
    left = left.slice(count);
  }
  return counted;
}

/** Shows a demo in a separate document. */
export async function showAlone<Item>(showing: Showing<Item>, item: Item): Promise<Shown> {
  const { tabs, place, timeout } = showing;
  const shown: Shown = { findings: [] };
  try {
    await tabs.use(async (tab) => void (await showIn(tab, showing, { item, isFirst: true, shown })));
  } catch (error) {
    shown.findings.push(visitFailure(error, { tabs, subject: 'demo', place, timeout }));
  }
  return shown;
}

/** Shows demos until one has a finding. Returns the number of demos that were shown. */
async function showUntilFinding<Item>(
  showing: Showing<Item>,
  items: readonly Item[],
  counted: Map<Item, Shown>,
): Promise<number> {
  const { tabs, place, timeout } = showing;
  let count = 0;
  try {
    await tabs.use(async (tab) => {
      for (const item of items) {
        count++;
        const start = performance.now();
        const shown: Shown = { findings: [] };
        const isShown = await showIn(tab, showing, { item, isFirst: count === 1, shown });
        if (!isShown || !shown.findings.every(({ rule }) => rule.startsWith('axe/'))) return;
        counted.set(item, { ...shown, milliseconds: performance.now() - start });
      }
    });
  } catch (error) {
    // Rethrows an error that the demo did not cause.
    visitFailure(error, { tabs, subject: 'demo', place, timeout });
  }
  return count;
}

/** Adds to the findings in `shown`, even if it throws. Returns false if the demo cannot be shown. */
async function showIn<Item>(
  tab: BrowserTab,
  { place, timeout, show, examine, empty, isFinding = () => true }: Showing<Item>,
  { item, isFirst, shown }: { item: Item; isFirst: boolean; shown: Shown },
): Promise<boolean> {
  const { page, messages } = tab;
  const { findings } = shown;
  const take = (): void =>
    void findings.push(
      ...messages
        .take()
        .filter(isFinding)
        .map((message) => toFinding(message, place)),
    );
  try {
    if (!(await within(timeout, show(tab, item, isFirst)))) return false;
    const isFilled = await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
    if (empty && !isFilled && !messages.any) findings.push(empty);
    const crashes = await within(timeout, findCrash(page.mainFrame(), '#root', place));
    findings.push(...crashes);
    take();
    await examine?.(tab, item, shown, crashes.length > 0);
    return true;
  } finally {
    take();
  }
}
