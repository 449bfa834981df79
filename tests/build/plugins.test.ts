import fs from 'node:fs/promises';
import path from 'node:path';
import { openKit } from 'cascader-docs/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild } from '../helpers/build-site.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { growOld } from '../helpers/grow-old.ts';

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

  it('build nothing if neither they nor their inputs have changed', async () => {
    const site = await createSite(
      {
        ...SITE,
        'node_modules/dated/package.json':
          '{"name": "dated", "version": "1.0.0", "type": "module", "exports": "./index.js"}',
        'node_modules/dated/index.js': `import fs from 'node:fs';
export default () => (tree, file) => {
  file.data.dependencies = ['../../words.txt'];
  const value = fs.readFileSync(new URL('../../../words.txt', import.meta.url), 'utf8');
  tree.children.push({ type: 'paragraph', children: [{ type: 'text', value }] });
};`,
        'cascader-docs.config.ts': SITE['cascader-docs.config.ts']
          .replace('import { glossary }', "import dated from 'dated';\nimport { glossary }")
          .replace('search: false,', 'search: false, markdown: { remarkPlugins: [dated] },'),
      },
      'below',
    );
    await site.write({ '../words.txt': 'Read outside.' });
    const isUnchanged = async (): Promise<boolean | undefined> => (await site.build()).result?.isUnchanged;
    await growOld();
    const first = await site.build();
    expect([first.text, await first.read('index.html')]).toEqual(['', expect.stringContaining('Read outside.')]);
    expect(await isUnchanged()).toBe(true);
    await site.write({ '../words.txt': 'Read again.' });
    const edited = await site.build();
    expect([edited.result?.isUnchanged, await edited.read('index.html')]).toEqual([
      undefined,
      expect.stringContaining('Read again.'),
    ]);
    await growOld();
    await site.write({
      'node_modules/glossary/package.json': PACKAGE['node_modules/glossary/package.json'].replace('1.0.0', '1.0.1'),
    });
    expect(await isUnchanged()).toBe(undefined);
    await growOld();
    await site.build();
    expect(await isUnchanged()).toBe(true);
  });

  it('write their files also in `dev`, and for commands', async () => {
    const site = await createSite(SITE);
    const expected = JSON.parse(await (await site.build()).read('records/en.json'));
    const { url, errors } = await startDev(site.root);
    const records = async () => (await fetch(`${url}/records/en.json`)).json();
    expect(await records()).toEqual(expected);
    await site.write({ 'docs/new.md': '# New words\n' });
    await waitFor(async () => (await records()).some(({ title }: { title: string }) => title === 'New words'));
    expect((await fetch(`${url}/records/no.json`)).status).toBe(404);
    expect(errors).toEqual([]);
    const { kit } = openKit();
    const built = await (await kit.loadSite(site.root)).build();
    expect(built.paths).toContain('note.txt');
    expect(String(await built.read('records/en.json'))).toContain('New words');
  });

  it('that fail to write a file are reported in `dev` when it is requested', async () => {
    const site = await createSite({
      'cascader-docs.config.ts':
        "export default { plugins: [{ name: 'own', files: () => { throw new Error('no data'); } }] };\n",
      'docs/index.md': '# Home\n',
    });
    const { url, errors } = await startDev(site.root);
    const answer = await fetch(`${url}/records.json`);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('`own` failed: no data')]);
    expect((await fetch(url)).status).toBe(200);
    expect(errors).toEqual([]);
  });

  it('fail the build if one throws, or overwrites a page', async () => {
    const site = await createSite({
      'cascader-docs.config.ts':
        "export default { plugins: [{ name: 'own', files: () => { throw new Error('no data'); } }, { name: 'other', files: () => ({ 'index.html': '' }) }] };\n",
      'docs/index.md': '# Home\n',
    });
    const failed = await site.build();
    expect(failed.exitCode).toBe(1);
    expect(failed.diagnostics.map(({ code, text, location }) => [code, text, location?.file])).toEqual([
      ['CD619', '`files` of the plugin `own` failed: no data', 'cascader-docs.config.ts'],
      ['CD619', 'The plugin `other` writes `index.html`, which the site already contains', 'cascader-docs.config.ts'],
    ]);
    await expect(fs.access(path.join(site.root, 'dist'))).rejects.toThrow();
  });
});
