import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeEach, expect, it } from 'vitest';
import { loadSite } from '../../../src/node/build/site.ts';
import { createBundleCache } from '../../../src/node/bundle/bundle-key.ts';
import { measureImports, shownCosts } from '../../../src/node/bundle/import-cost.ts';
import { librariesOf } from '../../../src/node/project/libraries.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

const FILES = {
  'package.json': '{ "name": "kit", "version": "1.0.0", "sideEffects": false, "peerDependencies": { "big": "*" } }',
  'src/index.ts': "export { Button } from './button';\nexport { Field } from './field';\nexport type Size = 'small';\n",
  'src/button.tsx':
    "import { useState } from 'react';\nimport { merge } from 'big/merge';\nimport { label } from './label';\nimport './button.css';\n" +
    'export const Button = () => <button>{label(merge(useState(0)))}</button>;\n',
  'src/field.tsx':
    "import { label } from './label';\nexport const Field = () => <label>{label('Field')}<input /></label>;\n",
  'src/label.ts': `export const label = (text: unknown) => [${Array.from({ length: 300 }, (_, index) => `'word ${index * 7919}'`)}].join(String(text));\n`,
  'src/button.css': 'button { color: red; }\n',
};

let root: string;

beforeEach(() => {
  root = makeFolder('import-cost', OUTSIDE);
});

async function measure(files: Record<string, string>, names: string[], signal?: AbortSignal) {
  for (const [file, text] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await fs.writeFile(path.join(root, file), text);
  }
  const { site } = await loadSite(root);
  const [library] = librariesOf(site);
  return await measureImports(site, library as NonNullable<typeof library>, { names, signal });
}

it('measures a library that imports files, styles and variables as demos may, and has no package.json', async () => {
  const costs = await measure(
    {
      'cascader-docs.config.js': "export default { library: [{ name: 'kit', entry: './src/index.tsx' }] };\n",
      'src/index.tsx':
        "import text from './note.md?raw';\nimport sound from './sound.mp3';\nimport styles from './a.module.less';\n" +
        'export const A = () => <p className={styles.a}>{text}{sound}{import.meta.env.MODE}</p>;\n',
      'src/note.md': 'A note',
      'src/sound.mp3': 'x',
      'src/a.module.less': '.a { .b { color: red; } }',
    },
    ['A'],
  );
  expect(costs.get('A')?.alone.gzip).toBeGreaterThan(100);
});

it('ends when it is stopped', async () => {
  await expect(measure(FILES, ['Button'], AbortSignal.abort('stopped'))).rejects.toBe('stopped');
});

it('measures exports without peers and style sheets, as esbuild does', async () => {
  const costs = await measure(FILES, ['Button', 'Field', 'Gone', 'Size']);
  expect([...costs.keys()]).toEqual(['Button', 'Field']);
  for (const [name, { alone, added }] of costs) {
    const bundled = await build({
      stdin: { contents: `export { ${name} } from './src/index'`, resolveDir: root },
      ...{ bundle: true, minify: true, write: false, format: 'esm', jsx: 'automatic', charset: 'utf8' },
      ...{ external: ['react', 'big', '*.css'], target: 'es2022' },
    });
    const size = gzipSync(bundled.outputFiles[0]?.contents ?? '').length;
    expect(Math.abs(alone.gzip - size) / size).toBeLessThan(0.01);
    // Both use the same words.
    expect(added.brotli).toBeLessThan(alone.brotli / 4);
    expect(added.brotli).toBeGreaterThan(0);
  }
});

it('shows costs of exports alone only if the configuration enables them', async () => {
  const config = (value: boolean) => ({
    'cascader-docs.config.js': `export default { apiParser: { importCost: ${value} } };\n`,
  });
  const shown = async (value: boolean) => {
    const costs = await measure({ ...FILES, ...config(value) }, ['Button']);
    const { site } = await loadSite(root);
    return { costs, shown: await shownCosts(site, { names: ['Button', 'Size'], cache: createBundleCache(site) }) };
  };
  expect((await shown(false)).shown).toEqual(new Map());
  const { costs, shown: found } = await shown(true);
  expect(found).toEqual(new Map([['Button', costs.get('Button')?.alone]]));
});
