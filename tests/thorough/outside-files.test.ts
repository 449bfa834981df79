import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';

const PIXEL = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

describe('files outside of the site can be used', () => {
  const word = 'from-elsewhere';
  const uses = (statement: string): Record<string, string> => ({
    'site/docs/index.md': '# Demo\n\n<code src="./demo/one.tsx"></code>\n',
    'site/docs/demo/one.tsx': `${statement}\nexport default () => <p>{word}</p>;\n`,
  });
  /** Builds the folder `site` of a repository. */
  const buildIn = async (site: TestSite): Promise<TestBuild> =>
    await site.build({ root: path.join(site.root, 'site'), outDir: path.join(site.root, 'dist'), cache: false });
  const moduleFiles = {
    'index.ts': "export { word } from './word';\n",
    'word.ts': `export const word = '${word}';\n`,
  };
  const below = (folder: string, files: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
  const manifest = (name: string): string => JSON.stringify({ name, version: '1.0.0', main: 'index.ts' });

  it.each([
    ['package.json', { 'package.json': '{"name": "repo", "workspaces": ["site", "packages/*"]}' }],
    ['pnpm-workspace.yaml', { 'pnpm-workspace.yaml': 'packages: ["**"]\n' }],
  ])('from the workspace that %s names: by a path, through a link, as a picture', async (_, root) => {
    const site = await createSite({
      'package.json': '{"name": "repo"}',
      ...root,
      'site/package.json': manifest('site'),
      ...below('packages/words', { ...moduleFiles, 'package.json': manifest('@repo/words') }),
      'packages/words/a.less': '.a { background: data-uri("a.svg") }\n',
      'packages/words/a.svg': PIXEL,
      'packages/words/demo.tsx': 'export default () => <p>demo of the package</p>;\n',
      ...uses(
        "import { word } from '@repo/words';\nimport { word as same } from '../../../packages/words/word';\nimport '../../../packages/words/a.less';\nexport { same };",
      ),
      'site/docs/more.md':
        '# More\n\n![a](../../packages/words/a.svg)\n\n<code src="../../packages/words/demo.tsx"></code>\n',
    });
    await fs.mkdir(path.join(site.root, 'site/node_modules/@repo'), { recursive: true });
    await fs.symlink(path.join(site.root, 'packages/words'), path.join(site.root, 'site/node_modules/@repo/words'));
    const { text, read } = await buildIn(site);
    expect(text).toBe('');
    expect(await read('index.html')).toContain(`<p>${word}</p>`);
    expect(await read('more/index.html')).toContain('<p>demo of the package</p>');
  });

  it('through a `node_modules` folder, including links', async () => {
    const site = await createSite({
      'site/package.json': manifest('site'),
      ...below('elsewhere', { ...moduleFiles, 'package.json': manifest('words') }),
      'elsewhere/a.less': "@import './b.less';\n.a { background: url('./a.svg') }\n",
      'elsewhere/b.less': '.b { color: red }\n',
      'elsewhere/a.css': '@import "./b.css";\n',
      'elsewhere/b.css': '.c { background: url("a.svg") }\n',
      'elsewhere/a.svg': PIXEL,
      'node_modules/above/index.js': `export const above = '${word}';\n`,
      'site/docs/demo/a.less': '@import "~words/b.less";\n',
      'site/docs/demo/b.less':
        '@import "../../node_modules/words/b.less";\n.a { background: data-uri("../../node_modules/words/a.svg") }\n',
      'site/docs/demo/a.css': '@import "words/b.css";\n',
      ...uses(
        [
          "import { word } from 'words';",
          "import picture from '../../node_modules/words/a.svg';",
          "import { above } from '../../../node_modules/above/index.js';",
          "import './a.less';\nimport './b.less';\nimport './a.css';\nimport 'words/a.css';\nimport 'words/a.less';",
          'export { above, picture };',
        ].join('\n'),
      ),
    });
    await fs.mkdir(path.join(site.root, 'site/node_modules'));
    await fs.symlink('../../elsewhere', path.join(site.root, 'site/node_modules/words'));
    const { text, read } = await buildIn(site);
    expect(text).toBe('');
    expect(await read('index.html')).toContain(`<p>${word}</p>`);
  });

  it.each([
    ['targets of `alias`', "import { word } from '@words';", "alias: { '@words': '../elsewhere' }"],
    [
      'files beside the target of an exact alias',
      "import { word } from 'words';",
      "alias: { words$: '../elsewhere/index.ts' }",
    ],
    ['the configured library', "import { word } from 'site';", "resolve: { entryFile: '../elsewhere/index.ts' }"],
    [
      'targets of `resolve.allow`',
      "import { word } from '../../../elsewhere';",
      "resolve: { allow: ['../elsewhere'] }",
    ],
    ['files below `projectRoot`', "import { word } from '../../../elsewhere';", "projectRoot: '..'"],
  ])('as %s', async (_, statement, config) => {
    const site = await createSite({
      'site/package.json': manifest('site'),
      'site/cascader-docs.config.ts': `export default { ${config} };\n`,
      ...below('elsewhere', moduleFiles),
      ...uses(statement),
    });
    const { text, read } = await buildIn(site);
    expect(text).toBe('');
    expect(await read('index.html')).toContain(`<p>${word}</p>`);
  });

  it('but not files beside the targets of `alias` and `resolve.allow`, nor beside a chosen `projectRoot`', async () => {
    const site = await createSite({
      'package.json': '{"name": "repo", "workspaces": ["site"]}',
      'site/cascader-docs.config.ts':
        "export default { alias: { '@words': '../elsewhere' }, resolve: { allow: ['../b.json'] }, projectRoot: '.' };\n",
      'elsewhere/index.ts': "export { default as word } from '../a.json';\n",
      'a.json': '"a"',
      'b.json': '"b"',
      ...uses(
        "import { word } from '@words';\nimport '../../../b.json';\nimport '../../../a.json';\nimport '@words/../a.json';",
      ),
    });
    const { diagnostics } = await buildIn(site);
    expect(diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}`)).toEqual([
      'CD308 ../elsewhere/index.ts:1',
      'CD308 docs/demo/one.tsx:3',
      'CD308 docs/demo/one.tsx:4',
    ]);
  });
});
