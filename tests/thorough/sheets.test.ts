import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev, waitFor } from '../helpers/dev-site.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';

const demo = (imports: string, className: string): string =>
  `${imports}\nexport default function Demo() {\n  return <p className=${className}>text</p>;\n}\n`;
const tailwind = "export default { plugins: { '@tailwindcss/postcss': {} } };\n";

/** Returns the CSS of all style sheets that a page links, in order, without that of the theme. */
async function cssOf(built: TestBuild, page: string): Promise<string> {
  const html = await built.read(page);
  const names = [...html.matchAll(/<link rel="stylesheet" href="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  return (await Promise.all(names.map(built.read))).filter((css) => !css.startsWith('@layer reset')).join('');
}

/** Links the packages of the fixture, or only some of them, into a site. */
async function install(site: TestSite, names?: string[]): Promise<void> {
  const modules = await fixturePackages('styles');
  if (!names) return await fs.symlink(modules, path.join(site.root, 'node_modules'));
  await fs.mkdir(path.join(site.root, 'node_modules'), { recursive: true });
  for (const name of names) await fs.symlink(path.join(modules, name), path.join(site.root, 'node_modules', name));
}

describe('Sass and Tailwind', () => {
  let site: TestSite;
  let built: TestBuild;

  beforeAll(async () => {
    site = await createSite({
      'postcss.config.mjs': tailwind,
      'docs/index.md':
        '# A\n\n<code src="../demos/sass.tsx"></code>\n\n<code src="../demos/wind.tsx"></code>\n\n<div class="p-[11px]">page</div>\n',
      'docs/words.mdx': '# B\n\n<p className="p-[12px]">interactive</p>\n',
      'demos/sass.tsx': demo(
        "import './sass.scss';\nimport styles from './names.module.scss';\nimport indented from './indented.module.sass';",
        '{["plain", styles.box, indented.line].join(" ")}',
      ),
      'demos/sass.scss':
        "@use 'sass:math';\n@use './vars' as v;\n@use 'tokens/colours';\n@import '~tokens/more';\n.plain { color: v.$ink; width: math.div(10px, 4); .inner & { color: colours.$brand; } }\n@layer base { .plain { &:hover { color: red; } } }\n",
      'demos/_vars.scss': '$ink: rgb(1, 2, 3);\n',
      'demos/names.module.scss':
        "@use 'vars';\n.box { border-color: vars.$ink; @extend %shared; }\n%shared { margin: 1px }\n",
      'demos/indented.module.sass': '$width: 7px\n.line\n  height: $width\n',
      'demos/wind.tsx': demo("import './wind.css';", '"p-[13px] hover:p-[14px]"'),
      'demos/wind.css': "@import 'tailwindcss';\n@theme { --color-brand: #123456; }\n.wind { @apply text-brand; }\n",
      '.gitignore': 'node_modules\n',
      'package.json': '{"name": "fixture", "private": true}',
      'theme.tsx':
        'import theme from \'cascader-docs/theme\';\nexport default { ...theme, Footer: () => <footer className="p-[15px]">foot</footer> };\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
      'src/index.tsx': 'export const Box = () => <i className="p-[16px]" />;\n',
    });
    await install(site, ['sass', 'tailwindcss', '@tailwindcss', 'immutable', 'source-map-js', 'chokidar', 'readdirp']);
    await site.write({
      'node_modules/tokens/package.json': '{ "name": "tokens", "version": "1.0.0" }',
      'node_modules/tokens/_colours.scss': "@use 'base';\n$brand: base.$brand;\n",
      'node_modules/tokens/_base.scss': '$brand: rgb(4, 5, 6);\n',
      'node_modules/tokens/more.scss': '.more { color: rgb(7, 8, 9); }\n',
    });
    built = await site.build();
  });

  it('build without messages', () => {
    expect(built.text).toBe('');
  });

  it('compile Sass, with partials, packages and CSS modules', async () => {
    const css = (await cssOf(built, 'index.html')).split('/*!')[0] ?? '';
    expect(css).toContain('.plain{color:#010203;width:2.5px}.inner .plain{color:#040506}');
    expect(css).toContain('.more{color:#070809}');
    expect(css).toContain('@layer base{.plain:hover{color:red}}');
    const html = await built.read('index.html');
    const [, box, line] = /class="plain (names_\w{6}_box) (indented_\w{6}_line)"/.exec(html) ?? [];
    expect(css).toContain(`.${box}{border-color:#010203}.${box}{margin:1px}`);
    expect(css).toContain(`.${line}{height:7px}`);
  });

  it('find the classes of pages, demos, theme and library, but not those in the build output', async () => {
    const css = await cssOf(built, 'index.html');
    const padded = [...css.matchAll(/padding:(1\dpx)/g)].map(([, value]) => value);
    expect(padded).toEqual(['11px', '12px', '13px', '15px', '16px', '14px']);
    expect(css).toContain('--color-brand: #123456');
    expect(css).toContain('.wind{color:var(--color-brand)}');
    await site.write({ 'docs/words.mdx': '# B\n' });
    // Tailwind keeps the classes that it has seen in its process.
    const command = start(['build', '--strict'], { cwd: site.root });
    expect(await command.ended).toBe(0);
    expect(command.stderr()).toBe('');
    const again = await cssOf(built, 'index.html');
    expect(again).toContain('padding:11px');
    expect(again).not.toContain('padding:12px');
  });

  it('report errors in a style sheet with their location', async () => {
    const page = (names: string[]) => names.map((name) => `<code src="../demos/${name}.tsx"></code>`).join('\n\n');
    const broken = await createSite({
      '.gitignore': 'node_modules\n',
      'package.json': '{"name": "fixture", "private": true}',
      'postcss.config.mjs': tailwind,
      'docs/index.md': page(['a', 'b', 'd', 'e']),
      'demos/a.tsx': demo("import './syntax.scss';", '"a"'),
      'demos/b.tsx': demo("import './missing.scss';", '"b"'),
      'demos/c.tsx': demo("import './beside.module.sass';", '"c"'),
      'demos/d.tsx': demo("import './apply.css';", '"d"'),
      'demos/e.tsx': demo("import './partial.scss';", '"e"'),
      'demos/syntax.scss': '.a {\n  color: $nothing;\n}\n',
      'demos/missing.scss': "@use 'bootstrap/scss/bootstrap';\n",
      'demos/beside.module.sass': "@use './nowhere'\n",
      'demos/apply.css': "@import 'tailwindcss';\n.a { @apply no-such-class; }\n",
      'demos/partial.scss': "@use 'inner';\n",
      'demos/_inner.scss': '.b { width: 1px + 1s; }\n',
    });
    await install(broken);
    expect((await broken.build({ cache: false })).text).toMatchInlineSnapshot(`
      "demos/_inner.scss:1:13 - error CD400: 1px and 1s have incompatible units.

        1 │ .b { width: 1px + 1s; }
          ╵             ^^^^^^^^

      demos/apply.css:2:13 - error CD400: Cannot apply unknown utility class \`no-such-class\`

        2 │ .a { @apply no-such-class; }
          ╵             ^^^^^^^^^^^^^

      demos/missing.scss:1:1 - error CD401: Cannot find module: bootstrap/scss/bootstrap

        1 │ @use 'bootstrap/scss/bootstrap';
          ╵ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        → Install it (\`npm install bootstrap\`) or correct the import.
      demos/syntax.scss:2:10 - error CD400: Undefined variable.

        2 │   color: $nothing;
          ╵          ^^^^^^^^
      "
    `);
    await broken.write({ 'docs/index.md': page(['c']) });
    expect((await broken.build({ cache: false })).text).toMatchInlineSnapshot(`
      "demos/beside.module.sass:1:1 - error CD401: Cannot find module: ./nowhere

        1 │ @use './nowhere'
          ╵ ^^^^^^^^^^^^^^^^

        → Create the file, or correct the import."
    `);
  });

  it('are rebuilt when a partial changes, and when another file takes precedence over it', async () => {
    const kept = await createSite({
      'docs/index.md': '<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': demo("import './a.scss';\nimport styles from './b.module.scss';", '{Object.keys(styles).join()}'),
      'demos/a.scss': "@use 'vars';\n.a { color: vars.$ink; }\n",
      'demos/b.module.scss': "@use 'names';\n",
      'demos/_vars.scss': '$ink: rgb(1, 1, 1);\n',
      'demos/names.scss': '.one { color: red; }\n',
    });
    await install(kept, ['sass']);
    const looks = async () => {
      const result = await kept.build();
      const [, names] = /<p class="([^"]*)">text/.exec(await result.read('index.html')) ?? [];
      return [result.text, names, /\.a\{color:([^}]*)\}/.exec(await cssOf(result, 'index.html'))?.[1]];
    };
    expect(await looks()).toEqual(['', 'one', '#010101']);
    await kept.write({ 'demos/_vars.scss': '$ink: rgb(2, 2, 2);\n' });
    expect(await looks()).toEqual(['', 'one', '#020202']);
    await kept.write({ 'demos/_names.scss': '.two { color: red; }\n' });
    expect(await looks()).toEqual(['', 'two', '#020202']);
  });

  it('name the missing package', async () => {
    const bare = await createSite({
      'docs/index.md': '<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': demo("import './a.scss';", '"a"'),
      'demos/a.scss': '.a { color: red }\n',
      'demos/b.less': "@import '~my-library/assets/index';\n",
      'demos/c.less': "@import 'colours';\n@import '@my/library/index.less';\n",
      'demos/d.css': "@import 'tailwindcss';\n",
      // Less itself crashes on this style sheet.
      'demos/e.less': '@keyframes x {\n  to {\n    top: 1px;\n  `}\n}\n',
    });
    const texts = [(await bare.build({ cache: false })).text];
    for (const sheet of ['b.less', 'c.less', 'e.less', 'd.css']) {
      await bare.write({ 'demos/a.tsx': demo(`import './${sheet}';`, '"a"') });
      texts.push((await bare.build({ cache: false })).text);
    }
    await bare.write({ 'postcss.config.js': tailwind });
    texts.push((await bare.build({ cache: false })).text);
    await bare.write({
      'postcss.config.js': "import nothing from 'postcss-nothing';\nexport default { plugins: [nothing()] };\n",
    });
    texts.push((await bare.build({ cache: false })).text);
    await bare.write({ 'postcss.config.js': 'export default { plugins: {}, };\nthrow new Error("not today");\n' });
    texts.push((await bare.build({ cache: false })).text);
    expect(texts.join('\n\n')).toMatchInlineSnapshot(`
      "demos/a.tsx:1:8 - error CD407: This style sheet is written in Sass, which is not installed

        1 │ import './a.scss';
          ╵        ^^^^^^^^^^

        → Install it: \`npm install --save-dev sass\`.
        → The demo is embedded at docs/index.md:1:1.

      demos/b.less:1:1 - error CD401: Cannot find module: my-library/assets/index

        1 │ @import '~my-library/assets/index';
          ╵ ^

        → Install it (\`npm install my-library\`) or correct the import.

      demos/c.less:2:1 - error CD401: Cannot find module: @my/library/index.less

        2 │ @import '@my/library/index.less';
          ╵ ^

        → Install it (\`npm install @my/library\`) or correct the import.

      demos/e.less:1:1 - error CD400: Less cannot read the style sheet: Cannot read properties of undefined (reading 'current')

        1 │ @keyframes x {
          ╵ ^


      demos/d.css:1:9 - error CD400: Tailwind is a PostCSS plugin, but the PostCSS configuration does not list it

        1 │ @import 'tailwindcss';
          ╵         ^^^^^^^^^^^^^

        → Write into postcss.config.mjs: export default { plugins: { '@tailwindcss/postcss': {} } };
        → Install it: \`npm install --save-dev tailwindcss @tailwindcss/postcss\`

      postcss.config.js:1:30 - error CD407: The PostCSS plugin @tailwindcss/postcss is not installed

        1 │ export default { plugins: { '@tailwindcss/postcss': {} } };
          ╵                              ^^^^^^^^^^^^^^^^^^^^

        → Install it: \`npm install --save-dev @tailwindcss/postcss\`.
        → With \`postcss: false\` in the config, style sheets are published unchanged.

      postcss.config.js:1:22 - error CD407: The PostCSS plugin postcss-nothing is not installed

        1 │ import nothing from 'postcss-nothing';
          ╵                      ^^^^^^^^^^^^^^^

        → Install it: \`npm install --save-dev postcss-nothing\`.
        → With \`postcss: false\` in the config, style sheets are published unchanged.

      postcss.config.js:2:7 - error CD400: The PostCSS configuration threw an error: not today

        2 │ throw new Error("not today");
          ╵       ^
      "
    `);
  });
});

describe('CSS that browsers cannot parse', () => {
  const page = (...names: string[]): string =>
    `# Page\n\n${names.map((name) => `<code src="../demos/${name}.tsx"></code>\n\n`).join('')}`;
  const FILES = {
    'docs/index.md': page('stray', 'open', 'less', 'fine'),
    'docs/page.mdx': "import '../styles/page.css';\n\n# Interactive\n\n{1 + 1}\n",
    'styles/page.css': '/* é */ .page { color teal; }\n',
    'theme.tsx': "import theme from 'cascader-docs/theme';\nimport './theme.css';\nexport default theme;\n",
    'theme.css': '// no comment\n.a { color: red; }\n',
    'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
    'demos/stray.tsx': demo("import './stray.css';", '"a"'),
    'demos/stray.css': '.a { color: red; }\n}\n.b { color: blue; }\n',
    'demos/open.tsx': demo("import './open.css';", '"a"'),
    'demos/open.css': "@import './imported.css';\n.a {\n  color: red;\n",
    'demos/imported.css': '.i { background: url(a b.png); }\n',
    'demos/less.tsx': demo("import './less.less';", '"a"'),
    'demos/less.less': '.a {\n  .b { color: ~"red }"; }\n}\n',
    // Hacks for old browsers, and style sheets of packages, are not reported.
    'demos/fine.tsx': demo("import './fine.css';\nimport 'kit/kit.css';", '"a"'),
    'demos/fine.css':
      '.a { *zoom: 1; _height: 1px; --x: { a: b }; colr: red; }\n@media (width > 1px) { .a { & b { top: 0 } } }\n',
    'node_modules/kit/package.json': '{"name": "kit", "version": "1.0.0"}',
    'node_modules/kit/kit.css': '.kit { color: red; } }\n',
  };
  const EXPECTED = [
    'theme.css:1:1 Invalid CSS: Comments in CSS use "/* ... */" instead of "//"',
    'demos/imported.css:1:21 Invalid CSS: `(` is never closed',
    'demos/less.less:1:1 Invalid CSS: Unexpected ";"',
    'demos/open.css:2:4 Invalid CSS: `{` is never closed',
    'demos/stray.css:2:1 Invalid CSS: `}` has no matching `{`',
    'styles/page.css:1:22 Invalid CSS: Expected ":"',
  ];
  const reported = ({ diagnostics }: TestBuild): string[] =>
    diagnostics.map(({ severity, code, text, location }) => {
      expect([severity, code]).toEqual(['warning', 'CD405']);
      return `${location?.file}:${location?.line}:${location?.column} ${text}`;
    });

  it('is a warning with its location, and an error in a strict build', async () => {
    const site = await createSite(FILES);
    const first = await site.build();
    expect(reported(first).sort()).toEqual([...EXPECTED].sort());
    expect(first.text).toContain(`demos/open.css:2:4 - warning CD405: Invalid CSS: \`{\` is never closed

  2 │ .a {
    ╵    ^

  → Add the missing \`}\`.
  → Browsers skip rules that they cannot parse, so this rule or the rules after it have no effect.`);
    expect(first.text).toContain('→ Compiled CSS: color: red };');
    expect(first.exitCode).toBe(0);
    const strict = await site.build({ strict: true });
    expect([strict.exitCode, reported(strict).length]).toEqual([1, EXPECTED.length]);
    // The style sheets are cached by now.
    await site.write({ 'docs/other.md': '# Other\n' });
    expect(reported(await site.build()).sort()).toEqual([...EXPECTED].sort());
    await site.write({ 'demos/stray.css': '.a { color: red; }\n', 'theme.css': '.a { color: red; }\n' });
    expect(reported(await site.build()).length).toBe(EXPECTED.length - 2);
  });

  it('is reported by dev until it is fixed', async () => {
    const site = await createSite(FILES);
    const dev = await startDev(site.root);
    await ask(dev, '/');
    await ask(dev, '/page');
    const places = (): string[] =>
      dev.diagnostics.map(({ text, location }) => `${location?.file}:${location?.line}:${location?.column} ${text}`);
    await waitFor(() => places().length >= EXPECTED.length);
    expect([...new Set(places())].sort()).toEqual([...EXPECTED].sort());
    dev.diagnostics.splice(0);
    await site.write({ 'demos/stray.css': '.a { color: red; }\n' });
    await waitFor(() => dev.updates.length > 0);
    await ask(dev, '/');
    await site.write({ 'demos/stray.css': '.a { color: red; }\n}\n' });
    await waitFor(async () => (await ask(dev, '/')) && dev.diagnostics.length > 0);
    expect([...new Set(places())]).toEqual(['demos/stray.css:2:1 Invalid CSS: `}` has no matching `{`']);
  });
});

describe('PostCSS', () => {
  const plugin =
    "const plugin = () => ({ postcssPlugin: 'paint', Declaration: (declaration) => { if (declaration.value === 'paint') declaration.value = 'rebeccapurple'; } });\n";
  const files = {
    'docs/index.md': '# A\n\n<code src="../demos/a.tsx"></code>\n',
    'demos/a.tsx': demo("import './a.css';\nimport './b.less';", '"a"'),
    'demos/a.css': '.a { color: paint; & b { color: red } }\n',
    'demos/b.less': '.b { .c { color: paint } }\n',
  };

  it.each<[string, Record<string, string>]>([
    ['ours', { 'cascader-docs.config.ts': `${plugin}export default { postcss: { plugins: [plugin()] } };\n` }],
    [
      'our configuration, which overrides another one',
      {
        'cascader-docs.config.ts': `${plugin}export default { postcss: { plugins: [plugin()] } };\n`,
        'postcss.config.cjs': 'throw new Error();\n',
      },
    ],
    ["dumi's", { '.dumirc.ts': `${plugin}export default { extraPostCSSPlugins: [plugin()] };\n` }],
    ['a module with instances', { 'postcss.config.mjs': `${plugin}export default { plugins: [plugin()] };\n` }],
    [
      'TypeScript with a function',
      {
        'postcss.config.ts': `${plugin}export default ({ env }: { env: string }) => ({ plugins: env ? [plugin()] : [] });\n`,
      },
    ],
    [
      'CommonJS and files by name',
      {
        'postcss.config.cjs': "module.exports = { plugins: ['./paint.cjs'] };\n",
        'paint.cjs': `${plugin}module.exports = plugin;\nplugin.postcss = true;\n`,
      },
    ],
    [
      'YAML',
      {
        '.postcssrc': 'plugins:\n  ./paint.cjs: {}\n',
        'paint.cjs': `${plugin}module.exports = plugin;\nplugin.postcss = true;\n`,
      },
    ],
    [
      'package.json',
      {
        'package.json': '{ "name": "x", "version": "1.0.0", "postcss": { "plugins": { "./paint.cjs": {} } } }',
        'paint.cjs': `${plugin}module.exports = plugin;\nplugin.postcss = true;\n`,
      },
    ],
  ])('reads its configuration from %s', async (_, config) => {
    const built = await buildSite({ ...files, ...config });
    expect(built.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const css = await cssOf(built, 'index.html');
    expect(css).toContain('.a{color:#639;& b{color:red}}');
    expect(css).toContain('.b .c{color:#639}');
  });

  it('is not cached, and can be turned off', async () => {
    const site = await createSite({
      ...files,
      'postcss.config.mjs': `import fs from 'node:fs';\nconst value = fs.readFileSync(new URL('./value.txt', import.meta.url), 'utf8');\n${plugin.replace("'rebeccapurple'", 'value')}export default { plugins: [plugin()] };\n`,
      'value.txt': '#010101',
      'node_modules/x/package.json': '{}',
    });
    expect(await cssOf(await site.build(), 'index.html')).toContain('.a{color:#010101;');
    await site.write({ 'value.txt': '#020202' });
    expect(await cssOf(await site.build(), 'index.html')).toContain('.a{color:#020202;');
    await site.write({ 'cascader-docs.config.ts': 'export default { postcss: false };\n' });
    expect(await cssOf(await site.build(), 'index.html')).toContain('.a{color:paint;');
  });
});
