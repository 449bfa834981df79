import fs from 'node:fs/promises';
import path from 'node:path';
import { doctor } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { buildSite, createSite, listFiles } from '../helpers/build-site.ts';

const home = { 'docs/index.md': '# Home\n\nText.\n' };
const demo = (body: string) => `export default function Demo() {\n  ${body}\n  return <p>hello</p>;\n}\n`;
const places = (diagnostics: { code: string; location?: { file: string; line: number; column: number } }[]) =>
  diagnostics.map(({ location }) => `${location?.file}:${location?.line}:${location?.column}`);

describe('invalid input is reported with its location, and nothing is written', () => {
  it('reports a name that Windows reserves with the errors of other pages', async () => {
    const { root, build } = await createSite({
      ...home,
      'docs/con.md': '# Con\n\n<code src="../demos/unbundled.tsx"></code>\n',
      'docs/other.md': '# Other\n\n[x](./gone.md)\n',
      'demos/unbundled.tsx': "import 'not-installed';\nexport default () => null;\n",
    });
    const codes = ['CD315', 'CD401', 'CD606'];
    const { diagnostics, files, exitCode } = await build();
    expect(diagnostics.map(({ code }) => code).sort()).toEqual(codes);
    expect([exitCode, files]).toEqual([1, []]);
    expect((await doctor({ root })).diagnostics.map(({ code }) => code).sort()).toEqual(codes);
  });

  it('shows our alternatives to modules of Docusaurus and VitePress, and never a command that installs them', async () => {
    const { diagnostics } = await buildSite({
      'docs/index.mdx':
        "import Tabs from '@theme/Tabs';\nimport { b } from '@site/src/b';\nimport { useData } from 'vitepress';\nimport Link from '@docusaurus/Link';\n\n# A\n\n{b}{useData}<Link /><Tabs />\n",
    });
    const notes = diagnostics.filter(({ code }) => code === 'CD401').map(({ notes = [] }) => notes.join());
    expect(places(diagnostics)).toEqual([
      'docs/index.mdx:1:19',
      'docs/index.mdx:2:20',
      'docs/index.mdx:3:26',
      'docs/index.mdx:4:19',
    ]);
    expect(notes.join()).not.toContain('npm install');
    expect(notes[0]).toContain('`<Tabs>` with `<Tab title="…">`');
    expect(notes[1]).toContain("alias: { '@site': './' }");
    expect(notes[2]).toContain('VitePress');
    expect(notes[3]).toContain('Docusaurus');
    const aliased = await buildSite({
      'cascader-docs.config.ts': "export default { alias: { '@site': './' } };\n",
      'src/b.ts': 'export const b = 1;\n',
      'docs/index.mdx': "import { b } from '@site/src/b';\n\n# A\n\n{b}\n",
    });
    expect(aliased.text).toBe('');
  });

  it('locates errors that pages throw: by source map, and by the attribute that a component complains about', async () => {
    const { diagnostics, text } = await buildSite({
      'docs/index.md': '# Home\n\n<StackBlitz id="one"></StackBlitz> <StackBlitz id="two" theme="blue"></StackBlitz>\n',
      'docs/code.mdx':
        "---\ntitle: Code\n---\n\nexport const Length = ({ text }) => {\n  const times = 2;\n  if (!text) throw new TypeError('no ' + times);\n};\n\n<Length />\n",
      'docs/link.mdx': 'export const when = "often";\n\n# Link\n\n<Link to="/" prefetch={when}>Home</Link>\n',
      'docs/values.mdx':
        'export const view = "sideways";\n\n# Values\n\n<StackBlitz id="one" view="editor" label={view} />\n\n<StackBlitz id="one" view={view} />\n',
    });
    expect(places(diagnostics).sort()).toEqual([
      'docs/code.mdx:7:8',
      'docs/index.md:3:57',
      'docs/link.mdx:5:14',
      'docs/values.mdx:7:22',
    ]);
    expect(text).toContain("  7 │   if (!text) throw new TypeError('no ' + times);");
    expect(text).toContain('theme of <StackBlitz> must be one of default, light, dark, not "blue"');
    const link = await buildSite({
      ...home,
      'docs/a.md': '# A\n\nSee <Link to="./index.md" prefetch="often">home</Link>\n',
      'docs/b.mdx': '# B\n\nSee <Link to="./index.md" prefetch="soon">home</Link>\n',
    });
    expect(link.text).toContain('docs/a.md:3:37 - error CD335: Invalid `prefetch` value often in a `<Link>`');
    expect(link.text).toContain('docs/b.mdx:3:37 - error CD335: Invalid `prefetch` value soon in a `<Link>`');
  });

  it('keeps the old site when a later build fails', async () => {
    const site = await createSite(home);
    const before = await site.build({ cache: false });
    await site.write({ 'docs/index.md': '# Home\n\n[x](./gone.md)\n' });
    const after = await site.build({ cache: false });
    expect(after.exitCode).toBe(1);
    expect(after.files).toEqual(before.files);
    expect(await after.read('index.html')).toContain('<p>Text.</p>');
  });

  it('removes the files that a killed build left, even when it fails itself', async () => {
    const left = '.dist.cascader-docs-0123456789ab';
    const site = await createSite({
      ...home,
      [`${left}/index.html`]: 'x',
      'docs/a.md': '# A\n',
      'docs/a/index.md': '# A\n',
    });
    const { exitCode, text } = await site.build({ cache: false });
    expect(exitCode).toBe(1);
    expect(text).toContain('Duplicate route /a');
    expect(await fs.readdir(site.root)).toEqual(['.gitignore', 'docs', 'package.json']);
  });

  it('refuses an output folder that it did not write', async () => {
    const site = await createSite({ ...home, 'dist/precious.txt': 'mine' });
    const { exitCode, text } = await site.build({ cache: false });
    expect(exitCode).toBe(2);
    expect(text).toContain('dist');
    expect(await fs.readFile(path.join(site.root, 'dist/precious.txt'), 'utf8')).toBe('mine');
    expect(await listFiles(path.join(site.root, 'dist'))).toEqual(['precious.txt']);
  });

  it('checks the URLs in the configuration', async () => {
    const config =
      "export default {\n  favicons: ['/fav.svg'],\n  themeConfig: { nav: [{ title: 'A', link: '/guid' }] },\n};\n";
    const { exitCode, diagnostics, text } = await buildSite({
      ...home,
      'docs/guide.md': '# Guide\n',
      'cascader-docs.config.ts': config,
    });
    expect(exitCode).toBe(1);
    expect(places(diagnostics)).toEqual(['cascader-docs.config.ts:3:45', 'cascader-docs.config.ts:2:15']);
    expect(text).toContain('Did you mean /guide?');
  });

  it('names a generated document that cannot be rendered', async () => {
    const theme = `import { usePage } from 'cascader-docs/runtime';
import theme from 'cascader-docs/theme';
const Footer = () => (usePage().kind === 'list' ? <p>{nope.x}</p> : null);
export default { ...theme, Footer };
`;
    const config = "export default { theme: './docs/_theme.tsx' };";
    const { text } = await buildSite({ ...home, 'docs/_theme.tsx': theme, 'cascader-docs.config.ts': config });
    expect(text).toContain('docs/_theme.tsx:3:55 - error CD502: The theme cannot render a page: nope');
    expect(text).toContain('The page is ~pages/index.html.');
  });

  it('expands React error codes to messages, in the shell and in pages', async () => {
    const theme =
      "import theme from 'cascader-docs/theme';\nconst Footer = () => <p>{{ year: 2000 } as never}</p>;\nexport default { ...theme, Footer };\n";
    const shell = await buildSite({
      ...home,
      'docs/_theme.tsx': theme,
      'cascader-docs.config.ts': "export default { theme: './docs/_theme.tsx' };",
    });
    expect(shell.exitCode).toBe(1);
    expect(shell.text).toContain('Objects are not valid as a React child (found: object with keys {year})');
    expect(shell.text).toContain('docs/_theme.tsx:1:1 - error CD502: The theme cannot render a page: Objects are not');
    const page = await buildSite({ ...home, 'docs/a.mdx': '# A\n\n<p>{({ a: 1 })}</p>\n' });
    expect(page.text).toContain(
      'error CD502: The page docs/a.mdx cannot be rendered: Objects are not valid as a React child (found: object with keys {a})',
    );
    expect(page.text + shell.text).not.toContain('Minified');
  });

  it('reports a missing theme or font', async () => {
    const missing = await buildSite({
      ...home,
      'docs/_theme.tsx': '',
      'cascader-docs.config.ts': "export default { theme: './docs/_teme.tsx' };",
    });
    expect(missing.exitCode).toBe(1);
    expect(missing.text).toContain(
      'cascader-docs.config.ts:1:26 - error CD223: The theme docs/_teme.tsx does not exist',
    );
    expect(missing.text).toContain('_theme.tsx?');
    const font = await buildSite({
      ...home,
      'cascader-docs.config.ts':
        "export default { themeConfig: { font: { mono: { family: 'A', src: './a.woff2' } } } };",
    });
    expect(font.text).toContain('cascader-docs.config.ts:1:68 - error CD223: The font a.woff2 does not exist');
  });

  it.each([
    ["library: { name: 'fixture', entry: './list' }", '1:18'],
    ["library: [{ name: 'a', entry: './src/a.ts' }, { name: 'b', entry: './data.json' }]", '1:77'],
    ["apiParser: { entry: './list' }", '1:31'],
    ["resolve: { entryFile: './list' }", '1:29'],
  ])('locates a library that is no script: %s', async (key, place) => {
    const { exitCode, text } = await buildSite({
      ...{ 'docs/index.md': '# Home\n\n<API id="size" />\n', list: 'root:x:0:0\n', 'data.json': '{}\n' },
      ...{ 'src/a.ts': 'export const size = 1;\n', 'cascader-docs.config.ts': `export default { ${key} };\n` },
    });
    expect(exitCode).toBe(2);
    expect(text).toContain(`cascader-docs.config.ts:${place} - error CD111: Library \``);
    expect(text).toContain('is not a TypeScript or JavaScript file');
  });

  it('locates a missing site folder, missing pages and NUL characters in titles', async () => {
    const config = { 'cascader-docs.config.ts': "export default { resolve: { docDirs: ['pages'] } };\n" };
    expect((await buildSite(config)).text).toContain('cascader-docs.config.ts:1:29 - error CD201: ');
    const nul = await buildSite({ 'docs/index.md': '---\ntitle: "a\\0b"\n---\n\n# A\n' });
    expect(nul.text).toContain('docs/index.md:2:8 - error CD212: ');
    const nowhere = await buildSite(home, { root: '/no-such-folder' });
    expect(nowhere.text).toContain('/no-such-folder:1:1 - error CD100: ');
  });

  it('locates what a config file throws, also in a module that it imports', async () => {
    const throwing = await buildSite({ ...home, 'cascader-docs.config.ts': 'throw new Error("bad day");\n' });
    expect(throwing).toMatchObject({ exitCode: 2 });
    expect(throwing.text).toContain(
      'cascader-docs.config.ts:1:7 - error CD101: The configuration file threw an error: bad day',
    );
    const deep = await buildSite({
      ...home,
      'cascader-docs.config.ts':
        "import { title } from './config/title';\n\nexport default {\n  get title() {\n    return title(__dirname);\n  },\n};\n",
      'config/title.ts':
        'export const title = (folder: string): string => {\n  if (folder) throw new Error("no title");\n  return "";\n};\n',
    });
    expect(deep.diagnostics).toMatchObject([
      {
        code: 'CD101',
        location: {
          file: 'config/title.ts',
          line: 2,
          column: 21,
          lineText: '  if (folder) throw new Error("no title");',
        },
      },
    ]);
  });
});

describe('recoverable problems are warnings', () => {
  const careless = {
    'docs/index.md': '# Home\n\n![](https://a.b/c.png) [](./a-b.md)\n\n<code src="../x.tsx" titel="X"></code>\n',
    'docs/a-b.md': 'titel: A\ntitle: B\n---\n\n```ts | pur\na\n```\n',
    'x.tsx': `/**\n * title: X\n * compcat: true\n */\n${demo('')}`,
  };

  it('addresses that the policy blocks in a style element are reported', async () => {
    const { text } = await buildSite({
      'docs/index.md':
        '# Home\n\n<style>@import "//a.example/x.css"; @font-face { src: url(//b.example/x) } b { background: url(http://c.example/x) }</style>\n',
    });
    expect(text.match(/^docs\S+ - warning CD507: .*$/gm)).toEqual([
      'docs/index.md:3:17 - warning CD507: The content security policy blocks https://a.example',
      'docs/index.md:3:59 - warning CD507: The content security policy blocks https://b.example',
      'docs/index.md:3:96 - warning CD507: The content security policy blocks http://c.example',
    ]);
  });

  it('likely oversights are reported, each with its location', async () => {
    const { exitCode, diagnostics, read } = await buildSite(careless);
    expect(exitCode).toBe(0);
    expect(diagnostics.map(({ severity, code }, index) => `${places(diagnostics)[index]} ${severity} ${code}`)).toEqual(
      [
        'docs/a-b.md:1:1 warning CD215',
        'docs/index.md:3:1 warning CD327',
        'docs/index.md:3:24 warning CD328',
        'docs/index.md:5:22 warning CD331',
        'x.tsx:3:4 warning CD331',
        'docs/a-b.md:1:1 warning CD330',
        'docs/a-b.md:5:9 warning CD332',
      ],
    );
    expect(await read('a-b/index.html')).toContain('<h1');
  });

  it('each of them is fatal in a strict build', async () => {
    const { exitCode, files } = await buildSite(
      { 'docs/index.md': '---\nhero:\n  title: @scope/name\n---\n\nText.\n' },
      { strict: true },
    );
    expect(exitCode).toBe(1);
    expect(files).toEqual([]);
  });
});
