import path from 'node:path';
import { expect, it } from 'vitest';
import { createSheetCompiler } from '../../../src/node/bundle/sheets/sheet-compiler.ts';
import { createSite } from '../content/temporary-site.ts';

it('lists the imports of a style sheet in the same order, whichever file is read first', async () => {
  const site = await createSite({
    'a.less': '.a { b: c }',
    'b.less': '@import "./a";',
    'c.less': '.c { b: c }',
    'sheet.less': '@import "./c";\n@import "./b";\n@import "./a";',
  });
  const imports = await createSheetCompiler(site).importsOf(path.join(site.root, 'sheet.less'));
  expect(imports.map(({ request }) => request)).toEqual(['./a', './a', './b', './c']);
});
