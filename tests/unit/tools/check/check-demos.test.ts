import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { DemoListEntry } from '../../../../src/node/build/compose/demo-list.ts';
import type { PipelineResult } from '../../../../src/node/build/pipeline-options.ts';
import type { BrowserTab, BrowserTabs } from '../../../../src/node/tools/check/browser-tabs.ts';
import { type CheckedEverywhere, checkDemos } from '../../../../src/node/tools/check/check-demos.ts';
import { DeadlineError } from '../../../../src/node/tools/check/deadline.ts';
import type { Lab } from '../../../../src/node/tools/check/lab.ts';

const demo = (id: string, route = `/${id}`): DemoListEntry => ({
  ...{ id, file: `${id}.tsx`, route, url: `/~demos/${id}`, rendering: 'html' },
  steps: { js: '/steps.js', map: '', file: '', lineOffset: 0, locations: [], list: [{ name: 'Opens' }] } as never,
});

/** Tabs whose pages open as `open` does, and whose steps pass. Counts the open ones. */
function createTabs(open: (url: string) => Promise<void>): BrowserTabs & { opened: [url: string, count: number][] } {
  const opened: [url: string, count: number][] = [];
  let count = 0;
  const tab = {
    async goto(url: string) {
      opened.push([new URL(url).pathname, count]);
      await open(url);
    },
    page: {
      async evaluate(code: string) {
        if (code.includes('.load(')) return ['Opens'];
        // The root has content, no root has crashed, and steps pass.
        if (code.includes('hasChildNodes')) return true;
        return code.includes('querySelectorAll') ? [] : undefined;
      },
    },
    expose: async () => {},
    messages: { take: () => [] },
    takeDialogs: () => [],
  } as unknown as BrowserTab;
  return {
    ...{ opened, browser: { isConnected: () => true } as Browser },
    async use(visit) {
      count++;
      return await visit(tab).finally(() => count--);
    },
  };
}

async function run(
  tabs: BrowserTabs,
  ids: string[],
  { signal, route }: { signal?: AbortSignal; route?: string } = {},
): Promise<CheckedEverywhere[]> {
  const lab = { tabs, url: 'http://localhost/', runner: '' } as Lab;
  const parts = new Set(['steps'] as const);
  const options = { parts, root: '/', base: '/', timeout: 1000, ...(signal && { signal }) };
  const checked: CheckedEverywhere[] = [];
  const entries = ids.map((id) => demo(id, route));
  for await (const { demos } of checkDemos(lab, { demoSources: new Map() } as PipelineResult, entries, options))
    checked.push(...demos);
  return checked;
}

describe('the checks of demos', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  afterEach(() => void process.off('unhandledRejection', note));

  it('opens a demo again that did not start in time, while nothing else runs', async () => {
    let attempts = 0;
    const tabs = createTabs(async (url) => {
      await delay(20);
      if (url.includes('/slow') && ++attempts === 1) throw new DeadlineError();
    });
    const checked = await run(tabs, ['slow', 'one', 'two', 'three', 'four']);
    expect(checked.map(({ demo: { id }, findings, ran }) => [id, findings.length, ran])).toEqual(
      ['slow', 'one', 'two', 'three', 'four'].map((id) => [id, 0, ['steps']]),
    );
    expect(checked[0]?.steps?.list).toEqual([{ name: 'Opens', isRun: true }]);
    // The last time, the steps run with events.
    expect(tabs.opened.filter(([url]) => url === '/~demos/slow')).toHaveLength(3);
    expect(tabs.opened.at(-1)).toEqual(['/~demos/slow', 1]);
  });

  it('reports a demo that never starts, after a second attempt', async () => {
    const tabs = createTabs(async () => Promise.reject(new DeadlineError()));
    const [checked] = await run(tabs, ['slow']);
    expect(checked?.findings).toEqual([
      { rule: 'not-started', place: 'steps', message: 'The demo did not start within 1 s' },
    ]);
    expect(tabs.opened).toHaveLength(2);
  });

  it('leaves no rejection unhandled when it is aborted', async () => {
    process.on('unhandledRejection', note);
    const controller = new AbortController();
    const tabs = createTabs(async () => {
      controller.abort();
      await delay(20);
    });
    const ids = Array.from({ length: 20 }, (_, index) => `demo-${index}`);
    await expect(run(tabs, ids, controller)).rejects.toThrow(/aborted/);
    expect(unhandled).toEqual([]);
  });

  it('ends only when nothing runs that could still write files', async () => {
    let running = 0;
    const controller = new AbortController();
    const tabs = createTabs(async () => {
      running++;
      controller.abort();
      await delay(running > 1 ? 500 : 0);
      running--;
    });
    const ids = Array.from({ length: 20 }, (_, index) => `demo-${index}`);
    await expect(run(tabs, ids, { signal: controller.signal, route: '/page' })).rejects.toThrow(/aborted/);
    expect(running).toBe(0);
  });
});
