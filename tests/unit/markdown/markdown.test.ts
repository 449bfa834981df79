import { describe, expect, it } from 'vitest';
import { headingText, renderComment, renderInline, renderMarkdown } from '../../../src/node/markdown/markdown.ts';
import { compile, contentOf, messagesOf } from './project.ts';

/** Strings with colons, which both parsers read as directives. */
const LITERALS = [
  '10:30',
  'localhost:8000',
  'a:b',
  '中文:abc',
  ':smile:',
  '::leaf[x]',
  'ratio 16:9, at 8:05:30',
  'key:value',
  ':name[label]',
  ':a[x :b y] :c',
  'aa:11:bb:22:cc',
];

describe.each(['md', 'mdx'] as const)('text with colons in .%s', (format) => {
  it.each(LITERALS)('keeps %s', async (text) => {
    const page = await compile(`Before ${text} after\n`, format);
    expect(contentOf(page).trim()).toBe(`<p>Before ${text} after</p>`);
  });

  it('keeps a leaf directive, and links after colons', async () => {
    const page = await compile('::leaf[x]\n\nsee:docs[**link**](https://a.b) and **c:d**\n', format);
    expect(contentOf(page)).toContain('<p>::leaf[x]</p>');
    expect(contentOf(page)).toContain('<strong>link</strong></a> and <strong>c:d</strong>');
    expect(contentOf(page)).toContain('see:docs<a');
  });

  it('keeps colons in code, links and emphasis', async () => {
    const page = await compile('a:b `x:y` https://a.b:80/c:d [l](https://q.w/e:r)\n', format);
    expect(contentOf(page)).toContain('a:b <code>x:y</code>');
    expect(contentOf(page)).toContain('href="https://a.b:80/c:d"');
    expect(contentOf(page)).toContain('href="https://q.w/e:r"');
  });

  it('renders GFM: tables, strikethrough, task lists, footnotes, bare links', async () => {
    const source = '~~x~~ www.example.com [^1]\n\n- [x] done\n\n| a |\n|:-:|\n| 1 |\n\n[^1]: Note\n';
    const html = contentOf(await compile(source, format));
    expect(html).toContain('<del>x</del>');
    expect(html).toContain('href="http://www.example.com"');
    expect(html).toContain('<input type="checkbox" checked disabled>');
    expect(html).toContain('<th class="align-center">a</th>');
    expect(html).toContain('id="note-fn-1"');
  });

  it('keeps a soft break as white space', async () => {
    expect(contentOf(await compile('one\ntwo\n', format)).trim()).toBe('<p>one\ntwo</p>');
  });
});

describe('raw HTML in .md', () => {
  it('is kept without comments', async () => {
    const page = await compile(
      '<div align="center">\n  <b>x</b> <!-- c -->\n</div>\n\n<!-- gone -->\n\ntext <kbd>K</kbd>\n',
    );
    expect(contentOf(page)).toBe('<div align="center">\n  <b>x</b> \n</div>\n\n<p>text <kbd>K</kbd></p>');
  });

  it('can contain Markdown between its tags', async () => {
    const page = await compile('<details>\n<summary>S</summary>\n\n**md**\n\n</details>\n');
    expect(contentOf(page)).toContain('<summary>S</summary>\n<p><strong>md</strong></p>\n</details>');
  });

  it.each(['textarea', 'pre'])('keeps the empty first line of a <%s>, and adds none', async (name) => {
    for (const start of ['', '\n\n'])
      expect(contentOf(await compile(`<${name}>${start}a</${name}>\n`))).toBe(`<${name}>${start}a</${name}>`);
  });
});

describe('empty pages', () => {
  it.each(['', '\n', '---\ntitle: x\n---\n', 'no heading'])('are built without diagnostics: %j', async (source) => {
    const page = await compile(source);
    expect(page.diagnostics).toEqual([]);
    expect(page.hasHeading).toBe(false);
  });

  it('exclude front matter, and count its lines', async () => {
    const page = await compile('---\ntitle: x\n---\n\n[x](javascript:y)\n');
    expect(contentOf(page)).not.toContain('title');
    expect(messagesOf(page.diagnostics)).toEqual(['5:5 error CD304: URL `javascript:y` is not allowed']);
  });
});

describe('headingText', () => {
  it.each([
    ['Plain', 'Plain'],
    ['The **bold** `code` and [link](x)', 'The bold code and link'],
    ['10:30 today', '10:30 today'],
    ['API <Badge type="new">New</Badge>', 'API'],
    ['A &amp; B', 'A & B'],
    // This input overflows the call stack.
    ['> '.repeat(10_000), '> '.repeat(10_000).trim()],
  ])('returns the text of %j', (markdown, text) => expect(headingText(markdown)).toBe(text));
});

it('shows a doc comment as text if it is nested too deeply', () => {
  expect(renderComment('> a')).toBe('<blockquote>\n<p>a</p>\n</blockquote>');
  expect(renderComment(`${'> '.repeat(10_000)}a`)).toBe(`<p>${'&gt; '.repeat(10_000)}a</p>`);
});

describe('renderMarkdown', () => {
  it('renders Markdown and removes raw HTML', () => {
    expect(renderMarkdown('a **b** <img src=x onerror=y>')).toBe('<p>a <strong>b</strong> </p>');
  });

  it('highlights code, which can be scrolled with a keyboard', () => {
    expect(renderMarkdown('```ts [a.ts]\na < 1\n```')).toBe(
      '<div class="code-block" data-lang="ts"><pre tabindex="0" role="group" aria-label="ts"><code class="language-ts">a <span class="token operator">&lt;</span> <span class="token number">1</span></code></pre></div>',
    );
    expect(renderMarkdown('    <i>')).toBe(
      '<div class="code-block"><pre tabindex="0"><code>&lt;i&gt;</code></pre></div>',
    );
    expect(renderMarkdown('```"><i>\na\n```')).toBe(
      '<div class="code-block"><pre tabindex="0"><code>a</code></pre></div>',
    );
  });

  it('removes unsafe addresses, opens external links in a new tab and adds the base', () => {
    expect(renderInline('[a](javascript:x)')).toBe('<a>a</a>');
    expect(renderInline('[a](https://b.c)')).toBe(
      '<a href="https://b.c" target="_blank" rel="noreferrer" class="external">a</a>',
    );
    expect(renderInline('[a](/b)', '/base/')).toBe('<a href="/base/b">a</a>');
  });
});
