import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoListEntry } from '../../../../src/node/build/compose/demo-list.ts';
import { divideDemos, writeShard } from '../../../../src/node/tools/check/divide-demos.ts';
import type { ContractChange } from '../../../../src/node/tools/report/compare-contracts.ts';
import {
  concludeDemos,
  type FoundInDemos,
  joinShards,
  type ReportShard,
} from '../../../../src/node/tools/report/compare-demos.ts';
import type { ReviewEntry } from '../../../../src/shared/screenshot-review.ts';
import { makeFolder } from '../../../helpers/folder.ts';

const ids = ['d', 'a', 'c', 'b', 'e'];
const demos = ids.map((id, index) => ({ id, route: `/${index % 3}` }) as DemoListEntry);
const all = ids;
const compared = ['0123456789', true];

const change = (id: string, text: string, state = ''): ContractChange => ({
  ...{ section: 'roles', change: 'added', text, where: [state === '' ? id : `${id} · ${state}`] },
});
const screenshot = (demo: string, worst?: number): ReviewEntry => ({
  ...{ kind: worst === undefined ? 'unchanged' : 'changed', demo, state: '', width: 390, color: 'light', route: '/' },
  ...(worst !== undefined && {
    change: { pixels: 1, box: { x: 0, y: 0, width: 1, height: 1 }, worst, isSlight: false },
  }),
  after: { src: `review/screenshots/after/${demo}.png`, width: 1, height: 1 },
});

/** What is found in demos: the same change in all, another in one, and a screenshot each. */
const foundIn = (own: readonly string[]): FoundInDemos => ({
  changes: own.flatMap((id) => [
    change(id, 'button'),
    change(id, 'button', 'open'),
    ...(id === 'c' ? [change(id, 'a')] : []),
  ]),
  unstable: own.includes('b') ? [change('b', 'clock')] : [],
  screenshots: own.map((id) => screenshot(id, id === 'd' ? undefined : id.charCodeAt(0))),
  failures: [
    { text: 'The screenshots: none' },
    ...own.map((demo) => ({ demo, text: `A screenshot of ${demo}: none` })),
  ],
});

async function writeShards(count: number): Promise<string[]> {
  const folder = makeFolder('report-shards');
  return await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const shard = { index: at + 1, count };
      const own = divideDemos(demos, shard).map(({ id }) => id);
      const target = path.join(folder, `shard-${shard.index}`);
      await fs.mkdir(path.join(target, 'review/screenshots/after'), { recursive: true });
      for (const id of own) await fs.writeFile(path.join(target, `review/screenshots/after/${id}.png`), id);
      await writeShard<ReportShard>(target, { shard, all, compared, own, found: foundIn(own) });
      return target;
    }),
  );
}

describe('merged shards of a report', () => {
  it('find what an undivided report finds, with the files of its review', async () => {
    const target = makeFolder('report-merged');
    const joined = await joinShards((await writeShards(3)).reverse(), { all, compared }, target);
    const undivided = concludeDemos(foundIn(ids), ids);
    expect(JSON.stringify(concludeDemos(joined, ids))).toBe(JSON.stringify(undivided));
    expect(undivided.contract[1]).toMatchObject({ text: 'button', where: ids.flatMap((id) => [id, `${id} · open`]) });
    expect(undivided.screenshots?.map(({ demo }) => demo)).toEqual(['e', 'c', 'b', 'a', 'd']);
    for (const { after } of undivided.screenshots ?? []) await fs.access(path.join(target, after?.src ?? ''));
  });

  it.each<[string, (folders: string[]) => string[], Partial<ReportShard>, RegExp]>([
    ['a shard is missing', (folders) => folders.slice(1), {}, /The shard 1\/2 is missing/],
    ['the commit differs', (folders) => folders, { compared: ['9876543210', true] }, /is from another run/],
    ['the demos differ', (folders) => folders, { all: ['a'] }, /is from another run/],
  ])('fail if %s', async (_, choose, differs, message) => {
    const joined = joinShards(choose(await writeShards(2)), { all, compared, ...differs }, makeFolder('report-merged'));
    await expect(joined).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [{ text: expect.stringMatching(message) }],
    });
  });
});
