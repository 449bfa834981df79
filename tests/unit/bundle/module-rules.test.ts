import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadSite } from '../../../src/node/build/site.ts';
import { createBarrels } from '../../../src/node/bundle/barrels/barrel-plugin.ts';
import { bundleModules } from '../../../src/node/bundle/module-rules.ts';
import { makeFolder } from '../../helpers/folder.ts';

const FILES = {
  'package.json': '{ "name": "library", "type": "module", "main": "./src/index.js" }',
  'node_modules/flagged/package.json': '{ "name": "flagged" }',
  'node_modules/flagged/index.js': "exports.__esModule = true;\nexports.default = 'default';\n",
  'src/index.js': "import { again } from './again.js';\nexport const ofLibrary = again;\n",
  'src/again.js': "export { default as again } from 'flagged';\n",
  'demos/index.js':
    "import { ofLibrary } from 'library';\nimport { again } from './again.js';\nexport { again as ofSite, ofLibrary };\n",
  'demos/again.js': "export { default as again } from 'flagged';\n",
};

it('each file that a barrel replaces keeps its rule for the default of a module with `__esModule`', async () => {
  const root = makeFolder('module-rules');
  for (const [name, text] of Object.entries(FILES)) {
    await fs.mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await fs.writeFile(path.join(root, name), text);
  }
  const { site } = await loadSite(root);
  const { outputFiles } = await bundleModules(
    { site, pages: [], demos: [], barrels: createBarrels({ site }) },
    { entryPoints: ['./demos/index.js'], outdir: root, format: 'esm' },
  );
  const { ofSite, ofLibrary } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  expect({ ofSite, ofLibrary }).toEqual({ ofSite: 'default', ofLibrary: { __esModule: true, default: 'default' } });
});
