import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DemoListEntry } from '../../../../src/node/build/compose/demo-list.ts';
import { loadSite } from '../../../../src/node/build/site.ts';
import { type CheckRecord, concludeCheck } from '../../../../src/node/tools/check/check-record.ts';
import { divideDemos, readTimes, writeShard } from '../../../../src/node/tools/check/divide-demos.ts';
import { checkFolder } from '../../../../src/node/tools/check/lab.ts';
import { type CheckShard, mergeChecks } from '../../../../src/node/tools/check/merge-checks.ts';
import { prepareReport } from '../../../../src/node/tools/check/report.ts';
import { renderCheck } from '../../../../src/node/tools/check/reporters/render-check.ts';
import type { DemoReport, Finding } from '../../../../src/node/tools/check/types.ts';
import { makeFolder } from '../../../helpers/folder.ts';

const entry = (id: string, route: string): DemoListEntry => ({
  ...{ id, route, file: `${id}.tsx`, url: `/~demos/${id}`, rendering: 'html' },
});
const list = [entry('a', '/one'), entry('b', '/two'), entry('c', '/one'), entry('d', '/three'), entry('e', '/four')];

describe('demos of shards', () => {
  it('has each demo once, in order, with those of a page together', () => {
    const shards = [1, 2, 3].map((index) => divideDemos(list, { index, count: 3 }).map(({ id }) => id));
    expect(shards).toEqual([['a', 'c'], ['b', 'e'], ['d']]);
    expect(shards.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(divideDemos(list, { index: 1, count: 1 })).toEqual(list);
  });

  it('are divided by the time of the last run; the time of a new page is estimated', () => {
    const times = { '/one': 1000, '/two': 4000, '/three': 2500 };
    const shards = [1, 2].map((index) => divideDemos(list, { index, count: 2 }, times).map(({ id }) => id));
    // The page /four has the mean time of a demo: 1,875 ms.
    expect(shards).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('leaves shards empty if there are more of them than pages', () => {
    const sizes = [1, 2, 3, 4, 5, 6].map((index) => divideDemos(list, { index, count: 6 }).length);
    expect(sizes).toEqual([2, 1, 1, 1, 0, 0]);
  });
});

const common: Finding = { rule: 'console-error', place: 'page', message: 'Everywhere' };
const failed: Finding = { rule: 'step', place: 'steps', message: 'Step 1 `Opens`: nothing' };
const unused = (line: number): Finding => ({
  ...{ rule: 'unused-acceptance', place: 'configuration', message: `Entry ${line}` },
  location: { file: 'cascader-docs.config.ts', line, column: 3 },
});

const demoOf = ({ id, file, route }: DemoListEntry): DemoReport => ({
  ...{ id, title: undefined, file, route, ran: ['page', 'steps'], accepted: [], screenshot: `screenshots/${id}.png` },
  findings: [common, ...(id === 'c' ? [failed] : [])],
  steps: [{ name: 'Opens', isRun: true, ...(id === 'c' && { finding: failed }) }],
});

/** Returns what a check of these demos records. */
function recordOf(demos: DemoListEntry[], entries: number[]): CheckRecord {
  const pages = ['/one', '/three'].filter((page) => demos.some(({ route }) => route === page));
  return {
    ...{ title: 'Site', demos: demos.map(demoOf), fixed: 0, diagnostics: [] },
    times: Object.fromEntries(demos.map(({ route }) => [route, 100 * route.length])),
    pages: pages.map((subject) => ({
      subject,
      findings: [{ ...common, message: `Shell of ${subject}` }],
      accepted: [],
    })),
    acceptance: entries.map(unused),
  };
}

/** Writes the report folders of the shards. */
async function writeShards(count: number): Promise<string[]> {
  const folder = makeFolder('shards');
  return await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const shard = { index: at + 1, count };
      const target = path.join(folder, `shard-${shard.index}`);
      const report = await prepareReport(target, { owned: false });
      const own = divideDemos(list, shard);
      for (const { id } of own) await report.addScreenshot(id, Buffer.from(id));
      const more = { all: list.map(({ id }) => id), routes: ['/one', '/two', '/three', '/four'] };
      // The first shard uses the entry in line 3.
      await writeShard<CheckShard>(target, { shard, ...more, record: recordOf(own, at === 0 ? [2, 5] : [2, 3, 5]) });
      return target;
    }),
  );
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await fs.readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const files = names.map(({ parentPath, name }) => path.join(parentPath, name)).sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [path.relative(folder, file), await fs.readFile(file, 'utf8')] as const),
    ),
  );
}

describe('merged shards', () => {
  it('have the bytes of an undivided report', async () => {
    const folder = makeFolder('shards');
    // Other checks of this repository write their times into the cache of its packages.
    await fs.writeFile(path.join(folder, 'package.json'), '{"name": "shards", "version": "1.0.0"}');
    const report = await prepareReport(path.join(folder, 'report'), { owned: true });
    for (const { id } of list) await report.addScreenshot(id, Buffer.from(id));
    const whole = await concludeCheck(recordOf(list, [2, 5]), report);
    const expected = await filesOf(report.folder);
    const texts = (['junit', 'github', 'json'] as const).map((name) => renderCheck(whole, name));
    await fs.rm(report.folder, { recursive: true });
    const shards = await writeShards(3);
    const merged = await mergeChecks({ root: folder, folders: shards.reverse(), reportDir: report.folder });
    expect(await readTimes(checkFolder((await loadSite(folder, {})).site))).toEqual({
      ...{ '/one': 400, '/two': 400, '/three': 600, '/four': 500 },
    });
    expect(await filesOf(report.folder)).toEqual(expected);
    expect((['junit', 'github', 'json'] as const).map((name) => renderCheck(merged, name))).toEqual(texts);
    expect(merged.others.map(({ subject }) => subject)).toEqual([
      ...['/one', '/three', 'all 5 demos', 'configuration'],
    ]);
  });

  it.each<[what: string, change: (shards: string[]) => unknown, message: RegExp]>([
    ['missing', (shards) => shards.pop(), /The shard 3\/3 is missing/],
    ['doubled', (shards) => shards.push(shards[0] ?? ''), /The shard 1\/3 is in several folders/],
    ['killed', ([, two = '']) => fs.rm(path.join(two, 'shard.json')), /The shard in .*shard-2 did not finish/],
    [
      'cut off',
      ([, two = '']) => fs.truncate(path.join(two, 'shard.json'), 50),
      /The shard in .*shard-2 did not finish/,
    ],
    ['of another number', async (shards) => shards.splice(0, 1, ...(await writeShards(2))), /from another run/],
    [
      'divided by other times',
      async ([, , three = '']) => {
        const file = path.join(three, 'shard.json');
        const shard = JSON.parse(await fs.readFile(file, 'utf8'));
        shard.record.demos = shard.record.demos.slice(1);
        await fs.writeFile(file, JSON.stringify(shard));
      },
      /The demo d is in no shard, because/,
    ],
    ['none', (shards) => shards.splice(0), /There are no shards/],
  ])('are an error if one is %s', async (_what, change, message) => {
    const shards = await writeShards(3);
    await change(shards);
    const reportDir = path.join(makeFolder('shards'), 'report');
    await expect(mergeChecks({ root: path.dirname(reportDir), folders: shards, reportDir })).rejects.toMatchObject({
      diagnostics: [{ code: 'CD190', text: expect.stringMatching(message) }],
    });
    await expect(fs.access(reportDir)).rejects.toThrow('ENOENT');
  });
});
