import fs from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCache } from '../../../../src/node/store/cache.ts';
import { createDependencies } from '../../../../src/node/store/dependencies.ts';
import { createEntries } from '../../../../src/node/store/entries.ts';
import type { DemoContract, StateContract } from '../../../../src/node/tools/report/record-contract.ts';
import {
  type BuiltContracts,
  keepContracts,
  openBoth,
  openTwice,
} from '../../../../src/node/tools/report/record-twice.ts';
import { createFolder } from '../../../helpers/build-site.ts';

const EMPTY: StateContract = {
  ...{ roles: [], elements: [], attributes: [], focus: [], reads: [], defines: [] },
  ...{ console: [], accessibility: [], steps: [] },
};
const contract = (steps: string[] = []): DemoContract => new Map([['', { ...EMPTY, roles: ['button'], steps }]]);
let root: string;

beforeAll(async () => {
  root = await createFolder('contracts');
  await fs.mkdir(`${root}/node_modules`);
});

afterAll(() => fs.rm(root, { recursive: true, force: true }));

/** Returns a recorder with a cache, as of a new process, and the ids that it opened. */
function openCached(of: Partial<BuiltContracts> = {}, version = '1.2.3') {
  const reader = createDependencies({ projectRoot: root });
  const cache = createCache({
    entries: createEntries({ root, projectRoot: root }),
    version: '1',
    reader: () => reader,
  });
  const browser = { version: () => version } as Browser;
  const opened: string[] = [];
  const record = keepContracts(cache, { commit: 'a', base: '/', browser, axe: 'axe', ...of }, async (ids) => {
    opened.push(...ids);
    return new Map(ids.map((id) => [id, contract(id === 'failing' ? ['Step 1 fails'] : [])]));
  });
  return { opened, record };
}

it('keeps the contracts of a commit for each visit, but not those of failing demos', async () => {
  const ids = ['one', 'failing'];
  const first = openCached();
  expect(await first.record(ids, 'first')).toEqual(
    new Map([
      ['one', contract()],
      ['failing', contract(['Step 1 fails'])],
    ]),
  );
  const later = openCached();
  expect([...(await later.record([...ids, 'two'], 'first')).keys()].sort()).toEqual(['failing', 'one', 'two']);
  expect(later.opened).toEqual(['failing', 'two']);
  await later.record(['one'], 'again');
  expect(later.opened).toEqual(['failing', 'two', 'one']);
});

it.each([
  ['of another commit', { commit: 'b' }],
  ['with another base', { base: '/base/' }],
  ['with another version of axe-core', { axe: 'other' }],
  ['of a site without a commit', { commit: undefined }],
])('opens demos %s', async (_, of) => {
  await openCached().record(['one'], 'first');
  const { opened, record } = openCached(of);
  await record(['one'], 'first');
  expect(opened).toEqual(['one']);
});

it('opens demos in another version of the browser', async () => {
  await openCached().record(['one'], 'first');
  const { opened, record } = openCached({}, '2');
  await record(['one'], 'first');
  expect(opened).toEqual(['one']);
});

it('opens a demo again once, whoever needs it first', async () => {
  const calls: string[][] = [];
  const visits = openTwice(['one', 'two'], async (wanted, visit) => {
    calls.push([visit, ...wanted]);
    return new Map(wanted.map((id) => [id, contract()]));
  });
  const early = visits.again(['one']);
  expect([...(await visits.again(['one', 'two'])).keys()]).toEqual(['one', 'two']);
  await early;
  expect(calls).toEqual([
    ['first', 'one', 'two'],
    ['again', 'one'],
    ['again', 'two'],
  ]);
});

it('opens a demo again while its steps run, in both states, only if its initial states differ', async () => {
  const calls: string[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const contracts = (ids: readonly string[]) => new Map(ids.map((id) => [id, contract()]));
  const { old, now } = openBoth(['equal', 'other'], {
    old: async (ids, visit) => {
      calls.push(`old ${visit} ${ids}`);
      return contracts(ids);
    },
    now: async (ids, onInitial) => {
      calls.push(`now ${onInitial ? 'first' : 'again'} ${ids}`);
      onInitial?.('equal', { ...EMPTY, roles: ['button'] });
      onInitial?.('other', { ...EMPTY, roles: ['link'] });
      await released;
      return contracts(ids);
    },
  });
  await expect.poll(() => calls).toHaveLength(4);
  expect(calls).toEqual(['old first equal,other', 'now first equal,other', 'old again other', 'now again other']);
  release();
  await Promise.all([old.again(['other']), now.first, now.again(['other'])]);
  expect(calls).toHaveLength(4);
});
