import { describe, expect, it } from 'vitest';
import { headingText } from '../../../../src/node/markdown/compile-site.ts';
import { compile, contentOf, createProject, htmlOf, messagesOf } from '../project.ts';

describe('headings', () => {
  it('get ids, anchor links after them, and entries in the table of contents', async () => {
    const page = await compile('# The `Title`\n\n## 中文 标题\n\n#### Jump\n');
    expect(htmlOf(page.content)).toBe(
      '<h1 id="the-title">The <code>Title</code></h1><a class="heading-anchor" href="#the-title" aria-label="Link to The Title"></a>\n' +
        '<h2 id="中文-标题">中文 标题</h2><a class="heading-anchor" href="#%E4%B8%AD%E6%96%87-%E6%A0%87%E9%A2%98" aria-label="Link to 中文 标题"></a>\n' +
        '<h4 id="jump">Jump</h4><a class="heading-anchor" href="#jump" aria-label="Link to Jump"></a>',
    );
    expect(page.toc).toEqual([
      { id: 'the-title', depth: 1, title: 'The Title' },
      { id: '中文-标题', depth: 2, title: '中文 标题' },
      { id: 'jump', depth: 4, title: 'Jump' },
    ]);
    expect(page.hasHeading).toBe(true);
  });

  it('exclude the text of a Badge', async () => {
    const page = await compile('## Props <Badge>New</Badge>\n');
    expect(page.toc).toEqual([{ id: 'props', depth: 2, title: 'Props' }]);
    expect(contentOf(page)).toBe('<h2 id="props">Props <@Badge>New</@Badge></h2>');
  });

  it.each([
    ['md', '{#own}'],
    ['mdx', '\\{#own}'],
  ] as const)('use an explicit id in .%s', async (format, written) => {
    const page = await compile(`## Use **it** ${written}\n\n[here](#own)\n`, format);
    expect(page.toc).toEqual([{ id: 'own', depth: 2, title: 'Use it' }]);
    expect(page.diagnostics).toEqual([]);
  });

  it('can have an id and classes', async () => {
    const page = await compile('## Use { #own-id .wide .dark }\n');
    expect(contentOf(page)).toBe('<h2 id="own-id" class="wide dark">Use</h2>');
    expect(headingText('Use {#own-id}')).toBe('Use');
  });

  it.each(['## A {id}', '## A {#a b}', '## A `{#id}`', '## {#id} A'])('ignore other braces: %s', async (source) => {
    const page = await compile(`${source}\n`);
    expect(page.toc[0]?.title).toBe(source.replace(/^## |`/g, ''));
  });

  it('keep explicit ids, and all ids are unique', async () => {
    const page = await compile('## A\n\n<h2 id="a">X</h2>\n\n## A\n\n<h3 id="a">Y</h3>\n\n## ！\n\n## ？\n');
    const ids = page.toc.map(({ id }) => id);
    expect(ids).toEqual(['a-1', 'a', 'a-2', 'a-3', 'section', 'section-1']);
    expect(new Set(page.anchors).size).toBe(page.anchors.length);
  });

  it('cause a warning about a second title', async () => {
    const page = await compile('# One\n\ntext\n\n# Two\n');
    expect(messagesOf(page.diagnostics)).toEqual([
      '5:1 warning CD306: Another h1, `Two`, but a page can have only one title',
    ]);
  });

  it('of a tab have its key in their ids and in links to them', async () => {
    const project = createProject({
      'docs/a.md': '# A\n\n## Use\n\n[t](#api-use)\n',
      'docs/a.$api.md': '# Api\n\n## Use\n\n[here](#use)\n',
    });
    const tab = await project.compile('docs/a.$api.md');
    // The page has one title.
    expect(tab.toc.map(({ id, depth }) => [id, depth])).toEqual([
      ['api-api', 2],
      ['api-use', 2],
    ]);
    expect(contentOf(tab)).toContain('<a href="#api-use">here</a>');
    expect(await project.check()).toEqual([]);
  });
});

describe('interface strings', () => {
  it.each(['md', 'mdx'] as const)('are in the language of the build: %s', async (format) => {
    const source = '## Props\n\n| a |\n| - |\n| 1 |\n\n```\nx\n```\n\nSee[^1].\n\n[^1]: Note\n';
    const config = { language: 'zh-CN', languages: ['zh-CN'] } as never;
    const html = htmlOf((await compile(source, format, { config })).content);
    for (const label of ['链接到 Props', '表格：Props', '代码', '复制代码', '返回引用 1'])
      expect(html).toContain(`aria-label="${label}"`);
    expect(html).toMatch(/data-message="footnotes\.title"[^>]*>脚注</);
  });
});

describe('tables', () => {
  it('are in named regions', async () => {
    const html = contentOf(await compile('## Props\n\n| a |\n|---|\n\nx\n\n| b |\n|--:|\n'));
    expect(html).toContain(
      '<section class="table" tabindex="0" aria-label="Table: Props" data-message-label="table.label" data-message-title="Props"><table>',
    );
    expect(html).toContain('aria-label="Table: Props (2)"');
    expect(html).toContain('<th class="align-right">b</th>');
  });

  it('have an attribute if their words do not fit into the width of a phone', async () => {
    const long = async (code: string) =>
      contentOf(await compile(`| option | what |\n|---|---|\n| \`${code}\` | Decides about permissions |\n`)).includes(
        'data-long',
      );
    expect(await long('permissions')).toBe(false);
    expect(await long('themeConfig.prefersColor.default')).toBe(true);
  });
});

describe('ids of the shell', () => {
  it('are not used for headings', async () => {
    const page = await compile('## Root\n\n## Page data\n');
    expect(page.toc.map(({ id }) => id)).toEqual(['root-1', 'page-data']);
  });
});
