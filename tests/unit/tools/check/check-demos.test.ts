import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { DemoListEntry } from '../../../../src/node/build/compose/demo-list.ts';
import type { PipelineResult } from '../../../../src/node/build/pipeline-options.ts';
import type { StepBrowser, StepPage } from '../../../../src/node/tools/check/browsers/step-page.ts';
import { type CheckedEverywhere, checkDemos } from '../../../../src/node/tools/check/check-demos.ts';
import { DeadlineError } from '../../../../src/node/tools/check/deadline.ts';
import type { Lab } from '../../../../src/node/tools/check/lab.ts';

const demo = (id: string, route = `/${id}`): DemoListEntry => ({
  ...{ id, file: `${id}.tsx`, route, url: `/~demos/${id}`, rendering: 'html' },
  steps: { js: '/steps.js', map: '', file: '', lineOffset: 0, locations: [], list: [{ name: 'Opens' }] } as never,
});

/** A browser whose pages open as `open` does, and whose steps pass. Counts its open pages. */
function createBrowser(open: (url: string) => Promise<void>): StepBrowser & { opened: [url: string, count: number][] } {
  const opened: [url: string, count: number][] = [];
  let count = 0;
  return {
    ...{ name: 'firefox', version: '1', opened, isConnected: () => true, close: async () => {} },
    async openPage() {
      count++;
      const page: Partial<StepPage> = {
        async goto(url) {
          opened.push([new URL(url).pathname, count]);
          await open(url);
        },
        async evaluate(code) {
          if (code.includes('.load(')) return ['Opens'] as never;
          // The root has content, no root has crashed, and steps pass.
          if (code.includes('hasChildNodes')) return true as never;
          return (code.includes('querySelectorAll') ? [] : undefined) as never;
        },
        expose: async () => {},
        takeMessages: () => [],
        takeDialogs: () => [],
        async close() {
          count--;
        },
      };
      return page as StepPage;
    },
  };
}

async function run(
  browser: StepBrowser,
  ids: string[],
  { signal, route }: { signal?: AbortSignal; route?: string } = {},
): Promise<CheckedEverywhere[]> {
  const lab = { pages: browser, url: 'http://localhost/', runner: '' } as Lab;
  const parts = new Set(['steps', 'console'] as const);
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
    const browser = createBrowser(async (url) => {
      await delay(20);
      if (url.includes('/slow') && ++attempts === 1) throw new DeadlineError();
    });
    const checked = await run(browser, ['slow', 'one', 'two', 'three', 'four']);
    expect(checked.map(({ demo: { id }, findings, ran }) => [id, findings.length, ran])).toEqual(
      ['slow', 'one', 'two', 'three', 'four'].map((id) => [id, 0, ['steps']]),
    );
    expect(checked[0]?.steps?.list).toEqual([{ name: 'Opens', isRun: true }]);
    expect(browser.opened.filter(([url]) => url === '/~demos/slow')).toHaveLength(2);
    expect(browser.opened.at(-1)).toEqual(['/~demos/slow', 1]);
  });

  it('reports a demo that never starts, after a second attempt', async () => {
    const browser = createBrowser(async () => Promise.reject(new DeadlineError()));
    const [checked] = await run(browser, ['slow']);
    expect(checked?.findings).toEqual([
      { rule: 'not-started', place: 'steps', message: 'The demo did not start within 1 s' },
    ]);
    expect(browser.opened).toHaveLength(2);
  });

  it('leaves no rejection unhandled when it is aborted', async () => {
    process.on('unhandledRejection', note);
    const controller = new AbortController();
    const browser = createBrowser(async () => {
      controller.abort();
      await delay(20);
    });
    const ids = Array.from({ length: 20 }, (_, index) => `demo-${index}`);
    await expect(run(browser, ids, controller)).rejects.toThrow(/aborted/);
    expect(unhandled).toEqual([]);
  });

  it('ends only when nothing runs that could still write files', async () => {
    let running = 0;
    const controller = new AbortController();
    const browser = createBrowser(async () => {
      running++;
      controller.abort();
      await delay(running > 1 ? 500 : 0);
      running--;
    });
    const ids = Array.from({ length: 20 }, (_, index) => `demo-${index}`);
    await expect(run(browser, ids, { signal: controller.signal, route: '/page' })).rejects.toThrow(/aborted/);
    expect(running).toBe(0);
  });
});
