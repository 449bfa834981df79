import { describe, expect, it } from 'vitest';
import { createIndexFiles, type IndexFilesInput } from '../../../../src/node/render/search/create-search-index.ts';
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

/** The files of an index, by name. */
const filesOf = (
  entries: SearchEntry[],
  options: Pick<IndexFilesInput, 'base' | 'groupOrder' | 'synonyms' | 'small'>,
): Map<string, string> => {
  const nav: IndexFilesInput['nav'] = [];
  const pages = entries.map((entry) => ({ key: entry.link, text: JSON.stringify(packEntry(entry, nav)) }));
  const files = new Map<string, string>();
  createIndexFiles({ pages, nav, ...options }, (name, text) => files.set(name, text));
  return files;
};

/** An engine for an index in one file or in several files. */
const engineOf = (
  entries: SearchEntry[],
  {
    large = false,
    order = 'nav',
    base = '/',
    ...options
  }: { large?: boolean; order?: GroupOrder; base?: string; synonyms?: string[][] } = {},
): { engine: SearchEngine; loaded: string[] } => {
  const files = filesOf(entries, { base, groupOrder: order, ...options, small: large ? 0 : undefined });
  const loaded: string[] = [];
  const load = async (name: string): Promise<unknown> => {
    loaded.push(name);
    return JSON.parse(files.get(name) ?? 'missing');
  };
  return { engine: createSearchEngine(JSON.parse(files.get('') ?? ''), load), loaded };
};

const search = async (entries: SearchEntry[], query: string, options = {}): Promise<SearchResult> =>
  await engineOf(entries, options).engine.search(query, { limit: 8 });
const hintsOf = ({ groups }: SearchResult) => groups.flatMap(({ hints }) => hints);
const linksOf = (result: SearchResult): string[] => hintsOf(result).map(({ link }) => link);
const shown = (texts: { text: string; highlighted?: boolean }[]): string =>
  texts.map(({ text, highlighted }) => (highlighted ? `[${text}]` : text)).join('');

describe.each([{ large: false }, { large: true }])('search in an index, large: $large', ({ large }) => {
  const find = (entries: SearchEntry[], query: string, options = {}) => search(entries, query, { large, ...options });

  it.each([
    ['value', 'Value'],
    ['default value', 'Default Value'],
    ['values', 'Values'],
  ])('shows the page with exactly this title first, however many pages match: %s', async (query, title) => {
    const many = Array.from({ length: 30 }, (_, n) => entry(`Default Value of Values ${n}`, [['', 'Value, values']]));
    const pages = ['Values', 'Default Value', 'Value'].map((name) => entry(name, [['', 'text']]));
    const [first] = hintsOf(await find([...many, ...pages], query));
    expect([first?.pageTitle, first?.exact]).toEqual([title, true]);
  });

  it('returns hits of the four types with the weights 100, 10 and 1', async () => {
    const result = await find(
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

  it('matches any of the words, and ranks pages with more of them higher', async () => {
    const pages = [entry('One', [['', 'apple']]), entry('Two', [['', 'pear apple']]), entry('Three', [['', 'plum']])];
    expect(linksOf(await find(pages, 'apple   PEAR'))).toEqual(['/two', '/one']);
  });

  it('ranks pages with adjacent words higher', async () => {
    const pages = [
      entry('One', [['', 'fast builds and other builds, so fast']]),
      entry('Two', [['', 'we have so fast builds']]),
    ];
    expect(linksOf(await find(pages, 'so fast builds'))).toEqual(['/two', '/one']);
  });

  it('counts a word that was typed twice', async () => {
    const pages = [entry('First', [['', 'the one']]), entry('Second', [['', 'ask the one the best']])];
    expect(linksOf(await find(pages, 'the one the'))).toEqual(['/second', '/first']);
  });

  it('finds Chinese words without spaces, but not separate characters', async () => {
    const pages = [entry('一', [['', '这是级联选择器']]), entry('二', [['', '选级 择联']])];
    const result = await find(pages, '级联选择');
    expect(linksOf(result)).toEqual(['/一']);
    expect(shown(hintsOf(result)[0]?.highlightTexts ?? [])).toBe('这是[级联选择]器');
  });

  it('finds similar terms if there is no exact match, and returns them', async () => {
    const pages = [entry('One', [['', 'a cascader is a select']])];
    const result = await find(pages, 'cascdaer');
    expect(result.instead).toEqual([{ typed: 'cascdaer', found: 'cascader' }]);
    expect(linksOf(result)).toEqual(['/one']);
    expect((await find(pages, 'zzzzzz')).groups).toEqual([]);
  });

  it('finds demos by keyword and by code, after visible text', async () => {
    const pages = [
      entry('One', [], { demos: [{ code: ['index.tsx <Cascader loadData />'] }] }),
      entry('Two', [['', 'about loadData']]),
      entry('Three', [], { demos: [{ keywords: ['lazy', 'loadData'] }] }),
    ];
    const hints = hintsOf(await find(pages, 'loaddata'));
    expect(hints.map(({ type, priority, pageTitle }) => [type, priority, pageTitle])).toEqual([
      ['content', 1, 'Two'],
      ['demo', 1, 'Three'],
      ['demo', 0.5, 'One'],
    ]);
  });

  it('groups hits by navigation, sorted by order, after the page with exactly this title', async () => {
    const pages = [
      entry('One', [['', 'word']], { nav: ['Guide', 1] }),
      entry('Two', [['', 'word']], { nav: ['Demo', 2] }),
      entry('Home', [['', 'word']]),
      entry('Word', [], { nav: ['Guide', 1] }),
    ];
    const { groups } = await find(pages, 'word');
    expect(groups.map(({ title, priority, hints }) => [title, priority, hints.map(({ link }) => link)])).toEqual([
      // The best hits have no group.
      [undefined, 1000, ['/word']],
      [undefined, null, ['/home']],
      ['Demo', 2000, ['/two']],
      ['Guide', 1000, ['/one']],
    ]);
    expect([groups[0]?.best, groups[0]?.hints[0]?.navTitle]).toEqual([true, 'Guide']);
  });

  it('sorts pages by score if configured: the best five, then each group once', async () => {
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
    const { groups } = await find(pages, 'word', { order: 'score' });
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
    const inOne = await find(
      pages.filter(({ navTitle }) => navTitle === 'Guide'),
      'word',
      { order: 'score' },
    );
    expect(inOne.groups.map(({ best, title }) => [best, title])).toEqual([[undefined, 'Guide']]);
  });

  it('sorts the page of API changes after pages with fewer of the keywords', async () => {
    const changes = entry('API changes', [['', 'Removed the clear icon']]);
    const link = '/docs/~changes';
    const pages = [
      { ...changes, link, sections: changes.sections.map((section) => ({ ...section, link })) },
      entry('API', [['', 'clearIcon is the icon of the button']]),
    ];
    expect(linksOf(await find(pages, 'remove clear icon', { order: 'score' }))).toEqual(['/api', link]);
  });

  it('finds inflections, and a title by its stem first', async () => {
    const pages = [
      entry('Other', [['', 'how to deploy, deployed or not']]),
      entry('Deploying', [['', 'put it on a server']]),
      entry('Rest', [['', 'selections, queries']]),
    ];
    expect(linksOf(await find(pages, 'deploy', { order: 'score' }))[0]).toBe('/deploying');
    expect(linksOf(await find(pages, 'deployments', { order: 'score' }))).toEqual(['/deploying', '/other']);
    expect(linksOf(await find(pages, 'selecting query', { order: 'score' }))).toEqual(['/rest']);
    const [hint] = hintsOf(await find(pages, 'query'));
    expect(shown(hint?.highlightTexts ?? [])).toBe('selections, [queries]');
  });

  it('ignores English words that say nothing, unless there are no others', async () => {
    const pages = [entry('One', [['', 'how do I do that']]), entry('Two', [['', 'the port of a server']])];
    expect(linksOf(await find(pages, 'how do I set the port'))).toEqual(['/two']);
    expect(linksOf(await find(pages, 'how do I'))).toEqual(['/one']);
  });

  it.each(['nav', 'score'] as const)('puts pages with all words before pages with some, by %s', async (order) => {
    const pages = [
      entry('Port', [['Port', 'port port']]),
      entry('One', [
        ['', 'a port here'],
        ['Else', 'a server there'],
      ]),
      entry('Two', [['', 'the port of a server']]),
    ];
    const found = [
      ...new Set(linksOf(await find(pages, 'server port', { order })).map((link) => link.replace(/#.*/, ''))),
    ];
    expect(found.slice(0, 2).sort()).toEqual(['/one', '/two']);
    if (order === 'score') expect(found).toEqual(['/two', '/one', '/port']);
  });

  it('finds the page about a property by its name', async () => {
    const pages = [
      entry('Code', [['', 'changeOnSelect and changeOnSelect']]),
      entry('Change on select', [['', 'with changeOnSelect, every level is a choice']]),
      entry('API', [['changeOnSelect', 'whether every level can be chosen']]),
    ];
    const links = linksOf(await find(pages, 'changeOnSelect', { order: 'score' }));
    expect(links.slice(0, 2)).toEqual(['/api#changeOnSelect', '/change-on-select']);
  });

  it('finds pages by keywords and description, and shows the description', async () => {
    const pages = [
      entry('Plain', [['', 'text about lazy things']]),
      { ...entry('Dynamic', [['', 'text']]), description: 'Load on demand', keywords: ['lazy', 'async loading'] },
    ];
    const [first] = hintsOf(await find(pages, 'lazy', { order: 'score' }));
    expect([first?.link, first?.type, shown(first?.highlightTexts ?? [])]).toEqual([
      '/dynamic',
      'page',
      'Load on demand',
    ]);
    expect(linksOf(await find(pages, 'async', { order: 'score' }))).toEqual(['/dynamic']);
    const [hint] = hintsOf(await find(pages, 'demand'));
    expect(shown(hint?.highlightTexts ?? [])).toBe('Load on [demand]');
  });

  it('suggests similar terms if there is no hit, and reports a script that the site does not use', async () => {
    const pages = [entry('Cascader', [['', 'Accessible columns of options']])];
    const near = await find(pages, 'accessibility');
    expect([near.groups, near.nearest, near.isOtherScript]).toEqual([[], ['accessible'], undefined]);
    const other = await find(pages, '级联');
    expect([other.groups, other.nearest, other.isOtherScript]).toEqual([[], [], true]);
    expect((await find([entry('级联', [['', '选择器的文档']])], '一二')).isOtherScript).toBeUndefined();
    expect((await find(pages, '—')).nearest).toBeUndefined();
  });

  it('finds synonyms, also for phrases', async () => {
    const pages = [
      entry('One', [['', 'written in TypeScript']]),
      entry('Two', [['', 'hot module replacement']]),
      entry('Three', [['', 'a hot thing to reload']]),
    ];
    const synonyms = [
      ['ts', 'typescript'],
      ['hmr', 'hot reload', 'hot module replacement'],
    ];
    expect(linksOf(await find(pages, 'ts', { synonyms }))).toEqual(['/one']);
    expect(linksOf(await find(pages, 'hmr', { synonyms }))).toEqual(['/two']);
    expect(linksOf(await find(pages, 'hot reloading', { synonyms }))).toEqual(['/two', '/three']);
    expect(linksOf(await find(pages, 'hmr'))).toEqual([]);
  });

  it('shortens the text before a hit to its last 20 characters', async () => {
    const result = await find([entry('One', [['', `${'🎉'.repeat(30)}abcdefghij the word`]])], 'word');
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
  ])('accepts %j', async (query) => {
    const pages = [entry('One', [['', 'plain text']])];
    expect(hintsOf(await find(pages, query)).every(({ link }) => link === '/one')).toBe(true);
  });

  it('returns links with the base', async () => {
    const pages = [entry('One', [['S', 'word']], { demos: [{ keywords: ['word'] }] })];
    expect(linksOf(await find(pages, 'word', { base: '/lib/' }))).toEqual(['/lib/one#S', '/lib/one#demo']);
  });
});

describe('a large index', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(400);
  const pages = Array.from({ length: 40 }, (_, number) =>
    entry(`Page ${number}`, [['', `${filler} common${number === 33 ? ' unique' : ''}`]]),
  );

  it('loads only the texts of the shown pages', async () => {
    const { engine, loaded } = engineOf(pages, { large: true });
    const rare = await engine.search('unique', { limit: 8 });
    expect(linksOf(rare)).toEqual(['/page-33']);
    expect(loaded.filter((name) => name.includes('/'))).toHaveLength(1);
    const common = await engine.search('common', { limit: 8 });
    expect([common.shown, common.pages]).toEqual([8, 40]);
    expect(loaded.filter((name) => name.includes('/')).length).toBeLessThanOrEqual(9);
    const more = await engine.search('common', { limit: 40 });
    expect([more.shown, linksOf(more).length]).toEqual([40, 40]);
  });

  it('can be searched again after a file could not be loaded', async () => {
    const files = filesOf(pages, { base: '/', groupOrder: 'nav', small: 0 });
    let offline = true;
    const engine = createSearchEngine(JSON.parse(files.get('') ?? ''), async (name) => {
      if (offline) throw new Error('offline');
      return JSON.parse(files.get(name) ?? '');
    });
    await expect(engine.search('unique', { limit: 8 })).rejects.toThrow('offline');
    offline = false;
    expect(linksOf(await engine.search('unique', { limit: 8 }))).toEqual(['/page-33']);
  });

  it('changes the names of few files when a page is edited', () => {
    const many = Array.from({ length: 400 }, (_, number) =>
      entry(`Page ${number}`, [['', `word${number} ${'some text '.repeat(150)}`]]),
    );
    const options = { base: '/', groupOrder: 'nav', small: 0 } as const;
    const before = filesOf(many, options);
    const edited = many.with(200, entry('Page 200', [['', 'another text']]));
    const after = filesOf(edited, options);
    const changed = [...after].filter(([name, text]) => name !== '' && before.get(name) !== text).map(([name]) => name);
    expect(new Set(changed.filter((name) => name.includes('/')).map((name) => name.split('/')[0])).size).toBe(1);
    expect(changed.filter((name) => !name.includes('/')).length).toBeLessThanOrEqual(3);
    expect(after.size).toBeGreaterThan(70);
  });
});
