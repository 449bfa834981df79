import { describe, expect, it } from 'vitest';
import type { SidebarItem } from '../../../src/shared/entities.ts';
import { indexSidebar, sidebarView } from '../../../src/shared/sidebar-view.ts';

const pages = (count: number, folder = '/guide'): SidebarItem[] =>
  Array.from({ length: count }, (_, i) => ({ title: `Page ${i}`, link: `${folder}/p${i}`, order: 0 }));
const options = { base: '/docs/', listHref: '/docs/~pages/guide' };

describe('sidebarView', () => {
  it('shows a short sidebar completely, including closed folders, and marks the current page', () => {
    const folder = { title: 'Folder', order: 0, children: pages(2, '/guide/folder') };
    const index = indexSidebar([{ title: 'Basics', children: [...pages(2), folder] }]);
    const { sections, more } = sidebarView(index, { ...options, route: '/guide/p1' });
    expect(more).toBeUndefined();
    expect(sections[0]?.title).toBe('Basics');
    expect(sections[0]?.entries.map(({ href, current }) => [href, current])).toEqual([
      ['/docs/guide/p0', false],
      ['/docs/guide/p1', true],
      [undefined, false],
    ]);
    expect(sections[0]?.entries[2]?.children).toHaveLength(2);
    expect(sections[0]?.entries[2]?.open).toBe(false);
  });

  it('opens the folders above the current page', () => {
    const folder = { title: 'Folder', order: 0, children: pages(2, '/guide/folder') };
    const { sections } = sidebarView(indexSidebar([{ children: [folder] }]), { ...options, route: '/guide/folder/p1' });
    expect(sections[0]?.entries[0]?.open).toBe(true);
    expect(sections[0]?.entries[0]?.children[1]?.current).toBe(true);
  });

  it('shortens a long level around the current page, and links to the list of all pages', () => {
    const index = indexSidebar([{ children: pages(1000) }]);
    const { sections, more } = sidebarView(index, { ...options, route: '/guide/p500' });
    const entries = sections.flatMap((section) => section.entries);
    expect(entries).toHaveLength(60);
    expect(entries.some(({ current }) => current)).toBe(true);
    expect(entries[30]?.title).toBe('Page 500');
    expect(more).toBe('/docs/~pages/guide');
  });

  it.each([
    ['/guide/p0', 'Page 0', 'Page 59'],
    ['/guide/p999', 'Page 940', 'Page 999'],
    ['/elsewhere', 'Page 0', 'Page 59'],
  ])('keeps 60 entries at both ends: %s', (route, first, last) => {
    const entries = sidebarView(indexSidebar([{ children: pages(1000) }]), { ...options, route }).sections.flatMap(
      (section) => section.entries,
    );
    expect([entries[0]?.title, entries.at(-1)?.title, entries.length]).toEqual([first, last, 60]);
  });

  it('shortens across groups, and removes groups without visible entries', () => {
    const groups = Array.from({ length: 5 }, (_, i) => ({ title: `Group ${i}`, children: pages(40, `/g${i}`) }));
    const { sections } = sidebarView(indexSidebar(groups), { ...options, route: '/g2/p20' });
    expect(sections.map(({ title, entries }) => [title, entries.length])).toEqual([
      ['Group 1', 10],
      ['Group 2', 40],
      ['Group 3', 10],
    ]);
  });

  it('turns closed folders of a long sidebar into links to their first page', () => {
    const folders = Array.from({ length: 10 }, (_, i) => ({
      title: `Folder ${i}`,
      order: 0,
      children: pages(10, `/f${i}`),
    }));
    const { sections, more } = sidebarView(indexSidebar([{ children: folders }]), { ...options, route: '/f3/p3' });
    const [closed, open] = [sections[0]?.entries[0], sections[0]?.entries[3]];
    expect([closed?.href, closed?.children]).toEqual(['/docs/f0/p0', []]);
    expect(open?.children).toHaveLength(10);
    expect(more).toBeUndefined();
  });
});
