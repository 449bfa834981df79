import { affected, type Diagnostic } from 'cascader-docs';
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

describe('files that scripts do not import by name', () => {
  let other: TestSite;
  let history: TestRepository;
  const own: Record<string, string> = {
    'package.json': '{"name": "kit"}',
    'cascader-docs.config.ts': 'export default {};\n',
    'tsconfig.json':
      '{"extends": "./config/base.json", "compilerOptions": {"paths": {"#/*": ["./src/over/*", "./src/plain/*"]}}}',
    'config/base.json': '{"compilerOptions": {"jsx": "react-jsx"}}',
    'postcss.config.mjs': "import { plugins } from './config/plugins.mjs';\nexport default { plugins };\n",
    'config/plugins.mjs': 'export const plugins = [];\n',
    'packages/tokens/package.json': '{"name": "tokens", "main": "a.js"}',
    'packages/tokens/a.js': 'export const token = 1;\n',
    'packages/tokens/b.js': 'export const token = 2;\n',
    '.gitignore': 'node_modules\n',
    'src/plain/text.ts': "export const text = 'plain';\n",
    'src/colors.css': ':root { --kit-a: red }\n',
    'src/a.css': "@import './colors.css';\np { background: url(./dot.svg) }\n",
    'src/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'src/b.css': 'b { color: red }\n',
    'demos/sheet.tsx': "import '../src/a.css';\nexport default () => <p>A</p>;\n",
    'demos/other.tsx': "import '../src/b.css';\nexport default () => <b>B</b>;\n",
    'demos/steps.tsx': 'export default () => <p>Text</p>;\n',
    'demos/steps.steps.ts':
      "import { name } from './names';\nexport const steps = [{ name: 'Shows', run: () => name }];\n",
    'demos/names.ts': "export const name = 'Text';\n",
    'demos/data.tsx': "import { data } from './list.data';\nexport default () => <p>{data.join()}</p>;\n",
    'demos/list.data.ts':
      "import fs from 'node:fs';\nexport default { watch: ['./texts/*.txt'], load: (files: string[]) => files.map((file) => fs.readFileSync(file, 'utf8')) };\n",
    'demos/texts/a.txt': 'a\n',
    'demos/public.tsx': 'export default () => <img alt="" src="/pictures/a.svg" />;\n',
    'demos/paths.tsx': "import { text } from '#/text';\nexport default () => <p>{text}</p>;\n",
    'demos/package.tsx': "import { token } from '../packages/tokens';\nexport default () => <p>{token}</p>;\n",
    'docs/_part.md': '```tsx\nexport default () => <p>Block</p>;\n```\n',
    'docs/public/pictures/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'docs/public/robots.txt': 'User-agent: *\n',
  };
  const names = Object.keys(own).flatMap((file) => /^demos\/(\w+)\.tsx$/.exec(file)?.[1] ?? []);

  const page = `# Home\n\n<embed src="./_part.md"></embed>\n\n${names.map((name) => `<code src="../demos/${name}.tsx"></code>\n\n`).join('')}`;

  beforeAll(async () => {
    other = await createSite({ ...own, 'docs/index.md': page });
    history = createRepository(other.root);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['steps', { 'demos/steps.steps.ts': 'export const steps = [];\n' }, ['steps']],
    ['a module of steps', { 'demos/names.ts': "export const name = 'New';\n" }, ['steps']],
    ['new steps', { 'demos/other.steps.ts': 'export const steps = [];\n' }, ['other']],
    ['a file that data are read from', { 'demos/texts/a.txt': 'b\n' }, ['data']],
    ['a new file that data are read from', { 'demos/texts/b.txt': 'b\n' }, ['data']],
    ['a published file that a demo shows', { 'docs/public/pictures/a.svg': '<svg/>\n' }, ['public']],
    ['a published file that none shows', { 'docs/public/robots.txt': '\n' }, []],
    ['an imported style sheet', { 'src/colors.css': ':root { --kit-a: blue }\n' }, ['sheet']],
    ['a picture of a style sheet', { 'src/dot.svg': '<svg/>\n' }, ['sheet']],
    ['the configuration of PostCSS', { 'config/plugins.mjs': 'export const plugins = [] ;\n' }, ['sheet', 'other']],
    ['the entry of a package', { 'packages/tokens/package.json': '{"name": "tokens", "main": "b.js"}' }, ['package']],
    ['a file that `paths` find first', { 'src/over/text.ts': "export const text = 'over';\n" }, ['paths']],
    ['an embedded code block', { 'docs/_part.md': own['docs/_part.md']?.replace('Block', 'New') ?? '' }, ['0']],
    ['words of a page', { 'docs/index.md': page.replace('Home', 'Start\n\nText') }, ['0']],
    ['an option of a demo', { 'docs/index.md': page.replace('other.tsx"', 'other.tsx"\n  compact') }, ['0', 'other']],
    ['the base of the compiler options', { 'config/base.json': '{"compilerOptions": {}}' }, ['0', ...names]],
  ])('%s', async (_, edit, expected) => {
    await other.write(edit);
    const { demos } = await affected({ root: other.root, against: 'HEAD' });
    history.git('reset', '--quiet', '--hard');
    history.git('clean', '--quiet', '-fd');
    expect(demos.map(({ id }) => id.replace('docs-demo-', ''))).toEqual(expected);
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

it('has only the errors of the author', async () => {
  const other = await createSite({
    'demos/a.tsx': 'export default () => null;\n',
    'docs/index.md': '# Home\n\n<code src="../demos/a.tsx"></code>\n\n<code src="../demos/gone.tsx"></code>\n',
  });
  const { diagnostics } = await affected({ root: other.root, files: ['demos/a.tsx'] }).catch((error) => error);
  expect(diagnostics).toMatchObject([{ code: 'CD307', location: { file: 'docs/index.md', line: 5 } }]);
});

it('ends with the error of the demo, or of the library, whose import became ambiguous', async () => {
  const other = await createSite(files);
  await other.write({ 'src/Card.tsx': `${files['src/Card.tsx']}export const Button = () => <b>Other</b>;\n` });
  const failing = async () => {
    const { diagnostics } = await affected({ root: other.root, files: ['src/Card.tsx'] }).catch((error) => error);
    return diagnostics.map(({ code, location }: Diagnostic) => `${code} ${location?.file}`);
  };
  expect(await failing()).toEqual(['CD400 demos/button.tsx']);
  await other.write({ 'docs/index.md': '# Home\n' });
  expect(await failing()).toEqual(['CD400 src/index.ts']);
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
