import { rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../../unit/output/folders.ts';
import { DOCS, startWatching } from './watching.ts';

it('reports the old and the new paths of a renamed folder, and continues to watch them', async () => {
  const root = await createFolder(DOCS);
  const { write, reported, settled } = await startWatching(root);
  await rename(join(root, 'docs/guide'), join(root, 'docs/manual'));
  await reported(1);
  await write('docs/manual/deep/b.md', 'changed');
  await reported(2);
  await write('docs/guide/again.md', 'again');
  await reported(3);
  expect(await settled()).toEqual([
    ['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/manual/a.md', 'docs/manual/deep/b.md'],
    ['docs/manual/deep/b.md'],
    ['docs/guide/again.md'],
  ]);
});

it('detects a folder that is immediately replaced by another', async () => {
  const root = await createFolder({ ...DOCS, 'next/a.md': 'next a', 'next/deep/c.md': 'c' });
  const { write, reported, settled } = await startWatching(root);
  await rename(join(root, 'docs/guide'), join(root, 'old'));
  await rename(join(root, 'next'), join(root, 'docs/guide'));
  await reported(1);
  await write('docs/guide/deep/c.md', 'changed');
  await reported(2);
  await write('old/a.md', 'not watched any more');
  expect(await settled()).toEqual([
    ['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/guide/deep/c.md'],
    ['docs/guide/deep/c.md'],
  ]);
});

it('watches a folder that is created later, and again after it was removed', async () => {
  const root = await createFolder(DOCS);
  const { write, reported, settled } = await startWatching(root, { folders: ['site/content/docs'] });
  await write('site/other.md', 'not watched');
  await write('site/content/docs/a/b.md', 'b');
  await reported(1);
  await rm(join(root, 'site'), { recursive: true });
  await reported(2);
  await write('site/content/docs/a/b.md', 'again');
  await reported(3);
  await write('site/content/docs/a/b.md', 'changed');
  await reported(4);
  expect(await settled()).toEqual(Array.from({ length: 4 }, () => ['site/content/docs/a/b.md']));
});

it('watches a folder and a folder in it, and a folder that is a link', async () => {
  const root = await createFolder({ ...DOCS, 'real/a.md': 'a' });
  await symlink(join(root, 'real'), join(root, 'linked'));
  const { write, reported, settled } = await startWatching(root, {
    folders: ['docs/guide', 'docs', 'docs/ignored/kept', 'linked'],
    ignore: (path) => basename(path) === 'ignored',
  });
  await write('docs/guide/deep/b.md', '2');
  await reported(1);
  await write('real/a.md', '2');
  await reported(2);
  await write('docs/ignored/no.md', '2');
  await write('docs/ignored/kept/yes.md', '2');
  await reported(3);
  expect(await settled()).toEqual([['docs/guide/deep/b.md'], ['linked/a.md'], ['docs/ignored/kept/yes.md']]);
});
