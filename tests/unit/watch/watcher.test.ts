import { execFile, execFileSync } from 'node:child_process';
import { mkdir, rename, rm, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWatcher } from '../../../src/node/watch/watcher.ts';
import { createFolder } from '../write/folders.ts';
import { startWatching } from './watching.ts';

const DOCS = { 'docs/index.md': '# Home', 'docs/guide/a.md': 'a', 'docs/guide/deep/b.md': 'b', 'other.md': 'other' };

describe('files', () => {
  it('tells that a file was added, changed and removed, each once', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root);
    await write('docs/guide/new.md', 'new');
    await told(1);
    await write('docs/guide/new.md', 'newer');
    await told(2);
    await unlink(join(root, 'docs/guide/new.md'));
    await told(3);
    expect(await settled()).toEqual([['docs/guide/new.md'], ['docs/guide/new.md'], ['docs/guide/new.md']]);
  });

  it('tells nothing of what it does not watch, of reading, and before anything changes', async () => {
    const root = await createFolder(DOCS);
    const { write, settled } = await startWatching(root);
    await write('other.md', 'changed');
    execFileSync('cat', [join(root, 'docs/index.md')]);
    expect(await settled()).toEqual([]);
  });

  it('names both paths of a file that was renamed', async () => {
    const root = await createFolder(DOCS);
    const { told, settled } = await startWatching(root);
    await rename(join(root, 'docs/guide/a.md'), join(root, 'docs/moved.md'));
    await told(1);
    expect(await settled()).toEqual([['docs/guide/a.md', 'docs/moved.md']]);
  });

  it('tells changes that are made together in one batch', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root);
    await Promise.all([write('docs/index.md', '1'), write('docs/guide/a.md', '2'), write('docs/guide/deep/b.md', '3')]);
    await told(1);
    expect(await settled()).toEqual([['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/index.md']]);
  });

  it('tells of a file whose times alone changed', async () => {
    const root = await createFolder(DOCS);
    const { told, settled } = await startWatching(root);
    await utimes(join(root, 'docs/index.md'), new Date(), new Date());
    await told(1);
    expect(await settled()).toEqual([['docs/index.md']]);
  });

  it('sees an edit of equal length that puts the old time back', async () => {
    const root = await createFolder(DOCS);
    const path = join(root, 'docs/index.md');
    await utimes(path, 1_000_000, 1_000_000);
    const before = await stat(path);
    const { told, settled } = await startWatching(root);
    await writeFile(path, '# Away');
    await utimes(path, 1_000_000, 1_000_000);
    const after = await stat(path);
    expect([after.size, after.mtimeMs, after.ino]).toEqual([before.size, before.mtimeMs, before.ino]);
    await told(1);
    expect(await settled()).toEqual([['docs/index.md']]);
  });

  it('tells of a file that was emptied for good, and of a new empty one', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root);
    await write('docs/index.md', '');
    await told(1);
    await write('docs/empty.md', '');
    await told(2);
    expect(await settled()).toEqual([['docs/index.md'], ['docs/empty.md']]);
  });

  it('takes odd names as they are', async () => {
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
    const { batches, write, told, settled } = await startWatching(root);
    for (const name of names) {
      const before = batches.length;
      await write(`docs/${name}`, '1');
      await told(before + 1);
      await write(`docs/${name}`, '22');
      await told(before + 2);
      await unlink(join(root, 'docs', name));
      await told(before + 3);
    }
    expect(await settled()).toEqual(names.flatMap((name) => Array.from({ length: 3 }, () => [`docs/${name}`])));
  });

  it('leaves out what is ignored, with all below an ignored folder', async () => {
    const root = await createFolder({ ...DOCS, 'docs/dist/a.md': 'a', 'docs/b.log': 'b' });
    const seen = new Set<string>();
    const { write, told, settled } = await startWatching(root, {
      ignore: (path, isFolder) => {
        seen.add(path);
        return isFolder ? basename(path) === 'dist' : path.endsWith('.log');
      },
    });
    await write('docs/dist/a.md', '2');
    await write('docs/dist/sub/new.md', '2');
    await write('docs/b.log', '2');
    await delay(100);
    await write('docs/index.md', '2');
    await told(1);
    expect(await settled()).toEqual([['docs/index.md']]);
    expect([...seen].filter((path) => path.includes('/dist/'))).toEqual([]);
  });

  it('neither follows nor opens links, pipes and sockets', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root);
    execFileSync('mkfifo', [join(root, 'docs/pipe.md')]);
    await symlink(join(root, 'other.md'), join(root, 'docs/link.md'));
    await symlink(root, join(root, 'docs/circle'));
    await symlink('nowhere', join(root, 'docs/dangling.md'));
    const socket = createServer().listen(join(root, 'docs/socket.md'));
    onTestFinished(() => void socket.close());
    await delay(100);
    await write('other.md', 'changed');
    await write('docs/index.md', '2');
    await told(1);
    expect(await settled()).toEqual([['docs/index.md']]);
  });
});

describe('folders', () => {
  it('tells what a new folder holds, however deep, and what changes in it later', async () => {
    const root = await createFolder({ ...DOCS, 'away/x/y/z.md': 'z', 'away/x/w.md': 'w' });
    const { write, told, settled } = await startWatching(root);
    await rename(join(root, 'away'), join(root, 'docs/new'));
    await told(1);
    await write('docs/new/x/y/z.md', 'changed');
    await told(2);
    await write('docs/new/fresh/folder/a.md', 'a');
    await told(3);
    expect(await settled()).toEqual([
      ['docs/new/x/w.md', 'docs/new/x/y/z.md'],
      ['docs/new/x/y/z.md'],
      ['docs/new/fresh/folder/a.md'],
    ]);
  });

  it('names the files of a folder that was removed, and those of one that takes its place', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root);
    await rm(join(root, 'docs/guide'), { recursive: true });
    await told(1);
    await write('docs/guide/deep/c.md', 'c');
    await told(2);
    await write('docs/guide/deep/c.md', 'changed');
    await told(3);
    expect(await settled()).toEqual([
      ['docs/guide/a.md', 'docs/guide/deep/b.md'],
      ['docs/guide/deep/c.md'],
      ['docs/guide/deep/c.md'],
    ]);
  });

  it('names both sets of files of a folder that was renamed, and goes on watching them', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root);
    await rename(join(root, 'docs/guide'), join(root, 'docs/manual'));
    await told(1);
    await write('docs/manual/deep/b.md', 'changed');
    await told(2);
    await write('docs/guide/again.md', 'again');
    await told(3);
    expect(await settled()).toEqual([
      ['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/manual/a.md', 'docs/manual/deep/b.md'],
      ['docs/manual/deep/b.md'],
      ['docs/guide/again.md'],
    ]);
  });

  it('sees a folder swapped for another at once', async () => {
    const root = await createFolder({ ...DOCS, 'next/a.md': 'next a', 'next/deep/c.md': 'c' });
    const { write, told, settled } = await startWatching(root);
    await rename(join(root, 'docs/guide'), join(root, 'old'));
    await rename(join(root, 'next'), join(root, 'docs/guide'));
    await told(1);
    await write('docs/guide/deep/c.md', 'changed');
    await told(2);
    await write('old/a.md', 'not watched any more');
    expect(await settled()).toEqual([
      ['docs/guide/a.md', 'docs/guide/deep/b.md', 'docs/guide/deep/c.md'],
      ['docs/guide/deep/c.md'],
    ]);
  });

  it('picks up a watched folder that is created later, and again after it was removed', async () => {
    const root = await createFolder(DOCS);
    const { write, told, settled } = await startWatching(root, { folders: ['site/content/docs'] });
    await write('site/other.md', 'not watched');
    await write('site/content/docs/a/b.md', 'b');
    await told(1);
    await rm(join(root, 'site'), { recursive: true });
    await told(2);
    await write('site/content/docs/a/b.md', 'again');
    await told(3);
    await write('site/content/docs/a/b.md', 'changed');
    await told(4);
    expect(await settled()).toEqual(Array.from({ length: 4 }, () => ['site/content/docs/a/b.md']));
  });

  it('watches a folder and one in it, and a folder that is a link', async () => {
    const root = await createFolder({ ...DOCS, 'real/a.md': 'a' });
    await symlink(join(root, 'real'), join(root, 'linked'));
    const { write, told, settled } = await startWatching(root, {
      folders: ['docs/guide', 'docs', 'docs/ignored/kept', 'linked'],
      ignore: (path) => basename(path) === 'ignored',
    });
    await write('docs/guide/deep/b.md', '2');
    await told(1);
    await write('real/a.md', '2');
    await told(2);
    await write('docs/ignored/no.md', '2');
    await write('docs/ignored/kept/yes.md', '2');
    await told(3);
    expect(await settled()).toEqual([['docs/guide/deep/b.md'], ['linked/a.md'], ['docs/ignored/kept/yes.md']]);
  });
});

describe('single files', () => {
  it('watches a file, and nothing beside it', async () => {
    const root = await createFolder(DOCS);
    const { watcher, write, told, settled } = await startWatching(root);
    watcher.setFiles([join(root, 'other.md')]);
    expect(await settled()).toEqual([]);
    await write('beside.md', 'beside');
    await write('other.md', '2');
    await told(1);
    expect(await settled()).toEqual([['other.md']]);
  });

  it('replaces the former files', async () => {
    const root = await createFolder({ ...DOCS, 'lib/a.ts': 'a', 'src/b.ts': 'b' });
    const { watcher, write, told, settled } = await startWatching(root);
    watcher.setFiles([join(root, 'lib/a.ts'), join(root, 'other.md')]);
    watcher.setFiles([join(root, 'src/b.ts'), join(root, 'other.md')]);
    expect(await settled()).toEqual([]);
    await write('lib/a.ts', '2');
    await write('src/b.ts', '2');
    await told(1);
    await write('other.md', '2');
    await told(2);
    watcher.setFiles([]);
    await write('src/b.ts', '3');
    expect(await settled()).toEqual([['src/b.ts'], ['other.md']]);
  });

  it('tells of a file that does not exist yet, and follows it through a build that removes its folder', async () => {
    const root = await createFolder(DOCS);
    const { watcher, write, told, settled } = await startWatching(root);
    watcher.setFiles([join(root, 'lib/es/index.css')]);
    await settled();
    await write('lib/es/index.css', 'a');
    await told(1);
    await rm(join(root, 'lib'), { recursive: true });
    await told(2);
    await write('lib/es/index.css', 'b');
    await told(3);
    // Removed and written again at once, as a build does.
    await rm(join(root, 'lib'), { recursive: true });
    await write('lib/es/index.css', 'c');
    await told(4);
    await write('lib/es/index.css', 'd');
    await told(5);
    expect(await settled()).toEqual(Array.from({ length: 5 }, () => ['lib/es/index.css']));
  });

  it('follows a file far away through the loss of its folder, and of those above', async () => {
    const root = await createFolder(DOCS);
    const away = await createFolder({ 'packages/lib/dist/a.css': 'a', 'packages/lib/dist/b.css': 'b' });
    const { watcher, batches, write, told, settled } = await startWatching(root);
    const path = join(away, 'packages/lib/dist/a.css');
    watcher.setFiles([path]);
    await settled();
    for (const lost of ['packages/lib/dist', 'packages', 'packages/lib']) {
      const before = batches.length;
      await rm(join(away, lost), { recursive: true });
      await told(before + 1);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'again');
      await told(before + 2);
      // At once, as a build does.
      await rm(join(away, lost), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'at once');
      await told(before + 3);
      await writeFile(path, 'changed');
      await told(before + 4);
    }
    await write('docs/index.md', 'still watched');
    await told(13);
    const same = relative(root, path);
    expect(await settled()).toEqual([...Array.from({ length: 12 }, () => [same]), ['docs/index.md']]);
  });

  it('follows a file in an ignored folder, and one that is a link', async () => {
    const root = await createFolder({ ...DOCS, 'docs/ignored/a.css': 'a', 'docs/ignored/b.css': 'b' });
    await symlink('other.md', join(root, 'link.md'));
    const { watcher, write, told, settled } = await startWatching(root, { ignore: (path) => /ignored/.test(path) });
    watcher.setFiles([join(root, 'docs/ignored/a.css'), join(root, 'link.md')]);
    await settled();
    await write('docs/ignored/b.css', '2');
    await write('docs/ignored/a.css', '2');
    await told(1);
    await unlink(join(root, 'link.md'));
    await symlink('docs/index.md', join(root, 'link.md'));
    await told(2);
    expect(await settled()).toEqual([['docs/ignored/a.css'], ['link.md']]);
  });

  it('tells of a file that changed before it was named, since the time that was given', async () => {
    const root = await createFolder(DOCS);
    const { watcher, write, told, settled } = await startWatching(root);
    const before = Date.now();
    await delay(30);
    await write('other.md', '2');
    await delay(30);
    watcher.setFiles([join(root, 'other.md')], before);
    await told(1);
    watcher.setFiles([join(root, 'other.md'), join(root, 'none.md')]);
    expect(await settled()).toEqual([['other.md']]);
  });
});

it('loses no change that is made while it starts', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`docs/${index % 40}/${index}.md`, 'x']));
  const root = await createFolder(files);
  await delay(30);
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

it('sees every change when the process was busy, and the system dropped signals', { timeout: 30_000 }, async () => {
  const root = await createFolder(DOCS);
  const { write, told, settled } = await startWatching(root);
  for (let index = 0; index < 20; index++) await mkdir(join(root, `docs/d${index}`));
  await settled();
  // A process that waits for another one hears nothing meanwhile; more than the system keeps is signalled.
  const script = `
    const fs = require('fs');
    for (let i = 0; i < 20000; i++) fs.utimesSync(i % 2 ? 'docs/index.md' : 'docs/guide/a.md', i, i);
    for (let i = 0; i < 20; i++) fs.writeFileSync('docs/d' + i + '/page.md', 'page');`;
  execFileSync(process.execPath, ['-e', script], { cwd: root });
  await told(1);
  const pages = Array.from({ length: 20 }, (_, index) => `docs/d${index}/page.md`);
  expect((await settled()).flat().sort()).toEqual([...pages, 'docs/guide/a.md', 'docs/index.md'].sort());
  await write('docs/d7/page.md', 'still watched');
  await expect.poll(async () => (await settled()).at(-1)).toEqual(['docs/d7/page.md']);
});

describe('close', () => {
  it('tells nothing any more, and may be called twice', async () => {
    const root = await createFolder(DOCS);
    const { watcher, write, settled } = await startWatching(root);
    await write('docs/index.md', '2');
    await Promise.all([watcher.close(), watcher.close()]);
    await write('docs/index.md', '3');
    watcher.setFiles([join(root, 'other.md')]);
    expect(await settled()).toEqual([]);
  });

  it.each(['watching', 'polling'])('lets a process end that was %s', async (way) => {
    const root = await createFolder(DOCS);
    const module = join(root, 'watcher.mjs');
    const entry = join(import.meta.dirname, '../../../src/node/watch/watcher.ts');
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
      setTimeout(() => fs.writeFileSync('docs/index.md', 'changed'), 100);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      timeout: 10_000,
    });
    expect(stdout).toBe(`${way}\n`);
  });
});
