import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, open, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createFolder } from '../../unit/output/folders.ts';
import { startWatching, whileNothingIsReported } from './watching.ts';

/** Replaces the text of a file as an editor does. `pause` waits between the steps. */
type Save = (path: string, text: string, pause: () => Promise<unknown>) => Promise<void>;

async function truncateAndWrite(path: string, text: string, pause: () => Promise<unknown>): Promise<void> {
  const file = await open(path, 'w');
  await pause();
  await file.writeFile(text);
  await file.sync();
  await file.close();
}

const SAVES: Record<string, Save> = {
  vim: async (path, text, pause) => {
    const folder = dirname(path);
    await writeFile(join(folder, `.${basename(path)}.swp`), text);
    await writeFile(join(folder, '4913'), '');
    await unlink(join(folder, '4913'));
    await rename(path, `${path}~`);
    await pause();
    await truncateAndWrite(path, text, pause);
    await pause();
    await chmod(path, 0o644);
    await unlink(`${path}~`);
    await unlink(join(folder, `.${basename(path)}.swp`));
  },
  JetBrains: async (path, text, pause) => {
    await truncateAndWrite(`${path}___jb_tmp___`, text, pause);
    await pause();
    await rename(path, `${path}___jb_old___`);
    await pause();
    await rename(`${path}___jb_tmp___`, path);
    await pause();
    await unlink(`${path}___jb_old___`);
  },
  'VS Code, by truncating and writing': truncateAndWrite,
  'sed -i': async (path, text) => {
    await promisify(execFile)('sed', ['-i', `s/.*/${text}/`, path]);
  },
};

it.each(Object.entries(SAVES))('reports a save of %s once, when it is complete', async (_, save) => {
  const root = await createFolder({ 'docs/a.md': 'begin', 'docs/b.md': 'other' });
  // On a busy machine, the steps of a save may be far apart.
  const { batches, texts, reported, settled } = await startWatching(root, { settleTime: 10_000 });
  const written = Array.from({ length: 5 }, (_, index) => `edit ${index}`);
  for (const [index, text] of written.entries()) {
    await save(join(root, 'docs/a.md'), text, () => delay([0, 1, 5, 15, 30][index % 5]));
    await reported(index + 1);
  }
  await settled();
  expect(batches).toEqual(written.map(() => ['docs/a.md']));
  expect(texts.map((files) => files['docs/a.md']?.trim())).toEqual(written);
});

it('reports a save of another file in the meantime, and one beside a permanent backup', async () => {
  const root = await createFolder({ 'docs/a.md': 'a', 'docs/a.md~': 'backup', 'docs/b.md': 'b' });
  const { write, reported, settled } = await startWatching(root);
  await write('docs/a.md~', 'a');
  await write('docs/a.md', 'a2');
  await reported(1);
  await write('docs/a.md~', 'a2');
  await write('docs/b.md', 'b2');
  await reported(2);
  expect(await settled()).toEqual([['docs/a.md'], ['docs/b.md']]);
});

it('never reports temporary names', async () => {
  const root = await createFolder({ 'docs/a.md': 'a' });
  const { write, reported, settled } = await startWatching(root);
  const names = ['a.md~', '.a.md.swp', '4913', 'a.md___jb_tmp___', '.#a.md', 'a.tmp', 'a.zip.crdownload', 'sedAb3xYz'];
  for (const name of names) await write(`docs/${name}`, 'temporary');
  await whileNothingIsReported(150);
  for (const name of names) await unlink(join(root, 'docs', name));
  await whileNothingIsReported(150);
  await write('docs/tmp.md', 'a page');
  await reported(1);
  expect(await settled()).toEqual([['docs/tmp.md']]);
});

it('reports the last of 200 fast edits, and leaks no file descriptors', async () => {
  const root = await createFolder({ 'docs/a.md': 'begin', 'docs/b.md': 'begin' });
  const { texts, write, settled } = await startWatching(root);
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const before = descriptors();
  for (let index = 1; index <= 200; index++) {
    await write(`docs/${index % 2 ? 'a' : 'b'}.md`, String(index).padStart(4, '0'));
    // In bursts, with pauses of different lengths between them.
    if (index % 10 === 0) await delay(Math.round(index / 10) % 20);
  }
  await settled();
  const last = texts.findLast((files) => 'docs/a.md' in files);
  expect(last?.['docs/a.md']).toBe('0199');
  expect(texts.at(-1)?.['docs/b.md']).toBe('0200');
  expect(texts.length).toBeGreaterThan(5);
  expect(Math.abs(descriptors() - before)).toBeLessThanOrEqual(5);
});
