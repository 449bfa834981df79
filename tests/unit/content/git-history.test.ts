import { execFileSync } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDates, parseLog, parseStatus, readGitHistory } from '../../../src/node/content/git-history.ts';
import { createSite, loadSite, siteAt } from './temporary-site.ts';

const FIRST = 1_500_000_000;
const SECOND = 1_600_000_000;

function git(cwd: string, args: string[], seconds = FIRST): void {
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  const date = `${seconds} +0000`;
  const env = { ...process.env, ...identity, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  execFileSync('git', args, { cwd, env, stdio: 'pipe' });
}

async function createRepository(files: Record<string, string>) {
  const site = await createSite(files);
  git(site.root, ['init', '--quiet', '--initial-branch', 'trunk']);
  git(site.root, ['add', '.']);
  git(site.root, ['commit', '--quiet', '--message', 'first']);
  return site;
}

describe('readGitHistory', () => {
  it('returns the date of the last commit of each file, whatever its name', async () => {
    const { root } = await createRepository({
      'docs/a.md': '1',
      'docs/ü b.md': '1',
      'docs/1600000000': '1',
      'docs/"q".md': '1',
    });
    await writeFile(join(root, 'docs/a.md'), '2');
    await writeFile(join(root, '1500000000'), '2');
    git(root, ['add', '.'], SECOND);
    git(root, ['commit', '--quiet', '--message', 'second'], SECOND);
    git(root, ['commit', '--quiet', '--allow-empty', '--message', 'empty'], SECOND);
    const history = await readGitHistory(root);
    const date = (path: string) => history.dateOf(join(root, path));
    expect(date('docs/a.md')).toBe(SECOND * 1000);
    expect(date('1500000000')).toBe(SECOND * 1000);
    expect(date('docs/ü b.md')).toBe(FIRST * 1000);
    expect(date('docs/1600000000')).toBe(FIRST * 1000);
    expect(date('docs/"q".md')).toBe(FIRST * 1000);
    expect(history).toMatchObject({ year: 2020, shallow: false });
  });

  it('returns no date for uncommitted files', async () => {
    const { root } = await createRepository({ 'docs/a.md': '1', 'docs/b.md': '1', 'docs/c.md': '1' });
    await writeFile(join(root, 'docs/a.md'), 'changed');
    await rename(join(root, 'docs/b.md'), join(root, 'docs/moved.md'));
    git(root, ['add', 'docs/b.md', 'docs/moved.md']);
    const { dateOf } = await readGitHistory(root);
    const dates = ['a', 'b', 'moved', 'c', 'new'].map((name) => dateOf(join(root, `docs/${name}.md`)));
    expect(dates).toEqual([undefined, undefined, undefined, FIRST * 1000, undefined]);
  });

  it('returns no date for a file in a folder that is no longer tracked', async () => {
    const { root } = await createRepository({ 'docs/old/a.md': '1', 'docs/b.md': '1' });
    git(root, ['rm', '--quiet', '--cached', '-r', 'docs/old']);
    git(root, ['commit', '--quiet', '--message', 'remove'], SECOND);
    const { dateOf } = await readGitHistory(root);
    expect(dateOf(join(root, 'docs/old/a.md'))).toBeUndefined();
    expect(dateOf(join(root, 'docs/b.md'))).toBe(FIRST * 1000);
  });

  it('works in a subfolder of the repository', async () => {
    const { root } = await createRepository({ 'packages/a/docs/index.md': '1' });
    const { dateOf } = await readGitHistory(join(root, 'packages/a'));
    expect(dateOf(join(root, 'packages/a/docs/index.md'))).toBe(FIRST * 1000);
  });

  it('returns nothing without a repository or without commits', async () => {
    const { root } = await createSite({ 'docs/index.md': '' });
    expect(await readGitHistory(root)).toMatchObject({ shallow: false });
    git(root, ['init', '--quiet']);
    expect((await readGitHistory(root)).year).toBeUndefined();
    expect((await loadSite(siteAt(root))).diagnostics).toEqual([]);
  });
});

describe('a shallow clone', () => {
  it('has no dates and one warning that mentions fetch-depth, but the year of the last commit', async () => {
    const { root } = await createRepository({ 'docs/index.md': '1' });
    await writeFile(join(root, 'docs/b.md'), '1');
    git(root, ['add', '.'], SECOND);
    git(root, ['commit', '--quiet', '--message', 'second'], SECOND);
    git(root, ['clone', '--quiet', '--depth', '1', `file://${root}`, 'clone']);
    const { loaded, diagnostics } = await loadSite(siteAt(join(root, 'clone')));
    expect(loaded.pages.map(({ lastUpdated }) => lastUpdated)).toEqual([undefined, undefined]);
    expect(loaded.year).toBe(2020);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'CD220' }]);
    expect(diagnostics[0]?.notes?.join()).toContain('fetch-depth: 0');
    const quiet = await loadSite(siteAt(join(root, 'clone'), { themeConfig: { lastUpdated: false } }));
    expect(quiet.diagnostics).toEqual([]);
    await rm(join(root, 'clone'), { recursive: true });
  });
});

it('distinguishes dates from paths that look like dates', () => {
  const { dates, last } = parseLog('/200\0\0/100\0\n100\0a/b\0\0/50\0\na/b\0c\0');
  expect(last).toBe(200_000);
  expect([...dates]).toEqual([
    ['100', 100_000],
    ['a/b', 100_000],
    ['c', 50_000],
  ]);
});

it('marks both paths of a rename as changed', () => {
  expect(parseStatus('R  new.md\0old.md\0 M a b.md\0?? folder/\0')).toEqual(['new.md', 'old.md', 'a b.md', 'folder/']);
});

describe('findDates', () => {
  it('finds the paths that git prints on Windows', () => {
    const dates = new Map([
      ['docs/a.md', 1],
      ['docs/b.md', 2],
      ['docs/new/c.md', 3],
    ]);
    const dateOf = findDates({ top: 'C:/work', dates, changed: ['docs/b.md', 'docs/new/'] }, win32);
    const files = ['docs\\a.md', 'docs\\b.md', 'docs\\new\\c.md'];
    expect(files.map((file) => dateOf(`C:\\work\\${file}`))).toEqual([1, undefined, undefined]);
    expect(dateOf('c:\\work\\docs\\a.md')).toBe(1);
  });
});
