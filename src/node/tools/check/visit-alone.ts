import { PAGE_DATA_ID } from '../../../shared/page-data.ts';
import type { Playground } from '../../../shared/playground/schema.ts';
import type { createLimit } from '../../base/files/each-limited.ts';
import { findViolations } from './axe.ts';
import type { BrowserTab, BrowserTabs } from './browser-tabs.ts';
import { within } from './deadline.ts';
import { takeScreenshot } from './demo-root.ts';
import { createGroups, type Showing, type Shown, showAlone, showTogether } from './try-together.ts';
import type { Finding } from './types.ts';
import { visitStates } from './visit-states.ts';

/** Runs a visit within the limit, and runs it again if the demo did not start in time. */
export type Visit = (run: () => Promise<Shown>) => Promise<Shown>;

export interface AloneDemo {
  id: string;
  /** URL of the demo's stand-alone page. */
  url: string;
  playground?: Playground | undefined;
}

interface AloneOptions {
  /** Limits the number of pages that are open at the same time. */
  limit: ReturnType<typeof createLimit>;
  /** Script of axe-core. If absent, accessibility is not checked. */
  axe?: string | undefined;
  /** Time limit for a demo, in milliseconds. */
  timeout: number;
}

/** Checks demos on their stand-alone pages. Playgrounds are also checked in each state. */
export function createAloneCheck(
  tabs: BrowserTabs,
  demos: readonly AloneDemo[],
  { limit, axe, timeout }: AloneOptions,
) {
  // A demo may render nothing here. Whether a demo starts is checked on the page that embeds the demo.
  const showing: Showing<AloneDemo> = {
    ...{ tabs, place: 'alone', timeout },
    show: (tab, { url }, isFirst) => showDemo(tab, url, { timeout, isFirst }),
    // A crash box is not part of the demo.
    examine: (tab, demo, shown, isCrashed) =>
      examineDemo(tab, demo, shown, { axe: isCrashed ? undefined : axe, timeout }),
  };
  const known = new Map(demos.map((demo) => [demo.id, demo]));
  // The demos are in reverse page order, to find a demo that needs side effects of another demo.
  const shownInGroup = createGroups(demos.toReversed(), limit, (group) => showTogether(showing, group));
  return {
    has: (id: string): boolean => known.has(id),
    /** Checks the demo with this id. */
    async check(id: string, visit: Visit): Promise<Shown> {
      const demo = known.get(id) as AloneDemo;
      return (await shownInGroup(demo)) ?? (await visit(() => showAlone(showing, demo)));
    },
  };
}

async function examineDemo(
  tab: BrowserTab,
  { id, url, playground }: AloneDemo,
  shown: Shown,
  { axe, timeout }: Pick<AloneOptions, 'axe' | 'timeout'>,
): Promise<void> {
  const { findings } = shown;
  const known = playground && new Map<string, Finding[]>();
  const runAxe = async (): Promise<void> => {
    if (axe === undefined) return;
    findings.push(...(await within(timeout, findViolations(tab.page, axe, '#root', known && { known }))));
  };
  await runAxe();
  if (playground) await visitStates(tab, findings, { id, url, playground, runAxe, timeout });
  if (!findings.some(({ rule }) => rule.startsWith('axe/'))) return;
  const screenshot = await takeScreenshot(tab.page, timeout);
  if (screenshot) shown.screenshot = screenshot;
}

async function showDemo(
  { page, goto }: BrowserTab,
  ownUrl: string,
  { timeout, isFirst }: { timeout: number; isFirst: boolean },
): Promise<boolean> {
  const url = `${ownUrl}?alone`;
  if (!isFirst) return await page.evaluate(replaceDemo, { url, dataId: PAGE_DATA_ID });
  await goto(url, timeout, { waitUntil: 'load' });
  return true;
}

/** Replaces the shown demo. Returns false if the demos need different documents. Runs in the page, so it uses nothing from this module. */
async function replaceDemo({ url, dataId }: { url: string; dataId: string }): Promise<boolean> {
  interface Shown {
    document: Document;
    data: unknown;
  }
  const { cascaderDocsRuntime: runtime } = window as {
    cascaderDocsRuntime?: { shown(): Shown | undefined; update(next: Shown, before: Shown): Promise<boolean> };
  };
  if (!runtime) return false;
  const read = async (page: string): Promise<Shown> => {
    const response = await fetch(page);
    const document = new DOMParser().parseFromString(await response.text(), 'text/html');
    return { document, data: JSON.parse(document.getElementById(dataId)?.textContent ?? '') };
  };
  const before = runtime.shown() ?? (await read(location.href));
  const next = await read(url);
  history.replaceState(null, '', url);
  return await runtime.update(next, before);
}
