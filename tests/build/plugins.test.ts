import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';

/** A package with a plugin that uses everything that plugins can add. */
const PACKAGE = {
  'node_modules/glossary/package.json':
    '{"name": "glossary", "version": "1.0.0", "type": "module", "exports": "./index.js"}',
  'node_modules/glossary/index.js': `import path from 'node:path';
const at = (file) => path.join(import.meta.dirname, file);
export const glossary = (words) => ({
  name: 'glossary',
  components: { Word: at('Word.js') },
  slots: { ContentBottom: at('Feedback.js') },
  headScripts: ['window.glossary = 1'],
  resolve: { docDirs: [{ dir: at('docs') }] },
  markdown: { remarkPlugins: [function remarkWords() { return (tree) => { tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: words }] }); }; }] },
  files: ({ pages }) => ({ 'records/en.json': JSON.stringify(pages) }),
});
`,
  'node_modules/glossary/Word.js':
    "import { createElement } from 'react';\nexport default ({ is }) => createElement('dfn', null, is);\n",
  'node_modules/glossary/Feedback.js':
    "import { createElement } from 'react';\nexport default () => createElement('form', { id: 'feedback' });\n",
  'node_modules/glossary/docs/words.md': '# Words\n\nThe pages of the package.\n',
};

const SITE = {
  ...PACKAGE,
  'cascader-docs.config.ts': `import { definePlugin } from 'cascader-docs';
import { glossary } from 'glossary';
export default {
  search: false,
  base: '/lib/',
  sitemap: { hostname: 'https://lib.test' },
  slots: { FooterTop: './Top.tsx' },
  plugins: [glossary('Defined here.'), definePlugin({ name: 'note', files: async () => ({ 'note.txt': 'a note' }) })],
};
`,
  'Top.tsx': 'export default () => <p id="top">top</p>;\n',
  'docs/index.md':
    '---\ndescription: About it\n---\n\n# Home\n\nFirst text.\n\n## Part\n\n<Word is="Hydration" />\n\nMore text.\n',
};

describe('plugins of a site', () => {
  let built: TestBuild;

  beforeAll(async () => {
    const site = await createSite(SITE);
    built = await site.build();
  });

  it('add components, slots, scripts, pages and remark plugins', async () => {
    expect([built.exitCode, built.text]).toEqual([0, '']);
    const home = await built.read('index.html');
    expect(home).toContain('<dfn>Hydration</dfn>');
    expect(home).toContain('<form id="feedback">');
    expect(home).toContain('<p id="top">top</p>');
    expect(home).toContain('window.glossary = 1');
    expect(home).toContain('Defined here.');
    expect(await built.read('words/index.html')).toContain('The pages of the package.');
  });

  it('write files from the finished pages, also without search', async () => {
    expect(await built.read('note.txt')).toBe('a note');
    const pages = JSON.parse(await built.read('records/en.json'));
    expect(pages.map(({ route }: { route: string }) => route)).toEqual(['/', '/words']);
    expect(pages[0]).toEqual({
      route: '/',
      url: 'https://lib.test/lib/',
      locale: 'en',
      title: 'Home',
      description: 'About it',
      sections: [
        { title: 'Home', url: 'https://lib.test/lib/#home', paragraphs: ['First text.'] },
        { title: 'Part', url: 'https://lib.test/lib/#part', paragraphs: ['More text.', 'Defined here.'] },
      ],
    });
  });

  it('are the same in the next build, when all pages are cached', async () => {
    const site = await createSite(SITE);
    const first = await (await site.build()).read('records/en.json');
    await site.write({ 'docs/other.md': '# Other\n' });
    const pages = JSON.parse(await (await site.build()).read('records/en.json'));
    expect(pages.filter(({ route }: { route: string }) => route !== '/other')).toEqual(JSON.parse(first));
  });

  it('add commands that build and serve the site in memory', async () => {
    const site = await createSite({
      'cascader-docs.config.ts': `import { definePlugin } from 'cascader-docs';
export default { plugins: [definePlugin({
  name: 'links',
  commands: {
    links: {
      description: 'print what a page links to',
      arguments: '<path>',
      options: { '--depth <number>': 'how deep' },
      async run(kit, { depth }, [path]) {
        const built = await kit.build();
        const { url } = await kit.serve(built);
        const text = await (await fetch(url)).text();
        const page = String(await built.read(path));
        console.log(JSON.stringify({ title: kit.title, depth, isSame: text === page, demos: built.demos.length }));
        return 4;
      },
    },
  },
})], title: 'Lib' };
`,
      'docs/index.md': '# Home\n\n```tsx\nexport default () => <b>demo</b>;\n```\n',
    });
    const run = start(['links', 'index.html', '--depth', '2'], { cwd: site.root });
    expect(await run.ended, run.stderr()).toBe(4);
    expect(JSON.parse(run.stdout())).toEqual({ title: 'Lib', depth: '2', isSame: true, demos: 1 });
    expect(await fs.readdir(site.root)).not.toContain('dist');
    const help = start(['links', '--help'], { cwd: site.root });
    expect(await help.ended).toBe(0);
    expect(help.stdout()).toContain('print what a page links to (plugin links)');
    const wrong = start(['link'], { cwd: site.root });
    expect(await wrong.ended).toBe(2);
    expect(wrong.stderr()).toContain('Unknown command `link`');
  });

  it.each<[what: string, files: string, problem: string]>([
    ['throws', "() => { throw new Error('no data'); }", '`files` of the plugin `own` failed: no data'],
    ['rejects', "async () => { throw new Error('no data'); }", '`files` of the plugin `own` failed: no data'],
    ['returns garbage', '() => 1', '`files` of the plugin `own` returned number'],
    ['returns no text', "() => ({ 'a.json': {} })", '`files` of the plugin `own` returned object for `a.json`'],
    [
      'leaves the output',
      "() => ({ '../a.json': '' })",
      'The plugin `own` writes `../a.json`, which is not a path in the output',
    ],
    [
      'overwrites a page',
      "() => ({ 'index.html': '' })",
      'The plugin `own` writes `index.html`, which the site contains already',
    ],
  ])('fail the build if one %s', async (_what, files, problem) => {
    const site = await createSite({
      'cascader-docs.config.ts': `export default { plugins: [{ name: 'own', files: ${files} }] };\n`,
      'docs/index.md': '# Home\n',
    });
    const failed = await site.build();
    expect(failed.exitCode).toBe(1);
    expect(failed.diagnostics.map(({ code, text, location }) => [code, text, location?.file])).toEqual([
      ['CD619', problem, 'cascader-docs.config.ts'],
    ]);
    await expect(fs.access(path.join(site.root, 'dist'))).rejects.toThrow();
  });
});
