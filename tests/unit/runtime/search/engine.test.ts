import { describe, expect, it } from 'vitest';
import { type IndexInput, searchIndex } from '../../../../src/node/render/search/create-search-index.ts';
import { createSearchEngine, type SearchEngine } from '../../../../src/runtime/search/engine.ts';
import type { SearchResult } from '../../../../src/runtime/search/protocol.ts';
import type { SearchEntry } from '../../../../src/shared/entities.ts';
import { type GroupOrder, packEntry } from '../../../../src/shared/search/index-file.ts';

type Section = [rawTitle: string, ...paragraphs: string[]];

const entry = (
  title: string,
  sections: Section[],
  { nav, demos = [] }: { nav?: [string, number]; demos?: Partial<SearchEntry['demos'][number]>[] } = {},
): SearchEntry => {
  const link = `/${title.toLowerCase().replaceAll(' ', '-')}`;
  return {
    ...(nav && { navTitle: nav[0] }),
    navOrder: nav?.[1] ?? Number.POSITIVE_INFINITY,
    title,
    link,
    sections: sections.map(([rawTitle, ...paragraphs]) => ({
      rawTitle,
      title: rawTitle ? `${title} - ${rawTitle}` : title,
      link: rawTitle ? `${link}#${rawTitle}` : link,
      paragraphs,
    })),
    demos: demos.map((demo) => ({
      rawTitle: '',
      title,
      link: `${link}#demo`,
      description: '',
      keywords: [],
      paragraphs: [],
      code: [],
      ...demo,
    })),
  };
};

interface Options {
  order?: GroupOrder;
  base?: string;
  synonyms?: string[][];
  starts?: number[];
}

const engineOf = (entries: SearchEntry[], { order = 'nav', base = '/', ...options }: Options = {}): SearchEngine => {
  const nav: IndexInput['nav'] = [];
  const pages = entries.map((entry) => JSON.stringify(packEntry(entry, nav)));
  return createSearchEngine(JSON.parse(searchIndex({ pages, nav, base, groupOrder: order, ...options })));
};

const find = (entries: SearchEntry[], query: string, options: Options = {}): SearchResult =>
  engineOf(entries, options).search(query);
const hintsOf = ({ groups }: SearchResult) => groups.flatMap(({ hints }) => hints);
const linksOf = (result: SearchResult): string[] => hintsOf(result).map(({ link }) => link);
const shown = (texts: { text: string; highlighted?: boolean }[]): string =>
  texts.map(({ text, highlighted }) => (highlighted ? `[${text}]` : text)).join('');

describe('search', () => {
  it.each([
    ['value', 'Value'],
    ['default value', 'Default Value'],
    ['values', 'Values'],
  ])('shows the page with exactly this title first, however many pages match: %s', (query, title) => {
    const many = Array.from({ length: 30 }, (_, n) => entry(`Default Value of Values ${n}`, [['', 'Value, values']]));
    const pages = ['Values', 'Default Value', 'Value'].map((name) => entry(name, [['', 'text']]));
    const [first] = hintsOf(find([...many, ...pages], query));
    expect([first?.pageTitle, first?.exact]).toEqual([title, true]);
  });

  it('returns hits of the four types with the weights 100, 10 and 1', () => {
    const result = find(
      [
        entry('Menu', [['', 'first paragraph']]),
        entry('Page', [['Menu bar'], ['Other', 'nothing', 'a menu here']], {
          demos: [{ rawTitle: 'Menu demo', title: 'Menu demo' }, { description: 'shows a menu' }],
        }),
      ],
      'menu',
    );
    expect(
      hintsOf(result).map(({ type, priority, pageTitle, highlightTitleTexts, highlightTexts }) => [
        type,
        priority,
        pageTitle,
        shown(highlightTitleTexts),
        shown(highlightTexts),
      ]),
    ).toEqual([
      ['page', 100, 'Menu', '[Menu]', 'first paragraph'],
      ['title', 10, 'Page', '[Menu] bar', ''],
      ['demo', 10, 'Page', '[Menu] demo', ''],
      ['content', 1, 'Page', 'Other', 'a [menu] here'],
      ['demo', 1, 'Page', 'Page', 'shows a [menu]'],
    ]);
  });

  it('matches any of the words, and ranks pages with more of them higher', () => {
    const pages = [entry('One', [['', 'apple']]), entry('Two', [['', 'pear apple']]), entry('Three', [['', 'plum']])];
    expect(linksOf(find(pages, 'apple   PEAR'))).toEqual(['/two', '/one']);
  });

  it('ranks pages with adjacent words higher', () => {
    const pages = [
      entry('One', [['', 'fast builds and other builds, so fast']]),
      entry('Two', [['', 'we have so fast builds']]),
    ];
    expect(linksOf(find(pages, 'so fast builds'))).toEqual(['/two', '/one']);
  });

  it('counts a word that was typed twice', () => {
    const pages = [entry('First', [['', 'the one']]), entry('Second', [['', 'ask the one the best']])];
    expect(linksOf(find(pages, 'the one the'))).toEqual(['/second', '/first']);
  });

  it('finds Chinese words without spaces, but not separate characters', () => {
    const pages = [entry('一', [['', '这是级联选择器']]), entry('二', [['', '选级 择联']])];
    const result = find(pages, '级联选择');
    expect(linksOf(result)).toEqual(['/一']);
    expect(shown(hintsOf(result)[0]?.highlightTexts ?? [])).toBe('这是[级联选择]器');
  });

  it('finds similar terms if there is no exact match, and returns them', () => {
    const pages = [entry('One', [['', 'a cascader is a select']])];
    const result = find(pages, 'cascdaer');
    expect(result.instead).toEqual([{ typed: 'cascdaer', found: 'cascader' }]);
    expect(linksOf(result)).toEqual(['/one']);
    expect(find(pages, 'zzzzzz').groups).toEqual([]);
  });

  it('finds demos by keyword and by code, after visible text', () => {
    const pages = [
      entry('One', [], { demos: [{ code: ['index.tsx <Cascader loadData />'] }] }),
      entry('Two', [['', 'about loadData']]),
      entry('Three', [], { demos: [{ keywords: ['lazy', 'loadData'] }] }),
    ];
    const hints = hintsOf(find(pages, 'loaddata'));
    expect(hints.map(({ type, priority, pageTitle }) => [type, priority, pageTitle])).toEqual([
      ['content', 1, 'Two'],
      ['demo', 1, 'Three'],
      ['demo', 0.5, 'One'],
    ]);
  });

  it('groups hits by navigation, sorted by order, after the page with exactly this title', () => {
    const pages = [
      entry('One', [['', 'word']], { nav: ['Guide', 1] }),
      entry('Two', [['', 'word']], { nav: ['Demo', 2] }),
      entry('Home', [['', 'word']]),
      entry('Word', [], { nav: ['Guide', 1] }),
    ];
    const { groups } = find(pages, 'word');
    expect(groups.map(({ title, priority, hints }) => [title, priority, hints.map(({ link }) => link)])).toEqual([
      // The best hits have no group.
      [undefined, 1000, ['/word']],
      [undefined, null, ['/home']],
      ['Demo', 2000, ['/two']],
      ['Guide', 1000, ['/one']],
    ]);
    expect([groups[0]?.best, groups[0]?.hints[0]?.navTitle]).toEqual([true, 'Guide']);
  });

  it('sorts pages by score if configured: the best five, then each group once', () => {
    const pages = [
      entry(
        'One',
        [
          ['', 'wordless'],
          ['B', 'a word'],
        ],
        { nav: ['Guide', 1] },
      ),
      entry('Two', [['', 'wordless']], { nav: ['Demo', 2] }),
      entry('Word', [['A', 'word']], { nav: ['Guide', 1] }),
      entry('Three', [['', 'much text beside the word, and more']], { nav: ['Demo', 2] }),
      entry('Four', [['', 'wordless text']], { nav: ['Guide', 1] }),
      entry('Five', [['', 'more wordless text']], { nav: ['Demo', 2] }),
      entry('Six', [['', 'another page with a word']], { nav: ['Demo', 2] }),
      entry('Seven', [['', 'and another page with a word']], { nav: ['Guide', 1] }),
    ];
    const { groups } = find(pages, 'word', { order: 'score' });
    expect(groups.map(({ best, title }) => [best, title])).toEqual([
      [true, undefined],
      [undefined, 'Demo'],
      [undefined, 'Guide'],
    ]);
    expect(groups[0]?.hints.map(({ link }) => link)).toEqual([
      '/word',
      '/one#B',
      '/six',
      '/seven',
      '/three',
      '/word#A',
      '/one',
    ]);
    const inOne = find(
      pages.filter(({ navTitle }) => navTitle === 'Guide'),
      'word',
      { order: 'score' },
    );
    expect(inOne.groups.map(({ best, title }) => [best, title])).toEqual([[undefined, 'Guide']]);
  });

  it('finds inflections, and a title by its stem first', () => {
    const pages = [
      entry('Other', [['', 'how to deploy, deployed or not']]),
      entry('Deploying', [['', 'put it on a server']]),
      entry('Rest', [['', 'selections, queries']]),
    ];
    expect(linksOf(find(pages, 'deploy', { order: 'score' }))[0]).toBe('/deploying');
    expect(linksOf(find(pages, 'deployments', { order: 'score' }))).toEqual(['/deploying', '/other']);
    expect(linksOf(find(pages, 'selecting query', { order: 'score' }))).toEqual(['/rest']);
    const [hint] = hintsOf(find(pages, 'query'));
    expect(shown(hint?.highlightTexts ?? [])).toBe('selections, [queries]');
  });

  it('ignores English words that say nothing, unless there are no others', () => {
    const pages = [entry('One', [['', 'how do I do that']]), entry('Two', [['', 'the port of a server']])];
    expect(linksOf(find(pages, 'how do I set the port'))).toEqual(['/two']);
    expect(linksOf(find(pages, 'how do I'))).toEqual(['/one']);
  });

  it.each(['nav', 'score'] as const)('puts pages with all words before pages with some, by %s', (order) => {
    const pages = [
      entry('Port', [['Port', 'port port']]),
      entry('One', [
        ['', 'a port here'],
        ['Else', 'a server there'],
      ]),
      entry('Two', [['', 'the port of a server']]),
    ];
    const found = [...new Set(linksOf(find(pages, 'server port', { order })).map((link) => link.replace(/#.*/, '')))];
    expect(found.slice(0, 2).sort()).toEqual(['/one', '/two']);
    if (order === 'score') expect(found).toEqual(['/two', '/one', '/port']);
  });

  it('finds the page about a property by its name', () => {
    const pages = [
      entry('Code', [['', 'changeOnSelect and changeOnSelect']]),
      entry('Change on select', [['', 'with changeOnSelect, every level is a choice']]),
      entry('API', [['changeOnSelect', 'whether every level can be chosen']]),
    ];
    const links = linksOf(find(pages, 'changeOnSelect', { order: 'score' }));
    expect(links.slice(0, 2)).toEqual(['/api#changeOnSelect', '/change-on-select']);
  });

  it('finds pages by keywords and description, and shows the description', () => {
    const pages = [
      entry('Plain', [['', 'text about lazy things']]),
      { ...entry('Dynamic', [['', 'text']]), description: 'Load on demand', keywords: ['lazy', 'async loading'] },
    ];
    const [first] = hintsOf(find(pages, 'lazy', { order: 'score' }));
    expect([first?.link, first?.type, shown(first?.highlightTexts ?? [])]).toEqual([
      '/dynamic',
      'page',
      'Load on demand',
    ]);
    expect(linksOf(find(pages, 'async', { order: 'score' }))).toEqual(['/dynamic']);
    const [hint] = hintsOf(find(pages, 'demand'));
    expect(shown(hint?.highlightTexts ?? [])).toBe('Load on [demand]');
  });

  it('suggests similar terms if there is no hit', () => {
    const pages = [entry('Cascader', [['', 'Accessible columns of options']])];
    const near = find(pages, 'accessibility');
    expect([near.groups, near.nearest]).toEqual([[], ['accessible']]);
    expect(find(pages, '级联').nearest).toEqual([]);
    expect(find(pages, '—').nearest).toEqual([]);
  });

  it('finds synonyms, also for phrases', () => {
    const pages = [
      entry('One', [['', 'written in TypeScript']]),
      entry('Two', [['', 'hot module replacement']]),
      entry('Three', [['', 'a hot thing to reload']]),
    ];
    const synonyms = [
      ['ts', 'typescript'],
      ['hmr', 'hot reload', 'hot module replacement'],
    ];
    expect(linksOf(find(pages, 'ts', { synonyms }))).toEqual(['/one']);
    expect(linksOf(find(pages, 'hmr', { synonyms }))).toEqual(['/two']);
    expect(linksOf(find(pages, 'hot reloading', { synonyms }))).toEqual(['/two', '/three']);
    expect(linksOf(find(pages, 'hmr'))).toEqual([]);
  });

  it('shortens the text before a hit to its last 20 characters', () => {
    const result = find([entry('One', [['', `${'🎉'.repeat(30)}abcdefghij the word`]])], 'word');
    expect(shown(hintsOf(result)[0]?.highlightTexts ?? [])).toBe(`...${'🎉'.repeat(5)}abcdefghij the [word]`);
  });

  it.each([
    '',
    '   ',
    '— => *',
    '.*',
    '[',
    '\\',
    '(?<',
    '<img src=x onerror=alert(1)>',
    'a'.repeat(200),
    '🏳️‍🌈',
    'مرحبا',
  ])('accepts %j', (query) => {
    const pages = [entry('One', [['', 'plain text']])];
    expect(hintsOf(find(pages, query)).every(({ link }) => link === '/one')).toBe(true);
  });

  it('returns links with the base', () => {
    const pages = [entry('One', [['S', 'word']], { demos: [{ keywords: ['word'] }] })];
    expect(linksOf(find(pages, 'word', { base: '/lib/' }))).toEqual(['/lib/one#S', '/lib/one#demo']);
  });
});

describe('an empty query', () => {
  it('gives main pages, then the first pages of each group, and no group with one page of its title', () => {
    const pages = [
      entry('Home', []),
      entry('History', [], { nav: ['History', 1] }),
      entry('One', [], { nav: ['Guide', 2] }),
      entry('Two', [], { nav: ['Guide', 2] }),
    ];
    const { groups } = find(pages, '', { base: '/lib/', starts: [0, 1, 2, 3] });
    expect(groups.map(({ best, title, hints }) => [best, title, hints.map(({ link }) => link)])).toEqual([
      [true, undefined, ['/lib/home', '/lib/history']],
      [undefined, 'Guide', ['/lib/one', '/lib/two']],
    ]);
  });
});
