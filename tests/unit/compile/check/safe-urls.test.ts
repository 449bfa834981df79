import { describe, expect, it } from 'vitest';
import { compile, messagesOf } from '../project.ts';

const UNSAFE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:x',
  '&#106;avascript:x',
  'java&#9;script:x',
  '&#1;javascript:x',
  ' javascript:x',
];

describe('unsafe URLs', () => {
  // Markdown reads the reference to a control character as a replacement character: the URL is relative then.
  it.each(UNSAFE.filter((url) => !url.includes('&#1;')))('in Markdown: %s', async (url) => {
    for (const source of [`[x](<${url}>)`, `![x](<${url}>)`, `[x][1]\n\n[1]: <${url}>`]) {
      const page = await compile(`text\n\n${source}\n`);
      const [error] = page.diagnostics;
      expect(error).toMatchObject({ severity: 'error', code: 'CD304', location: { line: 3 } });
    }
  });

  it.each(UNSAFE)('in HTML: %s', async (url) => {
    for (const html of [
      `<a href="${url}">x</a>`,
      `<img alt="" src="${url}">`,
      `<form action="${url}"></form>`,
      `<button formaction="${url}">x</button>`,
      `<video poster="${url}"></video>`,
      `<iframe src="${url}"></iframe>`,
      `<object data="${url}"></object>`,
      `<svg><a xlink:href="${url}">x</a></svg>`,
      `<Link to="${url}">x</Link>`,
    ]) {
      const page = await compile(`text\n\n<div>\n${html}\n</div>\n`);
      expect(page.diagnostics, html).toMatchObject([{ severity: 'error', code: 'CD304', location: { line: 4 } }]);
    }
  });

  it('in JSX are reported at the attribute', async () => {
    const page = await compile('export const a = 1\n\n<Foo href="javascript:x" a={a} />\n', 'mdx');
    expect(messagesOf(page.diagnostics)).toEqual(['3:12 error CD304: URL `javascript:x` is not allowed']);
  });
});

describe('scripts and handlers', () => {
  it.each([
    ['<script>x</script>', '3:1 error CD302: `<script>` is not allowed in a page'],
    ['<template><script>x</script></template>', '3:1 error CD302: `<template>` is not allowed in a page'],
    ['<base href="https://a.b/">', '3:1 error CD302: `<base>` is not allowed in a page'],
    ['text <iframe SRCDOC="<p>x"></iframe>', '3:6 error CD302: `<iframe srcdoc>` is not allowed in a page'],
    [
      '<meta http-equiv="refresh" content="0;url=//a.b">',
      '3:1 error CD302: `<meta http-equiv>` is not allowed in a page',
    ],
    ['<svg><a><set attributeName="href" to="//a.b"/></a></svg>', '3:9 error CD302: an animated `href` is not allowed'],
    ['<svg><animate attributeName="xlink:href" values="//a.b"/></svg>', '3:6 error CD302: an animated `xlink:href`'],
    ['text <b ONCLICK="x">y</b>', '3:9 error CD303'],
    ['<div>\n  <img src="https://a.b" onerror=x alt="">\n</div>', '4:26 error CD303'],
    ['<svg onload=x></svg>', '3:6 error CD303'],
  ])('%s', async (html, message) => {
    const page = await compile(`text\n\n${html}\n`);
    expect(messagesOf(page.diagnostics)[0]).toContain(message);
  });

  it.each([
    ['<iframe srcDoc="x"></iframe>', '3:1 error CD302: `<iframe srcdoc>` is not allowed in a page'],
    ['<template>x</template>', '3:1 error CD302: `<template>` is not allowed in a page'],
    ['<meta http-equiv="refresh" />', '3:1 error CD302: `<meta http-equiv>` is not allowed in a page'],
  ])('in MDX: %s', async (jsx, message) => {
    const page = await compile(`text\n\n${jsx}\n`, 'mdx');
    expect(messagesOf(page.diagnostics)[0]).toContain(message);
  });

  it('leaves alone what only looks like it', async () => {
    const html =
      '<iframe title="x" src="https://a.b/"></iframe><svg><animate attributeName="x" to="1"/></svg><meta itemprop="a">';
    expect(messagesOf((await compile(`<div>${html}</div>\n`)).diagnostics).join()).not.toContain('CD302');
  });
});
