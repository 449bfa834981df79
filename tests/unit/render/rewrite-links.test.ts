import { describe, expect, it } from 'vitest';
import { replaceTags } from '../../../src/node/render/replace-tags.ts';
import { linkEdits, linkTarget } from '../../../src/node/render/rewrite-links.ts';
import { cpuTime } from '../../helpers/cpu-time.ts';

const rewrite = (text: string, format: 'md' | 'mdx' = 'md'): string => {
  const edits = linkEdits(text, format, (target) => {
    if (target.startsWith('https:')) return undefined;
    return target.includes('gone') ? false : target.replace('./', 'pages/');
  });
  return replaceTags({ text, line: 1 }, [], edits);
};

describe('the links of a text', () => {
  it.each([
    ['[a](./a.md#b) and [c](<./a b.md> "title")', '[a](pages/a.md#b) and [c](<pages/a b.md> "title")'],
    ['[a](https://a.test/(x))', '[a](https://a.test/(x))'],
    ['[x](./a.md (title)) [y](./a\\_b.md)', '[x](pages/a.md (title)) [y](pages/a_b.md)'],
    [
      '[`code`](./a.md), `[code](./a.md)`, ``[x](./a.md)` ``',
      '[`code`](pages/a.md), `[code](./a.md)`, ``[x](./a.md)` ``',
    ],
    ['\\[x](./a.md) and \\![y](./b.md)', '\\[x](./a.md) and \\![y](pages/b.md)'],
    ['See [this **page**](./gone.md).', 'See this **page**.'],
    ['![A picture](./gone.png) [![alt](./gone.png)](./a.md)', 'A picture [alt](pages/a.md)'],
    ['![a [b](./c.md) d](./e.png "](x)")', '![a [b](./c.md) d](pages/e.png "](x)")'],
    [
      'see [the long\nguide](./guide.md) and 😀 [z](./z.md)',
      'see [the long\nguide](pages/guide.md) and 😀 [z](pages/z.md)',
    ],
    [
      '> see [the\n> guide](./guide.md), <a\n>   href="./a">a</a>',
      '> see [the\n> guide](pages/guide.md), <a\n>   href="pages/a">a</a>',
    ],
    [
      '| a | b |\n| - | - |\n| [x](./y.md) | `a\\|b` [k](<./l m.md>) |',
      '| a | b |\n| - | - |\n| [x](pages/y.md) | `a\\|b` [k](<pages/l m.md>) |',
    ],
    ['::: info Title\n[a](./a.md)\n:::', '::: info Title\n[a](pages/a.md)\n:::'],
  ])('%j', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it.each([
    ['[ref]: ./a.md "title"', '[ref]: pages/a.md "title"'],
    ['[ref]: <./my file.md>', '[ref]: <pages/my file.md>'],
    ['[ref]: ./gone.md', ''],
    ['[the **page**][r], [r], ![alt][r]\n\n[r]: ./gone.md', 'the **page**, r, alt\n\n'],
    ['[the page][r], [r]\n\n[r]:\n  ./a.md', '[the page][r], [r]\n\n[r]:\n  pages/a.md'],
    ['[^note]: ./a.md', '[^note]: ./a.md'],
    ['[Note]: fix this later, see [guide](./g.md)', '[Note]: fix this later, see [guide](pages/g.md)'],
  ])('of a definition: %j', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it.each([
    ['<a href="./a.md">a</a> <a href="./gone">b</a>', '<a href="pages/a.md">a</a> <a>b</a>'],
    ['<a\n  href="./guide">a</a>', '<a\n  href="pages/guide">a</a>'],
    [
      '<p><a href=./guide>a</a> <a class=x href=./gone id=y>b</a></p>',
      '<p><a href="pages/guide">a</a> <a class=x id=y>b</a></p>',
    ],
    ['<img src=\'./gone.png\' alt="A list"> <img alt="B" src="./b.png">', 'A list <img alt="B" src="pages/b.png">'],
    ['<img srcset="./a.png 1x, ./b.png 2x">', '<img srcset="pages/a.png 1x, pages/b.png 2x">'],
    [
      '<source srcset="./a.png 1x, ./gone.png 2x"> <source srcset="./gone.png">',
      '<source srcset="pages/a.png 1x"> <source>',
    ],
    ['<!-- <a href="./a.md"> -->', '<!-- <a href="./a.md"> -->'],
    ['a < b and c > d, [x] (y), [ ]', 'a < b and c > d, [x] (y), [ ]'],
  ])('of a tag: %j', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it.each([
    '- ```sh\n  [a](./a.md)\n  ```',
    '> ```\n> [a](./a.md)\n> ```',
    '    [a](./a.md)',
    '````md\n```\n[a](./a.md)\n````',
    '<SourceCode>\n[a](./a.md)\n</SourceCode>',
  ])('are not changed in code, and are in the text below it: %j', (code) => {
    expect(rewrite(`${code}\n\n[a](./a.md)`)).toBe(`${code}\n\n[a](pages/a.md)`);
  });

  it('are found between the tags of MDX', () => {
    const text = '<Card to={link}>\n    [a](./a.md) <a href="./b">\n      b</a>\n\n    [c](./c.md)\n</Card>';
    expect(rewrite(text, 'mdx')).toBe(text.replaceAll('./', 'pages/'));
    // In a `.md` page, a block of HTML has no Markdown.
    expect(rewrite('<div>\n[a](./a.md)\n</div>')).toBe('<div>\n[a](./a.md)\n</div>');
  });

  it.each([
    '[',
    '[a](',
    '`',
    '<a ',
    '![',
    '](',
    '[a]: ',
    '<a href=',
  ])('%j is read many times in linear time', async (text) => {
    const time = await cpuTime(() => void rewrite(text.repeat(5000)));
    expect(time).toBeLessThan(2000);
  });
});

describe('linkTarget', () => {
  it.each([
    ['a/b.md', 'a/b.md'],
    ['a b.md', '<a b.md>'],
    ['a(b', '<a(b>'],
    ['a<b>', '<a%3Cb%3E>'],
  ])('writes %s as %s', (target, expected) => {
    expect(linkTarget(target)).toBe(expected);
  });
});
