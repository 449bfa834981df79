import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { ODD_URLS, UNSAFE_URLS } from '../../../helpers/urls.ts';
import { compile, contentOf, messagesOf } from '../project.ts';

/** Schemes of the links in some HTML, as a browser reads them. */
function schemesOf(html: string): string[] {
  const elements = (node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] =>
    node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elements(child)] : []));
  const attributes = elements(parseFragment(html)).flatMap(({ attrs }) => attrs);
  const hrefs = attributes.filter(({ name }) => name === 'href');
  return hrefs.map(({ value }) => new URL(value, 'https://example.org/guide/').protocol);
}

const ALLOWED = ['http:', 'https:', 'mailto:', 'tel:'];

/** Elements whose attributes contain an address. */
const inHtml = (url: string): string[] => [
  `<a href="${url}">x</a>`,
  `<img alt="" src="${url}">`,
  `<form action="${url}"></form>`,
  `<button formaction="${url}">x</button>`,
  `<video poster="${url}"></video>`,
  `<iframe src="${url}"></iframe>`,
  `<object data="${url}"></object>`,
  `<svg><a xlink:href="${url}">x</a></svg>`,
  `<Link to="${url}">x</Link>`,
];

describe('unsafe URLs', () => {
  it('are exactly those that a browser would follow', () => {
    for (const url of UNSAFE_URLS) expect(ALLOWED, url).not.toContain(schemesOf(`<a href="${url}">`)[0]);
    for (const url of ODD_URLS) expect(ALLOWED, url).toContain(schemesOf(`<a href="${url}">`)[0]);
    expect(UNSAFE_URLS.length + ODD_URLS.length).toBeGreaterThan(60);
  });

  it.each(UNSAFE_URLS)('are refused in HTML: %j', async (url) => {
    const { diagnostics } = await compile(`text\n\n<div>\n${inHtml(url).join('\n')}\n</div>\n`);
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(inHtml('').map(() => 'error CD304'));
    const length = url.split(/\r?\n/).length;
    expect(diagnostics.map(({ location }) => location?.line)).toEqual(inHtml('').map((_, index) => 4 + index * length));
  });

  it.each([...UNSAFE_URLS, ...ODD_URLS])('are refused in Markdown: %j', async (url) => {
    for (const source of [`[x](<${url}>)`, `![x](<${url}>)`, `[x][1]\n\n[1]: <${url}>`]) {
      const page = await compile(`text\n\n${source}\n`);
      // If Markdown does not accept the address, it is text or part of a path.
      if (page.diagnostics.some(({ severity }) => severity === 'error')) continue;
      for (const scheme of schemesOf(contentOf(page))) expect(ALLOWED).toContain(scheme);
    }
  });

  it('are reported at the attribute in JSX', async () => {
    const page = await compile('export const a = 1\n\n<Foo href="javascript:x" a={a} />\n', 'mdx');
    expect(messagesOf(page.diagnostics)).toEqual(['3:12 error CD304: URL `javascript:x` is not allowed']);
  });
});

describe('scripts and event handlers', () => {
  it.each([
    ['<script>x</script>', '3:1 error CD302: `<script>` is not allowed in a page'],
    ['<template><script>x</script></template>', '3:1 error CD302: `<template>` is not allowed in a page'],
    ['<base href="https://a.b/">', '3:1 error CD302: `<base>` is not allowed in a page'],
    ['text <iframe SRCDOC="<p>x"></iframe>', '3:6 error CD302: `<iframe srcdoc>` is not allowed in a page'],
    [
      '<meta http-equiv="refresh" content="0;url=//a.b">',
      '3:1 error CD302: `<meta http-equiv>` is not allowed in a page',
    ],
    [
      '<svg><a><set attributeName="href" to="//a.b"/></a></svg>',
      '3:9 error CD302: An element that animates `href` is not allowed',
    ],
    [
      '<svg><animate attributeName="xlink:href" values="//a.b"/></svg>',
      '3:6 error CD302: An element that animates `xlink:href`',
    ],
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
  ])('are refused in MDX: %s', async (jsx, message) => {
    const page = await compile(`text\n\n${jsx}\n`, 'mdx');
    expect(messagesOf(page.diagnostics)[0]).toContain(message);
  });

  it('are not confused with elements that look similar', async () => {
    const html =
      '<iframe title="x" src="https://a.b/"></iframe><svg><animate attributeName="x" to="1"/></svg><meta itemprop="a">';
    expect(messagesOf((await compile(`<div>${html}</div>\n`)).diagnostics).join()).not.toContain('CD302');
  });
});
