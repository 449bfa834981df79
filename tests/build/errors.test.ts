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
  it.each([
    ['broken MDX', { 'docs/a.mdx': '# A\n\n<Foo>\n\nText.\n' }, 'docs/a.mdx:3:1'],
    ['broken front matter', { 'docs/a.md': '---\ntitle: [x\n---\n\n# A\n' }, 'docs/a.md:2'],
    [
      'a missing demo file',
      { 'docs/a.md': '# A\n\n<code src="../demos/simpel.tsx"></code>\n', 'demos/simple.tsx': demo('') },
      'docs/a.md:3:12',
    ],
    [
      'a demo that imports a missing package',
      {
        'docs/a.md': '# A\n\n<code src="../demos/x.tsx"></code>\n',
        'demos/x.tsx': `import nothing from 'not-installed';\n${demo('void nothing;')}`,
      },
      'demos/x.tsx:1:21',
    ],
    ['a dead link', { 'docs/a.md': '# A\n\nSee [b](./b.md).\n' }, 'docs/a.md:3:9'],
    ['a missing anchor', { 'docs/a.md': '# A\n\nSee [b](./index.md#nowhere).\n' }, 'docs/a.md:3:9'],
    ['a missing image', { 'docs/a.md': '# A\n\n![x](./x.png)\n' }, 'docs/a.md:3:6'],
    ['a script in Markdown', { 'docs/a.md': '# A\n\n<script>alert(1)</script>\n' }, 'docs/a.md:3:1'],
  ])('%s', async (_name, files, place) => {
    const site = await createSite({ ...home, ...files });
    const { exitCode, diagnostics, text } = await site.build({ cache: false });
    expect(exitCode).toBe(1);
    expect(places(diagnostics.filter(({ severity }) => severity === 'error'))[0]).toContain(place);
    expect(text).toMatch(/ - error CD\d{3}: /);
    expect(await listFiles(path.join(site.root, 'dist'))).toEqual([]);
    expect(
      (await fs.readdir(site.root)).filter((name) => !['docs', 'demos', 'package.json', '.gitignore'].includes(name)),
    ).toEqual([]);
  });

  it('names both files of the same route', async () => {
    const { exitCode, text } = await buildSite({ ...home, 'docs/guide.md': '# A\n', 'docs/guide/index.md': '# B\n' });
    expect(exitCode).toBe(1);
    expect(text).toContain('docs/guide.md');
    expect(text).toContain('docs/guide/index.md');
  });

  it('lists the errors of all pages at once', async () => {
    const pages = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`docs/p${n}.mdx`, `# P\n\n{oops(\n`]));
    const { diagnostics } = await buildSite({ ...home, ...pages });
    expect(new Set(diagnostics.map(({ location }) => location?.file)).size).toBe(5);
  });

  it('reports errors in front matter, pages, links, the navigation, demos and rendering in one run', async () => {
    const { diagnostics, files } = await buildSite({
      'cascader-docs.config.ts': "export default { themeConfig: { nav: [{ title: 'Gone', link: '/gone' }] } };\n",
      'docs/index.md': '---\ntitle: [x\n---\n\n# Home\n\n<code src="../demos/gone.tsx"></code>\n',
      'docs/a.md': '# A\n\n[b](/b)\n\n<code src="../demos/unbundled.tsx"></code>\n',
      'docs/b.mdx': '# B\n\n<Oops>\n',
      'demos/unbundled.tsx': "import 'not-installed';\nexport default () => null;\n",
    });
    expect(diagnostics.map(({ code, location }) => `${code} ${location?.file}`).sort()).toEqual([
      'CD210 docs/index.md',
      'CD221 cascader-docs.config.ts',
      'CD300 docs/b.mdx',
      'CD307 docs/index.md',
      'CD401 demos/unbundled.tsx',
    ]);
    expect(files).toEqual([]);
    const rendered = await buildSite({
      'docs/index.md': '# Home\n\n[b](./b.md)\n\n```jsx\nexport default () => window.innerWidth;\n```\n',
    });
    expect(rendered.diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'error CD315',
      'warning CD501',
    ]);
  });

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

  it('suggests the intended demo', async () => {
    const { text } = await buildSite({
      'docs/index.md': '# A\n\n<code src="../demos/simpel.tsx"></code>\n',
      'demos/simple.tsx': demo(''),
    });
    expect(text).toContain('simple.tsx');
  });

  it('names the page that embeds a demo that cannot be bundled', async () => {
    const { text } = await buildSite({
      'docs/index.md': '# A\n\n<code src="../demos/x.tsx"></code>\n',
      'demos/x.tsx': `import './missing.css';\n${demo('')}`,
    });
    expect(text).toContain('Cannot find module: ./missing.css');
    expect(text).toContain('docs/index.md:3:');
  });

  it('locates a missing import of an interactive page in its source', async () => {
    const { diagnostics } = await buildSite({
      ...home,
      'docs/a.mdx': "import { X } from './nowhere.tsx';\n\n# A\n\n<X />\n",
    });
    expect(places(diagnostics)).toEqual(['docs/a.mdx:1:20']);
  });

  it('shows our alternatives to modules of Docusaurus and VitePress, and never a command that installs them', async () => {
    const { diagnostics } = await buildSite({
      'docs/index.mdx':
        "import Tabs from '@theme/Tabs';\nimport { b } from '@site/src/b';\nimport { useData } from 'vitepress';\nimport Link from '@docusaurus/Link';\n\n# A\n\n{b}{useData}<Link /><Tabs />\n",
    });
    const notes = diagnostics.filter(({ code }) => code === 'CD401').map(({ notes = [] }) => notes.join());
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

  it('reports a page component that throws, and an unknown one', async () => {
    const thrown = await buildSite({
      'docs/a.mdx': "export const Boom = () => { throw new Error('no way'); };\n\n# A\n\n<Boom />\n",
    });
    expect(thrown).toMatchObject({ exitCode: 1 });
    expect(thrown.text).toContain('docs/a.mdx:1:39 - error CD502: The page docs/a.mdx cannot be rendered: no way');
    const unknown = await buildSite({ 'docs/index.md': '# A\n\nText <Bagde>new</Bagde>\n' });
    expect(unknown.text).toMatch(/docs\/index\.md:3:6 - error CD\d{3}: .*Bagde/);
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

  it('reports invalid configuration with the nearest name', async () => {
    const { exitCode, text } = await buildSite({
      ...home,
      'cascader-docs.config.ts': 'export default {\n  titel: "x",\n};\n',
    });
    expect(exitCode).toBe(2);
    expect(text).toContain('cascader-docs.config.ts:2:3');
    expect(text).toContain('Did you mean `title`?');
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

  it('reports an error of the theme once, not once per page', async () => {
    const theme =
      "import theme from 'cascader-docs/theme';\nconst Footer = () => <p>{nope.x}</p>;\nexport default { ...theme, Footer };\n";
    const files = {
      ...home,
      'docs/a.md': '# A\n',
      'docs/_theme.tsx': theme,
      'cascader-docs.config.ts': "export default { theme: './docs/_theme.tsx' };",
    };
    const { diagnostics, text } = await buildSite(files);
    expect(places(diagnostics)).toEqual(['docs/_theme.tsx:2:26']);
    expect(text).toContain(
      'docs/_theme.tsx:2:26 - error CD502: The theme cannot render a page: nope is not defined\n\n',
    );
    expect(text).toContain('2 pages have this error, the first is docs/index.md.');
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

  it('reports a missing theme or font, and a module that exports no theme', async () => {
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
    const empty = await buildSite({
      ...home,
      'docs/_theme.tsx': 'export const a = 1;',
      'cascader-docs.config.ts': "export default { theme: './docs/_theme.tsx' };",
    });
    expect(empty.text).toContain('docs/_theme.tsx:1:1 - error CD408: The theme docs/_theme.tsx has no default export');
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

  it('locates an undefined name in a page component', async () => {
    const { diagnostics } = await buildSite({ 'docs/index.mdx': '# A\n\nText.\n\n<p>{nope.x}</p>\n' });
    expect(places(diagnostics)).toEqual(['docs/index.mdx:5:5']);
  });

  it('reports a config file that cannot be loaded or run', async () => {
    const syntax = await buildSite({ ...home, 'cascader-docs.config.ts': 'export default {\n  title: ,\n};\n' });
    expect(syntax).toMatchObject({ exitCode: 2 });
    expect(syntax.text).toContain('cascader-docs.config.ts:2:');
    const throwing = await buildSite({ ...home, 'cascader-docs.config.ts': 'throw new Error("bad day");\n' });
    expect(throwing).toMatchObject({ exitCode: 2 });
    expect(throwing.text).toContain(
      'cascader-docs.config.ts:1:7 - error CD101: The configuration file threw an error: bad day',
    );
    const nothing = await buildSite({ ...home, 'cascader-docs.config.ts': "export const title = 'Acme';\n" });
    expect(nothing).toMatchObject({ exitCode: 2 });
    expect(nothing.text).toContain('cascader-docs.config.ts:1:1 - error CD123: The configuration file has no default');
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
  it('a front matter value that YAML would reject is used', async () => {
    const { exitCode, diagnostics, read } = await buildSite({
      'docs/index.md': '---\nhero:\n  title: @scope/name\n---\n\nText.\n',
    });
    expect(exitCode).toBe(0);
    expect(places(diagnostics)).toEqual(['docs/index.md:3:10']);
    expect(await read('index.html')).toContain('@scope/name');
  });

  const careless = {
    'docs/index.md':
      '# Home\n\n#### Deep\n\n![](https://a.b/c.png) [](./a-b.md)\n\n<code src="../x.tsx" titel="X"></code>\n',
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
        'docs/index.md:3:1 warning CD329',
        'docs/index.md:5:1 warning CD327',
        'docs/index.md:5:24 warning CD328',
        'docs/index.md:7:22 warning CD331',
        'x.tsx:3:4 warning CD331',
        'docs/a-b.md:1:1 warning CD330',
        'docs/a-b.md:5:9 warning CD332',
      ],
    );
    expect(await read('a-b/index.html')).toContain('<h1');
  });

  it('each of them explains how to fix it', async () => {
    const { text } = await buildSite({ 'docs/index.md': '# Home\n\n## A\n\n#### B\n' });
    expect(text).toMatchInlineSnapshot(`
      "docs/index.md:5:1 - warning CD329: Heading \`B\` is an h4 below an h2: a level is skipped

        5 │ #### B
          ╵ ^^^^^^

        → Write \`###\`, or add the heading that is missing above it."
    `);
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
