import { describe, expect, it } from 'vitest';
import type { LoadedSite, SourcePage } from '../../../../src/node/content/types.ts';
import type { CompiledPage } from '../../../../src/node/markdown/types.ts';
import type { Site } from '../../../../src/node/project/config/types.ts';
import { createPackLinks } from '../../../../src/node/render/pack/pack-links.ts';

const pageAt = (routePath: string, sourcePath: string): SourcePage =>
  ({ routePath, sourcePath, filePath: `/site/${sourcePath}`, tabs: [] }) as unknown as SourcePage;
const PAGES = [
  pageAt('/', 'docs/index.md'),
  pageAt('/intro', 'docs/intro.md'),
  pageAt('/kit/intro', 'docs/kit/intro.md'),
  pageAt('/kit/only', 'docs/kit/only.md'),
  pageAt('/components/cascader', 'docs/components/cascader/index.md'),
  pageAt('/components/cascader/guide', 'docs/components/cascader/guide.md'),
  pageAt('/components/guide', 'docs/components/guide.md'),
  { ...pageAt('/zh', 'docs/index.zh.md'), fallbacks: [] },
  { ...pageAt('/terms', 'docs/terms.md'), fallbacks: [{ routePath: '/zh/terms', locale: 'zh' }] },
];
const linksOf = ({ base = '/kit/', hostname }: { base?: string; hostname?: string } = {}) =>
  createPackLinks(
    { root: '/site', config: { base, ...(hostname && { sitemap: { hostname } }) } } as Site,
    { pages: PAGES, publicFiles: [{ output: 'a file.txt' }] } as unknown as LoadedSite,
    {
      compiled: new Map([
        ['docs/index.md', { assets: [{ filePath: '/site/docs/a.pdf', output: 'assets/a.pdf' }] } as CompiledPage],
      ]),
      packed: PAGES.filter(({ routePath }) => routePath !== '/kit/only'),
    },
  );
const from = (sourcePath: string, options?: Parameters<typeof linksOf>[0]) =>
  linksOf(options).from(PAGES.find((page) => page.sourcePath === sourcePath) as SourcePage, sourcePath);

describe('links of packed pages', () => {
  it('lead to the file beside the source, before the address beside the page', () => {
    const link = from('docs/components/cascader/index.md');
    expect(link('./guide#a')).toBe('cascader/guide.md#a');
    expect(link('./guide.md')).toBe('cascader/guide.md');
    expect(link('../guide')).toBe('guide.md');
    expect(from('docs/intro.md')('components/cascader')).toBe('components/cascader.md');
    expect(from('docs/intro.md')('components/cascader/')).toBe('components/cascader.md');
  });

  it('lead to the path as written, before that without the base', () => {
    const link = from('docs/index.md');
    expect(link('/kit/intro')).toBe('kit/intro.md');
    expect(link('/intro')).toBe('intro.md');
    expect(link('/kit/components/guide')).toBe('components/guide.md');
    expect(link('/intro.html')).toBe('intro.md');
    expect(link('/zh/terms')).toBe('terms.md');
  });

  it('lead to the site if the target is not packed', () => {
    const link = from('docs/index.md', { hostname: 'https://kit.test' });
    expect(link('/kit/only#b')).toBe('https://kit.test/kit/kit/only#b');
    expect(link('./a.pdf#page=2')).toBe('https://kit.test/kit/assets/a.pdf#page=2');
    expect(link('/a%20file.txt?x')).toBe('https://kit.test/kit/a%20file.txt?x');
    expect(from('docs/index.md')('/kit/only')).toBe(false);
    expect(link('./nothing')).toBe(false);
  });

  it('stay if they lead to a section or out of the site', () => {
    const link = from('docs/index.md');
    expect(['#a', '', 'https://a.test', '//a.test', 'mailto:a@b.c'].map(link)).toEqual(Array(5).fill(undefined));
    expect(link('?tab=b#c')).toBe('#c');
  });
});

it('an address of the site has a base', () => {
  expect(linksOf().pathOf('https://kit.test/kit/intro#demo')).toBe('references/intro.md#demo');
  expect(linksOf().pathOf('/kit/kit/intro')).toBe('references/kit/intro.md');
  expect(linksOf().pathOf('/kit/kit/only')).toBeUndefined();
});
