import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../../src/node/tools/init/init.ts';
import { createSite } from '../helpers/build-site.ts';
import { DOCUSAURUS_SITE, VITEPRESS_SITE } from '../helpers/moved-sites.ts';
import { createFolder, readTree } from '../unit/output/folders.ts';

async function moved(site: Record<string, string>) {
  const folder = await createFolder(site);
  const { notes } = await init({ folder, from: 'detect', packageVersion: '1.0.0' });
  expect(await readTree(folder)).toMatchObject(site);
  const files = await readTree(path.join(folder, 'moved'));
  const built = await (await createSite(files)).build({ strict: true });
  expect(built.text).toBe('');
  return { folder, files, built, notes };
}

/** Routes of pages and of redirects. */
const routesOf = (files: string[]): string[] =>
  files.flatMap((file) => /^(?!404|assets|~)(?:.*\/)?[^/]+\.html$/.exec(file)?.[0] ?? []).sort();

describe('init --from', () => {
  it('moves a site of VitePress with every construct of its Markdown', async () => {
    const { folder, files, built, notes } = await moved(VITEPRESS_SITE);
    expect(notes[1]).toBe('5 things are left to do: see MOVING.md.');
    expect(files['MOVING.md']).toContain('- guide/markdown.md:75: `<script>` of Vue is left out.');
    expect(files['docs/guide/markdown.md']).toMatchSnapshot();
    expect(Object.keys(JSON.parse(files['package.json'] ?? '').devDependencies)).toContain('temml');
    expect(files['cascader-docs.config.ts']).toMatchSnapshot();
    for (const file of ['docs/public/icon.svg', 'docs/snippets/code.ts'])
      expect(files[file]).toBe(VITEPRESS_SITE[file.slice('docs/'.length)]);
    expect(routesOf(built.files)).toEqual([
      ...['api.html', 'api/index.html', 'guide/deep.page.html', 'guide/deep.page/index.html'],
      ...['guide/deep/page/index.html', 'guide/index.html', 'guide/markdown.html', 'guide/markdown/index.html'],
      ...['guide/parts/included.html', 'guide/parts/included/index.html', 'index.html'],
    ]);
    const html = await built.read('guide/markdown/index.html');
    for (const id of ['große', '_2-step-more', 'own-id']) expect(html).toContain(`id="${id}"`);
    expect(html.split('<strong>text</strong>')).toHaveLength(3);
    expect(html).not.toContain('[!NOTE]');
    expect(html).toContain('<math');
    expect(await init({ folder, from: 'vitepress', packageVersion: '1.0.0' })).toMatchObject({ files: [] });
  });

  it('moves a site of Docusaurus with every construct of its Markdown', async () => {
    const { files, built, notes } = await moved(DOCUSAURUS_SITE);
    expect(notes[1]).toBe('1 thing is left to do: see MOVING.md.');
    const { devDependencies } = JSON.parse(files['package.json'] ?? '');
    expect(Object.keys(devDependencies)).toEqual(['beautiful-mermaid', 'temml', 'cascader-docs', 'react', 'react-dom']);
    for (const file of ['admonitions.md', 'tabs.md', 'code.md', 'react.mdx'])
      expect(files[`docs/docs/features/${file}`]).toMatchSnapshot(file);
    expect(files['docs/docs/start.md']).toMatchSnapshot();
    expect(files['cascader-docs.config.ts']).toMatchSnapshot();
    expect(routesOf(built.files)).toEqual([
      ...['about', 'blog/2024/01/02/first', 'blog/archive', 'blog/authors'].map((route) => `${route}/index.html`),
      ...['blog', 'blog/second', 'blog/tags', 'docs/category/features', 'docs/features/admonitions'].map(
        (route) => `${route}/index.html`,
      ),
      ...['docs/features/code', 'docs/features/react', 'docs/features/tabs', 'docs/other/custom', 'docs/start'].map(
        (route) => `${route}/index.html`,
      ),
      'index.html',
    ]);
    const html = await built.read('docs/features/tabs/index.html');
    expect(html).toContain('A <strong>partial</strong>.');
    expect(await built.read('docs/features/code/index.html')).toContain('<button>1</button>');
  });

  it('writes nothing in a dry run, and overwrites nothing', async () => {
    const folder = await createFolder({ ...VITEPRESS_SITE, 'moved/MOVING.md': 'mine' });
    await expect(init({ folder, from: 'detect' })).rejects.toMatchObject({ diagnostics: [{ code: 'CD130' }] });
    const out = path.join(folder, 'other');
    const { files } = await init({ folder, from: 'detect', out, dryRun: true });
    expect(files).toContain('docs/guide/markdown.md');
    expect(await readFile(path.join(out, 'MOVING.md')).catch(() => 'none')).toBe('none');
  });

  it('reports a folder without such a site', async () => {
    const folder = await createFolder({ 'package.json': '{}' });
    await expect(init({ folder, from: 'docusaurus' })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [{ code: 'CD130', text: `${folder} contains no site that init can migrate from docusaurus` }],
    });
    await expect(init({ folder, from: 'detect' })).rejects.toMatchObject({ diagnostics: [{ code: 'CD130' }] });
  });
});
