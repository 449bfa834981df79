import fs from 'node:fs/promises';
import path from 'node:path';
import { build, formatDiagnostic } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestBuild } from '../helpers/build-site.ts';
import { ask, summary } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';

const page = (...demos: string[]) =>
  `# Page\n\nBefore.\n\n${demos.map((name) => `<code src="../demos/${name}"></code>\n\n`).join('')}After.\n`;
const good = 'export default function Good() {\n  return <p>rendered by good</p>;\n}\n';

/** What the demo does, its source, the location of its message, and a part of the message. */
type Fault = [does: string, source: string, place: string, message: string];

/** Demos that are ended when their time is up. */
const ENDLESS: Fault[] = [
  ['hangs', 'export default function D() {\n  while (true);\n}\n', 'docs/page.md:5:', 'longer than 3 s'],
  [
    'never settles',
    'import { use } from "react";\nconst never = new Promise(() => {});\nexport default function D() {\n  use(never);\n  return null;\n}\n',
    'docs/page.md:5:',
    'longer than 3 s',
  ],
  [
    'never settles, and has timers',
    'import { use } from "react";\nconst never = new Promise(() => setInterval(() => {}, 1));\nexport default function D() {\n  use(never);\n  return null;\n}\n',
    'docs/page.md:5:',
    'longer than 3 s',
  ],
];

/** Demos that may render in a browser. */
const SERVER_ONLY: Fault[] = [
  [
    'uses the browser while rendering',
    'export default function D() {\n  return <p>{window.innerWidth}</p>;\n}\n',
    'demos/d.tsx:2:',
    'window is not defined',
  ],
  [
    'ends its process through a back door',
    'export default function D() {\n  process.reallyExit(3);\n  return null;\n}\n',
    'docs/page.md:5:',
    'exit code 3',
  ],
  [
    'kills its process through a back door',
    'export default function D() {\n  process._kill(process.pid, 9);\n  return null;\n}\n',
    'docs/page.md:5:',
    'ended its process with SIGKILL',
  ],
  [
    'has a default export only in a browser',
    'export default typeof window === "undefined" ? undefined : () => null;\n',
    'demos/d.tsx:1:1',
    'needs a component as its default export',
  ],
  ['exports an element', 'export default <b>bold</b>;\n', 'demos/d.tsx:1:1', 'needs a component as its default export'],
];

/** Demos that throw. */
const THROWING: Fault[] = [
  [
    'throws',
    'export default function D() {\n  throw new TypeError("window is not here");\n}\n',
    'demos/d.tsx:2:9',
    'window is not here',
  ],
  ['throws a string', 'export default function D() {\n  throw "plain";\n}\n', 'docs/page.md:5:', 'plain'],
  ['throws null', 'export default function D() {\n  throw null;\n}\n', 'docs/page.md:5:', 'null'],
  [
    'calls process.exit',
    'export default function D() {\n  process.exit(0);\n  return null;\n}\n',
    'demos/d.tsx:2:11',
    'process.exit cannot be used in a demo',
  ],
  [
    'kills the build process, its process group and itself',
    'export default function D() {\n  for (const id of [process.ppid, 0, -process.ppid, process.pid]) try { process.kill(id); } catch {}\n  process.kill(process.ppid);\n}\n',
    'demos/d.tsx:3:11',
    'process.kill cannot be used in a demo',
  ],
  [
    'renders a value for which React has only an error code in production',
    'export default function D() {\n  return <p>{{ a: 1 }}</p>;\n}\n',
    'docs/page.md:5:',
    'Objects are not valid as a React child (found: object with keys {a})',
  ],
  [
    'passes on such an error',
    'import { Children } from "react";\nexport default function D() {\n  try {\n    Children.only(null);\n  } catch (error) {\n    throw new Error("As ever: " + error.message);\n  }\n}\n',
    'demos/d.tsx:6:11',
    'As ever: React.Children.only expected to receive a single React element child.',
  ],
  [
    'has an unhandled rejection',
    'export default function D() {\n  Promise.reject(new Error("lost"));\n  return null;\n}\n',
    'demos/d.tsx:2:',
    'lost',
  ],
  [
    'is an async function',
    'export default async function D() {\n  return <b>bold</b>;\n}\n',
    'demos/d.tsx:1:1',
    'cannot be an async function',
  ],
  [
    'misses an import',
    'export default function D() {\n  return <p>{wrap("a")}</p>;\n}\n',
    'demos/d.tsx:2:14',
    'wrap is not defined',
  ],
];

const nameOf = (index: number): string => `fault-${index}`;

// Each group has its own site. Only demos that hang have a short time limit, because others may need more time on a
// busy machine.
describe.each([
  ['fail', SERVER_ONLY, ''],
  ['time out', ENDLESS, 'demoTimeout: 3000'],
])('demos that %s on the server', (_, faults, options) => {
  let built: TestBuild;

  beforeAll(async () => {
    // Each demo has its own page, together with a demo that does not fail.
    const pages = faults.flatMap(([, source], index) => [
      [`docs/${nameOf(index)}.md`, page(`${nameOf(index)}.tsx`, 'good.tsx')],
      [`demos/${nameOf(index)}.tsx`, source],
    ]);
    built = await buildSite({
      ...Object.fromEntries(pages),
      'docs/index.md': '# Home\n',
      'demos/good.tsx': good,
      'cascader-docs.config.ts': `export default { ${options} };`,
    });
  });

  it.each(
    faults.map((fault, index) => [...fault, nameOf(index)] as const),
  )('lose only their own HTML when one %s', async (_does, _source, place, message, name) => {
    const { exitCode, diagnostics, read } = built;
    expect(exitCode).toBe(0);
    expect(diagnostics).toHaveLength(faults.length);
    const reported = diagnostics
      .map((diagnostic) => formatDiagnostic(diagnostic))
      .filter((text) => text.includes(`docs/${name}.md:5:`));
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain(place.replace(/page(?=\.md)|\bd(?=\.tsx)/, name));
    expect(reported[0]).toContain(message);
    const html = await read(`${name}/index.html`);
    expect(html).toContain('<p>Before.</p>');
    expect(html).toContain('<p>After.</p>');
    expect(html).toContain('<p>rendered by good</p>');
  });
});

describe('demos that throw', () => {
  let built: TestBuild;

  beforeAll(async () => {
    built = await buildSite({
      ...Object.fromEntries(THROWING.map(([, source], index) => [`demos/${nameOf(index)}.tsx`, source])),
      ...Object.fromEntries(THROWING.map((_, index) => [`docs/${nameOf(index)}.md`, page(`${nameOf(index)}.tsx`)])),
      'docs/index.md': '# Home\n',
    });
  });

  it.each(
    THROWING.map((fault, index) => [...fault, nameOf(index)] as const),
  )('are errors of the build when one %s', (_does, _source, place, message, name) => {
    const { exitCode, diagnostics, files } = built;
    expect([exitCode, files]).toEqual([1, []]);
    const reported = diagnostics
      .map((one) => formatDiagnostic(one))
      .filter((text) => text.includes(`docs/${name}.md:5:`));
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain('error CD531');
    expect(reported[0]).toContain(place.replace(/page(?=\.md)|\bd(?=\.tsx)/, name));
    expect(reported[0]).toContain(message);
  });

  it('are rendered in the browser if they are `clientOnly`, or if React retries there', async () => {
    const { text, exitCode, read } = await buildSite({
      'docs/index.md': page('marked.tsx', 'retried.tsx', 'good.tsx'),
      'demos/good.tsx': good,
      'demos/marked.tsx':
        '/**\n * clientOnly: true\n */\nexport default () => {\n  throw new Error("caught by a boundary");\n};\n',
      'demos/retried.tsx':
        "import { Suspense } from 'react';\nconst Chat = () => {\n  if (typeof window === 'undefined') throw new Error('Only on the client.');\n  return <b>chat</b>;\n};\nexport default () => <Suspense fallback=\"waiting\"><Chat /></Suspense>;\n",
    });
    expect(text).toMatchInlineSnapshot(`
      "demos/retried.tsx:3:44 - warning CD501: The demo docs-demo-retried cannot be rendered on the server: Only on the client.

        3 │   if (typeof window === 'undefined') throw new Error('Only on the client.');
          ╵                                            ^

        → The demo is embedded at docs/index.md:7:1, and will render only in the browser."
    `);
    expect(exitCode).toBe(0);
    const html = await read('index.html');
    expect(html).toContain('<p>rendered by good</p>');
    expect(html).toContain('data-demo="docs-demo-marked"');
  });

  it('name the copies of React that a package brings', async () => {
    const internals = 'exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
    const { diagnostics } = await buildSite({
      'node_modules/whole/package.json': '{"name": "whole", "version": "1.0.0", "main": "dist/index.js"}',
      'node_modules/whole/dist/index.js': `const shared = { H: null };\n${internals} = shared;\nexports.version = "18.2.0";\nexports.useCount = () => shared.H.useState(0)[0];\n`,
      'docs/index.md': page('d.tsx', 'e.tsx'),
      'demos/d.tsx': "import { useCount } from 'whole';\nexport default () => <b>{useCount()}</b>;\n",
      'demos/e.tsx':
        "import { useState } from 'react';\nconst [text] = useState('a');\nexport default () => <b>{text}</b>;\n",
    });
    const noteOf = (id: string) => diagnostics.find(({ demos }) => demos?.includes(id))?.notes?.join('\n');
    expect(noteOf('docs-demo-d')).toMatch(
      /uses 2 copies of React: \S*node_modules\/react \(\d+\.\d+\.\d+\) and node_modules\/whole\/dist\/index\.js \(18\.2\.0\)\. A package must list `react` as a peer dependency/,
    );
  });
});

describe('demos on the server', () => {
  it('are reported once, with the module, when they fail for the same reason', async () => {
    const { diagnostics, text } = await buildSite({
      'package.json': '{"name": "my-lib", "version": "1.0.0"}',
      'node_modules/broken/package.json': '{"name": "broken", "version": "1.0.0", "main": "index.js"}',
      'node_modules/broken/index.js': "// A package.\nexports.look = () => {\n  throw new Error('no look');\n};\n",
      'src/index.tsx':
        "export const Thing = ({ name }: { name: string }) => {\n  if (name) throw new Error('no thing');\n  return null;\n};\n",
      'docs/index.md': page('a.tsx', 'b.tsx', 'c.tsx', 'good.tsx', 'd.tsx', 'e.tsx', 'f.tsx', 'g.tsx'),
      'demos/good.tsx': good,
      ...Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name) => [
          `demos/${name}.tsx`,
          `import { Thing } from 'my-lib';\nexport default () => <Thing name="${name}" />;\n`,
        ]),
      ),
      ...Object.fromEntries(
        ['e', 'f'].map((name) => [
          `demos/${name}.tsx`,
          `import { look } from 'broken';\nexport default () => <p title="${name}">{look()}</p>;\n`,
        ]),
      ),
      // The same message with another cause.
      'demos/g.tsx': "export default () => {\n  throw new Error('no look');\n};\n",
    });
    expect(diagnostics.map(({ location }) => `${location?.file}:${location?.line}:${location?.column}`)).toEqual([
      'src/index.tsx:2:19',
      'node_modules/broken/index.js:3:9',
      'demos/g.tsx:2:9',
    ]);
    expect(diagnostics.map((entry) => entry.text)).toEqual([
      '4 demos throw an error: no thing',
      '2 demos throw an error: no look',
      'The demo docs-demo-g throws an error: no look',
    ]);
    expect(text).toContain('The demos are docs-demo-a, docs-demo-b, docs-demo-c and 1 more.');
    expect(text).toContain("3 │   throw new Error('no look');");
    expect(diagnostics[0]?.each?.map(({ location }) => location?.file)).toEqual(Array(4).fill('src/index.tsx'));
    expect(diagnostics[1]?.each?.map(({ location }) => location?.file)).toEqual(['demos/e.tsx', 'demos/f.tsx']);
  });

  it('are reported in dev as in a build', async () => {
    const site = await createSite({
      'docs/index.md': page('kill.tsx', 'object.tsx', 'good.tsx'),
      'demos/good.tsx': good,
      'demos/kill.tsx': 'export default function D() {\n  process.kill(process.ppid);\n}\n',
      'demos/object.tsx': 'export default function D() {\n  return <p>{{ a: 1 }}</p>;\n}\n',
      'docs/page.mdx': '# Page\n\n<p>{({ b: 1 })}</p>\n',
    });
    const dev = await startDev(site.root);
    expect((await ask(dev, '/')).text).toContain('<p>rendered by good</p>');
    expect((await ask(dev, '/page')).errors).toEqual(['CD502']);
    const { diagnostics } = await site.build();
    expect(diagnostics.map(summary)).toEqual([
      'error CD531 demos/kill.tsx:2:11 The demo docs-demo-kill throws an error: process.kill cannot be used in a demo',
      expect.stringContaining('Objects are not valid as a React child (found: object with keys {a})'),
      expect.stringMatching(/error CD502 docs\/page\.mdx:.*object with keys \{b\}/),
    ]);
    expect(dev.diagnostics.map(summary)).toEqual(diagnostics.map(summary));
    expect(dev.errors).toEqual([]);
  });

  it('are rendered when they take longer only because their process gets no processor time', async () => {
    // A sleeping process uses no processor time, like one that a busy machine suspends.
    const sleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);';
    const { diagnostics, read } = await buildSite({
      'docs/index.md': page('slow.jsx', 'good.tsx'),
      'demos/slow.jsx': `export default () => {\n  ${sleep}\n  return <b>rendered in the end</b>;\n};\n`,
      'demos/good.tsx': good,
      'cascader-docs.config.ts': 'export default { demoTimeout: 1000 };',
    });
    expect(diagnostics).toEqual([]);
    expect(await read('index.html')).toContain('<b>rendered in the end</b>');
  });

  it('fail a strict build when one cannot be rendered', async () => {
    const { exitCode, files } = await buildSite(
      { 'docs/index.md': page('d.tsx'), 'demos/d.tsx': 'export default function D() {\n  process.exit(0);\n}\n' },
      { strict: true },
    );
    expect(exitCode).toBe(1);
    expect(files).toEqual([]);
  });

  it('have steps whose types a strict build checks', async () => {
    const { exitCode, text } = await buildSite(
      {
        'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "strict": true, "moduleResolution": "bundler" } }',
        'docs/index.md': page('d.tsx'),
        'demos/d.tsx': 'export default function D() {\n  return <b>d</b>;\n}\n',
        'demos/d.steps.ts':
          "interface Api {\n  user: { click(): void };\n}\nexport const steps = [{ name: 'a', run: ({ user }: Api) => user.clik() }];\n",
      },
      { strict: true },
    );
    expect(text).toContain('demos/d.steps.ts:4:65 - error CD810: `user` has no property `clik`. Did you mean `click`?');
    expect(exitCode).toBe(1);
  });
});

describe('bundles', () => {
  it('link each style sheet once, in import order, with a content hash in its name', async () => {
    const { read, files } = await buildSite({
      'docs/index.md': page('a.tsx', 'b.tsx'),
      'demos/a.tsx': `import './one.css';\nimport './two.less';\n${good}`,
      'demos/b.tsx': `import './two.less';\nimport './one.css';\n${good}`,
      'demos/one.css': '.one { color: red }',
      'demos/two.less': '@c: blue;\n.two { .in { color: @c } }',
    });
    const html = await read('index.html');
    const linked = [...html.matchAll(/<link rel="stylesheet" href="\/assets\/((?:one|two)-[^"]+)"/g)].map(
      ([, name]) => name ?? '',
    );
    expect(linked.map((name) => name.split('-')[0])).toEqual(['one', 'two']);
    expect(await read(`assets/${linked[1]}`)).toContain('.two .in{color:#00f}');
    expect(files.filter((file) => /assets\/(one|two)-/.test(file))).toHaveLength(2);
  });

  it('name style sheets that the library imports by their paths in the project', async () => {
    const { read, files } = await buildSite({
      'cascader-docs.config.ts': "export default { library: { entry: './src/index.tsx' } };\n",
      'src/index.tsx': "import './a.css';\nexport const A = () => <p>a</p>;\n",
      'src/a.css': 'p { color: red }',
      'docs/index.md': page('a.tsx'),
      'demos/a.tsx': "import { A } from '../src/index.tsx';\nexport default A;\n",
    });
    const [source = ''] = files.filter((file) => file.startsWith('assets/source-'));
    expect(Object.keys(JSON.parse(await read(source)).styles)).toEqual(['src/a.css']);
  });

  it('report an error in a fenced demo on its line of the page', async () => {
    const { diagnostics } = await buildSite({
      'docs/index.md': "# A\n\n```tsx\nimport x from 'nowhere';\nexport default () => <p>{x}</p>;\n```\n",
    });
    expect(diagnostics[0]?.location).toMatchObject({ file: 'docs/index.md', line: 4 });
  });

  it('render in a folder of a site without a package.json of its own', async () => {
    const { root } = await createSite({
      'site/docs/index.md': '# A\n\n```tsx\nexport default () => <p>shown</p>;\n```\n',
    });
    const { diagnostics, outDir } = await build({ root: path.join(root, 'site') });
    expect(diagnostics).toEqual([]);
    expect(await fs.readFile(path.join(outDir, 'index.html'), 'utf8')).toContain('<p>shown</p>');
  });
});

describe('a site with demos of many kinds', () => {
  let built: TestBuild;

  beforeAll(async () => {
    process.env.CASCADER_PUBLIC_NAME = 'shown';
    process.env.CASCADER_SECRET = 'canary-7f3a';
    const demos = {
      'good.tsx': `/**\n * title: A title\n * description: With *care*\n */\n${good}`,
      'global.jsx':
        "import { word } from 'older';\nglobal.own = 'own word';\nexport default () => <p>{word()}, {global.own}</p>;\n",
      'late.tsx':
        'import { Suspense, use } from "react";\nconst data = new Promise<string>((done) => setTimeout(() => done("arrived"), 20));\nconst Late = () => <b>{use(data)}</b>;\nexport default () => <Suspense fallback="waiting"><Late /></Suspense>;\n',
      'portal.tsx':
        'export default function P() {\n  throw new Error("Portals are not currently supported by the server renderer.");\n}\n',
      'many.tsx':
        "import { Thing } from '../src';\nimport { data } from './data/list';\nimport './many.css';\nexport default () => <Thing>{data}</Thing>;\n",
      'named.tsx': "import { Thing } from '@me/lib';\nexport default () => <Thing>by name</Thing>;\n",
      'alias.tsx': "import { A } from 'lib';\nimport { B } from '@demo/b';\nexport default () => <p><A /> <B /></p>;\n",
      'env.tsx':
        'export default () => <p>{process.env.CASCADER_PUBLIC_NAME} {typeof process === "undefined" ? "" : String(process.env.CASCADER_SECRET)}</p>;\n',
    };
    const fence = (meta: string, text: string) =>
      `\`\`\`tsx${meta}\nexport default () => <p>{'${text}'}</p>;\n\`\`\`\n\n`;
    built = await buildSite({
      'package.json': '{"name": "@me/lib"}',
      'cascader-docs.config.ts': "export default { alias: { lib$: './source/index.tsx', '@demo': './demos/parts' } };",
      'docs/index.md': `# A\n\n${fence('', 'fenced')}${fence(' | pure', 'only code')}`,
      ...Object.fromEntries(Object.keys(demos).map((name) => [`docs/${name.split('.')[0]}.md`, page(name)])),
      ...Object.fromEntries(Object.entries(demos).map(([name, source]) => [`demos/${name}`, source])),
      'node_modules/older/package.json': '{"name": "older", "version": "1.0.0", "main": "index.js"}',
      'node_modules/older/index.js': 'global.olderWord = "older word";\nexports.word = () => globalThis.olderWord;\n',
      'demos/data/list.ts': "export const data = ['item one'];\n",
      'demos/many.css': '.many {}',
      'demos/parts/b.tsx': 'export const B = () => <i>b</i>;\n',
      'source/index.tsx': 'export const A = () => <b>a</b>;\n',
      'src/index.tsx':
        'export const Thing = ({ children }: { children: unknown }) => <section>{children as never}</section>;\n',
    });
    delete process.env.CASCADER_PUBLIC_NAME;
    delete process.env.CASCADER_SECRET;
    // The demo with a portal needs no HTML, because its error says that it needs a browser.
    expect({ text: built.text, exitCode: built.exitCode }).toEqual({ text: '', exitCode: 0 });
  });

  const htmlOf = (name: string): Promise<string> => built.read(`${name}/index.html`);

  it('has them in the HTML with their code', async () => {
    const html = await htmlOf('good');
    expect(html).toContain('<p>rendered by good</p>');
    expect(html).toContain('A title');
    expect(html).toContain('<em>care</em>');
    expect(html).toMatch(/rendered by good[\s\S]*<code[^>]*>[\s\S]*Good/);
    expect(html).not.toContain('description: With');
    expect(built.files).toContain('~demos/docs-good-demo-good/index.html');
  });

  it('renders them with `global`, as packages for other bundlers expect', async () => {
    expect(await htmlOf('global')).toContain('<p>older word<!-- -->, <!-- -->own word</p>');
    const scripts = built.files.filter((file) => /assets\/(demo|chunk)-.*\.js$/.test(file));
    const texts = (await Promise.all(scripts.map(built.read))).join('\n');
    expect(texts).toContain('globalThis.olderWord="older word"');
    expect(texts).not.toMatch(/[^.]\bglobal\./);
  });

  it('waits for the data that they suspend on', async () => {
    expect(await htmlOf('late')).toContain('<b>arrived</b>');
  });

  it('shows the files of a demo, but not those of the documented library', async () => {
    const html = await htmlOf('many');
    const data = JSON.parse(/id="site:data">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
    expect(Object.values<{ files: string[] }>(data.demos)[0]?.files).toEqual(['index.tsx', 'data/list.ts', 'many.css']);
    expect(html).toContain('<section>item one</section>');
  });

  it('lets them import the library by its package name, and by aliases, including exact ones', async () => {
    expect(await htmlOf('named')).toContain('<section>by name</section>');
    expect(await htmlOf('alias')).toContain('<p><b>a</b> <i>b</i></p>');
  });

  it('exposes only public environment variables', async () => {
    expect(await htmlOf('env')).toContain('shown');
    for (const file of built.files) expect(await built.read(file)).not.toContain('canary-7f3a');
  });

  it('renders fenced demos, and leaves `pure` ones alone', async () => {
    const html = await built.read('index.html');
    expect(html).toContain('<p>fenced</p>');
    expect(html).not.toContain('<p>only code</p>');
  });
});
