/** Helpers for sites in shards, and a site with all features in which pages depend on each other. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { makePages, merge, plan } from 'cascader-docs';
import { listFiles } from './build-site.ts';

/** Links in all forms, translations, tabs, demos, tables, pages with code, and redirects. */
export const FULL_SITE: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'lib', version: '1.0.0', repository: 'github:acme/lib' }),
  'cascader-docs.config.ts': `export default {
    sitemap: { hostname: 'https://example.org' },
    locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }],
  };`,
  'src/index.tsx': `export interface ButtonProps {
  /** What it says. */
  label: string;
}
export function Button({ label }: ButtonProps) {
  return <button type="button">{label}</button>;
}
`,
  'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "moduleResolution": "bundler", "module": "esnext" } }',
  'demos/a.tsx': 'import { Button } from \'../src\';\nexport default () => <Button label="one" />;\n',
  'docs/index.md': '---\nhero:\n  title: Lib\n---\n\n# Home\n\n[First](./guide/first.md#part)\n',
  'docs/index.de.md': '# Start\n',
  'docs/CHANGELOG.md': '# Changes\n\n## 1.0.0 (2026-01-31)\n\nFirst.\n',
  'docs/guide/first.md':
    '---\ntitle: First\nredirectFrom: [/old]\n---\n\nText ![picture](./picture.svg).\n\n## Part\n\n[Second](./second.md), [tab](./second.$tab-more.md), [third](/guide/third), [pdf](/file.pdf), [code](../../src/index.tsx), [ref][x]\n\n[x]: second.md#second\n',
  'docs/guide/second.md': '# Second\n\n```ts\nconst one = 1;\n```\n\n[Buttons](../button.md)\n',
  'docs/guide/second.$tab-more.md': '# More\n\nTab [text](./third.mdx).\n',
  'docs/guide/second.de.md': '# Zweite\n\n[Erste](./first.md)\n',
  'docs/guide/third.mdx':
    'import { Button } from \'../../src\';\n\n# Third\n\n<Button label="x" />\n\n[First](./first.md)\n',
  'docs/guide/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  'docs/public/file.pdf': 'pdf',
  'docs/button.md': '# Button\n\n<code src="../demos/a.tsx">A</code>\n\n<API id="Button"></API>\n',
  'docs/many/one.md': '# One\n\n[Two](two.md) <a href="three.md">three</a>\n',
  // Links that a plan cannot foresee.
  'docs/many/two.md': '# Two\n\n[folder](../many/) [one](./one&period;md) [three][below]\n\n[below]: ./three.md\n',
  // The same, in a page that needs a package to be loaded first.
  'docs/many/four.md': '# Four\n\n```ts ts2js\nconst one: number = 1;\n```\n\n[one](./one&period;md)\n',
  // More terms than fit into one index file.
  'docs/many/three.md': `# Three\n\nText.\n\n${Array.from({ length: 20_000 }, (_, at) => `wört${at}${at % 500 === 0 ? '\n\n' : ''}`).join(' ')}\n`,
};

/**
 * Plans a site into a folder and renders its shards. Returns the data of the shards, the folders of their outputs, and
 * the number of pages that `merge` must render.
 */
export async function makeParts(
  root: string,
  folder: string,
  count: number,
): Promise<{ shards: string[]; parts: string[]; left: number }> {
  await plan({ root, shards: count, out: path.join(folder, 'plan') });
  const numbers = Array.from({ length: count }, (_, number) => number);
  const parts = numbers.map((number) => path.join(folder, `parts/${number}`));
  let left = 0;
  for (const number of numbers)
    left += (await makePages({ root, shard: path.join(folder, `plan/${number}`), out: parts[number] as string })).left;
  return { shards: await readShards(folder, count), parts, left };
}

/** Reads the data of the shards of a plan. */
export async function readShards(folder: string, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return await Promise.all(
    numbers.map((number) => fs.readFile(path.join(folder, `plan/${number}/data.jsonl`), 'utf8')),
  );
}

/** Merges shard outputs into a folder, and returns the bytes of all files. */
export async function mergeParts(root: string, parts: string[], outDir: string): Promise<Record<string, string>> {
  await merge({ root, parts, outDir });
  return await contentsOf(outDir);
}

/** Returns the bytes of all files of a folder. */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const files = await listFiles(folder);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await fs.readFile(path.join(folder, file), 'latin1')])),
  );
}
