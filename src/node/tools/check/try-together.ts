import type { createLimit } from '../../base/files/each-limited.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, visitFailure, waitForRoot } from './demo-root.ts';
import { type PageMessage, toFinding } from './page-messages.ts';
import type { Finding, FindingPlace } from './types.ts';

/** Number of demos that are shown in one document, one after another. */
const TOGETHER = 32;

export interface Showing<Item> {
  tabs: BrowserTabs;
  place: Exclude<FindingPlace, 'build' | 'configuration'>;
  /** Time limit of a demo in milliseconds. */
  timeout: number;
  /** Shows the demo instead of the one before; the first one in a new document. Returns false if that is not possible. */
  show: (tab: BrowserTab, item: Item, isFirst: boolean) => Promise<boolean>;
  /** Finding of a demo that renders nothing. Default: it has none. */
  empty?: Finding;
  /** Whether a message is a finding. Default: each is. */
  isFinding?: (message: PageMessage) => boolean;
}

/**
 * Divides demos into groups, because a document of its own for each would run the same scripts again. The returned function says
 * whether a demo had no finding among the others of its group. A finding there may be due to the others, so it does not count.
 *
 * @param limit of the pages that are open at the same time
 */
export function createGroups<Item>(
  items: readonly Item[],
  limit: ReturnType<typeof createLimit>,
  tryGroup: (group: readonly Item[]) => Promise<ReadonlySet<Item>>,
): (item: Item) => Promise<boolean> {
  const tried = new Map<number, Promise<ReadonlySet<Item>>>();
  return async (item) => {
    const number = Math.floor(items.indexOf(item) / TOGETHER);
    const group = items.slice(number * TOGETHER, (number + 1) * TOGETHER);
    const trying = tried.get(number) ?? limit(() => tryGroup(group));
    tried.set(number, trying);
    return (await trying).has(item);
  };
}

/**
 * Returns the demos without findings. After a finding, the next demo begins in a new document. If that has a finding too, the other demos
 * are left out, because they may all have it.
 */
export async function showTogether<Item>(showing: Showing<Item>, items: readonly Item[]): Promise<ReadonlySet<Item>> {
  const fine = new Set<Item>();
  let left = items;
  while (left.length > 0) {
    const count = await showUntilFinding(showing, left, fine);
    if (left[0] !== undefined && !fine.has(left[0])) break;
    left = left.slice(count);
  }
  return fine;
}

/** Returns the findings of a demo in a document of its own. */
export async function showAlone<Item>(showing: Showing<Item>, item: Item): Promise<Finding[]> {
  const { tabs, place, timeout } = showing;
  const findings: Finding[] = [];
  try {
    await tabs.use(async (tab) => void (await showIn(tab, showing, { item, isFirst: true, findings })));
  } catch (error) {
    findings.push(visitFailure(error, { tabs, subject: 'demo', place, timeout }));
  }
  return findings;
}

/** Returns the number of demos that were shown. */
async function showUntilFinding<Item>(
  showing: Showing<Item>,
  items: readonly Item[],
  fine: Set<Item>,
): Promise<number> {
  const { tabs, place, timeout } = showing;
  let count = 0;
  try {
    await tabs.use(async (tab) => {
      for (const item of items) {
        count++;
        const findings: Finding[] = [];
        const isShown = await showIn(tab, showing, { item, isFirst: count === 1, findings });
        if (!isShown || findings.length > 0) return;
        fine.add(item);
      }
    });
  } catch (error) {
    // Throws an error that is not of the demo.
    visitFailure(error, { tabs, subject: 'demo', place, timeout });
  }
  return count;
}

/** Adds to `findings`, also if it throws. Returns false if the demo cannot be shown. */
async function showIn<Item>(
  tab: BrowserTab,
  { place, timeout, show, empty, isFinding = () => true }: Showing<Item>,
  { item, isFirst, findings }: { item: Item; isFirst: boolean; findings: Finding[] },
): Promise<boolean> {
  const { page, messages } = tab;
  try {
    if (!(await within(timeout, show(tab, item, isFirst)))) return false;
    const isFilled = await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
    if (empty && !isFilled && !messages.any) findings.push(empty);
    findings.push(...(await within(timeout, findCrash(page.mainFrame(), '#root', place))));
    return true;
  } finally {
    const found = messages.take().filter(isFinding);
    findings.push(...found.map((message) => toFinding(message, place)));
  }
}
