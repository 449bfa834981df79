import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, type TestSite } from '../helpers/build-site.ts';
import { createLibrarySite } from '../helpers/faulty-sites.ts';
import { growOld } from '../helpers/grow-old.ts';
import { storedTasks } from '../helpers/stored-entries.ts';

const ROUNDS = 200;

/** Builds the site, and returns the hash of every output file. */
async function build(site: TestSite): Promise<Map<string, string>> {
  // Without an output, the build reads all cache entries.
  await fs.rm(path.join(site.root, 'dist'), { recursive: true, force: true });
  expect((await site.build()).text).toBe('');
  return await hashesOf(site);
}

async function hashesOf(site: TestSite): Promise<Map<string, string>> {
  const files = await listFiles(path.join(site.root, 'dist'));
  const hashes = files.map(async (file) => {
    const content = await fs.readFile(path.join(site.root, 'dist', file));
    return [file, createHash('sha256').update(content).digest('hex')] as const;
  });
  return new Map(await Promise.all(hashes));
}

const TASKS = ['api', 'api-usage', 'compile', 'demo-parts', 'demos', 'react', 'render', 'rendered', 'server-packages'];

it(`builds the same site from ${ROUNDS} damaged cache entries`, { timeout: 1_800_000 }, async () => {
  const site = await createLibrarySite({ types: true });
  await growOld();
  const first = await build(site);
  const folder = path.join(site.root, 'node_modules/.cache/cascader-docs');
  expect(storedTasks(site.root)).toEqual(expect.arrayContaining(TASKS));
  for (let round = 0; round < ROUNDS; round++) {
    const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.bin')).sort();
    const name = names[round % names.length] ?? '';
    const bytes = await fs.readFile(path.join(folder, name));
    // A number that differs in each round, and is the same in each run.
    const random = createHash('sha256').update(String(round)).digest().readUInt32LE();
    const place = random % bytes.length;
    const kind = Math.floor(round / 2) % 4;
    if (kind < 2) bytes[place] = (bytes[place] ?? 0) ^ (1 << (random % 8));
    const damaged = kind < 2 ? bytes : bytes.subarray(0, kind === 2 ? place : 0);
    await fs.writeFile(path.join(folder, name), damaged);
    expect(await build(site), `round ${round}: ${name}`).toEqual(first);
    // Lost results were computed again, and are stored.
    expect(storedTasks(site.root)).toEqual(expect.arrayContaining(TASKS));
  }
});
