import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild } from '../helpers/build-site.ts';
import { run } from '../helpers/command.ts';
import { makeFolder } from '../helpers/folder.ts';

/** Packages of the recipes, which the lock file of this project does not have. */
const PACKAGES = [
  ...['pagefind@1.6.0', '@babel/core@7.29.13', '@babel/preset-typescript@7.29.7', 'babel-plugin-react-compiler@1.0.0'],
  ...['@emotion/react@11.14.0', '@emotion/babel-plugin@11.13.5', 'unplugin-icons@24.0.0'],
  ...['@iconify-json/lucide@1.2.137', '@svgr/core@8.1.0', '@svgr/plugin-jsx@8.1.0', 'react@19', 'react-dom@19'],
];

const PAGE = path.resolve(import.meta.dirname, '../../docs/_handbook/docs/guide/recipes.md');
let modules: string;

/** Builds a site with the files of a recipe, by the id of its section. */
async function buildRecipe(id: string, files: Record<string, string>): Promise<TestBuild> {
  const section = (await fs.readFile(PAGE, 'utf8')).split(/^## /m).find((text) => text.includes(`{#${id}}`)) ?? '';
  const fences = [...section.matchAll(/^```tsx? \[(.+?)\]\n([\s\S]*?)^```$/gm)];
  const site = await createSite({ ...Object.fromEntries(fences.map(([, file, code]) => [file, code])), ...files });
  await fs.symlink(modules, path.join(site.root, 'node_modules'));
  // In a process of its own, which ends whatever packages have left behind.
  const { code, stderr } = await run(['build'], { cwd: site.root });
  expect([code, stderr]).toEqual([0, '']);
  return await site.build();
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
});
