import { execFile, execFileSync } from 'node:child_process';
import { mkdir, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWatcher } from '../../../src/node/dev/watch/watcher.ts';
import { createFolder } from '../../unit/output/folders.ts';
import { clockStep, DOCS, startWatching, whileNothingIsReported } from './watching.ts';

describe('files', () => {
  it('reports an added, a changed and a removed file once each', async () => {
    const root = await createFolder(DOCS);
    const { write, reported, settled } = await startWatching(root);
    await write('docs/guide/new.md', 'new');
    await reported(1);
    await write('docs/guide/new.md', 'newer');
    await reported(2);
    await unlink(join(root, 'docs/guide/new.md'));
    await reported(3);
    expect(await settled()).toEqual([['docs/guide/new.md'], ['docs/guide/new.md'], ['docs/guide/new.md']]);
  });

  it('reports nothing for unwatched files, for reads, and before anything changes', async () => {
    const root = await createFolder(DOCS);
    const { write, settled } = await startWatching(root);
    await write('other.md', 'changed');
    execFileSync('cat', [join(root, 'docs/index.md')]);
    expect(await settled()).toEqual([]);
  });

  it('reports changes that are made together in one batch', async () => {
    const root = await createFolder(DOCS);
    const { write, reported, settled } = await startWatching(root);
    await Promise.all([write('docs/index.md', '1'), write('docs/guide/a.md', '2'), write('docs/guide/deep/b.md', '3')]);
    await reported(1);
    expect(await settled()).toEqual([['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/index.md']]);
  });

  it('reports a file when only its times changed', async () => {
    const root = await createFolder(DOCS);
    const { reported, settled } = await startWatching(root);
    await utimes(join(root, 'docs/index.md'), new Date(), new Date());
    await reported(1);
    expect(await settled()).toEqual([['docs/index.md']]);
  });

  it('detects an edit of equal length that restores the old time', async () => {
    const root = await createFolder(DOCS);
    const path = join(root, 'docs/index.md');
    await utimes(path, 1_000_000, 1_000_000);
    const before = await stat(path);
    const { reported, settled } = await startWatching(root);
    await writeFile(path, '# Away');
    await utimes(path, 1_000_000, 1_000_000);
    const after = await stat(path);
    expect([after.size, after.mtimeMs, after.ino]).toEqual([before.size, before.mtimeMs, before.ino]);
    await reported(1);
    // On a busy machine, the content and the time may be seen one after the other.
    expect(new Set((await settled()).flat())).toEqual(new Set(['docs/index.md']));
  });

  it('reports a file that was emptied permanently, and a new empty one', async () => {
    const root = await createFolder(DOCS);
    const { write, reported, settled } = await startWatching(root);
    await write('docs/index.md', '');
    await reported(1);
    await write('docs/empty.md', '');
    await reported(2);
    expect(await settled()).toEqual([['docs/index.md'], ['docs/empty.md']]);
  });

  it('accepts unusual names', async () => {
    const names = [
      'a b.md',
      'ü 中文 🎈.md',
      'two\nlines.md',
      '#1?%2f.md',
      '__proto__',
      '-rf',
      "'$(pwn)`.md",
      'x'.repeat(255),
    ];
    const root = await createFolder(DOCS);
    const { batches, write, reported, settled } = await startWatching(root);
    for (const name of names) {
      const before = batches.length;
      await write(`docs/${name}`, '1');
      await reported(before + 1);
      await write(`docs/${name}`, '22');
      await reported(before + 2);
      await unlink(join(root, 'docs', name));
      await reported(before + 3);
    }
    expect(await settled()).toEqual(names.flatMap((name) => Array.from({ length: 3 }, () => [`docs/${name}`])));
  });

  it('leaves out ignored files, and everything below an ignored folder', async () => {
    const root = await createFolder({ ...DOCS, 'docs/dist/a.md': 'a', 'docs/b.log': 'b' });
    const seen = new Set<string>();
    const { write, reported, settled } = await startWatching(root, {
      ignore: (path, isFolder) => {
        seen.add(path);
        return isFolder ? basename(path) === 'dist' : path.endsWith('.log');
      },
    });
    await write('docs/dist/a.md', '2');
    await write('docs/dist/sub/new.md', '2');
    await write('docs/b.log', '2');
    await whileNothingIsReported();
    await write('docs/index.md', '2');
    await reported(1);
    expect(await settled()).toEqual([['docs/index.md']]);
    expect([...seen].filter((path) => path.includes('/dist/'))).toEqual([]);
  });

  it('neither follows nor opens links, pipes and sockets', async () => {
    const root = await createFolder(DOCS);
    const { write, reported, settled } = await startWatching(root);
    execFileSync('mkfifo', [join(root, 'docs/pipe.md')]);
    await symlink(join(root, 'other.md'), join(root, 'docs/link.md'));
    await symlink(root, join(root, 'docs/circle'));
    await symlink('nowhere', join(root, 'docs/dangling.md'));
    const socket = createServer().listen(join(root, 'docs/socket.md'));
    onTestFinished(() => void socket.close());
    await whileNothingIsReported();
    await write('other.md', 'changed');
    await write('docs/index.md', '2');
    await reported(1);
    expect(await settled()).toEqual([['docs/index.md']]);
  });
});

it('loses no change that is made while it starts', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`docs/${index % 40}/${index}.md`, 'x']));
  const root = await createFolder(files);
  await clockStep();
  const changed = new Set<string>();
  const starting = createWatcher({
    folders: [join(root, 'docs')],
    ignore: () => false,
    onChange: (paths) => {
      for (const path of paths) changed.add(path);
    },
  });
  const written = Object.keys(files).filter((_, index) => index % 10 === 0);
  await Promise.all(written.map((path) => writeFile(join(root, path), 'changed')));
  const watcher = await starting;
  onTestFinished(() => watcher.close());
  await expect.poll(() => changed.size).toBe(written.length);
  expect([...changed].sort()).toEqual(written.map((path) => join(root, path)).sort());
});

it('detects every change when the process was busy and the system dropped events', async () => {
  const root = await createFolder(DOCS);
  const { write, reported, settled } = await startWatching(root);
  for (let index = 0; index < 20; index++) await mkdir(join(root, `docs/d${index}`));
  await settled();
  // A process that waits for another one receives no events meanwhile, and there are more than the system keeps.
  const script = `
    const fs = require('fs');
    for (let i = 0; i < 20000; i++) fs.utimesSync(i % 2 ? 'docs/index.md' : 'docs/guide/a.md', i, i);
    for (let i = 0; i < 20; i++) fs.writeFileSync('docs/d' + i + '/page.md', 'page');`;
  execFileSync(process.execPath, ['-e', script], { cwd: root });
  await reported(1);
  const pages = Array.from({ length: 20 }, (_, index) => `docs/d${index}/page.md`);
  expect((await settled()).flat().sort()).toEqual([...pages, 'docs/guide/a.md', 'docs/index.md'].sort());
  await write('docs/d7/page.md', 'still watched');
  await expect.poll(async () => (await settled()).at(-1)).toEqual(['docs/d7/page.md']);
});

describe('close', () => {
  it('stops all reports, and may be called twice', async () => {
    const root = await createFolder(DOCS);
    const { watcher, write, settled } = await startWatching(root);
    await write('docs/index.md', '2');
    await Promise.all([watcher.close(), watcher.close()]);
    await write('docs/index.md', '3');
    watcher.setFiles([join(root, 'other.md')]);
    expect(await settled()).toEqual([]);
  });

  it.each(['watching', 'polling'])('lets a process exit that was %s', async (way) => {
    const root = await createFolder(DOCS);
    const module = join(root, 'watcher.mjs');
    const entry = join(import.meta.dirname, '../../../src/node/dev/watch/watcher.ts');
    await build({ entryPoints: [entry], outfile: module, bundle: true, platform: 'node', format: 'esm' });
    const script = `
      import fs from 'node:fs';
      import { createWatcher } from ${JSON.stringify(pathToFileURL(module).href)};
      const watch = () => { throw Object.assign(new Error(), { code: 'ENOSPC' }); };
      const watcher = await createWatcher({
        folders: ['docs'].map((name) => fs.realpathSync(name)),
        ignore: () => false,
        ...(${way === 'polling'} && { watch }),
        onChange: () => watcher.close(),
      });
      process.on('exit', () => console.log(watcher.polling ? 'polling' : 'watching'));
      // Later than a step of the file system's clock: else nobody could tell that it changed.
      setTimeout(() => fs.writeFileSync('docs/index.md', 'changed'), 100);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      timeout: 60_000,
    });
    expect(stdout).toBe(`${way}\n`);
  });
});
