import { describe, expect, it } from 'vitest';
import { parseFrontmatter } from '../../../src/node/content/frontmatter.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';
import { ODD_URLS, UNSAFE_URLS } from '../../helpers/urls.ts';

function parse(yaml: string) {
  return parseFrontmatter(`---\n${yaml}\n---\n\n# Page\n`, 'docs/a.md');
}

function summary(yaml: string): string[] {
  return parse(yaml).diagnostics.map(
    ({ severity, code, location }) => `${location?.line}:${location?.column} ${severity} ${code}`,
  );
}

/** Removes prototypes, so that values can be compared. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('valid front matter', () => {
  it('has values, their locations, and the offset of the body', () => {
    const { frontmatter, locations, bodyOffset, diagnostics } = parse(
      'title: Simple\nhero:\n  actions:\n    - text: Go\n      link: /demo\nnav: { title: Demo, path: /demo }',
    );
    expect(diagnostics).toEqual([]);
    expect(plain(frontmatter)).toEqual({
      title: 'Simple',
      hero: { actions: [{ text: 'Go', link: '/demo' }] },
      nav: { title: 'Demo', path: '/demo' },
    });
    expect(locations['hero.actions.0.link']).toMatchObject({
      file: 'docs/a.md',
      line: 6,
      column: 13,
      length: 5,
      lineText: '      link: /demo',
    });
    expect(bodyOffset).toBe(
      '---\ntitle: Simple\nhero:\n  actions:\n    - text: Go\n      link: /demo\nnav: { title: Demo, path: /demo }\n---\n'
        .length,
    );
  });

  it('accepts the short forms of nav and group', () => {
    expect(plain(parse('nav: Guide\ngroup: Basics\norder: 2').frontmatter)).toEqual({
      nav: { title: 'Guide' },
      group: { title: 'Basics' },
      order: 2,
    });
    expect(plain(parse('nav: { title: A, second: B }').frontmatter)).toEqual({
      nav: { title: 'A', second: { title: 'B' } },
    });
    expect(plain(parse('nav: { title: A, second: { title: B, order: 2 } }').frontmatter)).toEqual({
      nav: { title: 'A', second: { title: 'B', order: 2 } },
    });
  });

  it('keeps unknown keys for themes, and removes known ones without a value', () => {
    const { frontmatter, diagnostics } = parse(
      'title:\ncover: a.png\ntag: New\nhide: true\ncategory:\nmobile: { depth: 1 }\ndate: 2026-11-02\nextra: .inf',
    );
    expect(diagnostics).toEqual([]);
    expect(plain(frontmatter)).toEqual({
      cover: 'a.png',
      tag: 'New',
      hide: true,
      category: null,
      mobile: { depth: 1 },
      date: '2026-11-02',
      extra: '.inf',
    });
  });

  it.each([
    ['# Title\n', 0],
    ['---\n\n# Title, after a thematic break\n', 0],
    ['----\ntitle: a\n----\n', 0],
    ['---\n---\nText', 8],
    ['---\n# only a comment\n---', 24],
    ['', 0],
  ])('begins the body of %j at %i', (source, bodyOffset) => {
    expect(parseFrontmatter(source, 'a.md')).toMatchObject({ frontmatter: {}, bodyOffset, diagnostics: [] });
  });

  it('drops keys that could change a prototype, at every depth', () => {
    const { frontmatter } = parse(
      '__proto__: { polluted: 1 }\nconstructor: 1\nextra: { __proto__: { a: 1 }, prototype: 2, b: 3 }\n<<: { c: 1 }',
    );
    expect(plain(frontmatter)).toEqual({ extra: { b: 3 }, '<<': { c: 1 } });
    expect(Object.getPrototypeOf(frontmatter)).toBeNull();
    expect(Object.getPrototypeOf(frontmatter.extra)).toBeNull();
  });

  it('copies the values of aliases', () => {
    expect(plain(parse('a: &x { b: 1 }\nc: *x').frontmatter)).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });
});

describe('front matter with one obvious meaning', () => {
  it.each([
    ['hero:\n  title: @rc-component/cascader', ['3:10 warning CD211'], { hero: { title: '@rc-component/cascader' } }],
    ['title: `code`', ['2:8 warning CD211'], { title: '`code`' }],
    ['title: %s', ['2:8 warning CD211'], { title: '%s' }],
    ['title: Cascader: the guide', ['2:8 warning CD211'], { title: 'Cascader: the guide' }],
    ['title: a: b: c\norder: 1', ['2:8 warning CD211'], { title: 'a: b: c', order: 1 }],
    [
      'order: 1\nhero:\n  title: A: b\n  description: c',
      ['4:10 warning CD211'],
      { order: 1, hero: { title: 'A: b', description: 'c' } },
    ],
    ['title: "a\\qb"', ['2:10 warning CD211'], { title: 'a\\qb' }],
    ['title: 1.10', ['2:8 warning CD211'], { title: '1.10' }],
    ['description: true', ['2:14 warning CD211'], { description: 'true' }],
    ['order: "3"', ['2:8 warning CD211'], { order: 3 }],
    ['keywords: select, tree', ['2:11 warning CD211'], { keywords: ['select', 'tree'] }],
    ['keywords: [a, 1]', ['2:15 warning CD211'], { keywords: ['a', '1'] }],
    ['descripton: x', ['2:1 warning CD213'], { descripton: 'x' }],
    ['Title: x', ['2:1 warning CD213'], { Title: 'x' }],
    ['title: x\nordr: 1\nnva: y', ['3:1 warning CD213', '4:1 warning CD213'], { title: 'x', ordr: 1, nva: 'y' }],
  ])('%j gives %j', (yaml, expected, value) => {
    expect(summary(yaml)).toEqual(expected);
    expect(plain(parse(yaml).frontmatter)).toEqual(value);
  });

  it('gets a warning with the fix', () => {
    expect(parse('title: @scope/name').diagnostics).toMatchObject([
      { text: 'Plain value cannot start with reserved character @', notes: ['Put the value in quotes.'] },
    ]);
    expect(parse('descripton: x').diagnostics[0]?.text).toBe(
      'Unknown front matter key `descripton`. Did you mean `description`?',
    );
  });
});

describe('misspelled keys', () => {
  it.each([
    ['titel: x', '2:1 title'],
    ['keyword: [x]', '2:1 keywords'],
    ['feature: []', '2:1 features'],
    ['heros: {}', '2:1 hero'],
    ['demos: {}', '2:1 demo'],
    ['nav:\n  titel: x', '3:3 title'],
    ['nav: { title: x, ordr: 1 }', '2:18 order'],
    ['nav:\n  title: x\n  secnod:\n    title: y', '4:3 second'],
    ['nav:\n  second:\n    tilte: y', '4:5 title'],
    ['group:\n  title: x\n  Order: 1', '4:3 order'],
    ['demo:\n  col: 2', '3:3 cols'],
    ['demo:\n  tocdepth: 2', '3:3 tocDepth'],
    ['hero:\n  actions:\n    - text: x\n      link: /\n      txt: y', '6:7 text'],
    ['features:\n  - title: x\n  - emojis: y', '4:5 emoji'],
  ])('are reported at every depth: %j', (yaml, expected) => {
    const { diagnostics } = parse(yaml);
    const found = diagnostics.map(({ severity, code, location, text }) => {
      expect([severity, code]).toEqual(['warning', 'CD213']);
      return `${location?.line}:${location?.column} ${/mean `(.*)`/.exec(text)?.[1]}`;
    });
    expect(found).toEqual([expected]);
  });

  it.each([
    'category: x',
    'covers: [x]',
    'tag: x',
    'type: x',
    'date: x',
    'layout: x',
    'mobile: { titel: x }',
  ])('are not reported if a theme may use them: %j', (yaml) => expect(parse(yaml).diagnostics).toEqual([]));
});

describe('keys of VitePress', () => {
  it('are understood in a home page', () => {
    const { frontmatter, diagnostics, locations } = parse(
      'hero:\n  name: Kit\n  text: A kit.\n  tagline: Fast\n  image: { src: ./x.png, alt: X }\n  actions:\n    - { theme: brand, text: Go, link: /a }\nfeatures:\n  - { icon: x, title: A, details: y }\n  - { icon: ./a.svg, title: B }',
    );
    expect(diagnostics).toEqual([]);
    expect(frontmatter.hero).toMatchObject({
      title: 'Kit',
      description: 'A kit. Fast',
      image: { light: './x.png', alt: 'X' },
    });
    expect(frontmatter.features).toEqual([
      { emoji: 'x', title: 'A', description: 'y' },
      { icon: './a.svg', title: 'B' },
    ]);
    expect(locations['hero.image.light']?.line).toBe(6);
  });

  it('are the title and the description, whichever are written', () => {
    expect(parse('hero: { text: A kit, tagline: Fast }').frontmatter.hero).toEqual({
      title: 'A kit',
      description: 'Fast',
    });
    expect(parse('hero: { name: Kit, tagline: Fast }').frontmatter.hero).toEqual({ title: 'Kit', description: 'Fast' });
    expect(parse('hero: { title: Kit, text: Fast }').frontmatter.hero).toEqual({ title: 'Kit', description: 'Fast' });
  });

  it.each([
    ['hero: { title: Kit, name: Kit }', '2:21 error CD218'],
    ['hero:\n  image: { light: ./y.png, src: ./x.png }', '3:28 error CD218'],
  ])('are reported beside ours: %j', (yaml, place) => {
    expect(summary(yaml)).toEqual([place]);
  });
});

describe('keys and values of the hero', () => {
  it.each([
    ['hero:\n  titel: x', '3:3 Unknown key `titel` in `hero`. Did you mean `title`?'],
    ['hero: { title: x, logo: y }', '2:19 Unknown key `logo` in `hero`'],
    ['hero:\n  image: { pic: ./x.png }', '3:12 Unknown key `pic` in `hero.image`'],
    [
      'hero:\n  image: { light: ./x.png, drak: ./y.png }',
      '3:28 Unknown key `drak` in `hero.image`. Did you mean `dark`?',
    ],
  ])('are errors with the known keys if the key is unknown: %j', (yaml, expected) => {
    const { diagnostics } = parse(yaml);
    expect(diagnostics.map(({ text, location }) => `${location?.line}:${location?.column} ${text}`)).toEqual([
      expected,
    ]);
    const known = expected.includes('image')
      ? 'light, dark, alt'
      : 'title, description, background, actions, install, demo, image';
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'CD218', notes: [`Known keys: ${known}.`] }]);
  });

  it.each([
    ['hero: { image: "" }', '`hero.image`: expected text that is not empty'],
    ['hero: { image: " " }', '`hero.image`: expected text that is not empty'],
    ['hero: { image: { light: "" } }', '`hero.image.light`: expected text that is not empty'],
    ['hero: { image: { light: ./x.png, dark: "" } }', '`hero.image.dark`: expected text that is not empty'],
    ['hero: { image: {} }', '`hero.image`: expected a map with light or dark'],
    ['hero: { image: { light: } }', '`hero.image`: expected a map with light or dark'],
    ['hero: { image: { alt: x } }', '`hero.image`: expected a map with light or dark'],
    ['hero: { actions: [{ text: "", link: / }] }', '`hero.actions.0.text`: expected text that is not empty'],
    ['hero: { actions: [{ text: x, link: "" }] }', '`hero.actions.0.link`: expected a link'],
  ])('are errors if they show nothing: %j', (yaml, expected) => {
    const { diagnostics, frontmatter } = parse(yaml);
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'CD212', text: expect.stringContaining(expected) }]);
    if (!yaml.includes('./x.png')) expect(frontmatter.hero?.image).toBeUndefined();
  });

  it('may be empty if they are optional', () => {
    expect(parse('hero:\n  title: x\n  description:\n  image:\n  demo: ""').diagnostics).toEqual([]);
    expect(plain(parse('hero: { image: { dark: ./x.png } }').frontmatter)).toEqual({
      hero: { image: { dark: './x.png' } },
    });
  });
});

describe('front matter whose first line is missing', () => {
  it.each([
    ['title: Simple\n---\n\n# Page\n', '1:1 no --- line'],
    ['title: Simple\nnav:\n  title: Demo\n\ngroup:\n- a\n---\nText\n', '1:1 no --- line'],
    ['\n\norder: 1\n---', '3:1 no --- line'],
    ['cover: a.png\ntitle: Simple\n---\n', '1:1 no --- line'],
    ['\n---\ntitle: Simple\n---\n', '2:1 not start'],
    ['<!-- made by a tool -->\n---\ntitle: Simple\n---\n', '2:1 not start'],
  ])('is reported: %j', (source, expected) => {
    const { diagnostics, bodyOffset } = parseFrontmatter(source, 'docs/a.md');
    expect(bodyOffset).toBe(0);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'CD215' }]);
    const [place = '', ...words] = expected.split(' ');
    expect(`${diagnostics[0]?.location?.line}:${diagnostics[0]?.location?.column}`).toBe(place);
    expect(diagnostics[0]?.text).toContain(words.join(' '));
  });

  it.each([
    'Note: underlined\n---\n\nText\n',
    '# title: x\n---\n',
    'title: of a paragraph\nthat goes on\n---\n',
    'title: x\n\nText\n\n---\n',
    'title: x\n',
    '\n---\n\nText\n\n---\n',
    '| title: |\n---\n',
    'https://a.b\n---\n',
  ])('is not confused with text that looks similar: %j', (source) => {
    expect(parseFrontmatter(source, 'docs/a.md').diagnostics).toEqual([]);
  });

  it('is detected in linear time', async () => {
    const time = await cpuTime(() => {
      expect(parseFrontmatter(`${'title: x\n'.repeat(50_000)}# End\n`, 'a.md').diagnostics).toEqual([]);
    });
    expect(time).toBeLessThan(500);
  });
});

describe('invalid front matter', () => {
  it.each([
    ['title: a\nnav:\n\ttitle: b', '4:1 error CD210'],
    ['title: a\norder: 1\ntitle: b', '4:1 error CD210'],
    ['hero:\n  title: a\n  title: b', '4:3 error CD210'],
    ['- a\n- b', '2:1 error CD210'],
    ['just text', '2:1 error CD210'],
    ['42', '2:1 error CD210'],
    ['order: 1\ntitle: "not closed\nlang: en', '3:8 error CD210'],
    ["title: 'it's'", '2:12 error CD210'],
    ['title: [a, b\norder: 1', '2:8 error CD210'],
    ['order: 1\ntitle: - x', '3:8 error CD210'],
    ['title: "A" and B', '2:12 error CD210'],
    ['title: [x](y)', '2:11 error CD210'],
    ['a b\ntitle: c', '2:1 error CD210'],
    ['title: a\n order: 1', '2:8 error CD210'],
    ['title: !!js/function "function () {}"', '2:8 error CD210'],
    ['title: !custom x', '2:8 error CD210'],
    ['title: *missing', '2:8 error CD210'],
    ['? [a, b]\n: c', '2:3 error CD210'],
    ['order: abc', '2:8 error CD212'],
    ['title: a\nnav: 3', '3:6 error CD212'],
    ['title: [a]', '2:8 error CD212'],
    ['title: { a: 1 }', '2:8 error CD212'],
    ['toc: true', '2:6 error CD212'],
    ['debug: yes', '2:8 error CD212'],
    ['sidebar: "false"', '2:10 error CD212'],
    ['lang: 5', '2:7 error CD212'],
    ['group: [a]', '2:8 error CD212'],
    ['nav:\n  title: A\n  order: first', '4:10 error CD212'],
    ['demo:\n  cols: two', '3:9 error CD212'],
    ['hero: Big', '2:7 error CD212'],
    ['hero:\n  actions: Go', '3:12 error CD212'],
    ['hero:\n  actions:\n    - text: Go', '4:7 error CD212'],
    ['features:\n  - just text', '3:5 error CD212'],
    ['features:\n  -', '3:4 error CD212'],
    ['keywords: { a: 1 }', '2:11 error CD212'],
    ['hero:\n  actions:\n    - text: Go\n      link: javascript:alert(1)', '5:13 error CD214'],
    ['hero:\n  actions:\n    - text: Go\n      link: "java\\tscript:alert(1)"', '5:13 error CD214'],
    ['features:\n  - title: A\n    link: data:text/html,x', '4:11 error CD214'],
  ])('reports %j as %s', (yaml, expected) => {
    expect(summary(yaml)).toEqual([expected]);
  });

  it.each([
    ['group: Start\n order: x', '`group` has both a text and indented keys below it', /^Remove the indentation/],
    ['nav:\n  a: b\n    order: 1', '`a` has both a text and indented keys below it', /^Remove the indentation/],
    ['title: A: b\n  more text', 'A value with a colon and a space in it needs quotes', /quotes/],
    ['title: "A\norder: 1', 'The value begins with a double quote, but does not end with one', /^Add the second `"`/],
    [
      "title: 'A",
      'The value begins with a single quote, but does not end with one',
      /^Add the second `'`.* write `''`/,
    ],
    ['keywords: [a, b', 'The list is not closed', /^Add the `]` after the last item\.$/],
    ['hero:\n\ttitle: B', 'Tabs are not allowed as indentation', /^Indent with spaces\.$/],
    ['title: a\ntitle: b', 'Duplicate key `title`', /^Keep one of the two lines\.$/],
  ])('explains %j', (yaml, text, note) => {
    const [found] = parse(yaml).diagnostics;
    expect(found).toMatchObject({ code: 'CD210', text });
    expect(found?.notes?.[0]).toMatch(note);
  });

  it('reports every unsafe link', () => {
    const hero = (url: string): string => `hero:\n  actions:\n    - text: Go\n      link: ${JSON.stringify(url)}`;
    for (const url of UNSAFE_URLS) expect([url, summary(hero(url))]).toEqual([url, ['5:13 error CD214']]);
    for (const url of ODD_URLS) expect([url, summary(hero(url))]).toEqual([url, []]);
  });

  it('reports every duplicate key', () => {
    expect(summary('title: a\ntitle: b\norder: 1\norder: 2')).toEqual(['3:1 error CD210', '5:1 error CD210']);
  });

  it('reports a missing end', () => {
    const { diagnostics, bodyOffset } = parseFrontmatter('---\ntitle: a\n\n# Page\n', 'docs/a.md');
    expect(diagnostics).toMatchObject([
      { code: 'CD210', text: 'The front matter is not closed', location: { line: 1, column: 1 } },
    ]);
    expect(bodyOffset).toBe(0);
  });

  it('stops at an alias bomb without delay', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    const time = await cpuTime(() => {
      expect(parse(lines.join('\n')).diagnostics).toMatchObject([
        { code: 'CD210', text: 'Aliases expand to too many values' },
      ]);
    });
    expect(time).toBeLessThan(1000);
  });

  it('stops at an alias that refers to itself', () => {
    expect(parse('a: &a [*a]').diagnostics).toMatchObject([
      { code: 'CD210', text: 'Values are nested too deeply', location: { line: 2 } },
    ]);
  });

  it.each([
    ['brackets', `a: ${'['.repeat(60_000)}`],
    ['maps', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['length', `a: ${'x'.repeat(70_000)}`],
  ])('refuses too many %s', (_, yaml) => {
    expect(parse(yaml).diagnostics).toMatchObject([{ severity: 'error', code: 'CD210' }]);
  });
});
