import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFrontmatter } from '../../../src/node/content/frontmatter.ts';
import { FRONTMATTER_KEYS, FRONTMATTER_SCHEMA } from '../../../src/node/content/frontmatter-schema.ts';
import { DEMO_SCHEMA } from '../../../src/node/markdown/transform/demo-options.ts';

const schema = z.fromJSONSchema(FRONTMATTER_SCHEMA as Parameters<typeof z.fromJSONSchema>[0]);

describe('the JSON schema of front matter', () => {
  it('has every key', () => {
    expect(Object.keys(FRONTMATTER_SCHEMA.properties as object)).toEqual(FRONTMATTER_KEYS);
  });

  it.each([
    { title: 'A', order: 2, debug: true, keywords: ['a', 'b'], lang: 'zh-CN', toc: false },
    { title: 2 },
    { order: '2' },
    { debug: 'yes' },
    { keywords: 'a, b' },
    { lang: 'not a tag' },
    { toc: 'menu' },
    { toc: true },
    { nav: 'Guide', group: 'Basics' },
    { nav: { title: 'Guide', order: 1, second: { title: 'More' } }, group: { title: 'Basics' } },
    { group: { order: 'first' } },
    { group: ['Basics'] },
    { redirectFrom: '/old' },
    { redirectFrom: ['/old', '/older'] },
    { redirectFrom: { from: '/old' } },
    { demo: { cols: 2, tocDepth: 3, ts2js: true } },
    { demo: 2 },
    { hero: { title: 'A', actions: [{ text: 'Begin', link: '/guide' }], image: './a.svg' } },
    { hero: { actions: [{ text: 'Begin' }] } },
    { hero: { image: { light: './a.svg', alt: 'A' } } },
    { hero: { image: { dark: './a.svg' } } },
    { hero: { image: { light: './a.svg', src: './a.svg' } } },
    { hero: { image: { alt: 'A' } } },
    { hero: { image: '' } },
    { hero: { image: { light: ' ' } } },
    { hero: { logo: './a.svg' } },
    { hero: { actions: [{ text: '', link: '/guide' }] } },
    { hero: { actions: [{ text: 'Begin', link: '' }] } },
    { features: [{ title: 'A', emoji: '🚀' }] },
    { features: { title: 'A' } },
    { flavour: 'plum' },
  ])('accepts %j exactly if a page is built without diagnostics', (values) => {
    const { diagnostics } = parseFrontmatter(`---\n${JSON.stringify(values)}\n---\n`, 'docs/a.md');
    expect(schema.safeParse(values).success).toBe(diagnostics.length === 0);
  });
});

describe('the JSON schema of the comment of a demo', () => {
  const demo = z.fromJSONSchema(DEMO_SCHEMA as Parameters<typeof z.fromJSONSchema>[0]);

  it.each([
    [{ title: 'A', 'title.zh-CN': '甲', compact: true, iframe: 200, keywords: 'a, b', flavour: 'plum' }, true],
    [{ iframe: true, keywords: ['a'], disabledActions: ['CSB', 'EDIT'] }, true],
    [{ compact: 'yes' }, false],
    [{ 'title.zh-CN': 2 }, false],
    [{ disabledActions: ['RUN'] }, false],
  ])('checks %j: %s', (values, isValid) => {
    expect(demo.safeParse(values).success).toBe(isValid);
  });
});
