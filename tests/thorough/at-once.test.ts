import fs from 'node:fs';
import { expect, it } from 'vitest';
import { createSite, hashOfFiles, type TestSite } from '../helpers/build-site.ts';

/** Creates a site with a page whose code loads slowly, a demo, and one text page for each of `names`. */
async function createSlowSite(config: object, names: string[]): Promise<TestSite> {
  return await createSite({
    'cascader-docs.config.ts': `export default ${JSON.stringify(config)};\n`,
    'docs/index.mdx':
      '# Home\n\nimport { text } from \'../slow.ts\';\n\n{text}\n\n<code src="../demos/d.tsx"></code>\n',
    'slow.ts': "await new Promise((resolve) => setTimeout(resolve, 500));\nexport const text = 'slow text';\n",
    'demos/d.tsx': 'export default () => <p>demo</p>;\n',
    ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, `# ${name}\n\n[Home](./index.mdx)\n`])),
  });
}

const SITES = [
  { config: { title: 'One', base: '/one/' }, names: ['first', 'second'], options: { strict: true } },
  {
    config: { title: 'Two', locales: [{ id: 'de', name: 'Deutsch' }] },
    names: ['third'],
    options: { base: '/two/', target: 'netlify' },
  },
] as const;

it('builds two sites at the same time with the same result as each of them alone', async () => {
  const createSites = () => Promise.all(SITES.map(({ config, names }) => createSlowSite(config, [...names])));
  const [alone, together] = [await createSites(), await createSites()];
  const { readFileSync } = fs;
  const { NODE_ENV } = process.env;
  const build = async (site: TestSite, index: number) => {
    const { exitCode, text, files } = await site.build(SITES[index]?.options);
    return { exitCode, text, files, hash: await hashOfFiles(`${site.root}/dist`) };
  };
  const expected = [];
  for (const [index, site] of alone.entries()) expected.push(await build(site, index));
  expect(expected.map(({ exitCode, text }) => ({ exitCode, text }))).toEqual(
    SITES.map(() => ({ exitCode: 0, text: '' })),
  );
  // Both builds load the modules of their pages for half a second.
  expect(await Promise.all(together.map(build))).toEqual(expected);
  // Every change that a build makes to its process is undone.
  expect(fs.readFileSync).toBe(readFileSync);
  expect(process.env.NODE_ENV).toBe(NODE_ENV);
});

it('builds one site with different options at the same time', async () => {
  const site = await createSlowSite({ title: 'One' }, ['first']);
  await site.write({ '.gitignore': 'site-*\n' });
  const variants = ['/', '/a/', '/b/'].map((base, index) => ({ base, outDir: `${site.root}/site-${index}` }));
  const hashes = async () => Promise.all(variants.map(({ outDir }) => hashOfFiles(outDir)));
  const build = async (variant: (typeof variants)[number]) => {
    expect(await site.build({ ...variant, cache: false })).toMatchObject({ exitCode: 0, text: '' });
  };
  for (const variant of variants) await build(variant);
  const expected = await hashes();
  for (const { outDir } of variants) fs.rmSync(outDir, { recursive: true });
  await Promise.all(variants.map(build));
  expect(await hashes()).toEqual(expected);
});
