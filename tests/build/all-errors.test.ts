import fs from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

/** Files with one problem each, by its code. */
const WRONG: Record<string, Record<string, string>> = {
  CD210: { 'docs/yaml.md': '---\ntitle: [x\n---\n\n# Yaml\n' },
  CD212: { 'docs/front-matter.md': '---\norder: abc\n---\n\n# Front matter\n' },
  CD206: { 'docs/guide.md': '# A\n', 'docs/guide/index.md': '# B\n' },
  CD221: {
    'cascader-docs.config.ts': "export default { themeConfig: { nav: [{ title: 'Gone', link: '/gone' }] } };\n",
  },
  CD300: { 'docs/syntax.mdx': '# Syntax\n\n<Oops>\n' },
  CD316: { 'docs/image.md': '# Image\n\n![x](./gone.png)\n' },
  CD307: { 'docs/demo.md': '# Demo\n\n<code src="./gone.tsx"></code>\n' },
  CD315: { 'docs/link.md': '# Link\n\n[x](./gone.md)\n' },
  CD320: { 'docs/address.md': '# Address\n\n[x](/gone)\n' },
  CD321: { 'docs/anchor.md': '# Anchor\n\n[x](/anchor#gone)\n' },
  CD311: { 'docs/embed.md': '# Embed\n\n<embed src="./gone.md"></embed>\n' },
  CD502: { 'docs/throws.mdx': "# Throws\n\nexport const Sad = () => { throw new Error('No'); };\n\n<Sad />\n" },
  CD503: { 'docs/component.md': '# Component\n\n<Bagde>New</Bagde>\n' },
  CD524: {
    'docs/no-export.md': '# No export\n\n<code src="../demos/no-export.tsx"></code>\n',
    'demos/no-export.tsx': 'export const Demo = () => <b />;\n',
  },
  CD531: {
    'docs/crash.md': '# Crash\n\n<code src="../demos/crash.tsx"></code>\n',
    'demos/crash.tsx': 'export default () => <b>{wrong}</b>;\n',
  },
  CD803: { 'docs/table.md': '# Table\n\n<API id="Buton" />\n' },
};

const LIBRARY = {
  'package.json': '{ "name": "kit", "version": "1.0.0" }',
  'src/index.tsx': 'export const Button = (props: { tone?: string }) => <b>{props.tone}</b>;\n',
  'docs/index.md': '# Home\n',
};

it('the errors of all pages are reported at once, and nothing is written', async () => {
  const site = await createSite({ ...LIBRARY, ...Object.assign({}, ...Object.values(WRONG)) });
  const before = await fs.readdir(site.root);
  const { diagnostics, exitCode } = await site.build({ cache: false });
  expect(exitCode).toBe(1);
  expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.keys(WRONG)));
  expect(await fs.readdir(site.root)).toEqual(before);
});

it('errors of pages are reported together with a demo that cannot be bundled', async () => {
  const site = await createSite({
    ...LIBRARY,
    ...Object.assign({}, WRONG.CD503, WRONG.CD320, WRONG.CD803),
    ...Object.assign({}, WRONG.CD531, WRONG.CD524),
    'docs/bundle.md': '# Bundle\n\n<code src="../demos/bundle.tsx"></code>\n',
    'demos/bundle.tsx': "import 'not-installed';\nexport default () => null;\n",
  });
  const { diagnostics } = await site.build({ cache: false });
  expect([...new Set(diagnostics.map(({ code }) => code as string))].sort()).toEqual([
    'CD320',
    'CD401',
    'CD503',
    'CD524',
    'CD531',
    'CD803',
  ]);
});
