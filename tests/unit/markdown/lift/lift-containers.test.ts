import { describe, expect, it } from 'vitest';
import { compile, contentOf, messagesOf } from '../project.ts';

describe.each(['md', 'mdx'] as const)('containers in .%s', (format) => {
  it.each([
    [':::info\ntext\n:::', '{"type":"info"}'],
    [':::info 提示\ntext\n:::', '{"type":"info","title":"提示"}'],
    ['::: warning\ntext\n:::', '{"type":"warning"}'],
    [':::info[la *bel*]\ntext\n:::', '{"type":"info","title":"la bel"}'],
    [':::info a [b] c\ntext\n:::', '{"type":"info","title":"a [b] c"}'],
    ['::::tip{title="a b"}\ntext\n::::', '{"type":"tip","title":"a b"}'],
  ])('are parsed: %j', async (source, props) => {
    const page = await compile(`${source}\n`, format);
    expect(contentOf(page).trim()).toBe(`<@Container ${props}><p>text</p></@Container>`);
    expect(page.diagnostics).toEqual([]);
  });

  it('can be nested, also in lists', async () => {
    const html = contentOf(await compile('- item\n\n  :::info A\n  in **list**\n  :::\n', format));
    expect(html).toContain('<@Container {"type":"info","title":"A"}><p>in <strong>list</strong></p></@Container>');
  });

  it('are reported if they are not closed', async () => {
    expect(messagesOf((await compile('text\n\n:::info A\ntext\n\n## More\n', format)).diagnostics)).toEqual([
      '3:1 warning CD326: The container `:::info` is not closed',
    ]);
  });

  it('are ignored in a fence', async () => {
    const html = contentOf(await compile('```md\n:::info 提示\n```\n', format));
    expect(html).toContain(':::info 提示');
  });

  it('turn fences into a code group with titles, without demos', async () => {
    const page = await compile(':::code-group\n\n```tsx [npm]\na\n```\n\n```ts\nb\n```\n\n:::\n', format);
    const [group] = page.content.filter((part) => typeof part === 'object');
    expect(group).toMatchObject({ component: 'CodeGroup', props: { titles: ['npm', 'ts'] } });
    expect(group && 'children' in group && group.children).toHaveLength(2);
    expect(page.demos).toEqual([]);
  });

  it('with an unknown name cause a warning, and keep their content', async () => {
    const page = await compile('text\n\n:::wraning\nkept\n:::\n', format);
    expect(contentOf(page)).toContain('<p>kept</p>');
    expect(messagesOf(page.diagnostics)).toEqual([
      '3:1 warning CD305: Unknown container `:::wraning`. Did you mean `:::warning`?',
    ]);
  });
});
