import type { createLimit } from '../../base/files/each-limited.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, visitFailure, waitForRoot } from './demo-root.ts';
import type { PageMessage } from './page-messages.ts';
import type { FindingPlace } from './types.ts';

/** Number of demos that are shown in one document, one after another. */
const TOGETHER = 32;

export interface Showing<Item> {
  tabs: BrowserTabs;
  place: Exclude<FindingPlace, 'build' | 'configuration'>;
  /** Time limit of a demo in milliseconds. */
  timeout: number;
  /** Shows the demo instead of the one before; the first one in a new document. Returns false if that is not possible. */
  show: (tab: BrowserTab, item: Item, isFirst: boolean) => Promise<boolean>;
  /** A demo must render something. Default: false. */
  mustRender?: boolean;
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

/** Returns the number of demos that were shown. */
async function showUntilFinding<Item>(
  { tabs, place, timeout, show, mustRender = false, isFinding = () => true }: Showing<Item>,
  items: readonly Item[],
  fine: Set<Item>,
): Promise<number> {
  let count = 0;
  try {
    await tabs.use(async (tab) => {
      const { page, messages } = tab;
      for (const item of items) {
        count++;
        if (!(await within(timeout, show(tab, item, count === 1)))) return;
        const isFilled = await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
        const crash = await within(timeout, findCrash(page.mainFrame(), '#root', place));
        if ((mustRender && !isFilled) || crash.length > 0 || messages.take().some(isFinding)) return;
        fine.add(item);
      }
    });
  } catch (error) {
    // Throws again an error that is not of the demo.
    visitFailure(error, { tabs, subject: 'demo', place, timeout });
  }
  return count;
}
