import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveOtherSide } from '../../../../src/node/tools/checkout/resolve-other-side.ts';
import { writeFiles } from '../../../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';
import { createSiteRepository, messageOf } from '../../../helpers/site-repository.ts';

describe('resolveOtherSide', () => {
  it('distinguishes folders, addresses and git refs', async () => {
    const { top: root, git, write } = await createSiteRepository();
    await write({
      'screenshots/set.json': '{}',
      'screenshots/index.html': '',
      'dist/index.html': '',
      'part/~demos/a.html': '',
    });
    const commit = git('rev-parse', 'HEAD').trim();
    const resolve = (text: string) => resolveOtherSide(text, { root });
    expect(await resolve('screenshots')).toEqual({ is: 'screenshots', folder: path.join(root, 'screenshots') });
    expect(await resolve('dist')).toEqual({ is: 'site', folder: path.join(root, 'dist') });
    expect(await resolve(path.join(root, 'part'))).toEqual({ is: 'site', folder: path.join(root, 'part') });
    expect(await resolve('https://example.org/docs/')).toEqual({ is: 'url', url: 'https://example.org/docs/' });
    expect(await resolve('main')).toEqual({ is: 'commit', ref: 'main', commit });
    expect(await resolve(commit.slice(0, 8))).toEqual({ is: 'commit', ref: commit.slice(0, 8), commit });
    expect(await resolveOtherSide('../dist', { root, cwd: path.join(root, 'part') })).toMatchObject({ is: 'site' });
  });

  it('reports a name that is both a folder and a git ref, and accepts what the note suggests', async () => {
    const { top: root, git, write } = await createSiteRepository();
    git('branch', 'site');
    const commit = git('rev-parse', 'HEAD').trim();
    await write({ 'site/readme.md': '' });
    expect(await resolveOtherSide('site', { root })).toEqual({ is: 'commit', ref: 'site', commit });
    await write({ 'site/index.html': '' });
    const message = await messageOf(resolveOtherSide('site', { root }));
    expect(message).toContain(
      'CD186: site is both a folder and a git ref\n  → Specify ./site for the folder, or site^0 for the commit.',
    );
    expect(await resolveOtherSide('./site', { root })).toMatchObject({ is: 'site' });
    expect(await resolveOtherSide('site^0', { root })).toMatchObject({ is: 'commit', commit });
  });

  it('reports a value without meaning, with similar names', async () => {
    const { top: root, write } = await createSiteRepository();
    await write({ 'empty/readme.md': '', 'a.txt': '' });
    const message = (text: string) => messageOf(resolveOtherSide(text, { root }));
    expect(await message('mian')).toContain(
      'CD186: mian is neither a folder nor a git ref\n  → Similar names: main.\n',
    );
    expect(await message('empty')).toContain(
      'empty contains neither screenshots (set.json) nor a built site (index.html)',
    );
    expect(await message('a.txt')).toContain('a.txt is a file, not a folder');
    expect(await message('https://')).toContain('https:// is not a valid URL');
    expect(await message('--all')).toContain('--all is neither a folder nor a git ref');
  });

  it('takes a path that does not exist for the folder of the first accepted screenshots', async () => {
    const { top: root } = await createSiteRepository();
    expect(await resolveOtherSide('./main', { root })).toEqual({ is: 'nothing', folder: path.join(root, 'main') });
  });

  it('accepts folders without a repository, and otherwise names the missing repository', async () => {
    const root = makeFolder('plain', OUTSIDE);
    await writeFiles(root, { 'dist/index.html': '' });
    expect(await resolveOtherSide('dist', { root })).toEqual({ is: 'site', folder: path.join(root, 'dist') });
    const message = await messageOf(resolveOtherSide('main', { root }));
    expect(message).toContain('CD186: main is neither a folder nor a git ref');
    expect(message).toContain(`CD180: ${root} is not in a git repository`);
  });
});
