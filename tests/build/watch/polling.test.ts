import fs from 'node:fs';
import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { networkReason, pollingReason } from '../../../src/node/dev/watch/signals.ts';
import { createFolder } from '../../unit/output/folders.ts';
import { DOCS, startWatching } from './watching.ts';

/** Returns an `fs.watch` that fails from the given call on. */
function failingWatch(code: string, from = 1): typeof fs.watch {
  let calls = 0;
  return ((path: string, listener: fs.WatchListener<string>) => {
    if (++calls >= from) throw Object.assign(new Error(`${code}: watch '${path}'`), { code });
    return fs.watch(path, listener);
  }) as typeof fs.watch;
}

it.each([
  ['ENOSPC', 1, 'fs.inotify.max_user_watches'],
  ['ENOSPC', 3, 'fs.inotify.max_user_watches'],
  ['EMFILE', 2, 'fs.inotify.max_user_instances'],
  ['ENOSYS', 1, 'ENOSYS'],
])('polls after %s from watcher %i on, reports this once, and reports all changes', async (code, from, named) => {
  const root = await createFolder(DOCS);
  const options = { watch: failingWatch(code, from), pollInterval: 20 };
  const { watcher, reasons, write, reported, settled } = await startWatching(root, options);
  expect(watcher.polling).toBe(true);
  expect(reasons).toEqual([expect.stringContaining(named)]);
  expect(reasons[0]).not.toContain('\n');
  watcher.setFiles([join(root, 'other.md')]);
  expect(await settled()).toEqual([]);
  await write('docs/guide/deep/b.md', 'changed');
  await reported(1);
  await write('docs/new/c.md', 'c');
  await reported(2);
  await rename(join(root, 'docs/guide'), join(root, 'docs/manual'));
  await reported(3);
  await write('other.md', 'changed');
  await reported(4);
  await rm(join(root, 'docs'), { recursive: true });
  await reported(5);
  await write('docs/index.md', 'again');
  await reported(6);
  expect(await settled()).toEqual([
    ['docs/guide/deep/b.md'],
    ['docs/new/c.md'],
    ['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/manual/a.md', 'docs/manual/deep/b.md'],
    ['other.md'],
    ['docs/index.md', 'docs/manual/a.md', 'docs/manual/deep/b.md', 'docs/new/c.md'],
    ['docs/index.md'],
  ]);
  expect(reasons).toHaveLength(1);
});

it('switches to polling when a new folder exceeds the limit later', async () => {
  const root = await createFolder(DOCS);
  const options = { watch: failingWatch('ENOSPC', 5), pollInterval: 20 };
  const { watcher, reasons, write, reported, settled } = await startWatching(root, options);
  await write('docs/index.md', '2');
  await reported(1);
  expect(watcher.polling).toBe(false);
  await write('docs/one/more/a.md', 'a');
  await reported(2);
  await write('docs/one/more/a.md', 'changed');
  await reported(3);
  expect(await settled()).toEqual([['docs/index.md'], ['docs/one/more/a.md'], ['docs/one/more/a.md']]);
  expect([watcher.polling, reasons.length]).toEqual([true, 1]);
});

it.each([
  ['EIO', true],
  ['EPERM', false],
])('survives the error %s of a watcher, and polls afterwards: %s', async (code, polls) => {
  const root = await createFolder(DOCS);
  const watchers: fs.FSWatcher[] = [];
  const watch = ((path: string, listener: fs.WatchListener<string>) => {
    const watcher = fs.watch(path, listener);
    watchers.push(watcher);
    return watcher;
  }) as typeof fs.watch;
  const { watcher, write, reported, settled } = await startWatching(root, { watch, pollInterval: 20 });
  for (const each of [...watchers]) each.emit('error', Object.assign(new Error(code), { code }));
  expect(watcher.polling).toBe(polls);
  await write('docs/guide/a.md', '2');
  await reported(1);
  await write('docs/guide/deep/b.md', '2');
  await reported(2);
  expect(await settled()).toEqual([['docs/guide/a.md'], ['docs/guide/deep/b.md']]);
});

it('polls on a network file system', async () => {
  const root = await createFolder(DOCS);
  const { watcher, reasons, write, reported } = await startWatching(root, {
    pollInterval: 20,
    statfs: (async (path: string) => ({ ...(await statfs(path)), type: 0x6969 })) as typeof statfs,
  });
  expect([watcher.polling, reasons]).toEqual([true, [expect.stringContaining('NFS')]]);
  await write('docs/index.md', '2');
  await reported(1);
});

it('watches on a local file system, also when a folder does not exist yet', async () => {
  const root = await createFolder(DOCS);
  expect(await networkReason([root, join(root, 'none')], statfs)).toBeUndefined();
  expect(pollingReason(Object.assign(new Error(), { code: 'ENOENT' }))).toBeUndefined();
});
