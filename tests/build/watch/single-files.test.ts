import { mkdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../../unit/output/folders.ts';
import { clockStep, DOCS, startWatching } from './watching.ts';

it('watches a file, and nothing beside it', async () => {
  const root = await createFolder(DOCS);
  const { watcher, write, reported, settled } = await startWatching(root);
  watcher.setFiles([join(root, 'other.md')]);
  expect(await settled()).toEqual([]);
  await write('beside.md', 'beside');
  await write('other.md', '2');
  await reported(1);
  expect(await settled()).toEqual([['other.md']]);
});

it('replaces the previous files', async () => {
  const root = await createFolder({ ...DOCS, 'lib/a.ts': 'a', 'src/b.ts': 'b' });
  const { watcher, write, reported, settled } = await startWatching(root);
  watcher.setFiles([join(root, 'lib/a.ts'), join(root, 'other.md')]);
  watcher.setFiles([join(root, 'src/b.ts'), join(root, 'other.md')]);
  expect(await settled()).toEqual([]);
  await write('lib/a.ts', '2');
  await write('src/b.ts', '2');
  await reported(1);
  await write('other.md', '2');
  await reported(2);
  watcher.setFiles([]);
  await write('src/b.ts', '3');
  expect(await settled()).toEqual([['src/b.ts'], ['other.md']]);
});

it('reports a file that does not exist yet, and follows it through a build that removes its folder', async () => {
  const root = await createFolder(DOCS);
  const { watcher, write, reported, settled } = await startWatching(root);
  watcher.setFiles([join(root, 'lib/es/index.css')]);
  await settled();
  await write('lib/es/index.css', 'a');
  await reported(1);
  await rm(join(root, 'lib'), { recursive: true });
  await reported(2);
  await write('lib/es/index.css', 'b');
  await reported(3);
  // Removed and immediately written again, as a build does.
  await rm(join(root, 'lib'), { recursive: true });
  await write('lib/es/index.css', 'c');
  await reported(4);
  await write('lib/es/index.css', 'd');
  await reported(5);
  expect(await settled()).toEqual(Array.from({ length: 5 }, () => ['lib/es/index.css']));
});

it('follows a distant file when its folder, or a folder above it, is lost', async () => {
  const root = await createFolder(DOCS);
  const away = await createFolder({ 'packages/lib/dist/a.css': 'a', 'packages/lib/dist/b.css': 'b' });
  const { watcher, batches, write, reported, settled } = await startWatching(root);
  const path = join(away, 'packages/lib/dist/a.css');
  watcher.setFiles([path]);
  await settled();
  for (const lost of ['packages/lib/dist', 'packages', 'packages/lib']) {
    const before = batches.length;
    await rm(join(away, lost), { recursive: true });
    await reported(before + 1);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'again');
    await reported(before + 2);
    // Immediately, as a build does.
    await rm(join(away, lost), { recursive: true });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'at once');
    await reported(before + 3);
    await writeFile(path, 'changed');
    await reported(before + 4);
  }
  await write('docs/index.md', 'still watched');
  await reported(13);
  const same = relative(root, path);
  expect(await settled()).toEqual([...Array.from({ length: 12 }, () => [same]), ['docs/index.md']]);
});

it('follows a file in an ignored folder, and one that is a link', async () => {
  const root = await createFolder({ ...DOCS, 'docs/ignored/a.css': 'a', 'docs/ignored/b.css': 'b' });
  await symlink('other.md', join(root, 'link.md'));
  const { watcher, write, reported, settled } = await startWatching(root, { ignore: (path) => /ignored/.test(path) });
  watcher.setFiles([join(root, 'docs/ignored/a.css'), join(root, 'link.md')]);
  await settled();
  await write('docs/ignored/b.css', '2');
  await write('docs/ignored/a.css', '2');
  await reported(1);
  await unlink(join(root, 'link.md'));
  await symlink('docs/index.md', join(root, 'link.md'));
  await reported(2);
  expect(await settled()).toEqual([['docs/ignored/a.css'], ['link.md']]);
});

it('reports a file that changed after the given time, before it was added', async () => {
  const root = await createFolder(DOCS);
  const { watcher, write, reported, settled } = await startWatching(root);
  const before = Date.now();
  await clockStep();
  await write('other.md', '2');
  await clockStep();
  watcher.setFiles([join(root, 'other.md')], before);
  await reported(1);
  watcher.setFiles([join(root, 'other.md'), join(root, 'none.md')]);
  expect(await settled()).toEqual([['other.md']]);
});

it('does not report a file when it is added, even if its name is ignored in a watched folder', async () => {
  const root = await createFolder({ ...DOCS, 'docs/.rc.ts': '1' });
  const { watcher, write, reported, settled } = await startWatching(root, {
    ignore: (path) => /\/\.[^/]*$/.test(path),
  });
  watcher.setFiles([join(root, 'docs/.rc.ts')]);
  expect(await settled()).toEqual([]);
  await write('docs/.rc.ts', '2');
  await reported(1);
  expect(await settled()).toEqual([['docs/.rc.ts']]);
});

it('reports a file that was already watched when others are added, whatever time is given', async () => {
  const root = await createFolder(DOCS);
  const { watcher, write, reported, settled } = await startWatching(root);
  const files = ['none.md', 'docs/none.md'].map((file) => join(root, file));
  watcher.setFiles(files);
  await settled();
  await write('none.md', '1');
  await write('docs/none.md', '1');
  watcher.setFiles([...files, join(root, 'other.md')], Date.now() + 60_000);
  await reported(1);
  expect((await settled()).flat().sort()).toEqual(['docs/none.md', 'none.md']);
});
