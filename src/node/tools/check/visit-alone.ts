import { PAGE_DATA_ID } from '../../../shared/page-data.ts';
import type { createLimit } from '../../base/files/each-limited.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { createGroups, type Showing, showAlone, showTogether } from './try-together.ts';
import type { Finding } from './types.ts';

/** Runs a visit within the limit, and again if the demo did not start in time. */
export type Visit = (run: () => Promise<Finding[]>) => Promise<Finding[]>;

/**
 * Checks demos on their stand-alone pages.
 *
 * @param limit of the pages that are open at the same time
 * @param timeout of a demo, in milliseconds
 */
export function createAloneCheck(
  tabs: BrowserTabs,
  urls: readonly string[],
  { limit, timeout }: { limit: ReturnType<typeof createLimit>; timeout: number },
) {
  // A demo may render nothing here. Whether it starts is checked in its page.
  const showing: Showing<string> = {
    ...{ tabs, place: 'alone', timeout },
    show: (tab, url, isFirst) => showDemo(tab, url, { timeout, isFirst }),
  };
  // In the other order than in pages, so that a demo that needs what another has left there is found.
  const isFine = createGroups(urls.toReversed(), limit, (group) => showTogether(showing, group));
  return {
    has: (url: string): boolean => urls.includes(url),
    async check(url: string, visit: Visit): Promise<Finding[]> {
      return (await isFine(url)) ? [] : await visit(() => showAlone(showing, url));
    },
  };
}

async function showDemo(
  { page, goto }: BrowserTab,
  address: string,
  { timeout, isFirst }: { timeout: number; isFirst: boolean },
): Promise<boolean> {
  const url = `${address}?alone`;
  if (!isFirst) return await page.evaluate(replaceDemo, { url, dataId: PAGE_DATA_ID });
  await goto(url, timeout, { waitUntil: 'load' });
  return true;
}

/** Returns false if the demos need different documents. Runs in the page, so it uses nothing of this module. */
async function replaceDemo({ url, dataId }: { url: string; dataId: string }): Promise<boolean> {
  interface Shown {
    document: Document;
    data: unknown;
  }
  const { cascaderDocsRuntime: runtime } = window as {
    cascaderDocsRuntime?: { shown(): Shown | undefined; update(next: Shown, before: Shown): Promise<boolean> };
  };
  if (!runtime) return false;
  const read = async (address: string): Promise<Shown> => {
    const response = await fetch(address);
    const document = new DOMParser().parseFromString(await response.text(), 'text/html');
    return { document, data: JSON.parse(document.getElementById(dataId)?.textContent ?? '') };
  };
  const before = runtime.shown() ?? (await read(location.href));
  const next = await read(url);
  history.replaceState(null, '', url);
  return await runtime.update(next, before);
}
