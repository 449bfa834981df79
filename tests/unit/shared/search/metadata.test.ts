import { describe, expect, it } from 'vitest';
import {
  packEntry,
  packTerm,
  type SearchIndexFile,
  unpackEntry,
  unpackTerm,
} from '../../../../src/shared/search/index-file.ts';
import { createSearchMetadata } from '../../../../src/shared/search/metadata.ts';

const page = (path: string, rest: object = {}) => ({
  path,
  meta: { title: 'Page', toc: [], texts: [], frontmatter: {}, tabs: [], ...rest },
});
const toc = [
  { id: 'page', depth: 1, title: 'Page' },
  { id: 'a b', depth: 2, title: 'A b' },
  { id: 'demo-x', depth: 3, title: 'Demo' },
];

describe('search metadata', () => {
  it('has the last segment of the route as keyword if it says more than the title', () => {
    const routes = [page('/demo/rc-form', { title: 'In a form' }), page('/demo/in-a-form', { title: 'In a form' })];
    const entries = createSearchMetadata({ routes, nav: [], demos: [] });
    expect(entries.map(({ keywords }) => keywords)).toEqual([['rc-form'], undefined]);
  });

  it('has a section for the text before the headings and one for each heading, but none for demos', () => {
    const [entry] = createSearchMetadata({
      routes: [
        page('/p', {
          toc,
          texts: [
            { value: 'orphan', paraId: 1 },
            { value: 'one', paraId: 2, tocIndex: 0 },
            { value: 'two', paraId: 3, tocIndex: 0 },
            { value: 'more', paraId: 3, tocIndex: 0 },
          ],
        }),
      ],
      nav: [],
      demos: [{ id: 'demo-x', route: '/p', title: 'Demo', text: 'shown', code: ['code'], keywords: ['k'] }],
    });
    expect(entry).toEqual({
      navOrder: Number.POSITIVE_INFINITY,
      title: 'Page',
      link: '/p',
      keywords: ['p'],
      sections: [
        { rawTitle: '', title: 'Page', link: '/p', paragraphs: ['orphan'] },
        { rawTitle: 'Page', title: 'Page', link: '/p#page', paragraphs: ['one', 'two more'] },
        { rawTitle: 'A b', title: 'Page - A b', link: '/p#a%20b', paragraphs: [] },
      ],
      demos: [
        {
          rawTitle: 'Demo',
          title: 'Demo',
          link: '/p#demo-x',
          description: '',
          keywords: ['k'],
          paragraphs: ['shown'],
          code: ['code'],
        },
      ],
    });
  });

  it('has the item of the navigation, at a segment boundary, and the subtitle', () => {
    const nav = [
      { title: 'Demo', order: 2, link: '/demo/a', activePath: '/demo' },
      { title: 'More', order: 3, children: [{ title: 'Inner', link: '/more/x' }] },
    ];
    const routes = [page('/demo/b', { frontmatter: { subtitle: 'Sub' } }), page('/demo-x'), page('/more/x')];
    const entries = createSearchMetadata({ routes, nav, demos: [] });
    expect(entries.map(({ navTitle, navOrder }) => [navTitle, navOrder])).toEqual([
      ['Demo', 2],
      [undefined, Number.POSITIVE_INFINITY],
      ['More', 3],
    ]);
    expect(entries[0]?.title).toBe('Page Sub');
  });

  it('has the content above the article, and the tabs with their own addresses', () => {
    const tab = {
      key: 'api',
      title: 'API',
      meta: {
        frontmatter: {},
        toc: [{ id: 'api-x', depth: 2, title: 'X' }],
        texts: [{ value: 't', paraId: 1, tocIndex: 0 }],
      },
    };
    const [entry] = createSearchMetadata({
      routes: [
        page('/p', {
          hero: { title: 'Hi', description: 'there' },
          frontmatter: { features: [{ title: 'Fast' }] },
          tabs: [tab],
        }),
      ],
      nav: [],
      demos: [],
    });
    expect(entry?.sections).toEqual([
      { rawTitle: '', title: 'Page', link: '/p', paragraphs: ['Hi', 'there', 'Fast'] },
      { rawTitle: 'X', title: 'Page - API - X', link: '/p?tab=api#api-x', paragraphs: ['t'] },
    ]);
  });
});

describe('packed search entries', () => {
  it('are equal after unpacking', () => {
    const nav: SearchIndexFile['nav'] = [];
    const entry = {
      navTitle: 'Demo',
      navOrder: 1,
      title: 'P',
      link: '/p',
      sections: [{ rawTitle: 'S', title: 'P - S', link: '/p#s', paragraphs: ['x', 'y'] }],
      demos: [
        {
          rawTitle: 'D',
          title: 'D',
          link: '/other#d',
          description: 'text',
          keywords: ['k'],
          paragraphs: ['p'],
          code: ['c'],
        },
      ],
    };
    const { navTitle: _, ...homeless } = { ...entry, navOrder: Number.POSITIVE_INFINITY, demos: [] };
    const packed = JSON.parse(JSON.stringify([packEntry(entry, nav), packEntry(homeless, nav)]));
    expect(nav).toEqual([['Demo', 1]]);
    expect(packed.map((one: Parameters<typeof unpackEntry>[0]) => unpackEntry(one, nav))).toEqual([entry, homeless]);
  });

  it.each([
    { texts: [0, 3, 4], headings: [], titles: [] },
    { texts: [], headings: [2], titles: [] },
    { texts: [5], headings: [], titles: [1, 9] },
  ])('keep the positions of terms: %j', (postings) => {
    expect(unpackTerm(JSON.parse(JSON.stringify(packTerm('term', postings))))).toEqual(postings);
  });
});
