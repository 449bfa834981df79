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

/** Prints breadcrumbs as one line: titles, and addresses of links. */
function lineOf(route: string, title: string, groups: SidebarGroup[] = []): string {
  const view = sidebarView(indexSidebar(groups), { base: site.base, route });
  return breadcrumbsOf({ nav, route, locale: 'en-US', title, site }, view)
    .map((crumb) => (crumb.current ? `[${crumb.title}]` : [crumb.title, crumb.href].filter(Boolean).join(' ')))
    .join(' > ');
}

describe('breadcrumbsOf', () => {
  it('returns nothing for a page directly below an item of the navigation, or without one', () => {
    expect(lineOf('/guide/start', 'Start', guide)).toBe('');
    expect(lineOf('/', 'Home')).toBe('');
    expect(lineOf('/unknown', 'Unknown', guide)).toBe('');
  });

  it('includes folders of the sidebar, as text if they have no page', () => {
    expect(lineOf('/guide/deep/er/page', 'Page', guide)).toBe(
      'Guide /lib/guide/start > Deep > Deeper /lib/guide/deep/er > [Page]',
    );
    expect(lineOf('/guide/deep/er', 'Deeper', guide)).toBe('Guide /lib/guide/start > Deep > [Deeper]');
  });

  it('includes the second level of the navigation', () => {
    expect(lineOf('/components/basic/tag', 'Tag')).toBe('Components > Basic /lib/components/basic/button > [Tag]');
  });

  it('shows a title once if the page has the title of its item', () => {
    expect(lineOf('/components/forms', 'Forms')).toBe('Components > [Forms]');
  });

  it('works without an item of the navigation', () => {
    const groups = [
      { children: [{ title: 'Folder', order: 0, children: [{ title: 'Page', link: '/x/y/z', order: 0 }] }] },
    ];
    expect(lineOf('/x/y/z', 'Page', groups)).toBe('Folder > [Page]');
  });
});
