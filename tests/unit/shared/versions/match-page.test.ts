import { describe, expect, it } from 'vitest';
import { createPageFinder } from '../../../../src/shared/versions/match-page.ts';
import type { VersionPage } from '../../../../src/shared/versions/versions.ts';

const page = (path: string, heading: string, more: Partial<VersionPage> = {}): VersionPage => ({
  path,
  heading,
  ...more,
});

/** Returns the path of the page found, with `~` before the nearest page. */
function find(given: VersionPage, own: VersionPage[], other: VersionPage[]): string | undefined {
  const match = createPageFinder(own, other)(given);
  return match && `${match.isSame ? '' : '~'}${match.page.path}`;
}

describe('createPageFinder', () => {
  it('finds nothing in a version without pages', () => {
    expect(find(page('a', 'A'), [], [])).toBeUndefined();
  });

  it('leads from home page to home page, whatever the headings are', () => {
    const other = [page('', 'Select'), page('components/cascader', 'Cascader', { components: ['Cascader'] })];
    expect(find(page('', 'Cascader'), [], other)).toBe('');
    expect(find(page('select', 'Select'), [], other)).toBe('~');
  });

  it('does not lead to another component at the same address', () => {
    const other = [page('', 'Home'), page('components/select', 'Cascader', { components: ['Cascader'] })];
    expect(find(page('components/select', 'Select', { components: ['Select'] }), [], other)).toBe('~');
  });

  it('leads to the same address with another heading', () => {
    const other = [page('', 'Home'), page('guide/start', 'Quick start')];
    expect(find(page('guide/start', 'Getting started'), [], other)).toBe('guide/start');
  });

  it('does not choose among pages with equal headings, unless a component or the address does', () => {
    const other = [
      page('', 'Home'),
      page('select/api', 'API', { components: ['Select'] }),
      page('input/api', 'API', { components: ['Input'] }),
    ];
    expect(find(page('x/api', 'API', { components: ['Input'] }), [], other)).toBe('~');
    expect(find(page('input/api', 'API', { components: ['Input'] }), [], other)).toBe('input/api');
    expect(find(page('docs/menu/api', 'API', { components: ['Menu'] }), [], other)).toBe('~');
  });

  it('leads from a page about a component to the page of the component', () => {
    const other = [page('', 'Home'), page('components/select', 'Select', { components: ['Select'] })];
    expect(find(page('forms/select', 'Select', { components: ['Select'] }), [], other)).toBe('components/select');
    expect(find(page('demo/many', 'Many', { components: ['Select'] }), [], other)).toBe('~components/select');
  });

  it('knows that headings are equal in spite of case, punctuation and width', () => {
    const other = [page('', 'Home'), page('a', "What's new"), page('b', 'ＡＢＣ'), page('c', '<Cascader />')];
    expect(find(page('x', 'What’s New'), [], other)).toBe('a');
    expect(find(page('y', 'abc'), [], other)).toBe('b');
    expect(find(page('z', 'Cascader', { components: ['Cascader'] }), [], other)).toBe('c');
  });

  it('follows redirects of the author, also for a renamed component', () => {
    const other = [
      page('', 'Home'),
      page('components/picker', 'Picker', { components: ['Picker'], formerPaths: ['select'] }),
    ];
    const old = page('select', 'Select', { components: ['Select'] });
    expect(find(old, [old], other)).toBe('components/picker');
    expect(find(other[1] as VersionPage, other, [page('', 'Home'), old])).toBe('select');
  });

  it('leads to the nearest parent that exists', () => {
    const given = page('guide/advanced/portal', 'Portals');
    expect(find(given, [], [page('', 'Home'), page('guide/advanced', 'Advanced')])).toBe('~guide/advanced');
    expect(find(given, [], [page('', 'Home'), page('guide', 'Guide')])).toBe('~guide');
    expect(find(given, [], [page('', 'Home')])).toBe('~');
    expect(find(given, [], [page('only', 'Only page')])).toBe('~only');
  });
});

describe('translations', () => {
  const own = [
    page('', 'Home'),
    page('zh', 'Home'),
    page('guide', 'Guide'),
    page('zh/guide', 'Guide'),
    page('components/cascader', 'Cascader'),
    page('zh/components/cascader', 'Cascader'),
  ];
  it('lead to the page in the same language, whatever its prefix is', () => {
    const prefixed = ['en-US', 'zh-CN'].flatMap((id) => [page(id, 'Home'), page(`${id}/cascader`, 'Cascader')]);
    expect(find(own[5] as VersionPage, own, prefixed)).toBe('zh-CN/cascader');
    expect(find(own[4] as VersionPage, own, prefixed)).toBe('en-US/cascader');
    expect(find(own[1] as VersionPage, own, prefixed)).toBe('zh-CN');
    expect(find(own[3] as VersionPage, own, prefixed)).toBe('~zh-CN');
  });

  it('lead to the nearest page if the version has no such language', () => {
    const english = [page('', 'Home'), page('cascader', 'Cascader')];
    expect(find(own[5] as VersionPage, own, english)).toBe('~cascader');
    expect(find(own[4] as VersionPage, own, english)).toBe('cascader');
  });

  it('are known by the languages of the pages if all have one', () => {
    const chinese = [page('', '首页', { lang: 'zh-CN' }), page('cascader', 'Cascader', { lang: 'zh-CN' })];
    const known = own.map((given) => ({ ...given, lang: given.path.startsWith('zh') ? 'zh' : 'en' }));
    expect(find(known[5] as VersionPage, known, chinese)).toBe('cascader');
    expect(find(known[4] as VersionPage, known, chinese)).toBe('~cascader');
  });

  it('are not folders of two letters', () => {
    const folders = [page('', 'Home'), page('ui', 'UI'), page('ui/button', 'Button'), page('ui/input', 'Input')];
    expect(find(page('button', 'Button'), [], folders)).toBe('ui/button');
  });
});
