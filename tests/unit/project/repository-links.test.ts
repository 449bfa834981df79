import { describe, expect, it } from 'vitest';
import type { Site } from '../../../src/node/project/config/types.ts';
import { createEditLinks, createSourceLinks } from '../../../src/node/project/repository-links.ts';
import { siteAt } from '../content/temporary-site.ts';

function link(
  repository: Site['packageJson']['repository'],
  options: { editLink?: boolean | string; branch?: string; path?: string; filename?: string } = {},
) {
  const { editLink = true, branch = 'main', path = '/project/docs/demo/a b.md', filename } = options;
  const site = siteAt('/project', { themeConfig: { editLink, branch } }, repository);
  return createEditLinks(site)({ filePath: path, filename });
}

describe('createEditLinks', () => {
  it.each([
    ['git+https://github.com/o/r.git', 'https://github.com/o/r/edit/main/docs/demo/a%20b.md'],
    ['o/r', 'https://github.com/o/r/edit/main/docs/demo/a%20b.md'],
    ['git@gitlab.com:o/r.git', 'https://gitlab.com/o/r/-/edit/main/docs/demo/a%20b.md'],
    ['https://git.example.org/o/r', undefined],
    [undefined, undefined],
  ])('links to the repository %s', (repository, expected) => {
    expect(link(repository)).toBe(expected);
  });

  it('uses the folder of the package in its repository, and the branch', () => {
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

  it('returns nothing if disabled', () => {
    expect(link('o/r', { editLink: false })).toBeUndefined();
  });
});

describe('createSourceLinks', () => {
  it('uses the branch of the configuration, as edit links do', () => {
    const lines = (branch?: string) => createSourceLinks(siteAt('/project', { themeConfig: { branch } }, 'o/r'));
    expect(lines()('src/a b.ts', 3)).toBe('https://github.com/o/r/blob/main/src/a%20b.ts#L3');
    expect(lines('feat/x#1')('src/a.ts', 3)).toBe('https://github.com/o/r/blob/feat/x%231/src/a.ts#L3');
    expect(link('o/r', { branch: 'feat/x#1' })).toContain('https://github.com/o/r/edit/feat/x%231/');
  });

  it('fills in a template', () => {
    const sourceLink = 'https://example.org/{fileName}?line={line}#{fileName}';
    expect(createSourceLinks(siteAt('/project', { themeConfig: { sourceLink } }))('src/a b.ts', 3)).toBe(
      'https://example.org/src/a%20b.ts?line=3#src/a%20b.ts',
    );
  });

  it('returns nothing if disabled', () => {
    const site = siteAt('/project', { themeConfig: { sourceLink: false } }, 'o/r');
    expect(createSourceLinks(site)('src/a.ts', 3)).toBeUndefined();
  });
});
