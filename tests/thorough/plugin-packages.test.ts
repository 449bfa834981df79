import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite, type TestSite, writeFiles } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';

const root = path.resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** Packages with plugins, as their authors would publish them. */
const PACKAGES: Record<string, Record<string, string>> = {
  // Components, slots, pages and a Markdown plugin.
  'docs-glossary': {
    'index.js': `import path from 'node:path';
const at = (file) => path.join(import.meta.dirname, file);
export const glossary = ({ words }) => ({
  name: 'glossary',
  components: { Word: at('Word.js') },
  slots: { DemoBottom: at('Source.js') },
  resolve: { docDirs: [{ dir: at('docs') }] },
  markdown: { remarkPlugins: [function remarkWords() {
    return (tree) => { tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: words.join(', ') }] }); };
  }] },
});
`,
    'index.d.ts':
      "import type { Plugin } from 'cascader-docs';\nexport declare function glossary(options: { words: string[] }): Plugin;\n",
    'Word.js': "import { createElement } from 'react';\nexport default ({ is }) => createElement('dfn', null, is);\n",
    'Source.js':
      "import { createElement } from 'react';\nexport default ({ demo }) => createElement('p', { className: 'source' }, demo.id);\n",
    'docs/words.md': '# Words\n\nPages of the package.\n',
  },
  // Files from the finished pages.
  'docs-records': {
    'index.js':
      "export const records = (file) => ({ name: 'records', files: ({ pages }) => ({ [file]: JSON.stringify(pages.map(({ route }) => route)) }) });\n",
    'index.d.ts':
      "import type { Plugin } from 'cascader-docs';\nexport declare function records(file: string): Plugin;\n",
  },
  // A command.
  'docs-links': {
    'index.js': `import { colors, counted, EXIT, FORMAT, ROOT } from 'cascader-docs/kit';
export const links = {
  description: 'count the links of all pages',
  arguments: ROOT,
  options: { '--max <number>': { description: 'most links', parse: Number, default: 100 }, ...FORMAT },
  async run(kit, { root, max, format }) {
    const site = await (await kit.loadSite(root)).build();
    kit.report(site.diagnostics);
    const pages = await Promise.all(site.paths.filter((path) => path.endsWith('.md')).map((path) => site.read(path)));
    const links = pages.flatMap((page) => String(page).match(/\\]\\(https:/g) ?? []).length;
    kit.print(format === 'json' ? JSON.stringify({ links }) : colors.bold(counted(links, 'link')));
    return links > max ? EXIT.content : EXIT.ok;
  },
};
export default { name: 'links', commands: { links } };
`,
    'index.d.ts':
      "import type { Plugin } from 'cascader-docs';\nimport type { Command } from 'cascader-docs/kit';\nexport declare const links: Command;\ndeclare const plugin: Plugin;\nexport default plugin;\n",
  },
};

const SITE = {
  'package.json': '{"name": "site", "version": "1.0.0", "private": true, "type": "module"}',
  'cascader-docs.config.ts': `import { defineConfig } from 'cascader-docs';
import { glossary } from 'docs-glossary';
import links from 'docs-links';
import { records } from 'docs-records';

export default defineConfig({ plugins: [glossary({ words: ['one', 'two'] }), records('routes.json'), links] });
`,
  'docs/index.md':
    '# Home\n\n<Word is="Hydration" /> [React](https://react.dev)\n\n```tsx\nexport default () => <b>demo</b>;\n```\n',
};

describe('plugins that are installed from tarballs', () => {
  let site: TestSite;

  beforeAll(async () => {
    const folder = await createFolder('plugins');
    site = await createSite(SITE);
    const tarballs: string[] = [];
    for (const [name, files] of Object.entries(PACKAGES)) {
      const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js', types: './index.d.ts' };
      await writeFiles(path.join(folder, name), { 'package.json': JSON.stringify(manifest), ...files });
      const { stdout } = await execute('npm', ['pack', `./${name}`], { cwd: folder });
      tarballs.push(path.join(folder, stdout.trim()));
    }
    await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: site.root });
    await fs.symlink(root, path.join(site.root, 'node_modules/cascader-docs'));
  });

  it('add components, slots, pages and files', async () => {
    const { read, text } = await site.build();
    expect(text).toBe('');
    const home = await read('index.html');
    expect(home).toContain('<dfn>Hydration</dfn>');
    expect(home).toContain('<p>one, two</p>');
    expect(home).toMatch(/<p class="source">[\w-]+<\/p>/);
    expect(await read('words/index.html')).toContain('Pages of the package.');
    expect(JSON.parse(await read('routes.json'))).toEqual(['/', '/words']);
  });

  it('add a command that uses the kit', async () => {
    const { root: cwd } = site;
    expect(await run(['links'], { cwd })).toEqual({ code: 0, stdout: '1 link\n', stderr: '' });
    expect(await run(['links', '--max', '0', '--format', 'json'], { cwd })).toEqual({
      ...{ code: 1, stdout: '{"links":1}\n', stderr: '' },
    });
  });

  it('are typed', async () => {
    await site.write({
      'tsconfig.json': JSON.stringify({
        extends: path.join(root, 'tsconfig.json'),
        compilerOptions: {
          skipLibCheck: true,
          typeRoots: [path.join(root, 'node_modules/@types')],
          paths: {
            'cascader-docs': [path.join(root, 'src/index.ts')],
            'cascader-docs/kit': [path.join(root, 'src/kit/kit.ts')],
          },
        },
        include: ['*.ts'],
      }),
      'wrong.ts':
        "import { openKit } from 'cascader-docs/kit';\nimport { glossary } from 'docs-glossary';\nimport { links } from 'docs-links';\n\nawait links.run(openKit().kit, { max: 1 });\nglossary({ words: 'one' });\n",
    });
    const found = await execute(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
      cwd: site.root,
    }).catch((error: { stdout: string }) => error);
    // Other lines are about files of this repository, which the paths lead to.
    const ofSite = found.stdout.split('\n').filter((line) => /^[\w.-]+\(/.test(line));
    expect(ofSite).toEqual([
      expect.stringMatching(/^wrong\.ts\(6,12\): error TS2322: Type 'string' is not assignable to type 'string\[\]'/),
    ]);
  });
});
