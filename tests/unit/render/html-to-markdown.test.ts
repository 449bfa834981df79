import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/node/markdown/markdown.ts';
import { htmlToCell, htmlToMarkdown } from '../../../src/node/render/html-to-markdown.ts';

describe('HTML from Markdown', () => {
  it.each([
    'One *two* **three** ~~four~~ `five` six.\n\nSeven.',
    '- one\n- two\n  - three\n\n1. four\n2. five',
    '- one\n\n  ```tsx\n  <Tabs a="b">\n\n  </Tabs>\n  ```\n- [x] two',
    '````md\n```ts\na\n```\n````',
    '[a **b**](/c), <https://e.f>, ![g](/h.png), [i]( <./j k.md> )',
    '| a | b |\n| --- | --- |\n| `x \\| y` | \\| |',
    '`` a`b ``, \\`c\\`, \\*d\\*, 2 \\* 3, e_f, \\_g\\_, \\[h](i), \\[j][k], \\<Tabs>, \\&lt;, \\~\\~l~~, m~n, a < b, \\\\',
    '\\# one',
    'one  \ntwo\nthree',
  ])('is equal after it was Markdown again: %j', (markdown) => {
    const html = renderMarkdown(markdown);
    const again = renderMarkdown(htmlToMarkdown(html));
    const plain = (text: string): string => text.replace(/<\/?(p|br)>/g, ' ').replace(/\s+/g, ' ');
    expect(plain(again)).toBe(plain(html));
  });

  it('becomes one line in a cell', () => {
    const html = renderMarkdown(
      'One | `two | three`:\n\n- \\<Four>\n- five\n\n```ts\nsix(\n  "`",\n\n);\n```\n\n| a | b |\n| --- | --- |\n| c | d |',
    );
    expect(htmlToCell(html)).toBe(
      'One \\| `two \\| three`:<br>- \\<Four><br>- five<br>`six(`<br>``"`",``<br>`);`<br>\\| a \\| b \\|<br>\\| - \\| - \\|<br>\\| c \\| d \\|',
    );
  });

  it('has links to other targets, or their text', () => {
    const html = renderMarkdown('[a](/b) [c](/d) [e](/f)');
    const targets: Record<string, string | false> = { '/b': './b.md', '/d': false };
    expect(htmlToMarkdown(html, (target) => targets[target])).toBe('[a](./b.md) c [e](/f)');
  });
});
