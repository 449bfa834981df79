import { describe, expect, it } from 'vitest';
import { compile, contentOf, messagesOf } from '../project.ts';

const TABS = '<@Tabs {"titles":["macOS","All others"]}>';

describe.each(['md', 'mdx'] as const)('tabs in .%s', (format) => {
  it('can have any content as containers', async () => {
    const source =
      '::::tabs\n:::tab macOS\nText and `code`.\n\n- a list\n:::\n\n:::tab[All others]\n```sh\nls\n```\n\n## Heading\n:::\n::::\n\nAfter.\n';
    const page = await compile(source, format);
    expect(messagesOf(page.diagnostics)).toEqual([]);
    const html = contentOf(page);
    expect(html).toMatch(/^<@Tabs \{"titles":\["macOS","All others"\]\}><@Tab><p>Text/);
    expect(html).toMatch(
      /<\/@Tab><@Tab><div class="code-block"[\s\S]*<h2 id="heading"[\s\S]*<\/@Tab><\/@Tabs>\s*<p>After\.<\/p>$/,
    );
    expect(page.toc.map(({ title }) => title)).toEqual(['Heading']);
    expect(page.texts.map(({ value }) => value).join(' ')).toMatch(/macOS All others.*Text and code.*a list/);
  });

  it('can be written as components', async () => {
    const source =
      '<Tabs>\n<Tab title="macOS">\n\nText.\n\n</Tab>\n<Tab title="All others">\n\nMore.\n\n</Tab>\n</Tabs>\n';
    const page = await compile(source, format);
    expect(messagesOf(page.diagnostics)).toEqual([]);
    expect(contentOf(page).replace(/\n/g, '')).toBe(
      `${TABS}<@Tab><p>Text.</p></@Tab><@Tab><p>More.</p></@Tab></@Tabs>`,
    );
  });

  it('can be nested', async () => {
    const source =
      ':::::tabs\n::::tab A\n:::code-group\n```sh [a]\n```\n:::\n::::\n::::tab B\n<Tabs>\n<Tab title="C">\nText\n</Tab>\n</Tabs>\n::::\n:::::\n';
    expect(messagesOf((await compile(source, format)).diagnostics)).toEqual([]);
  });

  it.each([
    [
      ':::tabs\n:::tab A\ntext\n:::\n:::tab B\nmore\n:::\n:::\n',
      ['5:1 error CD350: `:::tab` is not directly inside `:::tabs`'],
    ],
    ['text\n\n:::tab A\ntext\n:::\n', ['3:1 error CD350: `:::tab` is not directly inside `:::tabs`']],
    ['::::tabs\nlost\n\n:::tab A\n:::\n::::\n', ['2:1 error CD350: The content of `:::tabs` must be inside a tab']],
    ['::::tabs\n== A\n::::\n', ['2:1 error CD350: The content of `:::tabs` must be inside a tab']],
    ['::::tabs\n:::tab\ntext\n:::\n::::\n', ['2:1 error CD350: `:::tab` has no title']],
    ['text\n\n:::tabs\n:::\n', ['3:1 error CD350: `:::tabs` has no tabs']],
    ['<Tab title="A">text</Tab>\n', ['1:1 error CD350: `<Tab>` is not directly inside `<Tabs>`']],
    ['<Tabs>\n  <Tab>text</Tab>\n</Tabs>\n', ['2:3 error CD350: `<Tab>` has no title']],
    [
      '<Tabs>\n\n<Cards>\n<Tab title="A">x</Tab>\n</Cards>\n\n</Tabs>\n',
      ['3:1 error CD350: The content of `<Tabs>` must be inside a tab'],
    ],
  ])('report wrong nesting: %j', async (source, messages) => {
    const found = messagesOf((await compile(source, format)).diagnostics);
    expect(found.filter((message) => message.includes('CD350'))).toEqual(messages);
  });
});

describe('tabs of an interactive page', () => {
  it('can contain interactive content', async () => {
    const page = await compile('export const n = 1\n\n<Tabs>\n<Tab title="A">\n\n{n}\n\n</Tab>\n</Tabs>\n', 'mdx');
    expect(messagesOf(page.diagnostics)).toEqual([]);
    expect(page.module).toMatch(/titles: \["A"\]/);
  });

  it('need titles that are known at compile time', async () => {
    const page = await compile('export const n = "A"\n\n<Tabs>\n<Tab title={n}>text</Tab>\n</Tabs>\n', 'mdx');
    expect(messagesOf(page.diagnostics)[0]).toBe('4:1 error CD350: The attributes of `<Tab>` must be plain text');
  });

  it('can be components that the page imports', async () => {
    const page = await compile('import { Tabs } from "other"\n\n<Tabs items={[]}>text</Tabs>\n', 'mdx');
    expect(messagesOf(page.diagnostics)).toEqual([]);
  });
});
