/** Components of react-aria-components, Headless UI and Radix: their steps pass in `check`, and in the player of a reader. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { build, type CheckOptions, type CheckResult, check, mergeChecks } from 'cascader-docs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { listFiles } from '../helpers/build-site.ts';
import { type CopiedLibrary, copyLibrary } from '../helpers/libraries.ts';
import { type OpenSite, openSite } from '../helpers/pages.ts';
import { playSteps } from '../helpers/play-steps.ts';

const KITS = {
  'react-aria': [
    ...['dialog', 'combobox', 'menu', 'tabs', 'slider'],
    ...['date-field', 'toast', 'file-upload', 'drag-list', 'form'],
  ],
  'headless-ui': ['dialog', 'combobox', 'menu', 'tabs', 'form'],
  radix: ['dialog', 'menu', 'tabs', 'slider', 'toast', 'form'],
};

let copy: CopiedLibrary;
let result: CheckResult;
let site: OpenSite;

beforeAll(async () => {
  copy = await copyLibrary({ name: 'component-kits', packages: 'component-kits' });
  result = await checkTo('whole');
  await build({ root: copy.root, outDir: 'site' });
  site = await openSite({ root: copy.root, outDir: 'site' });
});

const reportDir = (name: string): string => path.join(copy.root, 'reports', name);

const checkTo = (name: string, options: CheckOptions = {}): Promise<CheckResult> =>
  check({ root: copy.root, connect: inject('browser'), only: ['steps'], reportDir: reportDir(name), ...options });

/** Pauses of the player end at once. */
const hurry = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let ahead = 0;
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (call) =>
      requestAnimationFrame((now) => {
        ahead += 500;
        call(now + ahead);
      });
  });

describe.each(Object.entries(KITS))('%s', (kit, demos) => {
  it.each(demos)('check runs all steps of the %s, also with events', (name) => {
    const demo = result.demos.find(({ file }) => file === `demos/${kit}/${name}.tsx`);
    expect(demo?.findings).toEqual([]);
    expect(demo?.steps?.every(({ isRun }) => isRun)).toBe(true);
  });

  it.each(demos)('a reader plays all steps of the %s', async (name) => {
    const { page, messages } = await site.open(`/${kit}`, { before: hurry });
    await playSteps(page, name);
    expect(messages).toEqual([]);
  });
});

it('four shards of a check merge to the bytes of an undivided report', async () => {
  const shards = [1, 2, 3, 4];
  for (const index of shards) await checkTo(`part-${index}`, { shard: { index, count: 4 }, cache: false });
  await mergeChecks({
    root: copy.root,
    folders: shards.map((index) => reportDir(`part-${index}`)),
    reportDir: reportDir('merged'),
  });
  const filesOf = async (name: string): Promise<Record<string, string>> => {
    const names = (await listFiles(reportDir(name))).sort();
    const read = (file: string): Promise<string> => fs.readFile(path.join(reportDir(name), file), 'utf8');
    return Object.fromEntries(await Promise.all(names.map(async (file) => [file, await read(file)])));
  };
  expect(await filesOf('merged')).toEqual(await filesOf('whole'));
});
