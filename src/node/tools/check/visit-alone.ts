import { PAGE_DATA_ID } from '../../../shared/page-data.ts';
import type { createLimit } from '../../base/files/each-limited.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { findCrash, visitFailure, waitForRoot } from './demo-root.ts';
import { toFinding } from './page-messages.ts';
import { createGroups, showTogether } from './try-together.ts';
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
  // In the other order than in pages, so that a demo that needs what another has left there is found.
  const isFine = createGroups(urls.toReversed(), limit, (group) => visitTogether(tabs, group, timeout));
  return {
    has: (url: string): boolean => urls.includes(url),
    async check(url: string, visit: Visit): Promise<Finding[]> {
      return (await isFine(url)) ? [] : await visit(() => visitAlone(tabs, url, timeout));
    },
  };
}

/** All messages belong to the demo there. `timeout` in milliseconds. */
async function visitAlone(tabs: BrowserTabs, url: string, timeout: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    await tabs.use(async (tab) => {
      const { page, messages } = tab;
      try {
        await openAlone(tab, url, timeout);
        // A demo may render nothing here. Whether it starts is checked in its page.
        await waitForRoot(page.mainFrame(), { timeout, until: () => messages.any });
        findings.push(...(await within(timeout, findCrash(page.mainFrame(), '#root', 'alone'))));
      } finally {
        findings.push(...messages.take().map((message) => toFinding(message, 'alone')));
      }
    });
  } catch (error) {
    findings.push(visitFailure(error, { tabs, subject: 'demo', place: 'alone', timeout }));
  }
  return findings;
}

/** Returns the stand-alone pages without findings, if each demo takes the place of the one before. */
function visitTogether(tabs: BrowserTabs, urls: readonly string[], timeout: number): Promise<ReadonlySet<string>> {
  const show = async (tab: BrowserTab, url: string, isFirst: boolean): Promise<boolean> => {
    if (!isFirst) return await tab.page.evaluate(replaceDemo, { url: `${url}?alone`, dataId: PAGE_DATA_ID });
    await openAlone(tab, url, timeout);
    return true;
  };
  return showTogether({ tabs, place: 'alone', timeout, show }, urls);
}

async function openAlone({ goto }: BrowserTab, url: string, timeout: number): Promise<void> {
  await goto(`${url}?alone`, timeout, { waitUntil: 'load' });
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
