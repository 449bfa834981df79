import { describe, expect, it } from 'vitest';
import { compile } from '../project.ts';

describe('texts for search', () => {
  it('are one record per paragraph, with the heading before it', async () => {
    const page = await compile(
      'Intro *a*\nb `c`.\n\n# T\n\n## S\n\n- one\n- two\n\n```js\ncode\n```\n\n:::info\ninside\n:::\n\n| k | v |\n|---|---|\n| 1 | 2 |\n',
    );
    expect(page.texts).toEqual([
      { value: 'Intro a b c.', paraId: 1 },
      { value: 'one two', paraId: 2, tocIndex: 1 },
      { value: 'code', paraId: 3, tocIndex: 1 },
      { value: 'inside', paraId: 5, tocIndex: 1 },
      { value: 'k v', paraId: 6, tocIndex: 1 },
      { value: '1 2', paraId: 7, tocIndex: 1 },
    ]);
    expect(page.description).toBe('Intro a b c.');
  });

  it('ignore titles of demos when they are assigned to sections', async () => {
    const page = await compile('## A\n\n```tsx\n/** title: D */\nexport default 1\n```\n\ntext\n');
    expect(page.toc.map(({ title }) => title)).toEqual(['A', 'D']);
    expect(page.texts).toMatchObject([{ value: 'text', tocIndex: 0 }]);
  });

  it('include all visible text: titles of containers and code, badges in headings', async () => {
    const page = await compile(
      '## A <Badge>new</Badge>\n\n:::warning{title="Mind the gap"}\nx\n:::\n\n```js [a.js]\nconst b = 1;\n```\n',
    );
    const all = page.texts.map(({ value }) => value).join('\n');
    for (const text of ['new', 'Mind the gap', 'a.js', 'const b = 1;']) expect(all).toContain(text);
  });

  it('separate the words of adjacent blocks, but not of inline elements', async () => {
    const page = await compile('<div>one</div><div>two</div>\n\n**a**b\n');
    expect(page.texts.map(({ value }) => value)).toEqual(['one two', 'ab']);
  });

  it('have no description without a paragraph', async () => {
    expect((await compile('# T\n\n![](https://a.b)\n\n- x\n')).description).toBeUndefined();
  });
});
