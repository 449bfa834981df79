import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { entriesOf } from '../../../../src/node/bundle/demos/demo-code.ts';

const FILES: Record<string, string> = {
  '<stdin>':
    "import { render } from 'render'; globalThis.demos = [() => render(() => import('one')), () => import('two')];",
  render: "export const render = (load) => load().then(() => 'rendered');",
  one: "import { word } from 'word'; import { shared } from 'shared'; export default () => word + shared;",
  two: "import { shared } from 'shared'; export default () => 'two' + shared;",
  word: "export const word = 'first';",
  shared: "export const shared = 'for both';",
};

/** Hashes of the demos `one` and `two` in a script with these modules. */
async function hashesOf(changes: Record<string, string> = {}): Promise<[one?: string, two?: string]> {
  const files = { ...FILES, ...changes };
  const { outputFiles, metafile } = await build({
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    outdir: '/',
    stdin: { contents: files['<stdin>'] ?? '' },
    plugins: [
      {
        name: 'files',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ path }) => ({ path, namespace: 'of' }));
          onLoad({ filter: /.*/ }, ({ path }) => ({ contents: files[path] ?? '' }));
        },
      },
    ],
  });
  const entries = entriesOf(outputFiles[0]?.text ?? '', metafile, { kind: 'dynamic-import' });
  return [entries.get('one')?.hash, entries.get('two')?.hash];
}

it.each<[what: string, changes: Record<string, string>, changed: [one: boolean, two: boolean]]>([
  ['nothing', {}, [false, false]],
  ['a demo', { two: "export default () => 'other';" }, [false, true]],
  ['a file of one demo', { word: "export const word = 'second';" }, [true, false]],
  ['a shared file', { shared: "export const shared = 'of both';" }, [true, true]],
  [
    'the code that renders them',
    { render: "export const render = (load) => load().then(() => 'other');" },
    [true, true],
  ],
  // In a single scope, names must be unique, so the second demo gets another name.
  ['a name in the previous demo', { one: 'const shared = 1; export default () => shared;' }, [true, true]],
])('finds the demos that must be rendered again after a change of %s', async (_, changes, changed) => {
  const before = await hashesOf();
  const now = await hashesOf(changes);
  expect(now.map((hash, index) => hash !== before[index])).toEqual(changed);
});

it('does not confuse text with the name of a module', async () => {
  const named = (word: string) => ({ word: `export const word = \`\n  // of:two\n${word}\`;` });
  const [before, now] = [await hashesOf(named('first')), await hashesOf(named('second'))];
  expect(now[0]).not.toBe(before[0]);
  expect(before.every((hash) => hash !== undefined)).toBe(true);
});
