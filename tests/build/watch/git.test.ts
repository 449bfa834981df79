import { execFile } from 'node:child_process';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder } from '../../unit/output/folders.ts';
import { startWatching, whileNothingIsReported } from './watching.ts';

async function git(cwd: string, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  await promisify(execFile)('git', [...identity, ...args], { cwd });
}

/** Creates a repository with two branches: all of 100 pages differ between them, and some exist in only one. */
async function createBranches(): Promise<{ root: string; paths: string[] }> {
  const root = await createFolder({ '.gitignore': '*.log' });
  const paths = Array.from({ length: 100 }, (_, index) => `docs/${index % 25}/page-${index}.md`);
  const writeAll = async (text: string, from: number, to: number): Promise<void> => {
    for (const path of paths.slice(from, to)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
  };
  await git(root, 'init', '--quiet', '--initial-branch', 'trunk');
  await writeAll('one', 0, 90);
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'one');
  await git(root, 'checkout', '--quiet', '-b', 'other');
  await rm(join(root, 'docs'), { recursive: true });
  await writeAll('two', 10, 100);
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'two');
  await git(root, 'checkout', '--quiet', 'trunk');
  return { root, paths: paths.sort() };
}

it('reports a checkout of 100 files in one batch', async () => {
  const { root, paths } = await createBranches();
  const { batches, reported, settled } = await startWatching(root);
  for (const [index, branch] of ['other', 'trunk'].entries()) {
    await git(root, 'checkout', '--quiet', branch);
    await reported(index + 1);
  }
  await settled();
  expect(batches.map((batch) => batch.length)).toEqual([100, 100]);
  expect(batches[0]).toEqual(paths);
});

it('reports a checkout of 100 files in one batch when it polls', async () => {
  const { root, paths } = await createBranches();
  const { batches, reported, settled } = await startWatching(root, {
    pollInterval: 30,
    watch: () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    },
  });
  await git(root, 'checkout', '--quiet', 'other');
  await reported(1);
  expect(await settled()).toEqual([paths]);
  expect(batches).toHaveLength(1);
});

it('waits for the lock of Git, also in a worktree, but not for a stale one', async () => {
  const root = await createFolder({ 'main/docs/a.md': 'a' });
  await git(join(root, 'main'), 'init', '--quiet');
  await git(join(root, 'main'), 'add', '.');
  await git(join(root, 'main'), 'commit', '--quiet', '--message', 'first');
  await git(join(root, 'main'), 'worktree', 'add', '--quiet', '../tree');
  const { batches, write, reported } = await startWatching(root, { folders: ['main/docs', 'tree/docs'] });
  const lock = join(root, 'main/.git/worktrees/tree/index.lock');
  await writeFile(lock, '');
  await write('tree/docs/a.md', '1');
  await whileNothingIsReported(300);
  await write('tree/docs/b.md', '1');
  await whileNothingIsReported(300);
  expect(batches).toEqual([]);
  await rm(lock);
  await reported(1);
  expect(batches).toEqual([['tree/docs/a.md', 'tree/docs/b.md']]);

  await writeFile(lock, '');
  onTestFinished(() => rm(lock, { force: true }));
  // No other file changes, so the wait ends.
  const times = [performance.now()];
  await write('tree/docs/a.md', '2');
  await reported(2);
  times.push(performance.now());
  await utimes(lock, 1, 1);
  await write('tree/docs/a.md', '3');
  await reported(3);
  times.push(performance.now());
  const [begun = 0, held = 0, left = 0] = times;
  expect(left - held).toBeLessThan(held - begun);
});
