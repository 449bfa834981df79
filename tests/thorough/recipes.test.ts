import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';

/** Packages of the recipes, which the lock file of this project does not have. */
const PACKAGES = [
  ...['pagefind@1.6.0', '@babel/core@7.29.13', '@babel/preset-typescript@7.29.7', 'babel-plugin-react-compiler@1.0.0'],
  ...['@emotion/react@11.14.0', '@emotion/babel-plugin@11.13.5', 'unplugin-icons@24.0.0'],
  ...['@iconify-json/lucide@1.2.137', '@svgr/core@8.1.0', '@svgr/plugin-jsx@8.1.0', 'react@19', 'react-dom@19'],
  ...['@vanilla-extract/css@1.21.3', '@vanilla-extract/integration@8.0.11', 'unocss@66.12.0', 'prettier@3.10.1'],
  ...['@docsearch/react@5.2.0', '@docsearch/css@5.2.0', 'eslint@10.15.0', 'eslint-plugin-mdx@3.8.3'],
];

const PAGE = path.resolve(import.meta.dirname, '../../docs/_handbook/docs/guide/recipes.md');
let modules: string;

/** Creates a site with the files of a recipe, by the id of its section. */
async function createRecipe(id: string, files: Record<string, string>): Promise<TestSite> {
  const section = (await fs.readFile(PAGE, 'utf8')).split(/^## /m).find((text) => text.includes(`{#${id}}`)) ?? '';
  const fences = [...section.matchAll(/^```(?:tsx?|js|json|ini) \[(.+?)\](?: \| pure)?\n([\s\S]*?)^```$/gm)];
  const site = await createSite({ ...Object.fromEntries(fences.map(([, file, code]) => [file, code])), ...files });
  await fs.symlink(modules, path.join(site.root, 'node_modules'));
  return site;
}

async function buildRecipe(id: string, files: Record<string, string>, scripts: string[] = []): Promise<TestBuild> {
  const site = await createRecipe(id, files);
  for (const name of scripts) await promisify(execFile)('npm', ['run', name], { cwd: site.root });
  // In a process of its own, which ends whatever packages have left behind.
  const { code, stderr } = await run(['build'], { cwd: site.root });
  expect([code, stderr]).toEqual([0, '']);
  return await site.build();
}

/** Runs the command of a package. Returns what it prints, also if it fails. */
async function runPackage(name: string, args: string[], cwd: string): Promise<string> {
  const file = path.join(modules, '.bin', name);
  return await promisify(execFile)(file, args, { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

describe('recipes of the handbook', () => {
  beforeAll(async () => {
    const folder = makeFolder('recipes');
    await fs.writeFile(path.join(folder, 'package.json'), '{"name": "recipes", "private": true}');
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder });
    modules = path.join(folder, 'node_modules');
  }, 600_000);

  it('compile with the React Compiler and the Babel plugin of Emotion', async () => {
    const { read, files } = await buildRecipe('babel', {
      'docs/index.md': '# Home\n\n<code src="../demos/large.tsx"></code>\n',
      'demos/large.tsx': `/** @jsxImportSource @emotion/react */
import { css } from '@emotion/react';
import { useState } from 'react';

const large = css({ fontSize: 20 });

export default function Demo() {
  const [count, setCount] = useState<number>(0);
  return <button css={large} onClick={() => setCount(count + 1)}>{count}</button>;
}
`,
    });
    expect(await read('index.html')).toMatch(/<button class="css-[^"]+">0</);
    const scripts = await Promise.all(files.filter((file) => file.endsWith('.js')).map(read));
    expect(scripts.some((script) => script.includes('react.memo_cache_sentinel') && script.includes('fontSize'))).toBe(
      true,
    );
  });

  it('render icons', async () => {
    const { read } = await buildRecipe('icons', {
      'docs/index.md': '# Home\n\n<code src="../demos/star.tsx"></code>\n',
      'demos/star.tsx': "import Star from '~icons/lucide/star';\nexport default () => <Star />;\n",
    });
    expect(await read('index.html')).toContain('<svg viewBox="0 0 24 24" width="1.2em" height="1.2em">');
  });

  it('write the index of Pagefind', async () => {
    const { read, files } = await buildRecipe('pagefind', { 'docs/index.md': '# Home\n\nA wonderful text.\n' });
    expect(files).toContain('pagefind/pagefind.js');
    expect(files.filter((file) => file.startsWith('pagefind/index/'))).toHaveLength(1);
    expect(await read('index.html')).toContain('<input type="search" aria-label="Search"');
  });

  it('extract the styles of vanilla-extract', async () => {
    const { read, files } = await buildRecipe('vanilla-extract', {
      'docs/index.md': '# Home\n\n<code src="../demos/box.tsx"></code>\n',
      'demos/box.tsx': "import { box } from './box.css.ts';\nexport default () => <div className={box}>box</div>;\n",
      'demos/box.css.ts': "import { style } from '@vanilla-extract/css';\nexport const box = style({ padding: 11 });\n",
    });
    const [, name = ''] = /<div class="(\w+)">box</.exec(await read('index.html')) ?? [];
    const sheets = await Promise.all(files.filter((file) => file.endsWith('.css')).map(read));
    expect(sheets.join('')).toMatch(new RegExp(`\\.${name}\\s*\\{\\s*padding:\\s*11px`));
  });

  it('write the style sheet of UnoCSS', async () => {
    const { read, files } = await buildRecipe(
      'unocss',
      {
        'docs/index.md': '# Home\n\n<code src="../demos/box.tsx"></code>\n',
        'demos/box.tsx': 'export default () => <div className="p-4">box</div>;\n',
      },
      ['docs:css'],
    );
    const sheets = await Promise.all(files.filter((file) => file.endsWith('.css')).map(read));
    expect(sheets.join('')).toMatch(/\.p-4\s*\{/);
  });

  it('show DocSearch, which may send requests', async () => {
    const { read } = await buildRecipe('docsearch', { 'docs/index.md': '# Home\n' });
    const html = await read('index.html');
    expect(html).toMatch(/<button[^>]* class="DocSearch DocSearch-Button"/);
    expect(html).toMatch(/connect-src 'self' https:\/\/\*\.algolia\.net https:\/\/\*\.algolianet\.com;/);
  });

  it('load a script of analytics with the strict policy', async () => {
    const { read } = await buildRecipe('analytics', { 'docs/index.md': '# Home\n' });
    const html = await read('index.html');
    expect(html).toContain('<script src="https://stats.example.org/count.js" defer data-domain="lib.example.org">');
    expect(html).toMatch(/script-src 'self' [^;]*https:\/\/stats\.example\.org; style-src 'self';/);
    expect(html).toContain("connect-src 'self' https://stats.example.org;");
  });

  it('let Prettier keep containers and MDX', async () => {
    const page = [
      '# Home',
      ':::tip Title\nText:',
      '- one\n- two',
      ':::',
      '| a   |\n| --- |\n| 1   |',
      '::: warning\nText\n:::\n',
    ];
    const files = { 'docs/index.md': page.join('\n\n'), 'docs/other.mdx': "export const a = 'x'\n\n# Other {a}\n" };
    const { root } = await createRecipe('prettier', files);
    await runPackage('prettier', ['--write', 'docs'], root);
    for (const [file, text] of Object.entries(files))
      expect(await fs.readFile(path.join(root, file), 'utf8')).toBe(text);
    await fs.writeFile(path.join(root, 'docs/index.md'), files['docs/index.md'].replace('- two\n\n:::', '- two\n:::'));
    await runPackage('prettier', ['--write', 'docs'], root);
    expect(await fs.readFile(path.join(root, 'docs/index.md'), 'utf8')).toContain('- two\n  :::');
  });

  it('check MDX with ESLint', async () => {
    const { root } = await createRecipe('eslint', {
      'docs/index.mdx':
        "import { unused, used } from './x.js';\n\n# Home {used}\n\n:::tip\nA <Badge>new</Badge> {missing}\n:::\n",
    });
    const found = await runPackage('eslint', ['docs'], root);
    expect(found.match(/\d+:\d+ .*? (?=\S+$)/gm)?.map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
      "1:10 error 'unused' is defined but never used",
      "6:23 error 'missing' is not defined",
    ]);
  });
});
