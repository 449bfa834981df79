import { describe, expect, it } from 'vitest';
import type { Site, UserConfig } from '../../../src/node/config/types.ts';
import { createEditLinks } from '../../../src/node/repository-links.ts';
import { siteAt } from '../load/temporary-site.ts';

function link(
  repository: Site['packageJson']['repository'],
  options: { editLink?: boolean | string; branch?: string; path?: string; filename?: string } = {},
) {
  const config: UserConfig = options.editLink === undefined ? {} : { themeConfig: { editLink: options.editLink } };
  const site = siteAt('/project', config, repository);
  return createEditLinks(
    site,
    options.branch,
  )({ filePath: options.path ?? '/project/docs/demo/a b.md', filename: options.filename });
}

describe('createEditLinks', () => {
  it.each([
    ['git+https://github.com/o/r.git', 'https://github.com/o/r/edit/main/docs/demo/a%20b.md'],
    ['o/r', 'https://github.com/o/r/edit/main/docs/demo/a%20b.md'],
    ['git@gitlab.com:o/r.git', 'https://gitlab.com/o/r/-/edit/main/docs/demo/a%20b.md'],
    ['https://git.example.org/o/r', undefined],
    [undefined, undefined],
  ])('takes the repository %s', (repository, expected) => {
    expect(link(repository)).toBe(expected);
  });

  it('takes the folder of the package in its repository, and the branch', () => {
    const repository = { type: 'git', url: 'https://github.com/o/r', directory: 'packages/a' };
    expect(link(repository, { branch: 'feat/x#1' })).toBe(
      'https://github.com/o/r/edit/feat/x%231/packages/a/docs/demo/a%20b.md',
    );
    expect(link(repository, { path: '/docs/a.md' })).toBe('https://github.com/o/r/edit/main/packages/docs/a.md');
    expect(link('o/r', { path: '/docs/a.md' })).toBeUndefined();
  });

  it('fills in a template', () => {
    expect(link(undefined, { editLink: 'https://example.org/edit/{filename}?x' })).toBe(
      'https://example.org/edit/docs/demo/a%20b.md?x',
    );
    expect(link('o/r', { editLink: true, filename: 'README.md' })).toBe('https://github.com/o/r/edit/main/README.md');
  });

  it('is off on request', () => {
    expect(link('o/r', { editLink: false })).toBeUndefined();
  });
});
