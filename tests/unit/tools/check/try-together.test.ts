import type { Browser } from 'playwright-core';
import { expect, it } from 'vitest';
import { createLimit } from '../../../../src/node/base/files/each-limited.ts';
import type { BrowserTab, BrowserTabs } from '../../../../src/node/tools/check/browser-tabs.ts';
import { DeadlineError } from '../../../../src/node/tools/check/deadline.ts';
import { createGroups, showTogether } from '../../../../src/node/tools/check/try-together.ts';
import type { Finding } from '../../../../src/node/tools/check/types.ts';

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_item, index) => `demo-${from + index}`);

const contrast: Finding = { rule: 'axe/color-contrast', place: 'alone', message: '' };

/** Shows demos in tabs without a browser. Returns the documents in which they were shown, and those whose findings count. */
async function show(
  items: string[],
  { noisy = [], hanging = [], pale = [] }: { noisy?: string[]; hanging?: string[]; pale?: string[] },
) {
  const documents: string[][] = [];
  let isNoisy = false;
  const tab = {
    page: {
      mainFrame: () => ({ evaluate: async (code: string) => (code.includes('flatMap') ? [] : true) }),
    },
    messages: { take: () => (isNoisy ? [{ rule: 'console-error', text: '', scripts: [] }] : []), any: false },
  } as unknown as BrowserTab;
  const tabs = {
    browser: { isConnected: () => true } as Browser,
    use: async (visit: (tab: BrowserTab) => Promise<unknown>) => await visit(tab),
  } as BrowserTabs;
  const fine = await showTogether(
    {
      ...{ tabs, place: 'alone', timeout: 1000 },
      async show(_tab, item: string, isFirst) {
        if (isFirst) documents.push([]);
        documents.at(-1)?.push(item);
        isNoisy = noisy.includes(item);
        if (hanging.includes(item)) throw new DeadlineError();
        return true;
      },
      examine: async (_tab, item, { findings }) => void (pale.includes(item) && findings.push(contrast)),
    },
    items,
  );
  return { documents, fine: [...fine.keys()] };
}

it('shows demos in one document until one has a finding', async () => {
  expect(await show(names(1, 5), { noisy: ['demo-2'] })).toEqual({
    documents: [names(1, 2), names(3, 5)],
    fine: ['demo-1', ...names(3, 5)],
  });
});

it('goes on in the same document after a finding of axe, which counts', async () => {
  expect(await show(names(1, 3), { pale: names(1, 2) })).toEqual({ documents: [names(1, 3)], fine: names(1, 3) });
});

it('continues after a demo that hangs', async () => {
  const { fine } = await show(names(1, 4), { hanging: ['demo-2'] });
  expect(fine).toEqual(['demo-1', ...names(3, 4)]);
});

it('does not try the others if the first one of a document has a finding', async () => {
  expect(await show(names(1, 9), { noisy: names(3, 4) })).toEqual({
    documents: [names(1, 3), ['demo-4']],
    fine: names(1, 2),
  });
});

it('tries each group once', async () => {
  const groups: number[] = [];
  const all = names(1, 72);
  const shownInGroup = createGroups(all, createLimit(2), async (group) => {
    groups.push(group.length);
    return new Map(group.filter((name) => name !== 'demo-72').map((name) => [name, { findings: [] }]));
  });
  const results = await Promise.all(all.map(shownInGroup));
  expect(groups).toEqual([64, 8]);
  expect(results.indexOf(undefined)).toBe(71);
});
