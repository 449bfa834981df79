import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { loadSite } from '../../../src/node/build/site.ts';
import { measureImports } from '../../../src/node/bundle/import-cost.ts';
import { librariesOf } from '../../../src/node/project/libraries.ts';
import { makeFolder } from '../../helpers/folder.ts';

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

it('measures exports without peers and style sheets, as esbuild does', async () => {
  const root = makeFolder('import-cost');
  await fs.mkdir(path.join(root, 'src'));
  for (const [file, text] of Object.entries(FILES)) await fs.writeFile(path.join(root, file), text);
  const { site } = await loadSite(root);
  const [library] = librariesOf(site);
  const costs = await measureImports(site, library as NonNullable<typeof library>, ['Button', 'Field', 'Gone', 'Size']);
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
