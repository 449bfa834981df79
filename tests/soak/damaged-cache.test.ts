import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forgetOutput, listFiles, type TestSite } from '../helpers/build-site.ts';
import { createLibrarySite } from '../helpers/faulty-sites.ts';
import { growOld } from '../helpers/grow-old.ts';
import { storedTasks } from '../helpers/stored-entries.ts';

const ROUNDS = 200;

/** Hash of every file of the output. */
async function build(site: TestSite): Promise<Map<string, string>> {
  // With what is kept of the whole, nothing of the rest would be asked for.
  await forgetOutput(site);
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

const TASKS = ['api', 'api-usage', 'compile', 'demos', 'packages', 'parts', 'react', 'render', 'text'];

it(`makes the same site of ${ROUNDS} damaged packs of results`, { timeout: 1_800_000 }, async () => {
  const site = await createLibrarySite({ types: true });
  await growOld();
  const first = await build(site);
  const folder = path.join(site.root, 'node_modules/.cache/cascader-docs');
  expect(storedTasks(site.root)).toEqual(expect.arrayContaining(TASKS));
  for (let round = 0; round < ROUNDS; round++) {
    const names = (await fs.readdir(folder)).filter((name) => name.startsWith('entries-')).sort();
    const name = names[round % names.length] ?? '';
    const bytes = await fs.readFile(path.join(folder, name));
    // A number that is another one in each round, and the same in each run.
    const random = createHash('sha256').update(String(round)).digest().readUInt32LE();
    const place = random % bytes.length;
    const kind = Math.floor(round / 2) % 4;
    if (kind < 2) bytes[place] = (bytes[place] ?? 0) ^ (1 << (random % 8));
    const damaged = kind < 2 ? bytes : bytes.subarray(0, kind === 2 ? place : 0);
    await fs.writeFile(path.join(folder, name), damaged);
    expect(await build(site), `round ${round}: ${name}`).toEqual(first);
    // What was lost was made again, and is stored.
    expect(storedTasks(site.root)).toEqual(expect.arrayContaining(TASKS));
  }
});

it(`puts the same site back, or makes it, of ${ROUNDS} damaged packs and entries`, { timeout: 1_800_000 }, async () => {
  const site = await createLibrarySite({ types: true });
  await growOld();
  const dist = path.join(site.root, 'dist');
  const folder = path.join(site.root, 'node_modules/.cache/cascader-docs');
  const first = await build(site);
  for (let round = 0; round < ROUNDS; round++) {
    const names = (await fs.readdir(folder)).filter((name) => /^(?:build|contents)-/.test(name)).sort();
    const file = path.join(folder, names[round % names.length] ?? '');
    const bytes = await fs.readFile(file);
    const random = createHash('sha256').update(String(round)).digest().readUInt32LE();
    const place = random % bytes.length;
    if (round % 3 < 2) bytes[place] = (bytes[place] ?? 0) ^ (1 << (random % 8));
    await fs.writeFile(file, round % 3 < 2 ? bytes : bytes.subarray(0, place));
    // Without an output, with one of which a file is another one, and with all of it.
    if (round % 4 < 2) await fs.rm(dist, { recursive: true });
    else if (round % 4 === 2) await fs.writeFile(path.join(dist, 'index.html'), 'changed');
    expect((await site.build()).text).toBe('');
    expect(await hashesOf(site), `round ${round}: ${path.basename(file)}`).toEqual(first);
  }
});
