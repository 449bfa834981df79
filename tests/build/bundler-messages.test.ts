import { expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

const WRONG = 'export default () => (\n  <Button>\n    <b>Save</b>\n  </Buton>\n);\n';

it('a note about other code has its location, also in a fence', async () => {
  const { diagnostics } = await buildSite({
    'demos/wrong.tsx': WRONG,
    'docs/index.md': `# Home\n\n<code src="../demos/wrong.tsx"></code>\n\n\`\`\`tsx\n${WRONG}\`\`\`\n`,
  });
  expect(diagnostics.map(({ location, notes }) => [`${location?.file}:${location?.line}`, notes?.[0]]).sort()).toEqual([
    ['demos/wrong.tsx:4', 'The opening `Button` tag is at demos/wrong.tsx:2:4.'],
    ['docs/index.md:9', 'The opening `Button` tag is at docs/index.md:7:4.'],
  ]);
});

it('a package with a name similar to that of a package of the project is a misspelling', async () => {
  const { diagnostics } = await buildSite({
    'package.json': '{ "name": "my-lib", "devDependencies": { "react": "*", "@scope/icons": "1.0.0" } }',
    'src/index.ts': 'export const a = 1;\n',
    'demos/wrong.tsx':
      "import { a } from 'my-libb';\nimport 'mylib/style.css';\nimport '@scope/icon/star';\nimport 'recat';\nimport 'no-such';\nexport default () => a;\n",
    'docs/index.md': '# Home\n\n<code src="../demos/wrong.tsx"></code>\n',
  });
  expect(diagnostics.map(({ code, notes }) => [code, notes?.[0]])).toEqual([
    ['CD401', 'Did you mean my-lib?'],
    ['CD401', 'Did you mean my-lib/style.css?'],
    ['CD401', 'Did you mean @scope/icons/star?'],
    ['CD401', 'Did you mean react?'],
    ['CD401', 'Install it (`npm install no-such`) or correct the import.'],
  ]);
});
