import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSite, createFolder, createSite } from '../helpers/build-site.ts';
import { expectClean } from '../helpers/clean-build.ts';
import { growOld } from '../helpers/grow-old.ts';

const DATA = `
import fs from 'node:fs';
import path from 'node:path';
import type { DataFile } from 'cascader-docs';

interface Icon { name: string; text: string }

declare const data: Icon[];
export { data };

export default {
  watch: ['./icons/*.txt'],
  load: (files) => files.map((file) => ({ name: path.basename(file, '.txt'), text: fs.readFileSync(file, 'utf8') })),
} satisfies DataFile<Icon[]>;
`;

const SHOW = 'data.map(({ name, text }) => <i key={name}>{name}: {text}</i>)';

const FILES = {
  '.gitignore': 'dist\nclean\n',
  'node_modules/.package-lock.json': '{}',
  'docs/index.md': '# Home\n\n<code src="../demos/icons.tsx"></code>\n',
  'docs/page.mdx': `import { data } from './icons.data.ts';\n\n# Page\n\n{${SHOW}}\n`,
  'docs/icons.data.ts': DATA,
  'docs/icons/star.txt': 'A star',
  'demos/icons.tsx': `import { data } from '../docs/icons.data';\nexport default () => <p>{${SHOW}}</p>;\n`,
  'theme/index.tsx':
    "import theme from 'cascader-docs/theme';\nimport { data } from '../docs/icons.data';\nexport default { ...theme, Footer: () => <footer>{data.length} icons</footer> };\n",
  'cascader-docs.config.ts': "export default { theme: './theme/index.tsx' };\n",
};

const SHOWN = /<i>star<!-- -->: <!-- -->A star<\/i>/;

describe('data', () => {
  it('is imported by pages, demos and the theme, without its code', async () => {
    const site = await buildSite(FILES);
    expect(site.text).toBe('');
    expect(await site.read('page/index.html')).toMatch(SHOWN);
    expect(await site.read('index.html')).toMatch(SHOWN);
    expect(await site.read('index.html')).toMatch(/<footer>1<!-- --> icons/);
    for (const file of site.files.filter((name) => /\.(?:js|json|html)$/.test(name)))
      expect(await site.read(file), file).not.toMatch(/readFileSync|node:fs/);
  });

  it('builds incrementally what a build without a cache writes', async () => {
    const site = await createSite(FILES);
    await growOld();
    await site.build();
    for (const [shown, edit] of [
      ['Another star', { 'docs/icons/star.txt': 'Another star' }],
      ['A moon', { 'docs/icons/moon.txt': 'A moon' }],
      ['A MOON', { 'docs/icons.data.ts': DATA.replace("'utf8')", "'utf8').toUpperCase()") }],
    ] as const) {
      await site.write(edit);
      await growOld();
      const built = await site.build();
      for (const page of ['page/index.html', 'index.html']) expect(await built.read(page)).toContain(shown);
      if (shown === 'A MOON') await expectClean(site, built, shown);
    }
  });

  it('is computed once per build, and not at all if nothing has changed', async () => {
    const log = path.join(await createFolder('runs'), 'log');
    const counting = DATA.replace('files.map', `(fs.appendFileSync(${JSON.stringify(log)}, 'x'), files).map`);
    const site = await createSite({ ...FILES, 'docs/icons.data.ts': counting });
    const runs = async (): Promise<number> => (await fs.readFile(log)).length;
    await growOld();
    await site.build();
    expect(await runs()).toBe(1);
    expect((await site.build()).result?.isUnchanged).toBe(true);
    expect(await runs()).toBe(1);
    await site.write({ 'docs/icons/moon.txt': 'A moon' });
    expect((await site.build()).result?.isUnchanged).toBe(undefined);
  });

  it('is computed again if files outside of the project may have been added', async () => {
    const site = await createSite(
      { ...FILES, 'docs/icons.data.ts': DATA.replace('./icons/*.txt', '../../shared/*.txt') },
      'site',
    );
    await site.write({ '../shared/star.txt': 'A star' });
    await growOld();
    await site.build();
    await site.write({ '../shared/sun.txt': 'A sun' });
    const built = await site.build();
    expect(built.result?.isUnchanged).toBe(undefined);
    expect(await built.read('page/index.html')).toContain('A sun');
  });

  it('can depend on the files of a package', async () => {
    const icons = (version: string, files: Record<string, string>) => ({
      'node_modules/icons/package.json': JSON.stringify({ name: 'icons', version }),
      ...files,
    });
    const site = await createSite({
      ...FILES,
      ...icons('1.0.0', { 'node_modules/icons/star.txt': 'A star' }),
      'docs/icons.data.ts': DATA.replace('./icons/*.txt', '../node_modules/icons/*.txt'),
    });
    await growOld();
    await site.build();
    expect((await site.build()).result?.isUnchanged).toBe(true);
    await site.write(icons('1.1.0', { 'node_modules/icons/sun.txt': 'A sun' }));
    expect(await (await site.build()).read('page/index.html')).toContain('A sun');
  });

  it('can depend on the source of the library, which imports style sheets and images', async () => {
    const site = await createSite({
      'package.json': '{ "name": "@acme/icons", "version": "1.0.0", "main": "dist/index.js" }',
      'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
      'src/index.ts': "import './base.css';\nimport './base.less';\nexport { Star } from './star';\n",
      'src/star.tsx': 'import image from \'./star.svg\';\nexport const Star = () => <img src={image} alt="" />;\n',
      'src/base.css': 'a { color: red }',
      'src/base.less': '@c: red;',
      'src/star.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'docs/index.mdx': "import { data } from './names.data';\n\n# Home\n\n{data.join()}\n",
      'docs/names.data.ts':
        "import * as icons from '@acme/icons';\nexport default { load: () => Object.keys(icons) };\n",
      'docs/[name].md': '# {{ params.name }}\n',
      'docs/[name].paths.ts':
        "import * as icons from '@acme/icons';\nexport default { paths: () => Object.keys(icons).map((name) => ({ params: { name } })) };\n",
    });
    const built = await site.build();
    expect(built.text).toBe('');
    expect(await built.read('index.html')).toContain('Star');
    expect(await built.read('star/index.html')).toContain('Star');
    await site.write({ 'src/index.ts': "export { Star, Star as Sun } from './star';\n" });
    const edited = await site.build();
    expect(await edited.read('index.html')).toContain('Star,Sun');
    expect(edited.files).toContain('sun/index.html');
  });

  it('that cannot be computed is an error of its file', async () => {
    const loads = {
      throws: 'load() { throw new Error("broken"); }',
      none: 'load() {}',
      number: 'load: () => 1n',
      large: 'load: () => "x".repeat(1e7)',
    };
    const { text, exitCode } = await buildSite({
      'docs/index.md': '# Home\n',
      ...Object.fromEntries(
        Object.entries(loads).flatMap(([name, load]) => [
          [`docs/${name}.mdx`, `import { data } from './${name}.data';\n\n# Page\n\n{data}\n`],
          [`docs/${name}.data.ts`, `export default {\n  ${load} };`],
        ]),
      ),
    });
    expect(exitCode).toBe(1);
    for (const message of [
      'docs/throws.data.ts:2:18 - error CD101: The file throws.data.ts threw an error: broken',
      'docs/none.data.ts:1:1 - error CD235: The data from none.data.ts cannot be serialized as JSON: `load` returns undefined',
      'error CD235: The data from number.data.ts cannot be serialized as JSON: ',
      'error CD235: The data from large.data.ts is 11 MB, more than the limit of 10 MB',
    ])
      expect(text).toContain(message);
    expect(text.match(/ - error /g)).toHaveLength(4);
  });

  it('of a package with pages is imported by its pages and demos, and uses packages of its own', async () => {
    const site = await buildSite({
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts':
        "import { fileURLToPath } from 'node:url';\nexport default { resolve: { docDirs: ['docs', 'node_modules/icons/docs'] } };\n",
      'node_modules/icons/package.json': '{ "name": "icons", "type": "module", "version": "1.0.0" }',
      'node_modules/icons/node_modules/shapes/package.json':
        '{ "name": "shapes", "type": "module", "exports": "./a.js" }',
      'node_modules/icons/node_modules/shapes/a.js': "export const shapes = ['A star'];\n",
      'node_modules/icons/docs/icons.data.js':
        "import { shapes } from 'shapes';\nexport default { load: () => shapes.map((text) => ({ name: 'star', text })) };\n",
      'node_modules/icons/docs/icons.mdx': `import { data } from './icons.data.js';\n\n# Icons\n\n{${SHOW}}\n\n<code src="./icons.jsx"></code>\n`,
      'node_modules/icons/docs/icons.jsx': `import { data } from './icons.data';\nexport default () => <p>{${SHOW}}</p>;\n`,
    });
    expect([site.text, site.exitCode]).toEqual(['', 0]);
    const page = await site.read('icons/index.html');
    expect(page).toMatch(SHOWN);
    expect(page.match(new RegExp(SHOWN, 'g'))).toHaveLength(2);
  });

  it('cannot change the prototype of an object', async () => {
    const site = await buildSite({
      'docs/index.mdx':
        "import { data } from './odd.data';\n\n# Home\n\n<i>{String(data.polluted)} {Object.keys(data).join()}</i>\n",
      'docs/odd.data.js':
        'export default { load: () => JSON.parse(\'{ "__proto__": { "polluted": 1 }, "text": "</script>" }\') };',
    });
    expect(site.text).toBe('');
    expect(await site.read('index.html')).toContain('<i>undefined<!-- --> <!-- -->__proto__,text</i>');
  });

  it('is not computed for other modules with such a name', async () => {
    const site = await buildSite({
      'docs/index.mdx': "import { users } from './users.data';\n\n# Home\n\n<i>{users.join()}</i>\n",
      'docs/users.data.ts': "export const users = ['a'];\n",
    });
    expect(site.text).toBe('');
    expect(await site.read('index.html')).toContain('<i>a</i>');
  });
});
