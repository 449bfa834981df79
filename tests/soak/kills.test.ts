import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite, listFiles, type TestSite, writeFiles } from '../helpers/build-site.ts';
import { endSeen, run, start } from '../helpers/command.ts';
import { waitFor } from '../helpers/dev-site.ts';
import { createRandom } from '../helpers/random.ts';

/** Two versions of a site. No page is the same in both of them. */
const VERSIONS = ['old', 'new'] as const;
type Version = (typeof VERSIONS)[number];

const pagesOf = (version: Version): Record<string, string> =>
  Object.fromEntries([
    ['docs/index.md', `# Home, ${version}\n`],
    ...Array.from({ length: 60 }, (_, page) => [`docs/p${page}.md`, `# Page ${page}\n\nIt is ${version}.\n`]),
  ]);

const ARGS = ['build', '.', '--no-cache'];

const hashes = new Map<string, Version>();
let site: TestSite;
let dist: string;
/** Duration of a whole build in milliseconds. */
let usual: number;

/** Returns which site is in a folder: a version, `absent` if there is none, or the hash of a mix. */
async function siteIn(folder: string): Promise<string> {
  const files = await listFiles(folder);
  if (files.length === 0) return 'absent';
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\0`).update(await fs.readFile(path.join(folder, file)));
  const hash = digest.digest('hex');
  return hashes.get(hash) ?? hash;
}

/** Returns the names in the site's folder that do not belong to the site. */
const extraFilesIn = async (root: string): Promise<string[]> =>
  (await fs.readdir(root)).filter((name) => !['dist', 'docs', 'package.json', '.gitignore'].includes(name));

async function buildAll(version: Version): Promise<void> {
  await site.write(pagesOf(version));
  const { code, stderr } = await run(ARGS, { cwd: site.root });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

beforeAll(async () => {
  site = await createSite(pagesOf('old'));
  dist = path.join(site.root, 'dist');
  for (const version of VERSIONS) {
    const begun = performance.now();
    await buildAll(version);
    usual = performance.now() - begun;
    hashes.set(await siteIn(dist), version);
  }
  expect([...hashes.values()]).toEqual(VERSIONS);
});

afterAll(endSeen);

/** Stops a build at a bad moment. The next build must repair everything. */
async function endAndRepair(
  signal: 'SIGKILL' | 'SIGINT',
  when: () => Promise<unknown>,
  codes: unknown[],
): Promise<void> {
  const before = (await siteIn(dist)) as Version;
  const next = before === 'old' ? 'new' : 'old';
  await site.write(pagesOf(next));
  const { child, ended, stderr } = start(ARGS, { cwd: site.root });
  await Promise.race([when(), ended]);
  child.kill(signal);
  const code = await ended;
  expect([0, ...codes], stderr()).toContain(code);
  const found = await siteIn(dist);
  if (signal === 'SIGINT') {
    expect(found).toBe(code === 0 ? next : before);
    expect(await extraFilesIn(site.root)).toEqual([]);
    return;
  }
  // Between two renames there is no output. Any later command restores it.
  expect(code === 0 ? [next] : [before, next, 'absent']).toContain(found);
  await buildAll(next);
  expect(await siteIn(dist)).toBe(next);
  expect(await extraFilesIn(site.root)).toEqual([]);
}

describe('a killed build leaves the old site or the new one, and the next build leaves nothing else', () => {
  const random = createRandom(5);

  it('100 times at any moment', { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < 100; round++)
      await endAndRepair('SIGKILL', () => sleep(random(Math.round(usual * 1.1))), ['SIGKILL']);
  });

  it('50 times while it writes and swaps', { timeout: 3_600_000 }, async () => {
    const isWriting = async () =>
      (await fs.readdir(site.root)).some((name) => /^\.dist\.cascader-docs-[\da-f]/.test(name));
    for (let round = 0; round < 50; round++)
      await endAndRepair('SIGKILL', async () => {
        await waitFor(isWriting);
        await sleep(random(Math.round(usual / 2)));
      }, ['SIGKILL']);
  });

  it('100 times by Ctrl-C', { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < 100; round++)
      await endAndRepair('SIGINT', () => sleep(random(Math.round(usual * 1.1))), [130, 'SIGINT']);
  });
});

it('20 pairs of builds that start at the same moment write the site once', { timeout: 1_200_000 }, async () => {
  for (let round = 0; round < 20; round++) {
    const next = VERSIONS[round % 2] as Version;
    await site.write(pagesOf(next));
    const both = await Promise.all([0, 1].map(() => run(ARGS, { cwd: site.root })));
    const codes = both.map(({ code }) => code).sort();
    // The second build waits for the first, or reports that it is running.
    expect([
      [0, 0],
      [0, 2],
    ]).toContainEqual(codes);
    expect(await siteIn(dist)).toBe(next);
    expect(await extraFilesIn(site.root)).toEqual([]);
  }
});

/** Simulating a full disk requires permission to mount. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(mayMount)('a full disk, 10 times, keeps the old site', { timeout: 600_000 }, async () => {
  const disk = await createFolder('disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  try {
    await writeFiles(disk, { 'package.json': '{"name": "fixture", "version": "1.0.0"}', ...pagesOf('old') });
    expect((await run(ARGS, { cwd: disk })).code).toBe(0);
    const [outDir, filler] = [path.join(disk, 'dist'), path.join(disk, 'filler')];
    // There is no repository around this folder, so the year differs from that of the other builds.
    const before = await siteIn(outDir);
    await writeFiles(disk, pagesOf('new'));
    for (let level = 0; level < 10; level++) {
      const { bavail, bsize } = await fs.statfs(disk);
      // Fills the disk except for less space than a site needs.
      await fs.writeFile(filler, new Uint8Array(Math.max(0, bavail * bsize - level * 40_000)));
      const { code, stderr } = await run(ARGS, { cwd: disk });
      expect({ level, code }).toEqual({ level, code: 3 });
      expect(stderr).toMatch(/error CD603: No space left on the disk to write/);
      expect(await siteIn(outDir)).toBe(before);
      await fs.rm(filler);
      expect(await extraFilesIn(disk)).toEqual([]);
    }
  } finally {
    execFileSync('umount', [disk]);
  }
});
