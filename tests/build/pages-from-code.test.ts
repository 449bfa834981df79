import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';
import { expectClean } from '../helpers/clean-build.ts';
import { growOld } from '../helpers/grow-old.ts';

const PATHS = `
import fs from 'node:fs';
import path from 'node:path';

export default {
  watch: ['./data/*.json'],
  paths: (files) =>
    files.map((file) => {
      const { content, ...params } = JSON.parse(fs.readFileSync(file, 'utf8'));
      return { params: { name: path.basename(file, '.json'), ...params }, content };
    }),
};
`;

const TEMPLATE = `---
title: "Icon {{ params.name }}"
description: All about {{ params.name }}
---

# Icon {{ params.name }}

Draws *{{ params.sign }}* in \`{{ params.name }}\`, see [home](./index.md).

\`\`\`ts
import icon from 'icons/{{ params.name }}';
\`\`\`

<!-- @content -->

<b title="{{ params.sign }}">The end</b>
`;

const FILES = {
  '.gitignore': 'dist\nclean\n',
  'node_modules/.package-lock.json': '{}',
  'docs/index.md': '# Home\n\n[Star](./star.md)\n',
  'docs/[name].md': TEMPLATE,
  'docs/[name].paths.ts': PATHS,
  'docs/data/star.json': '{ "sign": "<*>" }',
  'docs/data/moon.json': '{ "sign": "(", "content": "## More\\n\\n[Star](./star.md)\\n" }',
};

describe('pages of a paths file', () => {
  it('are pages like all others', async () => {
    const { read, files, text, exitCode } = await buildSite({
      ...FILES,
      'cascader-docs.config.ts': "export default { sitemap: { hostname: 'https://example.org' } };",
    });
    expect(text).toBe('');
    expect(exitCode).toBe(0);
    const html = await read('star/index.html');
    expect(html).toContain('<title>Icon star</title>');
    expect(html).toContain('content="All about star"');
    expect(html).toContain('Draws <em>&lt;*></em> in <code>star</code>, see <a href="/">home</a>.');
    expect(html).toMatch(/icons\/star/);
    expect(html).toContain('<b title="<*>">The end</b>');
    expect(await read('moon/index.html')).toMatch(/<h2 id="more">More[\s\S]*<a href="\/star">Star<\/a>[\s\S]*The end/);
    expect(await read('index.html')).toContain('<a href="/star">Star</a>');
    expect(await read('star.md')).toContain('Draws *<*>* in `star`');
    expect(await read('sitemap.xml')).toContain('https://example.org/moon');
    expect(await read('llms.txt')).toContain('Icon moon');
    expect(await read('~search/en.json')).toContain('Icon star');
    expect(files.filter((file) => file.includes('['))).toEqual([]);
  });

  it('build incrementally what a build without a cache writes', async () => {
    const site = await createSite(FILES);
    const check = async (what: string, edit: Record<string, string>) => {
      await site.write(edit);
      const built = await site.build();
      await expectClean(site, built, what);
      return built;
    };
    await site.build();
    const edited = await check('data', { 'docs/data/star.json': '{ "sign": "+" }' });
    expect(edited.result?.made.map(({ route }) => route)).toEqual(['/star']);
    expect(await edited.read('star/index.html')).toContain('<em>+</em>');
    const added = await check('new data', { 'docs/data/sun.json': '{ "sign": "o" }' });
    expect(added.files).toContain('sun/index.html');
    await check('paths', { 'docs/[name].paths.ts': PATHS.replace("'.json')", "'.json').toUpperCase()") });
  });

  it('are not computed again if nothing has changed', async () => {
    const site = await createSite(FILES);
    await growOld();
    await site.build();
    expect((await site.build()).result?.isUnchanged).toBe(true);
    await site.write({ 'docs/data/sun.json': '{ "sign": "o" }' });
    expect((await site.build()).result?.isUnchanged).toBe(undefined);
  });

  it('pass their parameters to MDX and the theme', async () => {
    const site = await buildSite({
      'docs/index.md': '# Home\n',
      'docs/[name].mdx':
        "import { usePage } from 'cascader-docs/theme';\n\n# Page\n\n<i>{usePage().params.name}</i>\n\n{/* @content */}\n",
      'docs/[name].paths.ts':
        "export default { paths: async () => [{ params: { name: 'one' }, content: '**Two**' }] };",
    });
    expect(site.text).toBe('');
    expect(await site.read('one/index.html')).toMatch(/<i>one<\/i>[\s\S]*<strong>Two<\/strong>/);
  });

  it('report errors at the template, or at the entry', async () => {
    const { text, exitCode } = await buildSite({
      'docs/index.md': '# Home\n',
      'docs/[name].md': '# {{ params.name }}\n\n{{ params.nam }}\n\n<!-- @content -->\n\n[Dead](./dead.md)\n',
      'docs/[name].paths.ts':
        "export default { paths: () => [{ params: { name: 'a' }, content: 'Text\\n\\n[Lost](./lost.md)' }] };",
    });
    expect(exitCode).toBe(1);
    expect(text).toContain('docs/[name].md:3:1 - error CD237: Unknown parameter `params.nam`. Did you mean `name`?');
    expect(text).toContain('docs/[name].md:7:8 - error CD315');
    expect(text).toContain('docs/[name].paths.ts#a:3:8 - error CD315');
    expect(text).toContain('3 │ [Lost](./lost.md)');
  });

  it('have parameters in MDX: in text, code and attributes', async () => {
    const lines = [
      'export const plain = { a: { b: 1 } };',
      '# Icon {{ params.name }}',
      'In {{ params.name }}, {{params.no-sign}} and {plain.a.b}.',
      '{{ params.name }}',
      '`{{ params.name }}` <b title="{{ params.name }}">x</b> <i title={{ params.name }}>y</i>',
      '```html\n<i>{{ params.name }}</i>\n```',
    ];
    const paths = "export default { paths: () => [{ params: { name: 'a<b', 'no-sign': 7 } }] };";
    for (const config of ['', 'markdown: { remarkPlugins: [() => () => undefined] }']) {
      const { text, read } = await buildSite({
        'cascader-docs.config.ts': `export default { ${config} };`,
        'docs/icons/[no-sign].mdx': lines.join('\n\n'),
        'docs/icons/[no-sign].paths.ts': paths,
      });
      expect(text).toBe('');
      const html = (await read('icons/7/index.html')).replaceAll('<!-- -->', '');
      expect(html).toMatch(/<h1[^>]*>Icon a&lt;b/);
      expect(html).toContain('<p>In a&lt;b, 7 and 1.</p>');
      expect(html).toContain('<p>a&lt;b</p>');
      expect(html).toMatch(/<p><code>a&lt;b<\/code> <b title="a(<|&lt;)b">x<\/b> <i title="a(<|&lt;)b">y<\/i><\/p>/);
      expect(html).toContain('</span>a&lt;b<span');
    }
    const wrong = await buildSite({
      'docs/[name].mdx': '# X\n\nIn {{ params.nam }}\n',
      'docs/[name].paths.ts': "export default { paths: () => [{ params: { name: 'one' } }] };",
    });
    expect(wrong.text).toContain(
      'docs/[name].mdx:3:4 - error CD237: Unknown parameter `params.nam`. Did you mean `name`?',
    );
  });

  it('say what to write instead of a parameter in a demo', async () => {
    const demo = await buildSite({
      'docs/index.md': '# Home\n',
      'docs/[name].md':
        '# Icon\n\n<code src="./show.tsx"></code>\n\n```tsx\nexport default () => <b>{"{{ params.name }}"}</b>;\n```\n',
      'docs/show.tsx':
        "import { usePage } from 'cascader-docs/theme';\nexport default () => <b>{usePage().params?.name}</b>;\n",
      'docs/[name].paths.ts': "export default { paths: () => [{ params: { name: 'star' } }] };",
    });
    expect(demo.text.match(/ - error .*/g)).toEqual([expect.stringContaining('error CD531')]);
    expect(demo.text).toContain('docs/show.tsx:2:');
    expect(demo.text).toContain('write the demo as a code block, in which `{{ params.name }}` is replaced');
    const fence = await buildSite({
      'docs/[name].md': '# Icon\n\n```tsx\nexport default () => <b>{"{{ params.name }}"}</b>;\n```\n',
      'docs/[name].paths.ts': "export default { paths: () => [{ params: { name: 'star' } }] };",
    });
    expect(await fence.read('star/index.html')).toContain('<b>star</b>');
  });

  it('report files without a list of pages, and two pages at one address', async () => {
    const wrong: Record<string, [code: string, message: string]> = {
      throws: [
        'export default {\n  paths() { throw new Error("broken"); },\n};',
        ':2:19 - error CD101: The file [name].paths.ts threw an error: broken',
      ],
      rejects: [
        'export default { paths: () => Promise.reject(new Error("broken")) };',
        ':1:46 - error CD101: The file [name].paths.ts threw an error: broken',
      ],
      none: ['export const paths = [];', ':1:1 - error CD235: [name].paths.ts does not export a function `paths`'],
      watches: [
        'export default { watch: "a", paths: () => [] };',
        ':1:1 - error CD235: `watch` in [name].paths.ts is not a list of patterns',
      ],
      imports: ['import "./no.ts";\nexport default { paths: () => [] };', ':1:8 - error CD'],
      same: ["export default { paths: () => [{ params: { name: 'a' } }] };", '#a'],
    };
    const { text, exitCode } = await buildSite({
      'docs/index.md': '# Home\n',
      'docs/same/a.md': '# A\n',
      ...Object.fromEntries(
        Object.entries(wrong).flatMap(([name, [code]]) => [
          [`docs/${name}/[name].md`, '# Page\n'],
          [`docs/${name}/[name].paths.ts`, code],
        ]),
      ),
    });
    expect(exitCode).toBeGreaterThan(0);
    for (const [name, [, message]] of Object.entries(wrong))
      expect(text).toContain(`docs/${name}/[name].paths.ts${message}`);
  });
});
