import { describe, expect, it } from 'vitest';
import { createPageFinder } from '../../../../src/shared/versions/match-page.ts';
import type { VersionPage } from '../../../../src/shared/versions/versions.ts';
import { EXPECTED, NEW, OLD } from './cascader-sites.ts';

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

describe('pages that moved, and were renamed, split and merged', () => {
  const finder = createPageFinder(OLD, NEW);

  it.each(Object.entries(EXPECTED))('%j leads to %j', (path, [target, nearest]) => {
    const given = OLD.find((known) => known.path === path) as VersionPage;
    expect(finder(given)).toEqual({ page: NEW.find((known) => known.path === target), isSame: nearest === undefined });
  });

  it('all pages of a component that still exists lead to a page of this component, in both directions', () => {
    for (const [own, other] of [
      [OLD, NEW],
      [NEW, OLD],
    ] as const) {
      const documented = new Set(other.flatMap(({ components = [] }) => components));
      const ofComponents = own.filter(({ components = [] }) => components[0] && documented.has(components[0]));
      const toOther = createPageFinder(own, other);
      const missed = ofComponents.filter(
        (given) => !toOther(given)?.page.components?.includes(given.components?.[0] ?? ''),
      );
      expect(ofComponents.length).toBeGreaterThan(12);
      expect(missed.map(({ path }) => path)).toEqual([]);
    }
    expect(Object.keys(EXPECTED)).toHaveLength(OLD.length);
  });
});

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

  it('leads to the same address with another heading, unless another page has one of these headings', () => {
    const own = [page('guide/start', 'Getting started'), page('guide/more', 'More')];
    expect(find(own[0] as VersionPage, own, [page('', 'Home'), page('guide/start', 'Quick start')])).toBe(
      'guide/start',
    );
    expect(find(own[0] as VersionPage, own, [page('', 'Home'), page('guide/start', 'More')])).toBe('~');
  });

  it('chooses among pages with equal headings by component, then by folder', () => {
    const other = [
      page('', 'Home'),
      page('select/api', 'API', { components: ['Select'] }),
      page('input/api', 'API', { components: ['Input'] }),
    ];
    expect(find(page('x/api', 'API', { components: ['Input'] }), [], other)).toBe('input/api');
    expect(find(page('docs/select/reference', 'API'), [], other)).toBe('select/api');
    expect(find(page('docs/menu/api', 'API'), [], other)).toBe('~');
    expect(find(page('docs/menu/api', 'API', { components: ['Menu'] }), [], other)).toBe('~');
  });

  it('knows that headings are equal in spite of case, punctuation, width and version', () => {
    const other = [page('', 'Home'), page('a', "What's new in 2.x"), page('b', 'ＡＢＣ'), page('c', '<Cascader />')];
    expect(find(page('x', 'What’s New in v1'), [], other)).toBe('a');
    expect(find(page('y', 'abc'), [], other)).toBe('b');
    expect(find(page('z', 'Cascader', { components: ['Cascader'] }), [], other)).toBe('c');
  });

  it('knows pages of releases by their versions, also if they are in one folder', () => {
    const releases = (...versions: string[]) => [
      page('', 'Home'),
      page('releases', 'Releases'),
      ...versions.map((version) => page(`releases/${version}`, `Release ${version}`)),
    ];
    const [own, other] = [releases('2.0', '2.1'), releases('1.0', '1.1')];
    expect(find(own[3] as VersionPage, own, other)).toBe('~releases');
    expect(find(own[3] as VersionPage, own, releases('1.0', '2.1', '2.2'))).toBe('releases/2.1');
    const moved = [page('', 'Home'), page('news/a', 'Release 2.0'), page('news/b', 'Release 2.1')];
    expect(find(own[3] as VersionPage, own, moved)).toBe('news/b');
    expect(find(own[3] as VersionPage, own, [page('', 'Home'), page('releases/1.0', 'Release 1.0')])).toBe('~');
  });

  it('takes a page with the name of a component as its page if the components are unknown', () => {
    const other = [page('', 'Home'), page('components/cascader', 'Cascader 级联选择')];
    expect(find(page('data/cascader', 'The cascader', { components: ['Cascader'] }), [], other)).toBe(
      'components/cascader',
    );
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

  it('leads to the nearest parent that exists, under its own address or another', () => {
    const own = [page('guide', 'Guide'), page('guide/advanced/portal', 'Portals')];
    expect(find(own[1] as VersionPage, own, [page('', 'Home'), page('docs', 'Guide')])).toBe('~docs');
    expect(find(own[1] as VersionPage, own, [page('', 'Home'), page('guide/advanced', 'Advanced')])).toBe(
      '~guide/advanced',
    );
    expect(find(own[1] as VersionPage, own, [page('', 'Home')])).toBe('~');
    expect(find(own[1] as VersionPage, own, [page('only', 'Only page')])).toBe('~only');
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
  const suffixed = [
    page('', 'Home'),
    page('ui/cascader', 'Cascader'),
    page('ui/cascader-cn', 'Cascader'),
    page('index-cn', 'Home'),
  ];

  it('lead to the page in the same language, however its address says so', () => {
    expect(find(own[5] as VersionPage, own, suffixed)).toBe('ui/cascader-cn');
    expect(find(own[4] as VersionPage, own, suffixed)).toBe('ui/cascader');
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
