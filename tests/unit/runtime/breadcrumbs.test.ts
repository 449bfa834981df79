import { describe, expect, it } from 'vitest';
import { breadcrumbsOf } from '../../../src/runtime/breadcrumbs.ts';
import type { NavItem, SidebarGroup } from '../../../src/shared/entities.ts';
import type { SiteData } from '../../../src/shared/page-data.ts';
import { indexSidebar, sidebarView } from '../../../src/shared/sidebar-view.ts';

const site = { base: '/lib/', locales: [{ id: 'en-US', name: 'English', base: '/' }] } as SiteData;
const nav: NavItem[] = [
  { title: 'Elsewhere', link: 'https://example.com/' },
  { title: 'Guide', link: '/guide/start', activePath: '/guide' },
  {
    title: 'Components',
    children: [
      { title: 'Basic', link: '/components/basic/button', activePath: '/components/basic' },
      { title: 'Forms', link: '/components/forms', activePath: '/components/forms' },
    ],
  },
];
const guide: SidebarGroup[] = [
  { children: [{ title: 'Start', link: '/guide/start', order: 0 }] },
  {
    title: 'More',
    children: [
      {
        title: 'Deep',
        order: 0,
        children: [
          {
            title: 'Deeper',
            link: '/guide/deep/er',
            order: 0,
            children: [{ title: 'Page', link: '/guide/deep/er/page', order: 0 }],
          },
        ],
      },
    ],
  },
];

/** Crumbs as one line: a title, and its address when it is a link. */
function lineOf(route: string, title: string, groups: SidebarGroup[] = []): string {
  const view = sidebarView(indexSidebar(groups), { base: site.base, route });
  return breadcrumbsOf({ nav, route, locale: 'en-US', title, site }, view)
    .map((crumb) => (crumb.current ? `[${crumb.title}]` : [crumb.title, crumb.href].filter(Boolean).join(' ')))
    .join(' > ');
}

describe('breadcrumbsOf', () => {
  it('gives nothing directly below an item of the navigation, nor where there is none', () => {
    expect(lineOf('/guide/start', 'Start', guide)).toBe('');
    expect(lineOf('/', 'Home')).toBe('');
    expect(lineOf('/unknown', 'Unknown', guide)).toBe('');
  });

  it('leads through folders of the sidebar, those without a page as text', () => {
    expect(lineOf('/guide/deep/er/page', 'Page', guide)).toBe(
      'Guide /lib/guide/start > Deep > Deeper /lib/guide/deep/er > [Page]',
    );
    expect(lineOf('/guide/deep/er', 'Deeper', guide)).toBe('Guide /lib/guide/start > Deep > [Deeper]');
  });

  it('leads through the second level of the navigation', () => {
    expect(lineOf('/components/basic/tag', 'Tag')).toBe('Components > Basic /lib/components/basic/button > [Tag]');
  });

  it('names a page once that is called as what leads to it', () => {
    expect(lineOf('/components/forms', 'Forms')).toBe('Components > [Forms]');
  });

  it('finds the way without an item of the navigation', () => {
    const groups = [
      { children: [{ title: 'Folder', order: 0, children: [{ title: 'Page', link: '/x/y/z', order: 0 }] }] },
    ];
    expect(lineOf('/x/y/z', 'Page', groups)).toBe('Folder > [Page]');
  });
});
