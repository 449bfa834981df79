import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';

const CONFIG = `
import { shout } from './plugin.ts';
export default {
  theme: './docs/theme.tsx',
  resolve: { entryFile: './src/index.tsx' },
  esbuild: {
    plugins: [shout],
    define: { __VERSION__: '"1.2.3"' },
    loader: { '.txt': 'text', '.svg': 'text' },
    conditions: ['source'],
  },
};
`;

const FILES = {
  'package.json': '{"name": "plugged", "version": "1.0.0"}',
  'cascader-docs.config.ts': CONFIG,
  'plugin.ts':
    "import fs from 'node:fs/promises';\nimport path from 'node:path';\nexport const shout = { name: 'shout', setup(build) {\n  build.onResolve({ filter: /^virtual:name$/ }, () => ({ path: 'name', namespace: 'virtual' }));\n  build.onLoad({ filter: /.*/, namespace: 'virtual' }, () => ({ contents: 'export default \"virtual\";' }));\n  build.onLoad({ filter: /\\.shout$/ }, async ({ path: file }) => {\n    const other = path.join(path.dirname(file), 'mark.txt');\n    return { contents: 'export default ' + JSON.stringify((await fs.readFile(file, 'utf8')).toUpperCase() + await fs.readFile(other, 'utf8')), watchFiles: [file, other] };\n  });\n  // What is not the project's is not shown to it.\n  build.onLoad({ filter: /client-entry|server-entry/ }, () => ({ errors: [{ text: 'asked about the tool' }] }));\n} };\n",
  'node_modules/sourced/package.json':
    '{"name":"sourced","version":"1.0.0","exports":{"source":"./source.js","default":"./built.js"}}',
  'node_modules/sourced/source.js': "export const kind = 'source';\n",
  'node_modules/sourced/built.js': "export const kind = 'built';\n",
  'src/index.tsx': "import word from './word.shout';\nexport const Word = () => <b>library {word} {__VERSION__}</b>;\n",
  'src/word.shout': 'lib',
  'src/mark.txt': '!',
  'demos/hello.shout': 'hello',
  'demos/mark.txt': '?',
  'demos/dot.svg': '<svg/>',
  'demos/demo.tsx':
    "import hello from './hello.shout';\nimport mark from './mark.txt';\nimport dot from './dot.svg';\nimport name from 'virtual:name';\nimport { kind } from 'sourced';\nimport { Word } from 'plugged';\nexport default () => <p>demo {hello} {mark} {dot.length} {name} {kind} {__VERSION__} <Word /></p>;\n",
  'docs/index.md': '# Home\n\n<code src="../demos/demo.tsx"></code>\n',
  'docs/page.mdx':
    "# Page\n\nimport { useState } from 'react';\nimport hello from '../demos/hello.shout';\n\nexport const Shown = () => { const [count] = useState(0); return <p>page {hello} {__VERSION__} {count}</p>; };\n\n<Shown />\n",
  'docs/theme.tsx':
    "import theme from 'cascader-docs/theme';\nimport hello from '../demos/hello.shout';\nexport default { ...theme, ContentBottom: () => <p>theme {hello}</p> };\n",
};

const plain = (html: string): string => html.replaceAll('<!-- -->', '');
const DEMO = 'demo HELLO? ? 6 virtual source 1.2.3 <b>library LIB! 1.2.3</b>';

let site: TestSite;
let built: TestBuild;
let dev: RunningDev;

beforeAll(async () => {
  site = await createSite(FILES);
  built = await site.build();
  expect(built.text).toBe('');
  dev = await startDev(site.root);
});

describe('esbuild in the configuration', () => {
  it('applies to library, demos, pages and theme, in build and dev', async () => {
    const home = plain(await built.read('index.html'));
    expect(home).toContain(DEMO);
    expect(home).toContain('theme HELLO?');
    expect(plain(await built.read('page/index.html'))).toContain('page HELLO? 1.2.3');
    const [answer, page] = [await ask(dev, '/'), await ask(dev, '/page/')];
    expect([answer.errors, page.errors]).toEqual([[], []]);
    expect(plain(answer.text)).toContain(DEMO);
    expect(plain(page.text)).toContain('page HELLO? 1.2.3');
  });

  it('gives no stale bundles when the plugin, or a file that it reads, changes', async () => {
    await site.write({ 'demos/mark.txt': '…' });
    await waitFor(async () => plain((await ask(dev, '/')).text).includes('demo HELLO… …'));
    expect(plain(await (await site.build()).read('index.html'))).toContain('demo HELLO… …');
    await site.write({ 'plugin.ts': FILES['plugin.ts'].replace('.toUpperCase()', '.repeat(2)') });
    await waitFor(async () => plain((await ask(dev, '/')).text).includes('demo hellohello…'));
    expect(plain(await (await site.build()).read('index.html'))).toContain('demo hellohello…');
  });

  it('reports a plugin that throws, and one that never answers, by its name', async () => {
    const failing = (body: string, more = '') =>
      `export default { esbuild: { ${more} plugins: [{ name: 'broken', setup(build) { build.onLoad({ filter: /\\.shout$/ }, () => ${body}); } }] } };\n`;
    const only = { 'docs/page.mdx': '# Page\n', 'src/index.tsx': 'export const Word = () => null;\n' };
    await site.write({ ...only, 'cascader-docs.config.ts': failing("{ throw new Error('out of order'); }") });
    const thrown = await site.build();
    expect(thrown.text).toContain(
      'demos/demo.tsx:1:19 - error CD400: The plugin `broken` threw in onLoad: out of order',
    );
    await site.write({ 'cascader-docs.config.ts': failing('new Promise(() => {})', 'timeout: 300,') });
    const late = await site.build();
    expect(late.text).toContain('The plugin `broken` did not answer: it takes longer than 0.3 s (onLoad of ');
    await site.write({
      'cascader-docs.config.ts':
        "export default { esbuild: { plugins: [{ name: 'early', setup() { throw new Error('no license'); } }] } };\n",
    });
    expect((await site.build()).text).toContain('The plugin `early` threw in setup: no license');
    await site.write({
      'cascader-docs.config.ts': "export default { esbuild: { loader: { '.pdf': 'file' }, plugins: ['x'] } };\n",
    });
    const wrong = await site.build();
    expect(wrong.exitCode).toBe(2);
    expect(wrong.text).toContain("expected one of 'js', 'jsx'");
    expect(wrong.text).toContain('expected an esbuild plugin, which is an object with name and setup');
  });
});
