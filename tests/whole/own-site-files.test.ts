import fs from 'node:fs/promises';
import path from 'node:path';
import { build } from 'cascader-docs';
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSearchEngine } from '../../src/runtime/search/engine.ts';
import { listFiles } from '../helpers/build-site.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { words } from '../helpers/words.ts';

const root = path.resolve(import.meta.dirname, '../..');
const slugs = words(`
  adjust-overflow animation change-on-select custom-arrow-icon custom-field-name debug
  default-expand-single-option default-value disabled dropdown-render dynamic-options hover multiple
  multiple-search option-render panel rc-form search simple surroundings text-trigger value visible
`);
const routes = ['/', '/Changelog', '/api', '/playground', '/types', ...slugs.map((slug) => `/demo/${slug}`)];
const outDir = path.join(root, 'tests/.tmp/own-site');
const handbookDir = path.join(root, 'tests/.tmp/handbook');
const documentOf = (route: string): string => path.join(outDir, route, 'index.html');
const read = (route: string): Promise<string> => fs.readFile(documentOf(route), 'utf8');
const pageData = (html: string) => JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
let built: Awaited<ReturnType<typeof build>>;

beforeAll(async () => {
  built = await build({ root, outDir });
});

describe('our own site', () => {
  it('builds without warnings', () => {
    expect(built.diagnostics).toEqual([]);
    // With the page of changes.
    expect(built.pages).toBe(29);
  });

  it('is the same when all cached results are computed again', async () => {
    const { diagnostics, compared } = await build({ root, outDir, verifyCache: true });
    expect(diagnostics).toEqual([]);
    expect(compared).toMatchObject({ pages: expect.any(Number), results: expect.any(Number) });
    expect(compared?.pages).toBeGreaterThan(20);
    expect(compared?.results).toBeGreaterThan(5);
  });

  it('finds the row of every property among the first three hits for its name, in plain text', async () => {
    const file = (await listFiles(outDir)).find((name) => /^~search\/[^/]+\.json$/.test(name)) ?? '';
    const index = JSON.parse(await fs.readFile(path.join(outDir, file), 'utf8'));
    const engine = createSearchEngine(index, async () => undefined);
    // Rows in folded groups of inherited properties come later in the page.
    const rows = (await read('/api')).matchAll(/<tr id="([^"]+)"[^>]*><td[^>]*><code><a[^>]*>([^<]+)</g);
    const names = new Map<string, string[]>();
    const ids = new Set<string>();
    for (const [, id = '', name = ''] of rows) {
      ids.add(id);
      // A member without a description has its row in another table.
      if ([...ids].some((other) => id.startsWith(`${other}-`))) continue;
      names.set(name, [...(names.get(name) ?? []), `/api#${id}`]);
    }
    expect(names.size).toBeGreaterThanOrEqual(50);
    const missing: string[] = [];
    for (const [name, links] of names) {
      const { groups } = await engine.search(name, { limit: 8 });
      const hints = groups.flatMap((group) => group.hints);
      if (!hints.slice(0, 3).some(({ link }) => links.includes(link))) missing.push(name);
      const own = hints.find(({ link }) => links.includes(link));
      expect(own?.highlightTexts.map(({ text }) => text).join('') ?? '').not.toMatch(/`|\]\(/);
    }
    expect(missing).toEqual([]);
  });

  it('has one document per route, a shell per demo, a 404 page, and no other documents', async () => {
    const documents = (await listFiles(outDir)).filter((file) => file.endsWith('.html'));
    const shells = documents.filter((file) => file.startsWith('~demos/'));
    expect(shells.length).toBe(built.demos);
    expect(built.demos).toBeGreaterThanOrEqual(22);
    expect(documents.filter((file) => !file.startsWith('~'))).toEqual(
      ['404.html', ...routes.map((route) => path.posix.join('.', route, 'index.html'))].sort(),
    );
  });

  it.each(routes)('%s is readable without JavaScript: one h1, its text, its demos and their code', async (route) => {
    const html = await read(route);
    const body = html.slice(html.indexOf('<body'));
    expect(body.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(html).toContain('Enable JavaScript to run this app.');
    const { demos } = pageData(html);
    expect(Object.keys(demos).length).toBeGreaterThanOrEqual(route.startsWith('/demo/') ? 1 : 0);
    for (const demo of Object.values<{ id: string; prerendered: boolean; files: string[] }>(demos)) {
      expect(demo.prerendered, demo.id).toBe(true);
      expect(body).toContain(`data-static="demo:${demo.id}"`);
      expect(body).toContain(`data-static="code:${demo.id}"`);
      expect(demo.files[0]).toBe('index.tsx');
    }
  });

  it('groups the demos from simple to rare, and links their pages in that order', async () => {
    const html = await read('/demo/simple');
    const sidebar = /<nav[^>]*aria-label="Sidebar".*?<\/nav>/s.exec(html)?.[0] ?? '';
    const places = ['Getting started', 'Simple', 'Choosing', 'Appearance', 'Data', 'Special cases', 'Debug'].map(
      (text) => sidebar.indexOf(`>${text}<`),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(pageData(html)).toMatchObject({ next: { title: 'Default value' } });
    expect(pageData(html).previous).toBeUndefined();
    expect(pageData(await read('/demo/search')).previous.title).toBe('In a form');
  });

  it('is valid HTML', async () => {
    const validate = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: {
        // Output of React and of the documented component: style attributes, self-closing void elements, long titles.
        'no-inline-style': 'off',
        'void-style': 'off',
        'long-title': 'off',
        'attribute-boolean-style': 'off',
        'no-trailing-whitespace': 'off',
        'attribute-empty-style': 'off',
        'doctype-style': 'off',
        'no-implicit-button-type': 'off',
        'prefer-native-element': 'off',
        'tel-non-breaking': 'off',
        // Every file that has a hash is referenced with it in the HTML.
        'require-sri': 'off',
        'valid-id': ['error', { relaxed: true }],
        'no-redundant-role': 'off',
        'prefer-tbody': 'off',
        'attr-case': 'off',
        'aria-label-misuse': ['error', { allowAnyNamable: true }],
        'no-implicit-input-type': 'off',
      },
    });
    // Pages of demos are generated in the same way, so some are enough.
    for (const route of isWhole ? routes : routes.slice(0, 8)) {
      const report = await validate.validateFile(documentOf(route));
      const found = report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => `${route} ${ruleId} ${message} ${line}:${column}`),
      );
      expect(found).toEqual([]);
    }
  });
});

describe('the handbook', () => {
  it('builds without warnings', async () => {
    const { diagnostics, pages } = await build({ root: path.join(root, 'docs/_handbook'), outDir: handbookDir });
    expect(diagnostics).toEqual([]);
    expect(pages).toBeGreaterThan(8);
  });
});
