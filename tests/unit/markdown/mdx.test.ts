import { createRequire } from 'node:module';
import { transformSync } from 'esbuild';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CompiledPage } from '../../../src/node/markdown/types.ts';
import { compile, contentOf, createProject, htmlOf, messagesOf } from './project.ts';

const Container = ({ type, title, children }: Record<string, string>) =>
  createElement('aside', { id: type, title }, children);
const CodeGroup = ({ titles, children }: { titles: string[]; children: string }) =>
  createElement('b', null, titles.length, children);

/** Runs and renders the module of an interactive page. Static content is in brackets. */
function render(page: CompiledPage, components: Record<string, unknown> = {}): string {
  const { code } = transformSync(page.module ?? '', { format: 'cjs' });
  const module = { exports: {} as { default: FunctionComponent<{ components: unknown }> } };
  new Function('module', 'exports', 'require', code)(module, module.exports, createRequire(import.meta.url));
  const printStatic = ({ id }: { id: string }) => `[${htmlOf(page.statics[id] ?? []).trim()}]`;
  const all = { Static: printStatic, ...components };
  const html = renderToStaticMarkup(createElement(module.exports.default, { components: all }));
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/<a class="heading-anchor"[^>]*><\/a>/g, '');
}

describe('an .mdx page without code', () => {
  it('is a text page with components as in .md', async () => {
    const source =
      '# Hi <Badge type="new">New</Badge>\n\n{/* comment */}\n\n<Container type="info" open>\n  **md** {"text"}\n</Container>\n\n<div className="a">x</div>\n\n<API id="x"/>\n\n<>\nfragment\n</>\n';
    const page = await compile(source, 'mdx');
    expect(page.module).toBeUndefined();
    expect(page.statics).toEqual({});
    expect(contentOf(page)).toBe(
      '<h1 id="hi">Hi <@Badge {"type":"new"}>New</@Badge></h1>\n<@Container {"type":"info","open":true}><p><strong>md</strong> text</p></@Container>\n<div class="a">x</div>\n<@API {"id":"x"}></@API>\n<p>fragment</p>',
    );
  });

  it('has the same content as .md with the same text', async () => {
    const source =
      '# T\n\nText *a* `b` [c](https://d.e)\n\n- l\n\n  ```js {1}\n  x\n  ```\n\n:::info 提示\ny 10:30\n:::\n\n| a |\n|--:|\n| 1 |\n\n> q\n';
    const [md, mdx] = [await compile(source, 'md'), await compile(source, 'mdx')];
    expect(htmlOf(mdx.content)).toBe(htmlOf(md.content));
    expect(mdx.toc).toEqual(md.toc);
    expect(mdx.texts).toEqual(md.texts);
    expect(mdx.description).toBe('Text a b c');
  });
});

describe('an interactive .mdx page', () => {
  it('moves static content out of its module', async () => {
    const source =
      'export const n = 2\n\n# Title\n\nLong static text.\n\n```js\ncode\n```\n\nCount {n} <Badge>b</Badge>\n\n- one {n + 1}\n- two\n\nEnd **bold**\n';
    const page = await compile(source, 'mdx');
    expect(page.content).toEqual([]);
    expect(page.module).toContain('from "react/jsx-runtime"');
    for (const text of ['Long static', 'code-block', 'bold']) expect(page.module).not.toContain(text);
    expect(Object.keys(page.statics)).toEqual(['s0', 's1']);
    expect(render(page, { Badge: 'b' })).toMatch(
      /^\[<h1 id="title">Title.*Long static text.*code.*\]<p>Count 2 <b>b<\/b><\/p>\n<ul>\n<li>one 3<\/li>\n<li>two<\/li>\n<\/ul>\[<p>End <strong>bold<\/strong><\/p>\]$/s,
    );
    expect(page.toc).toEqual([{ id: 'title', depth: 1, title: 'Title' }]);
  });

  it('moves static content inside of its own components, and demos, out of its module', async () => {
    const project = createProject({
      'a.tsx': 'x',
      'docs/p.mdx':
        'export const Box = ({ children, size }) => <section data-size={size}>{children}</section>\n\n<Box size={1}>\n  Text **x**\n\n  <code src="../a.tsx" />\n</Box>\n\n<Box>inline *y*</Box>\n',
    });
    const page = await project.compile('docs/p.mdx');
    expect(page.diagnostics).toEqual([]);
    expect(page.components).toEqual([]);
    expect(render(page)).toBe(
      '<section data-size="1">[<p>Text <strong>x</strong></p><@demo docs-p-demo-a>]</section>\n<section>inline <em>y</em></section>',
    );
  });

  it('turns containers with expressions into components', async () => {
    const page = await compile('export const n = 1\n\n:::info T\na {n}\n\nb\n:::\n', 'mdx');
    expect(render(page, { Container })).toBe('<aside id="info" title="T"><p>a 1</p>[<p>b</p>]</aside>');
  });

  it('passes lists and numbers as values', async () => {
    const page = await compile('export const n = 1\n\n:::code-group\n```js [a]\nx\n```\n{n}\n:::\n', 'mdx');
    expect(render(page, { CodeGroup })).toMatch(/^<b>1\[<figure/);
  });

  it('lists the components that the theme must provide', async () => {
    const page = await compile(
      "import A, { B as C } from './x'\nexport const { D, e: [F] } = {}\nexport function G() {}\n\n<A/><C/><D/><F/><G/>\n\n<Missing x={1}/>\n\ntext <Also/>\n",
      'mdx',
    );
    expect(page.components).toMatchObject([
      { name: 'Missing', location: { line: 7, column: 1 } },
      { name: 'Also', location: { line: 9, column: 6 } },
    ]);
  });

  it('prefers a local component to one of the theme', async () => {
    const page = await compile('export const Badge = () => <i>own</i>\n\ntext <Badge/>\n', 'mdx');
    expect(render(page)).toBe('<p>text <i>own</i></p>');
  });
});

describe('errors in .mdx', () => {
  // Source, line and column. The file has three lines of front matter before the source.
  it.each([
    ['a\n\n<div>\n\nb', 6, 1, 'Expected a closing tag for `<div>`'],
    ['a {b', 4, 3, 'This brace begins an expression, and is never closed'],
    ['x\n<a></b>', 5, 4, 'Unexpected closing tag `</b>`'],
    ['{1+}', 4, 4, 'Could not parse expression with acorn: Unexpected token'],
    ['import x from', 4, 14, 'Could not parse import/exports with acorn'],
    ['<a b={}>', 4, 7, 'Unexpected empty expression'],
    ['export const a = ;', 4, 18, 'Could not parse import/exports'],
    ['<!-- x -->', 4, 2, 'Unexpected character `!`'],
    ['<Foo\n', 5, 1, 'Unexpected end of file after name'],
    ['text <b>x', 4, 6, 'Expected a closing tag for `<b>`'],
    ['{`}', 4, 3, 'Unterminated template'],
    ['<div {...}/>', 4, 10, 'Could not parse expression'],
    ['> <div>\n\ny', 4, 3, 'Expected a closing tag for `<div>`'],
    ['<1>', 4, 2, 'Unexpected character `1`'],
    ['<a.b:c/>', 4, 5, 'Unexpected character `:`'],
    ['- <x>\n  y', 4, 3, 'Expected a closing tag for `<x>`'],
    ['export default 1\nexport default 2', 5, 8, 'Duplicate export'],
    ['<a b=c/>', 4, 6, 'Unexpected character `c`'],
    ['<>x', 4, 1, 'Expected a closing tag for `<>`'],
    ['</x>', 4, 2, 'Unexpected closing slash'],
    ['a <b', 4, 5, 'Unexpected end of file in name'],
    ['<div>{x</div>', 4, 6, 'This brace begins an expression, and is never closed'],
    ['import a from "b"\nimport a from "c"', 5, 8, 'has already been declared'],
    ['{a;b}', 4, 3, 'Unexpected content after expression'],
    ['export {x}', 4, 9, 'is not defined'],
    ['<a b="c', 4, 8, 'expected a corresponding closing quote'],
    ['**<b>**</b>', 4, 3, 'Expected a closing tag for `<b>`'],
    [':::info Label\n\n<b>\n\n:::', 6, 1, 'Expected a closing tag for `<b>`'],
    ['text\n\n<foo.Bar/>', 6, 1, '`foo` is not defined'],
  ])('%j at %i:%i', async (source, line, column, text) => {
    const { diagnostics } = await compile(`---\ntitle: x\n---\n${source}`, 'mdx');
    expect(diagnostics).toMatchObject([{ severity: 'error', location: { file: 'docs/page.mdx', line, column } }]);
    expect(diagnostics[0]?.text).toContain(text);
    expect(diagnostics[0]?.location?.lineText).toBe(`---\ntitle: x\n---\n${source}`.split('\n')[line - 1]);
  });

  it.each([
    [
      'Text {a, b and more.',
      'Write a literal brace as `\\{`, or put the text in backticks. In `.md` pages, braces are text.',
    ],
    ['If a <5 then.', 'Write a literal `<` as `\\<`, or put the text in backticks.'],
    ['<div>\n\nText.', 'Close each tag in the block in which it begins: `<b>…</b>`, or `<br />`.'],
  ])('have a fix: %j', async (source, note) => {
    expect((await compile(source, 'mdx')).diagnostics[0]?.notes).toEqual([note]);
  });

  it('are reported without internal positions', async () => {
    const { diagnostics } = await compile('text <b>x', 'mdx');
    expect(messagesOf(diagnostics)).toEqual([
      '1:6 error CD300: Expected a closing tag for `<b>` (1:6) before the end of `paragraph`',
    ]);
  });
});
