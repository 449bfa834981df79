import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { divideByPages } from '../../../src/node/bundle/page-code.ts';
import type { SourcePage } from '../../../src/node/content/types.ts';

const FILES: Record<string, string> = {
  '<stdin>': "import one from 'page:one'; import two from 'page:two'; export const modules = { one, two };",
  'page:one': "import { use } from 'outside'; import { word } from 'word'; export default () => [use, word, 'first'];",
  'page:two': "import { use } from 'outside'; export default () => [use, 'two'];",
  word: "export const word = 'word';",
  'cascader-docs/pages': "export default ['first'];",
};

/** The parts of a script with two pages. */
async function divided(changes: Record<string, string> = {}) {
  const files = { ...FILES, ...changes };
  const { outputFiles, metafile } = await build({
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: '/',
    charset: 'utf8',
    stdin: { contents: files['<stdin>'] ?? '' },
    plugins: [
      {
        name: 'files',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ path }) =>
            path === 'outside'
              ? { path: '/here/outside.js', external: true }
              : {
                  path,
                  namespace: path.startsWith('page:')
                    ? 'page'
                    : path.startsWith('cascader-docs/')
                      ? 'site-pages'
                      : 'of',
                },
          );
          onLoad({ filter: /.*/ }, ({ path }) => ({ contents: files[path] ?? '' }));
        },
      },
    ],
  });
  const pages = ['one', 'two'].map((sourcePath) => ({ page: { sourcePath } as SourcePage, code: '' }));
  // The bundler names a module by its namespace and its path.
  const code = (outputFiles[0]?.text ?? '').replaceAll('// page:page:', '// page:');
  const outputs = JSON.parse(JSON.stringify(metafile).replaceAll('page:page:', 'page:')) as typeof metafile;
  const { shared, own } = divideByPages(code, outputs, { pages, portable: (text) => text.replaceAll('/here/', '') });
  return { shared, one: own.get('one'), two: own.get('two') };
}

it.each<[what: string, changes: Record<string, string>, changed: string[]]>([
  ['nothing', {}, []],
  ['a page', { 'page:two': "export default () => ['€', 2];" }, ['two']],
  ['a page that imports', { 'page:one': FILES['page:one']?.replace('first', 'other') ?? '' }, ['one']],
  ['a file that a page imports', { word: "export const word = 'other';" }, ['shared']],
])('finds the pages that change with %s', async (_, changes, changed) => {
  const [before, now] = [await divided(), await divided(changes)];
  expect(Object.values(before).every((hash) => hash !== undefined)).toBe(true);
  const names = Object.keys(before) as (keyof typeof before)[];
  expect(names.filter((name) => before[name] !== now[name])).toEqual(changed);
});

const OTHER = { 'cascader-docs/pages': "export default ['other'];" };
const importing = (name: string) => ({
  [name]: `import pages from 'cascader-docs/pages'; ${FILES[name]} globalThis.list = pages;`,
});

it.each<[by: string, files: Record<string, string>, changed: string[]]>([
  ['a page', importing('page:one'), ['one']],
  ['both pages', { ...importing('page:one'), ...importing('page:two') }, ['one', 'two']],
  // It may change other pages.
  ['a file that a page imports', importing('word'), ['shared']],
  ['a page and a file that it imports', { ...importing('page:one'), ...importing('word') }, ['shared']],
])('finds the pages that change with the list of pages if %s imports it', async (_, files, changed) => {
  const [before, now] = [await divided(files), await divided({ ...files, ...OTHER })];
  const names = Object.keys(before) as (keyof typeof before)[];
  expect(names.filter((name) => before[name] !== now[name])).toEqual(changed);
});

it('does not confuse text with a module', async () => {
  const named = (word: string) => ({ word: `export const word = \`\n// page:two\n${word}\`;` });
  const [before, now] = [await divided(named('first')), await divided(named('second'))];
  expect(now.shared).not.toBe(before.shared);
  expect(now.two).toBeUndefined();
});
