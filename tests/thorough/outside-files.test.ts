import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { ask } from '../helpers/dev-answers.ts';
import { startDev } from '../helpers/dev-site.ts';

const CANARY = 'canary-of-another-folder';
const NOTE = 'add its folder to `resolve.allow`';
const PIXEL = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>${CANARY}</title></svg>`;
/** Files of a folder beside the project, each of which could be published by accident. */
const OUTSIDE = {
  'a.json': `{ "word": "${CANARY}" }`,
  'a.txt': CANARY,
  'a.tsx': `export const word = '${CANARY}';\nexport default () => <b>${CANARY}</b>;\n`,
  'broken.tsx': `export default () => <b>${CANARY}</;\n`,
  'a.css': `.${CANARY} { color: red }\n`,
  'a.less': `.${CANARY} { color: red }\n`,
  'a.svg': PIXEL,
  'icon.svg': PIXEL.replace('<title>', '<path stroke="currentColor"/><title>'),
  'a.md': `# ${CANARY}\n`,
  'a.pem': CANARY,
  'plugin.js': `module.exports = { install(less, manager, functions) { functions.add('word', () => new less.tree.Quoted('"', '${CANARY}')); } };`,
};

/** Statements of a demo's script. `UP` is replaced with the path to that folder. */
const SCRIPTS: Record<string, string> = {
  absolute: "import a from 'ABSOLUTE/a.json';",
  relative: "import { word as a } from 'UP/a.tsx';",
  'without-ending': "import { word as a } from 'UP/a';",
  'linked-file': "import a from './linked.json';",
  'linked-folder': "import a from './linked/a.json';",
  dynamic: "const a = () => import('UP/a.json');",
  require: "const a = require('UP/a.json');",
  json: "import a from 'UP/a.json';",
  text: "import a from 'UP/a.txt';",
  'text-attribute': "import a from 'UP/a.json' with { type: 'text' };",
  picture: "import a from 'UP/a.svg';",
  'no-loader': "import a from 'UP/a.pem';",
  'broken-script': "import a from 'UP/broken.tsx';",
  'style-sheet': "import 'UP/a.css';\nconst a = 1;",
  'less-sheet': "import 'UP/a.less';\nconst a = 1;",
  'source-alias': "import a from '@/UP/a.json';",
  'source-alias-script': "import { word as a } from '@/UP/a.tsx';",
  'package-and-up': "import a from 'pkg/../UP/a.json';",
};

/** The same with a variable in the path: the bundler reports these if there are no other errors. */
const PATTERNS: Record<string, string> = {
  pattern: `const x = 1;\nconst a = (name: string) => import(\`UP/\${name}.json\`);`,
  'linked-pattern': `const a = (name: string) => require('./linked/' + name + '.json');`,
  'linked-file-pattern': `const a = (name: string) => import(\`./lin\${name}.json\`);`,
};

/** Style sheets, each for one demo. */
const SHEETS: Record<string, string> = {
  'import.css': '@import "UP/a.css";',
  'import-url.css': '@import url(UP/a.css);',
  'import-linked.css': '@import "linked/a.css";',
  'url.css': '.a { background: url("UP/a.svg") }',
  'import.less': '@import "UP/a.less";',
  'import-absolute.less': '@import "ABSOLUTE/a";',
  'import-linked.less': '@import "./linked/a.less";',
  'inline.less': '@import (inline) "UP/a.txt";',
  'reference.less': '@import (reference) "UP/a.less";',
  'css.less': '@import (css) "UP/a.css";',
  'tilde.less': '@import "~UP/a.less";',
  'data-uri.less': '.a { background: data-uri("UP/a.svg") }',
  'image-size.less': '.a { width: image-width("UP/a.svg") }',
  'plugin.less': '@plugin "UP/plugin.js";\n.a { content: word() }',
  'url.less': '.a { color: red }\n.b { background: url("UP/a.svg") }',
};

/** Lines of a page. */
const REFERENCES = [
  '<code src="UP/a.tsx"></code>',
  '<code src="../demos/linked/a.tsx"></code>',
  '<code src="ABSOLUTE/a.tsx"></code>',
  '<embed src="UP/a.md"></embed>',
  '<embed src="../demos/linked/a.md"></embed>',
  '![a](UP/a.svg)',
  '![a](../demos/linked/a.svg)',
  '[a](UP/a.txt)',
];

let outside: string;

beforeAll(async () => {
  outside = await createFolder('outside');
  for (const [name, text] of Object.entries(OUTSIDE)) await fs.writeFile(path.join(outside, name), text);
});

/** Creates a site with a demo for each script, with paths to the outside folder for `UP` and `ABSOLUTE`. */
async function createLeakySite(files: Record<string, string>): Promise<TestSite> {
  const sibling = `../${path.basename(outside)}`;
  const fill = (name: string, text: string): string =>
    text
      .replaceAll(/\bUP\b/g, /^(?:demos|docs)\//.test(name) ? `../${sibling}` : sibling)
      .replaceAll(/\bABSOLUTE\b/g, outside);
  const site = await createSite(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, fill(name, text)])),
  );
  await fs.mkdir(path.join(site.root, 'demos'), { recursive: true });
  await fs.symlink(outside, path.join(site.root, 'demos/linked'));
  await fs.symlink(path.join(outside, 'a.json'), path.join(site.root, 'demos/linked.json'));
  return site;
}

const demo = (statement: string): string => `${statement}\nexport default () => <p>{String(typeof a)}</p>;\n`;
const pageOf = (names: string[]): string =>
  `# Demos\n\n${names.map((name) => `<code src="../demos/${name}.tsx"></code>\n`).join('\n')}`;

const scriptFiles = (scripts: Record<string, string>): Record<string, string> => ({
  'docs/index.md': pageOf(Object.keys(scripts)),
  'node_modules/pkg/index.js': '',
  ...Object.fromEntries(Object.entries(scripts).map(([name, text]) => [`demos/${name}.tsx`, demo(text)])),
});
const sheetFiles = {
  'docs/index.md': pageOf(Object.keys(SHEETS).map((name) => name.replace('.', '-'))),
  ...Object.fromEntries(
    Object.entries(SHEETS).flatMap(([name, text]) => [
      [`demos/${name}`, `${text}\n`],
      [`demos/${name.replace('.', '-')}.tsx`, demo(`import './${name}';\nconst a = 1;`)],
    ]),
  ),
};

function expectRefused({ exitCode, diagnostics, files, text }: TestBuild, names: string[]): void {
  expect(exitCode).toBe(1);
  expect(files).toEqual([]);
  const refused = diagnostics.filter(({ code }) => code === 'CD308');
  expect([...new Set(refused.map(({ location }) => location?.file))].sort()).toEqual(names.sort());
  for (const { text, location, notes } of refused) {
    expect(text).toContain('lies outside of the project');
    expect(location).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
    expect(notes?.join()).toContain(NOTE);
  }
  expect(text).not.toContain(CANARY);
}

describe('files outside of the project', () => {
  it('are not imported by demos, in any form', async () => {
    const site = await createLeakySite(scriptFiles(SCRIPTS));
    const build = await site.build({ cache: false });
    expectRefused(
      build,
      Object.keys(SCRIPTS).map((name) => `demos/${name}.tsx`),
    );
    expect(build.text).toContain('A symbolic link points to this file');
  });

  it('are not imported through a path with a variable', async () => {
    const site = await createLeakySite({
      ...scriptFiles(PATTERNS),
      'docs/fence.md': `# Fence\n\n\`\`\`tsx\n${demo(PATTERNS.pattern ?? '')}\`\`\`\n`,
    });
    const build = await site.build({ cache: false });
    expectRefused(build, [...Object.keys(PATTERNS).map((name) => `demos/${name}.tsx`), 'docs/fence.md']);
    expect(build.text).toContain('demos/pattern.tsx:2:37 - error CD308: Imported file `../../');
    expect(build.text).toContain('docs/fence.md:5:37 - error CD308');
  });

  it('are not reached by style sheets, in any form', async () => {
    const site = await createLeakySite(sheetFiles);
    const build = await site.build({ cache: false });
    expectRefused(
      build,
      Object.keys(SHEETS).map((name) => `demos/${name}`),
    );
  });

  it('are neither shown, embedded nor copied by pages', async () => {
    const site = await createLeakySite({ 'docs/index.md': `# Page\n\n${REFERENCES.join('\n\n')}\n` });
    const build = await site.build({ cache: false });
    expectRefused(build, ['docs/index.md']);
    expect(build.diagnostics.map(({ location }) => location?.line)).toEqual(
      REFERENCES.map((_, index) => 3 + 2 * index),
    );
  });

  it('are not used as icons or pictures of a home page', async () => {
    const site = await createLeakySite({
      'docs/index.md':
        '---\nhero:\n  image: UP/a.svg\nfeatures:\n  - icon: UP/icon.svg\n  - icon: ../demos/linked/icon.svg\n---\n\n# Page\n',
    });
    const build = await site.build({ cache: false });
    expectRefused(build, ['docs/index.md']);
    expect(build.diagnostics.map(({ location }) => location?.line)).toEqual([3, 5, 6]);
  });

  it('are not imported by interactive pages and themes', async () => {
    const theme = "import theme from 'cascader-docs/theme';\n";
    const site = await createLeakySite({
      'docs/index.mdx': "import a from 'UP/a.json';\n\n# Page\n\n{a.word}\n",
      'docs/linked.mdx': "import a from '../demos/linked.json';\nimport './a.css';\n\n# Page\n\n{a.word}\n",
      'docs/a.css': '@import "UP/a.css";\n',
      'cascader-docs.config.ts': "export default { theme: './theme.tsx' };",
      'theme.tsx': `${theme}import { word } from 'UP/a.tsx';\nexport default { ...theme, word };\n`,
    });
    expectRefused(await site.build({ cache: false }), ['docs/index.mdx', 'docs/linked.mdx', 'theme.tsx']);
    await site.write({
      'docs/index.mdx': '# Page\n',
      'docs/linked.mdx': "import './a.css';\n\n# Page\n",
      'theme.tsx': `${theme}import './theme.less';\nexport default theme;\n`,
    });
    await site.write({ 'theme.less': `@import '../${path.basename(outside)}/a.less';\n` });
    expectRefused(await site.build({ cache: false }), ['docs/a.css', 'theme.less']);
  });

  it('can be neither themes nor public folders', async () => {
    const site = await createLeakySite({
      'docs/index.md': '# Page\n',
      'cascader-docs.config.ts': "export default {\n  theme: 'UP/a.tsx',\n};",
    });
    const { exitCode, text } = await site.build({ cache: false });
    expect(exitCode).toBe(2);
    expect(text).toMatch(/^cascader-docs\.config\.ts:2:3 - error CD111: Theme ".*" lies outside of the project\n/);
    expect(text).toContain(NOTE);
    await fs.symlink(outside, path.join(site.root, 'docs/public'));
    await site.write({ 'cascader-docs.config.ts': 'export default {};' });
    const build = await site.build({ cache: false });
    expect([build.exitCode, build.files]).toEqual([1, []]);
    expect(build.text).toContain('error CD207: Folder `docs/public` is a link to a folder outside of the project');
  });

  it('are not served by dev, which reports the same errors', async () => {
    const scripts = { ...SCRIPTS, ...PATTERNS };
    const names = [...Object.keys(scripts), ...Object.keys(SHEETS)].map((name) => name.replace('.', '-'));
    const site = await createLeakySite({
      ...sheetFiles,
      ...scriptFiles(scripts),
      'docs/index.md': '# Home\n',
      'docs/references.md': `# Page\n\n${REFERENCES.join('\n\n')}\n`,
      ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, pageOf([name])])),
    });
    const dev = await startDev(site.root);
    const served: string[] = [];
    for (const name of [...names, 'references']) {
      const { text, errors } = await ask(dev, `/${name}`);
      expect([name, [...new Set(errors)]]).toEqual([name, ['CD308']]);
      expect(text).toContain(NOTE);
      served.push(text);
      for (const [, address = ''] of text.matchAll(/(?:src|href)="(\/(?!\/)[^"]+)"/g))
        served.push((await ask(dev, address)).text);
    }
    expect(served.filter((text) => text.includes(CANARY))).toEqual([]);
    expect(dev.errors).toEqual([]);
  });

  describe('can be used', () => {
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
});
