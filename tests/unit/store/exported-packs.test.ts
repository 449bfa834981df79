import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EXPORTED, exportPacks, openExportedPack } from '../../../src/node/store/exported-packs.ts';
import { makeFolder } from '../../helpers/folder.ts';

/** Lists the open files of this process in a folder. */
const openIn = (folder: string): string[] =>
  fs.readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const file = fs.readlinkSync(`/proc/self/fd/${number}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      // The descriptor of the folder that is being read.
      return [];
    }
  });

it('returns the sizes of the packs, which can be read', async () => {
  const folder = makeFolder('exported-packs');
  const sizes = await exportPacks(folder, async ({ add, addContent }) => {
    add('render', 'a.md', { key: 'x', value: { text: 'a' } });
    addContent('text');
  });
  for (const name of Object.values(EXPORTED)) expect(fs.statSync(path.join(folder, name)).size).toBe(sizes.get(name));
  expect([...(openExportedPack(folder, 'entries').index as Map<string, unknown>).keys()]).toEqual(['render a.md']);
});

it('leaves no pack in the folder and no file open if writing fails', async () => {
  const folder = fs.realpathSync(makeFolder('exported-packs'));
  const written = exportPacks(folder, async ({ add }) => {
    add('render', 'a.md', { key: 'x', value: 'x'.repeat(2e6) });
    throw new Error('not rendered');
  });
  await expect(written).rejects.toThrow('not rendered');
  expect(fs.readdirSync(folder)).toEqual([]);
  if (process.platform === 'linux') expect(openIn(folder)).toEqual([]);
});

it('closes the first pack if the second cannot be created', async () => {
  const folder = fs.realpathSync(makeFolder('exported-packs'));
  fs.mkdirSync(path.join(folder, EXPORTED.contents));
  await expect(exportPacks(folder, async () => undefined)).rejects.toThrow('EEXIST');
  expect(fs.readdirSync(folder)).toEqual([EXPORTED.contents]);
  if (process.platform === 'linux') expect(openIn(folder)).toEqual([]);
});
