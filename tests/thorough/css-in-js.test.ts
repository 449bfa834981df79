import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestSite } from '../helpers/build-site.ts';
import { CSS_IN_JS_FILES } from '../helpers/css-in-js.ts';
import { fixturePackages } from '../helpers/fixture-packages.ts';

async function createStyled(files: Record<string, string>): Promise<TestSite> {
  const fixture = await createSite(files);
  await fs.symlink(await fixturePackages('css-in-js'), path.join(fixture.root, 'node_modules'));
  return fixture;
}

/** Returns the head of a page. */
const headOf = (html: string): string => html.slice(0, html.indexOf('</head>'));
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('styles that demos generate', () => {
  it('are once in the head of their page, and not on pages without demos', async () => {
    const fixture = await createStyled(CSS_IN_JS_FILES);
    const { text, read } = await fixture.build({ cache: false });
    expect(text).toBe('');
    const page = await read('demos/index.html');
    const head = headOf(page);
    expect(page.slice(head.length)).not.toContain('<style');
    for (const rule of [
      'background:rgb(40, 50, 60)',
      'letter-spacing:3px',
      'color:rgb(70, 80, 90)',
      'padding:7px',
      'color:rgb(21, 22, 23)',
      ':rgb(41, 42, 43)',
      '.data-ant-cssinjs-cache-path{',
      'data-styled-version',
    ])
      expect([rule, count(head, rule)]).toEqual([rule, 1]);
    // The library itself inserts its rules there: before all style sheets, so that these override them.
    expect(head.indexOf('data-css-hash')).toBeLessThan(head.indexOf('rel="stylesheet"'));
    const again = await fixture.build({ outDir: 'again' });
    expect(again.exitCode).toBe(0);
    expect(await fs.readFile(path.join(fixture.root, 'again/demos/index.html'), 'utf8')).toBe(page);
    expect(headOf(await read('index.html'))).not.toContain('<style');
    expect(headOf(await read('~demos/docs-demos-demo-styled/index.html'))).toContain('padding:7px');
  });

  it('are collected by a module of the site, if one is configured', async () => {
    const fixture = await createStyled({
      ...CSS_IN_JS_FILES,
      'docs/demos.md':
        '# Demos\n\n<code src="../demos/styled.tsx"></code>\n\n<code src="../demos/emotion.tsx"></code>\n',
      'cascader-docs.config.ts': "export default { prerender: './docs/prerender.tsx' };",
      'docs/prerender.tsx': `import type { ReactElement } from 'react';
import { ServerStyleSheet } from 'styled-components';

const sheet = new ServerStyleSheet();
export const wrap = (element: ReactElement) => sheet.collectStyles(element);
export const styles = () => sheet.getStyleTags() + '<style id="own">.own { color: red; }</style>';
`,
    });
    const { text, read } = await fixture.build({ cache: false });
    expect(text).toBe('');
    const head = headOf(await read('demos/index.html'));
    expect(count(head, '<style data-demo-style id="own">.own { color: red; }</style>')).toBe(1);
    expect(count(head, 'padding:7px')).toBe(1);

    await fixture.write({ 'docs/prerender.tsx': "export const styles = () => '.own { color: red; }';\n" });
    const wrong = await fixture.build({ cache: false });
    expect(wrong.text).toContain('`styles` of the module `prerender` must return <style> and <link> elements');
    await fs.rm(path.join(fixture.root, 'docs/prerender.tsx'));
    const missing = await fixture.build({ cache: false });
    expect(missing.exitCode).toBe(1);
    expect(missing.text).toContain('CD223: The module docs/prerender.tsx does not exist');
  });
});

/** A library that counts how often it computes its style. The order of the style depends on the component that uses it first. */
const COUNTING = {
  'package.json': '{"name": "counting", "version": "1.0.0", "main": "src/index.tsx"}',
  'docs/index.md': ['early', 'late', 'high', 'count', 'own', 'other']
    .map((name) => `<code src="../demos/${name}.tsx"></code>`)
    .join('\n\n'),
  'src/index.tsx': `import { Theme, useCacheToken, useStyleRegister } from '@ant-design/cssinjs';

export { useCacheToken, useStyleRegister } from '@ant-design/cssinjs';
export const theme = new Theme([(token: object) => token]) as never;
export const state = { computed: 0 };

function useShared(order: number) {
  const [token, hashId] = useCacheToken(theme, [{ color: 'rgb(1, 2, 3)' }], {
    salt: 'x',
    cssVar: { key: 'x-vars', prefix: 'x' },
  } as never) as never as [object, string];
  useStyleRegister({ theme, token, hashId, path: ['shared'], order } as never, () => {
    state.computed++;
    return { '.shared': { color: 'rgb(1, 2, 3)' } };
  });
}
export const Early = () => {
  useShared(-5);
  return <p className="shared">Early</p>;
};
export const Late = () => {
  useShared(5);
  return <p className="shared">Late</p>;
};
`,
  'demos/early.tsx': "import { Early, Late } from 'counting';\nexport default () => <><Early /><Late /></>;\n",
  'demos/late.tsx': "import { Early, Late } from 'counting';\nexport default () => <><Late /><Early /></>;\n",
  'demos/high.tsx': `import { StyleProvider } from '@ant-design/cssinjs';
import { Early } from 'counting';
export default () => <StyleProvider hashPriority="high"><Early /></StyleProvider>;
`,
  'demos/count.tsx': `import { Early, Late, state } from 'counting';
export default () => <><Late /><Early /><output>computed {state.computed}</output></>;
`,
  ...Object.fromEntries(
    ['own', 'other'].map((name) => [
      `demos/${name}.tsx`,
      `import { useStyleRegister } from '@ant-design/cssinjs';
import { theme } from 'counting';
export default () => {
  useStyleRegister({ theme, token: { _tokenKey: 'x' }, path: ['demo'] } as never, () => ({ '.${name}': { color: 'red' } }));
  return <p className="${name}">x</p>;
};
`,
    ]),
  ),
};

describe('styles of @ant-design/cssinjs', () => {
  it('are computed once for all demos, and are those of a demo alone', async () => {
    const fixture = await createStyled(COUNTING);
    const { text, read } = await fixture.build({ cache: false });
    expect(text).toBe('');
    const headOfDemo = async (name: string) => headOf(await read(`~demos/docs-demo-${name}/index.html`));
    // Early, late and high: the style has another order in each of the first two, and other selectors in the third.
    const page = await read('index.html');
    expect(/computed (?:<!-- -->)?(\d+)/.exec(page)?.[1]).toBe('3');
    for (const name of ['early', 'late', 'high', 'own', 'other']) {
      const alone = await createStyled({ ...COUNTING, 'docs/index.md': `<code src="../demos/${name}.tsx"></code>` });
      const { read: readAlone } = await alone.build({ cache: false });
      const expected = headOf(await readAlone(`~demos/docs-demo-${name}/index.html`));
      expect([name, stylesIn(await headOfDemo(name))]).toEqual([name, stylesIn(expected)]);
    }
  });
});

const stylesIn = (head: string): string[] => head.match(/<style data-demo-style[^>]*>[^<]*/g) ?? [];

describe('warnings about the HTML of demos', () => {
  it('report addresses that the policy blocks', async () => {
    const { text, exitCode } = await buildSite({
      'docs/index.md': ['# Home', '<code src="../demos/shown.tsx"></code>'].join('\n\n'),
      'demos/shown.tsx': `import './shown.css';

// fetch('https://comment.example');
const load = () => fetch('https://api.example/users?page=1');
const again = () => fetch(\`https://api.example/users/\${1}\`);
const socket = () => new WebSocket('wss://live.example');

export default () => <p onClick={() => [load(), again(), socket()]}><img src="http://pictures.example/a.png" alt="x" /><img src="https://pictures.example/a.png" alt="x" /></p>;
`,
      'demos/shown.css': `@import url('https://fonts.googleapis.com/css2?family=Inter');
@font-face { font-family: A; src: url(https://files.example/a.woff2) format('woff2'); }
/* url(http://comment.example) */
.a { background: url("https://pictures.example/b.png") }
`,
    });
    expect(exitCode).toBe(0);
    const reported = text
      .split('\n')
      .filter((line) => /^\S.* - warning|csp: /.test(line))
      .map((line) => line.trim());
    expect(reported).toMatchInlineSnapshot(`
      [
        "demos/shown.tsx:4:27 - warning CD507: The content security policy blocks https://api.example",
        "→ Allow it in the configuration: \`csp: { 'connect-src': ['https://api.example'] }\`.",
        "demos/shown.tsx:6:37 - warning CD507: The content security policy blocks wss://live.example",
        "→ Allow it in the configuration: \`csp: { 'connect-src': ['wss://live.example'] }\`.",
        "demos/shown.tsx:8:79 - warning CD507: The content security policy blocks http://pictures.example",
        "→ Allow it in the configuration: \`csp: { 'img-src': ['http://pictures.example'] }\`.",
        "demos/shown.css:1:14 - warning CD507: The content security policy blocks https://fonts.googleapis.com",
        "→ Allow it in the configuration: \`csp: { 'style-src': ['https://fonts.googleapis.com'], 'font-src': ['https://fonts.gstatic.com'] }\`.",
        "demos/shown.css:2:39 - warning CD507: The content security policy blocks https://files.example",
        "→ Allow it in the configuration: \`csp: { 'font-src': ['https://files.example'] }\`.",
      ]
    `);
  });

  it('include images, media and frames of pages, and code of .mdx pages, that the policy blocks', async () => {
    const { diagnostics } = await buildSite({
      'cascader-docs.config.ts': "export default { csp: { 'frame-src': ['https://video.example'] } };\n",
      'docs/index.md': `# Home

![Build](http://badge.example/build.svg) ![Version](http://badge.example/version.svg)

[![Linked](http://linked.example/a.svg)](https://example.org) ![Fine](https://fine.example/a.png)

<video src="https://film.example/a.mp4" poster="http://poster.example/a.png"></video>

<iframe src="https://frame.example/" title="Frame"></iframe>

<iframe src="https://video.example/" title="Video"></iframe>

See \`<img src="http://shown.example/a.png">\`.
`,
      'docs/live.mdx': `import { Users } from './users';

export const Live = () => <button type="button" onClick={() => fetch('https://api.example/a')}>Load</button>;

# Live

<Live />

<Users />

<img src="http://picture.example/a.png" alt="Picture" />

\`\`\`js
fetch('https://shown.example/');
\`\`\`

Call \`fetch('https://shown.example/')\`.
`,
      'docs/users.tsx':
        'export const Users = () => <button type="button" onClick={() => fetch(\'https://users.example/\')}>Users</button>;\n',
    });
    expect(
      diagnostics.map(({ severity, code, text, location }) => {
        return `${severity} ${code} ${location?.file}:${location?.line}:${location?.column} ${text.split(' ').at(-1)}`;
      }),
    ).toEqual([
      'warning CD507 docs/index.md:3:10 http://badge.example',
      'warning CD507 docs/index.md:5:12 http://linked.example',
      'warning CD507 docs/index.md:7:13 https://film.example',
      'warning CD507 docs/index.md:7:49 http://poster.example',
      'warning CD507 docs/index.md:9:14 https://frame.example',
      'warning CD507 docs/live.mdx:11:11 http://picture.example',
      'warning CD507 docs/live.mdx:3:71 https://api.example',
      'warning CD507 docs/users.tsx:1:72 https://users.example',
    ]);
    expect(diagnostics[0]?.notes).toEqual([
      'Write `https://badge.example` if the host supports it.',
      "Allow it in the configuration: `csp: { 'img-src': ['http://badge.example'] }`.",
    ]);
  });

  it('include styles when the policy is strict', async () => {
    const fixture = await createStyled({
      ...CSS_IN_JS_FILES,
      'docs/demos.md':
        '# Demos\n\n<code src="../demos/emotion-again.tsx"></code>\n\n<code src="../demos/plain.tsx"></code>\n',
      'demos/plain.tsx': 'export default () => <p>plain</p>;\n',
      'cascader-docs.config.ts': "export default { csp: 'strict' };",
    });
    const { text, read } = await fixture.build({ cache: false });
    expect(text).toContain(
      'docs/demos.md:3:1 - warning CD506: The demo docs-demos-demo-emotion-again inserts styles with @emotion/styled, which the strict policy blocks, so it will have no styles',
    );
    expect(text.match(/CD506/g)).toHaveLength(1);
    const page = await read('demos/index.html');
    expect(page).toContain("style-src 'self';");
    expect(page).not.toContain('<style');
  });
});
