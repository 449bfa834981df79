import { affected } from 'cascader-docs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { run as cli } from '../helpers/command.ts';
import { createRepository, type TestRepository } from '../helpers/git.ts';

const files = {
  'package.json': '{"name": "library", "sideEffects": ["*.less"]}',
  'package-lock.json': '{"packages": {"": {}, "node_modules/one": {"version": "1.0.0"}, "node_modules/two": {}}}',
  'node_modules/one/package.json': '{"name": "one", "main": "index.js"}',
  'node_modules/one/index.js': 'exports.one = 1;\n',
  '.gitignore': 'node_modules\ndist\n',
  'src/index.ts': "export * from './Button';\nexport * from './Card';\n",
  'src/Button.tsx': "import './button.less';\nexport const Button = () => <button>Button</button>;\n",
  'src/button.less': "@import './tokens';\nbutton { color: @color }\n",
  'src/tokens.less': '@color: red;\n',
  'src/Card.tsx':
    "import { one } from 'one';\nimport { name } from './name';\nexport interface CardProps {\n  /** Text. */\n  a?: string;\n}\nexport const Card = ({ a }: CardProps) => <b title={a}>{name}{one}</b>;\n",
  'src/name/index.ts': "export const name = 'Card';\n",
  'src/unused.ts': 'export const unused = 1;\n',
  'demos/button.tsx': "import { Button } from 'library';\nexport default () => <Button />;\n",
  'demos/card.tsx': "import { Card } from 'library';\nexport default () => <Card />;\n",
  'docs/index.md': '# Home\n\n<code src="../demos/button.tsx"></code>\n\n<embed src="./_part.md"></embed>\n',
  'docs/_part.md': 'Text.\n',
  'docs/card.md': '# Card\n\n<code src="../demos/card.tsx"></code>\n\n<API id="Card"></API>\n',
  'docs/text.md': '# Text\n',
};
let site: TestSite;
let repository: TestRepository;

beforeAll(async () => {
  site = await createSite(files);
  repository = createRepository(site.root);
});

/** Returns the ids after an edit, which is undone. */
async function afterEdit(edit: Record<string, string | undefined>) {
  const written = Object.entries(edit).flatMap(([file, text]) => (text === undefined ? [] : [[file, text]]));
  await site.write(Object.fromEntries(written));
  for (const [file, text] of Object.entries(edit)) if (text === undefined) repository.git('rm', '--quiet', file);
  const { demos, pages, exports, types, changed } = await affected({ root: site.root, against: 'HEAD' });
  repository.git('reset', '--quiet', '--hard');
  repository.git('clean', '--quiet', '-fd');
  const reasons = Object.fromEntries([...demos, ...exports].map(({ id, reason }) => [id, reason.join(' ')]));
  return {
    changed,
    demos: demos.map(({ id }) => id.replace('docs-', '')),
    pages: pages.map(({ id }) => id),
    exports: exports.map(({ id }) => id),
    types,
    reasons,
  };
}

const BUTTON = { demos: ['demo-button'], pages: ['/'], exports: ['Button'], types: true };
const CARD = { demos: ['card-demo-card'], pages: ['/card'], exports: ['Card'], types: true };
const ALL = {
  demos: ['demo-button', 'card-demo-card'],
  pages: ['/', '/card', '/text'],
  exports: ['Button', 'Card'],
  types: true,
};
const NOTHING = { demos: [], pages: [], exports: [], types: false };

describe('what a change reaches', () => {
  it.each<[string, Record<string, string | undefined>, object]>([
    [
      'a component, through a module that only exports it again',
      { 'src/Button.tsx': `${files['src/Button.tsx']}\n` },
      BUTTON,
    ],
    ['a style sheet', { 'src/button.less': 'b { color: red }\n' }, { ...BUTTON, types: false }],
    ['a demo', { 'demos/card.tsx': 'export default () => null;\n' }, { ...CARD, exports: [], types: false }],
    ['a style sheet that another imports', { 'src/tokens.less': '@color: blue;\n' }, { ...BUTTON, types: false }],
    [
      'a module of a component, by a path of imports',
      { 'src/name/index.ts': "export const name = 'New';\n" },
      {
        ...CARD,
        reasons: {
          'docs-card-demo-card': 'demos/card.tsx src/index.ts src/Card.tsx src/name/index.ts',
          Card: 'src/index.ts src/Card.tsx src/name/index.ts',
        },
      },
    ],
    ['a new file that takes the place of a folder', { 'src/name.ts': "export const name = 'New';\n" }, CARD],
    ['a file that nothing imports', { 'src/unused.ts': '' }, NOTHING],
    [
      'a page, an embedded file and a new page',
      { 'docs/text.md': '# New\n', 'docs/_part.md': 'New.\n', 'docs/new.md': '# New\n' },
      { ...NOTHING, pages: ['/', '/new', '/text'] },
    ],
    ['a removed file that nothing imports', { 'src/unused.ts': undefined }, NOTHING],
    ['the configuration', { 'cascader-docs.config.ts': 'export default {};\n' }, ALL],
    [
      'the version of a package',
      {
        'package-lock.json': files['package-lock.json'].replace('1.0.0', '1.0.1').replace('two": {}', 'two": {"a": 1}'),
      },
      CARD,
    ],
  ])('%s', async (_, edit, expected) => {
    expect(await afterEdit(edit)).toMatchObject(expected);
  });
});

it('of given files needs no repository, and works with an installed library', async () => {
  const { root } = await createSite({
    'package.json': '{"name": "docs"}',
    'cascader-docs.config.ts': "export default { apiParser: { entry: 'installed' } };",
    'src/index.ts': "import 'node:path';\nexport {};\n",
    'node_modules/installed/package.json': '{"name": "installed", "version": "1.0.0", "types": "index.d.ts"}',
    'node_modules/installed/index.js': "export const Button = () => 'Button';\n",
    'node_modules/installed/index.d.ts': 'export declare const Button: () => string;\n',
    'demos/button.tsx': "import { Button } from 'installed';\nexport default () => <Button />;\n",
    'docs/index.md': '# Home\n\n<code src="../demos/button.tsx"></code>\n\n<API id="Button"></API>\n',
  });
  expect(await affected({ root, files: ['demos/button.tsx'] })).toMatchObject({
    ...{ changed: ['demos/button.tsx'], demos: [{ id: 'docs-demo-button' }], pages: [{ id: '/' }], exports: [] },
    of: { demos: 1, pages: 1, exports: 1 },
  });
});

it('is printed', async () => {
  await site.write({ 'demos/card.tsx': 'export default () => null;\n' });
  const { code, stdout } = await cli(['affected', '--against', 'HEAD'], { cwd: site.root });
  repository.git('reset', '--quiet', '--hard');
  expect(code).toBe(0);
  expect(stdout.replace(/since \w+/, 'since …')).toMatchInlineSnapshot(`
    "1 file changed since …
    1 of 2 demos
      docs-card-demo-card ← demos/card.tsx
    1 of 3 pages
      /card ← docs/card.md → demos/card.tsx
    0 of 2 exports
    "
  `);
  const { exitCode, diagnostics } = await affected({ root: site.root, against: 'gone' }).catch((error) => error);
  expect({ exitCode, code: diagnostics[0].code }).toEqual({ exitCode: 2, code: 'CD181' });
});

it('finds exports of the package that the configuration names, not of the own code for Node.js', async () => {
  const other = await createSite({
    'package.json': '{"name": "tool", "dependencies": {"kit": "1.0.0"}}',
    'package-lock.json': '{"packages": {"": {}, "node_modules/kit": {"version": "1.0.0"}}}',
    'node_modules/kit/package.json': '{"name": "kit", "version": "1.0.0", "main": "index.js", "types": "index.d.ts"}',
    'node_modules/kit/index.js': "exports.Button = () => 'Button';\n",
    'node_modules/kit/index.d.ts': 'export declare const Button: (props: { a?: string }) => string;\n',
    '.gitignore': 'node_modules\n',
    'cascader-docs.config.ts': "export default { apiParser: { entry: 'kit' } };\n",
    'src/index.ts': "export { readFileSync as Button } from 'node:fs';\n",
    'docs/index.md': '# Home\n\n<API id="Button"></API>\n',
  });
  createRepository(other.root);
  await other.write({
    'package-lock.json': '{"packages": {"": {}, "node_modules/kit": {"version": "1.0.1"}}}',
  });
  const { exports, of } = await affected({ root: other.root, against: 'HEAD' });
  expect({ exports, of }).toMatchObject({
    exports: [{ id: 'Button', reason: ['node_modules/kit/index.js'] }],
    of: { exports: 1 },
  });
});

it('is found for a site without a library', async () => {
  const other = await createSite({
    'demos/a.tsx': 'export default () => null;\n',
    'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n',
  });
  createRepository(other.root);
  await other.write({ 'demos/a.tsx': 'export default () => <p>Text</p>;\n' });
  const { demos, of } = await affected({ root: other.root, against: 'HEAD' });
  expect({ demos, of }).toMatchObject({ demos: [{ id: 'docs-demo-a' }], of: { exports: 0 } });
});
