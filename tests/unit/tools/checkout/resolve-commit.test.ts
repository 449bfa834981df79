import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { defaultRef } from '../../../../src/node/tools/checkout/resolve-commit.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';
import { createSiteRepository, messageOf } from '../../../helpers/site-repository.ts';

describe('defaultRef', () => {
  it('is the commit at which the branch left the default branch', async () => {
    const { top, git, commit } = await createSiteRepository();
    const fork = git('rev-parse', 'HEAD').trim();
    git('checkout', '--quiet', '-b', 'feature');
    await commit({ 'page.html': 'feature' });
    git('checkout', '--quiet', 'main');
    await commit({ 'page.html': 'main' });
    git('checkout', '--quiet', 'feature');
    expect(await defaultRef(top)).toEqual({ commit: fork, branch: 'main', diagnostics: [] });
  });

  it('prefers the default branch of the remote repository, and never a tag', async () => {
    const { top, git, commit } = await createSiteRepository();
    const first = git('rev-parse', 'HEAD').trim();
    const second = await commit({ 'page.html': 'second' });
    git('tag', 'origin/main', first);
    expect(await defaultRef(top)).toMatchObject({ commit: second, branch: 'main' });
    git('update-ref', 'refs/remotes/origin/main', first);
    expect(await defaultRef(top)).toMatchObject({ commit: first, branch: 'origin/main' });
    git('update-ref', 'refs/remotes/origin/trunk', second);
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    expect(await defaultRef(top)).toMatchObject({ commit: second, branch: 'origin/HEAD' });
  });

  it('is HEAD on the default branch, and says so', async () => {
    const { top, git } = await createSiteRepository();
    const head = git('rev-parse', 'HEAD').trim();
    const { commit, diagnostics } = await defaultRef(top);
    expect(commit).toBe(head);
    expect(diagnostics.map(({ severity, code, text }) => `${severity} ${code} ${text}`)).toEqual([
      `info CD189 HEAD (${head.slice(0, 10)}) is already part of main, so the comparison is with HEAD and shows only uncommitted changes`,
    ]);
  });

  it('requires the history in a shallow clone of a pull request', async () => {
    const { top, git, commit } = await createSiteRepository();
    git('checkout', '--quiet', '-b', 'feature');
    await commit({ 'page.html': 'feature' });
    git('checkout', '--quiet', 'main');
    await commit({ 'page.html': 'main' });
    const clone = path.join(makeFolder('clone', OUTSIDE), 'clone');
    const url = pathToFileURL(top).href;
    const fetch = (...args: string[]) => execFileSync('git', ['fetch', '--quiet', ...args], { cwd: clone });
    execFileSync('git', ['clone', '--quiet', '--depth=1', '--branch=feature', url, clone]);
    const withoutBranch = await messageOf(defaultRef(clone));
    expect(withoutBranch).toContain('CD182: The clone is shallow, so its default branch is not known');
    expect(withoutBranch).toContain('fetch-depth: 0');
    fetch('--depth=1', 'origin', 'main:refs/remotes/origin/main');
    expect(await messageOf(defaultRef(clone))).toContain('the common history of HEAD and origin/main is not known');
    fetch('--unshallow');
    expect(await defaultRef(clone)).toMatchObject({ branch: 'origin/main' });
  });

  it('reports branches without a common history, an unknown default branch, and a repository without commits', async () => {
    const { top, git, commit } = await createSiteRepository();
    git('checkout', '--quiet', '--orphan', 'other');
    await commit({});
    expect(await messageOf(defaultRef(top))).toContain('CD182: HEAD and main have no common history');
    git('branch', '-D', 'main');
    expect(await messageOf(defaultRef(top))).toContain(
      'CD182: The default branch of the repository is not known\n  → None of these refs exists: origin/HEAD, origin/main,',
    );
    const empty = makeFolder('empty', OUTSIDE);
    execFileSync('git', ['init', '--quiet', empty]);
    expect(await messageOf(defaultRef(empty))).toContain(`CD180: The repository of ${empty} has no commit`);
    fs.rmSync(path.join(empty, '.git/HEAD'));
    expect(await messageOf(defaultRef(empty))).toContain(`CD180: ${empty} is not in a git repository`);
  });
});
