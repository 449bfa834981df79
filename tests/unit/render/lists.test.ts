import { describe, expect, it } from 'vitest';
import type { LoadedSite } from '../../../src/node/content/types.ts';
import { createLists } from '../../../src/node/render/documents.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Page ${index}`, link: `/demo/${index}`, order: 0 }));

/** A site with a home page and one sidebar. */
function siteWith(groups: object[], nav: object[] = []): LoadedSite {
  return {
    pages: [
      { routePath: '/', title: 'Home', locale: 'en' },
      { routePath: '/demo/0', title: 'Page 0', locale: 'en' },
    ],
    navigation: { nav: { en: nav }, sidebars: { en: { '/demo': groups } } },
  } as unknown as LoadedSite;
}

const listsOf = (site: LoadedSite) => createLists(site, 'All pages', () => undefined);

describe('lists of pages', () => {
  it('contain all pages: first those without a sidebar, then each sidebar with its name in the navigation', () => {
    const [everything, ...others] = listsOf(
      siteWith([{ title: 'First', children: items(2) }], [{ title: 'Demos', activePath: '/demo' }]),
    );
    expect(others).toEqual([]);
    expect(everything).toMatchObject({ path: '', title: 'All pages' });
    expect(everything?.groups.map(({ title, children }) => [title, children.map((child) => child.title)])).toEqual([
      [undefined, ['Home']],
      ['Demos', ['First']],
    ]);
  });

  it('name a sidebar after its first group, or else after its path', () => {
    const nameOf = (site: LoadedSite) => listsOf(site)[0]?.groups[1]?.title;
    expect(nameOf(siteWith([{ title: 'First', children: items(1) }]))).toBe('First');
    expect(nameOf(siteWith([{ children: items(1) }]))).toBe('Demo');
  });

  it('include a separate list for a sidebar of more than 60 entries, including nested ones', () => {
    const folder = { title: 'Folder', order: 0, children: items(59) };
    expect(listsOf(siteWith([{ children: [folder] }]))).toHaveLength(1);
    const [, own] = listsOf(siteWith([{ title: 'All', children: [folder, ...items(1)] }]));
    expect(own).toMatchObject({ path: '/demo', title: 'All' });
  });
});
