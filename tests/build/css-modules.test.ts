import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';

/** Returns the contents of the style sheets that a page links to, in order. */
async function sheetsOf(html: string, read: (file: string) => Promise<string>): Promise<string[]> {
  const names = [...html.matchAll(/<link rel="stylesheet" href="\/(assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
  return await Promise.all(names.map(read));
}

const demo = (sheet: string, body: string): string =>
  `import styles from '${sheet}';\nexport default function Demo() {\n  return ${body};\n}\n`;

describe('CSS modules', () => {
  it('generate unique names for the HTML and the style sheets, also from Less', async () => {
    const { text, read } = await buildSite({
      'docs/index.md': '# A\n\n<code src="../demos/a/index.tsx"></code>\n\n<code src="../demos/b/index.tsx"></code>\n',
      'demos/a/index.tsx':
        "import styles, { title } from './x.module.css';\nimport less from './y.module.less';\nexport default () => <p className={[styles.title, title === styles.title, less['in-less'], String(styles.nothing)].join(' ')}>a</p>;\n",
      'demos/a/x.module.css':
        '.title { color: red; animation: fade 1s }\n@keyframes fade { from { opacity: 0 } }\n:global(.open) .title { & span { color: blue } }\n',
      'demos/a/y.module.less': "@import './names.less';\n.@{name} { color: @ink }\n",
      'demos/a/names.less': '@name: in-less;\n@ink: green;\n',
      'demos/b/index.tsx': demo('./x.module.css', '<b className={styles.title}>b</b>'),
      'demos/b/x.module.css': '.title { color: black }\n',
    });
    expect(text).toBe('');
    const html = await read('index.html');
    const [, title, less] = /<p class="(x_\w{6}_title) true (y_\w{6}_in-less) undefined">a<\/p>/.exec(html) ?? [];
    const [, other] = /<b class="(x_\w{6}_title)">b<\/b>/.exec(html) ?? [];
    expect(title && less && other).toBeTruthy();
    expect(other).not.toBe(title);
    const css = (await sheetsOf(html, read)).join('\n');
    expect(css).toContain(`.${title}{color:red;animation:${title?.replace('title', 'fade')} 1s}`);
    expect(css).toContain(`.open .${title}{& span{color:#00f}}`);
    expect(css).toContain(`.${less}{color:green}`);
    expect(css).toContain(`.${other}{color:#000}`);
  });

  it('import names from each other, and the imported style sheet comes first', async () => {
    const { text, read } = await buildSite({
      'docs/index.md': '# A\n\n<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': demo('./a.module.css', '<p className={styles.title}>a</p>'),
      'demos/a.module.css':
        "@value ink from './b.module.css';\n.box { border: 0 }\n.title { composes: box; composes: base from './b.module.css'; composes: wide from global; color: ink }\n",
      'demos/b.module.css': '@value ink: #123456;\n.base { color: ink }\n',
    });
    expect(text).toBe('');
    const html = await read('index.html');
    expect(html).toMatch(/<p class="a_(\w{6})_title a_\1_box b_\w{6}_base wide">a<\/p>/);
    const sheets = (await sheetsOf(html, read)).filter((css) => css.includes('#123456'));
    expect(sheets).toHaveLength(2);
    expect(sheets[0]).toMatch(/^\.b_\w+_base\{color:#123456\}\n$/);
    expect(sheets[1]).toMatch(/_title\{color:#123456\}\n$/);
  });

  it('of packages, of the theme and of interactive pages have generated names too', async () => {
    const { text, read } = await buildSite({
      'docs/index.mdx': "import styles from './page.module.css';\n\n# A\n\n<p className={styles.lead}>lead</p>\n",
      'docs/page.module.css': '.lead { color: red }\n',
      'docs/b.md': '# B\n\n<code src="../demos/b.tsx"></code>\n',
      'demos/b.tsx': "import { Box } from 'box';\nexport default () => <Box />;\n",
      'node_modules/box/package.json': '{ "name": "box", "version": "1.0.0", "main": "index.js" }',
      'node_modules/box/index.js':
        "import { jsx } from 'react/jsx-runtime';\nimport styles from './box.module.css';\nexport const Box = () => jsx('i', { className: styles.box });\n",
      'node_modules/box/box.module.css': '.box { color: red }\n',
      'theme.tsx':
        "import theme from 'cascader-docs/theme';\nimport styles from './theme.module.css';\nexport default { ...theme, Footer: () => <footer className={styles.foot}>foot</footer> };\n",
      'theme.module.css': '.foot { color: red }\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
    });
    expect(text).toBe('');
    for (const [page, pattern] of [
      ['index.html', /<p class="(page_\w{6}_lead)"/],
      ['index.html', /<footer class="(theme_\w{6}_foot)"/],
      ['b/index.html', /<i class="(box_\w{6}_box)"/],
    ] as const) {
      const html = await read(page);
      const name = pattern.exec(html)?.[1];
      expect(name).toBeTruthy();
      expect((await sheetsOf(html, read)).join('\n')).toContain(`.${name}{color:red}`);
    }
  });

  it('are reported with their location when they are invalid', async () => {
    const { text } = await buildSite({
      'docs/index.md': `# A\n\n${['syntax', 'missing', 'unknown', 'circle', 'package'].map((name) => `<code src="../demos/${name}.tsx"></code>`).join('\n\n')}\n`,
      ...Object.fromEntries(
        ['syntax', 'missing', 'unknown', 'circle', 'package'].map((name) => [
          `demos/${name}.tsx`,
          demo(`./${name}.module.css`, '<p className={styles.a}>a</p>'),
        ]),
      ),
      'demos/syntax.module.css': '.a { color: red }\n.b { color: "red }\n',
      'demos/missing.module.css': ".b { color: red }\n.a { composes: x from './nowhere.module.css' }\n",
      'demos/unknown.module.css': ".a { composes: x from './missing2.module.css' }\n",
      'demos/missing2.module.css': '.y { color: red }\n',
      'demos/circle.module.css': ".a { composes: b from './circle2.module.css' }\n",
      'demos/circle2.module.css': ".b { composes: a from './circle.module.css' }\n",
      'demos/package.module.css': ".a { composes: b from 'buttons/button.module.css' }\n",
    });
    expect(text).toMatchInlineSnapshot(`
      "demos/circle2.module.css:1:24 - error CD400: ./circle.module.css takes names from this sheet too

        1 │ .b { composes: a from './circle.module.css' }
          ╵                        ^^^^^^^^^^^^^^^^^^^

        → Imported at demos/circle.tsx:1:20.
      demos/missing.module.css:2:24 - error CD401: Cannot find module: ./nowhere.module.css

        2 │ .a { composes: x from './nowhere.module.css' }
          ╵                        ^^^^^^^^^^^^^^^^^^^^

        → Did you mean ./circle.module.css?
      demos/package.module.css:1:24 - error CD401: Cannot find module: buttons/button.module.css

        1 │ .a { composes: b from 'buttons/button.module.css' }
          ╵                        ^^^^^^^^^^^^^^^^^^^^^^^^^

        → Install it (\`npm install buttons\`) or correct the import.
      demos/syntax.module.css:2:13 - error CD400: Unclosed string

        2 │ .b { color: "red }
          ╵             ^

        → Imported at demos/syntax.tsx:1:20.
      demos/unknown.module.css:1:24 - error CD400: ./missing2.module.css has no class or value \`x\`

        1 │ .a { composes: x from './missing2.module.css' }
          ╵                        ^^^^^^^^^^^^^^^^^^^^^

        → Imported at demos/unknown.tsx:1:20."
    `);
  });

  it('are rebuilt when one of their source files changes', async () => {
    const site = await createSite({
      'docs/index.md': '# A\n\n<code src="../demos/a.tsx"></code>\n',
      'demos/a.tsx': demo('./a.module.less', '<p className={Object.keys(styles).join()}>a</p>'),
      'demos/a.module.less': "@import './names.less';\n",
      'demos/names.less': '.one { color: red }\n',
      'node_modules/x/package.json': '{}',
    });
    const first = await site.build();
    expect(await first.read('index.html')).toContain('<p class="one">');
    await site.write({ 'demos/names.less': '.other { color: red }\n' });
    const second = await site.build();
    expect(await second.read('index.html')).toContain('<p class="other">');
  });
});
