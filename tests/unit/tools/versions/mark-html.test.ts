import { describe, expect, it } from 'vitest';
import { markHtml } from '../../../../src/node/tools/versions/mark-html.ts';
import { type HtmlFacts, readHtml } from '../../../../src/node/tools/versions/read-html.ts';

const ROBOTS = '<meta name="robots" content="noindex">';
const SCRIPT = '<script src="/lib/versions.js" defer></script>';
const NOTE =
  '<aside data-version="1.x" aria-label="Version"><a href="/lib/">This is 1.x. Go to the current version.</a></aside>';

const read = (html: string | Buffer): HtmlFacts => readHtml(Buffer.from(html as string)) as HtmlFacts;
const mark = (html: string | Buffer, isPage = true, label = '1.x'): Buffer =>
  markHtml(read(html), { id: '1.x', label, base: '/lib/v/1.x/', siteBase: '/lib/', isPage });

it.each([
  [
    'a whole document',
    '<!doctype html><html><head><title>A</title></head><body class="x"><p>A</body></html>',
    `<!doctype html><html><head><title>A</title>${ROBOTS}${SCRIPT}</head><body class="x">${NOTE}<p>A</body></html>`,
  ],
  [
    'a page that is indexed',
    '<head><meta name=robots content="index, follow"></head><body>A',
    `<head><meta name=robots content="index, follow">${ROBOTS}${SCRIPT}</head><body>${NOTE}A`,
  ],
  [
    'a page without tags',
    '<!doctype html><title>A</title><p>A',
    `<!doctype html><title>A</title>${ROBOTS}${SCRIPT}${NOTE}<p>A`,
  ],
  ['a page without head', '<!doctype html><p>A', `<!doctype html>${ROBOTS}${SCRIPT}${NOTE}<p>A`],
  ['a page with an empty head', '<html><head></head><body>', `<html><head>${ROBOTS}${SCRIPT}</head><body>${NOTE}`],
  ['a page with body only', '<body>A', `${ROBOTS}${SCRIPT}<body>${NOTE}A`],
  [
    'tags in comments and scripts',
    '<!doctype html><!-- </head><body> --><head><script>"</head><body>"</script></head>\r\n<body>A',
    `<!doctype html><!-- </head><body> --><head><script>"</head><body>"</script>${ROBOTS}${SCRIPT}</head>\r\n<body>${NOTE}A`,
  ],
  [
    'upper case and attributes with signs',
    '<!DOCTYPE HTML><HTML><HEAD></HEAD><BODY ONLOAD="a > b">A',
    `<!DOCTYPE HTML><HTML><HEAD>${ROBOTS}${SCRIPT}</HEAD><BODY ONLOAD="a > b">${NOTE}A`,
  ],
  [
    'characters',
    '<head><title>日本🎉</title></head><body>日',
    `<head><title>日本🎉</title>${ROBOTS}${SCRIPT}</head><body>${NOTE}日`,
  ],
  [
    'a byte order mark',
    '\uFEFF<!doctype html><head></head><body>',
    `\uFEFF<!doctype html><head>${ROBOTS}${SCRIPT}</head><body>${NOTE}`,
  ],
  [
    'a canonical address, which leads to the current version then',
    '<head><link rel="canonical" href=https://a.org/lib/v/1.x/guide?b><title>A</title></head><body>A',
    `<head><link rel="canonical" href="https://a.org/lib/guide?b"><title>A</title>${ROBOTS}${SCRIPT}</head><body>${NOTE}A`,
  ],
  [
    'a canonical address elsewhere',
    '<head><link rel=canonical href="https://a.org/other"></head><body>A',
    `<head><link rel=canonical href="https://a.org/other">${ROBOTS}${SCRIPT}</head><body>${NOTE}A`,
  ],
  ['frames', '<head></head><frameset></frameset>', `<head>${ROBOTS}${SCRIPT}</head><frameset></frameset>`],
])('inserts what a page needs into %s', (_, html, expected) => {
  expect(mark(html).toString()).toBe(expected);
});

it('inserts less if the page is a part of another', () => {
  expect(mark('<head></head><body>A', false).toString()).toBe(`<head>${ROBOTS}</head><body>A`);
});

it('keeps every byte of another encoding', () => {
  const page = Buffer.from('<head></head><body>caf\xe9', 'latin1');
  const marked = mark(page, true, '1.x – ä');
  expect(marked.toString('latin1')).toContain('This is 1.x &#8211; &#228;.');
  expect(marked.subarray(-4)).toEqual(page.subarray(-4));
  expect(readHtml(Buffer.from('\uFEFF<p>', 'utf16le'))).toBeUndefined();
});

it('escapes labels', () => {
  expect(mark('<body>', true, '<b>&"').toString()).toContain('This is &lt;b&gt;&amp;');
});

describe('facts of a page', () => {
  it.each<[string, string, Partial<HtmlFacts>]>([
    [
      'a document',
      '<!doctype html><title>T</title><h1> A\n <em>b</em></h1>',
      { isDocument: true, heading: 'A b', title: 'T' },
    ],
    ['a part of a page', '<p>A</p>', { isDocument: false }],
    ['a link in a heading', '<body><h1>A <a class="header-anchor" href="#a">\u200b#</a></h1>', { heading: 'A' }],
    [
      'hidden text in a heading',
      '<body><h1><span aria-hidden="true">x</span>A<svg><title>y</title></svg></h1>',
      { heading: 'A' },
    ],
    ['an empty heading', '<body><h1></h1><h1>B</h1>', { heading: 'B' }],
    ['a redirect', '<head><meta http-equiv="Refresh" content="0; URL=/a"></head>', { isRedirect: true }],
    ['a reload', '<head><meta http-equiv="refresh" content="5"></head>', { isRedirect: false }],
    ['a base', '<head><base href="/x/"></head>', { base: '/x/' }],
  ])('are read from %s', (_, html, expected) => {
    expect(read(html)).toMatchObject(expected);
  });

  it('are read from a page with unknown, many and deeply nested elements', () => {
    expect(read('<body><constructor href=a>x</constructor><__proto__>').links).toEqual([]);
    expect(read(`<body><h1>A</h1>${'<br>'.repeat(130_000)}`).heading).toBe('A');
    const sources = Array.from({ length: 130_000 }, (_, index) => `${index}`).join(', ');
    expect(read(`<body><img srcset="${sources}">`).links).toHaveLength(130_000);
    expect(read(`<body><h1>${'<span>'.repeat(5000)}A`).heading).toBe('A');
  });

  it('include all addresses', () => {
    const { assets, links } = read(
      '<head><script src=/a.js></script><link rel="preload stylesheet" href="/a.css"><link rel=icon href=/i.svg></head><body><a href="/b?c">b</a><img src="/d.png" srcset="/e.png 1x, /f.png 2x"><svg><use xlink:href="/g.svg#h"/></svg>',
    );
    expect(assets).toEqual(['/a.js', '/a.css']);
    expect(links).toEqual(['/i.svg', '/b?c', '/d.png', '/e.png', '/f.png', '/g.svg#h']);
  });
});
