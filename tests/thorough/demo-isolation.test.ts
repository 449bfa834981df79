import { describe, expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

const page = (...demos: string[]) =>
  `# Page\n\n${demos.map((name) => `<code src="../demos/${name}"></code>\n\n`).join('')}`;

/** Returns a package that keeps state. */
const packageOf = (code: string) => ({
  'node_modules/keeper/package.json': '{ "name": "keeper", "version": "1.0.0", "module": "index.js" }',
  'node_modules/keeper/index.js': code,
});
const shown = "import { shown } from 'keeper';\nexport default () => <p>shown {shown()}.</p>;\n";

describe('demos in one process', () => {
  it('are isolated from each other', async () => {
    const count =
      'globalThis.count = (globalThis.count ?? 0) + 1;\nArray.prototype.extra = 1;\nexport default () => <p>count {globalThis.count} extra {Object.keys([0]).length}</p>;\n';
    const { read, diagnostics } = await buildSite({
      'docs/index.md': page('a.jsx', 'b.jsx'),
      'demos/a.jsx': count,
      'demos/b.jsx': count,
    });
    expect((await read('index.html')).match(/count <!-- -->1/g)).toHaveLength(2);
    expect(diagnostics.map(({ code, location }) => [code, location?.file, location?.line])).toEqual([
      ['CD528', 'demos/a.jsx', 2],
      ['CD528', 'demos/b.jsx', 2],
    ]);
  });

  it.each([
    ['a prototype', 'Array.prototype.join = () => "changed";', '{[1, 2].join("+")}', '1+2', 'Array.prototype.join'],
    [
      'a prototype of the host',
      'URL.prototype.toString = () => "changed";',
      '{String(new URL("a:b"))}',
      'a:b',
      'URL.prototype.toString',
    ],
    ['a global function', 'globalThis.parseInt = () => 7;', '{parseInt("5")}', '5', 'parseInt'],
    ['the date', 'globalThis.Date = class { getTime() { return 7; } };', '{new Date(5).getTime()}', '5', 'Date'],
    ['random numbers', 'Math.random = () => 7;', '{String(Math.random() < 1)}', 'true', 'Math.random'],
    [
      'React',
      'import React from "react";\nReact.version = "changed";',
      '{typeof React.version}{React.version === "changed" ? "changed" : ""}',
      'string',
      'react.version',
    ],
  ])('do not see each other when one changes %s', async (_, change, expression, expected, name) => {
    const { read, diagnostics } = await buildSite({
      'docs/index.md': page('a.jsx', 'b.jsx'),
      'demos/a.jsx': `${change}\nexport default () => <p>a</p>;\n`,
      'demos/b.jsx': `import React from 'react';\nexport default () => <b>{React && null}${expression}</b>;\n`,
    });
    expect(await read('index.html')).toContain(`<b>${expected}</b>`);
    expect(diagnostics.map(({ text, location }) => [text, location?.file])).toEqual([
      [`The demo docs-demo-a changes \`${name}\`, which other demos on the page also use`, 'demos/a.jsx'],
    ]);
  });

  it.each([
    ['before', ['a.jsx', 'b.jsx', 'c.jsx']],
    ['after', ['b.jsx', 'c.jsx', 'a.jsx']],
  ])('do not see the state of a package that a demo changes %s them', async (_, order) => {
    const { read, diagnostics } = await buildSite({
      ...packageOf(
        "let state = 'initial';\nexport const shown = () => state;\nexport const set = (value) => {\n  state = value;\n};\n",
      ),
      'docs/index.md': page('first.jsx', ...order),
      'demos/first.jsx': shown,
      'demos/a.jsx':
        "import { set, shown } from 'keeper';\nset('changed');\nexport default () => <p>a {shown()}.</p>;\n",
      'demos/b.jsx': shown,
      'demos/c.jsx': shown,
    });
    const html = await read('index.html');
    expect(html.match(/shown <!-- -->initial/g)).toHaveLength(3);
    expect(html).toContain('a <!-- -->changed');
    expect(diagnostics.map(({ code, text, location }) => [code, text, location?.file])).toEqual([
      [
        'CD529',
        'The demo docs-demo-a changes the state of a package, which changes the HTML of the demo docs-demo-first',
        'docs/index.md',
      ],
    ]);
  });

  it('do not continue the counter of a package', async () => {
    const { read, diagnostics } = await buildSite({
      ...packageOf('let state = 0;\nexport const shown = () => ++state;\n'),
      'docs/index.md': page('a.jsx', 'b.jsx'),
      'demos/a.jsx': shown,
      'demos/b.jsx': shown,
    });
    expect((await read('index.html')).match(/shown <!-- -->1/g)).toHaveLength(2);
    expect(diagnostics.map(({ text }) => text)).toEqual([
      'The HTML of the demo docs-demo-a changes each time it is rendered, because a package keeps state',
    ]);
    expect(diagnostics[0]?.notes).toContain('The state belongs to keeper, or to a module that it imports.');
  });

  it('may show random values', async () => {
    const random = 'export default () => <p>{Math.random()}</p>;\n';
    const { diagnostics } = await buildSite({
      'docs/index.md': page('a.jsx', 'b.jsx'),
      'demos/a.jsx': random,
      'demos/b.jsx': random,
    });
    expect(diagnostics).toEqual([]);
  });

  it('are reported if a package hides its side effects', async () => {
    const site = {
      ...packageOf("export { shown } from './state.js';\nexport { effect } from './effect.js';\n"),
      'node_modules/keeper/package.json':
        '{ "name": "keeper", "version": "1.0.0", "module": "index.js", "sideEffects": ["./index.js", "./effect.js"] }',
      'node_modules/keeper/effect.js':
        "import { state } from './state.js';\nstate.text = 'changed';\nexport const effect = 1;\n",
      'node_modules/keeper/state.js':
        "export const state = { text: 'initial' };\nexport const shown = () => state.text;\n",
      'docs/index.md': page('a.jsx'),
      'demos/a.jsx': shown,
    };
    const declared = await buildSite(site, { verifyCache: true });
    expect(await declared.read('index.html')).toContain('shown <!-- -->changed');
    expect(declared.text).toBe('');
    const { diagnostics } = await buildSite(
      {
        ...site,
        'node_modules/keeper/package.json': '{ "name": "keeper", "module": "index.js", "sideEffects": false }',
      },
      { verifyCache: true },
    );
    expect(diagnostics.map(({ code, text }) => [code, text])).toEqual([
      ['CD530', 'The demo docs-demo-a renders differently if it loads whole packages'],
    ]);
  });
});
