import { describe, expect, it } from 'vitest';
import { buildSite, createSite } from '../helpers/build-site.ts';
import { ask, findDifferences, summary } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';
import { isWhole } from '../helpers/is-whole.ts';

const THEME = "import theme from 'cascader-docs/theme';\n";
const FILES = {
  'package.json': '{"name": "faulty-lib", "version": "1.0.0"}',
  'src/index.tsx': 'export const Button = () => <button type="button">library</button>;\n',
  'docs/index.md': '# Home\n\nText.\n',
  'docs/text.md': '---\ntitle: Text\n---\n\n# Text\n\n[Home](./index.md)\n',
  'docs/live.mdx': 'export const word = "live";\n\n# Live\n\nIt is {word}.\n',
  'docs/demos.md': '# Demos\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/library.tsx"></code>\n',
  'demos/one.tsx': "import './one.less';\nexport default () => <p>one</p>;\n",
  'demos/one.less': "@import './colors.less';\np { color: @color; }\n",
  'demos/colors.less': '@color: red;\n',
  'demos/library.tsx': "import { Button } from 'faulty-lib';\nexport default () => <Button />;\n",
  'theme.tsx': `${THEME}export default { ...theme };\n`,
  'cascader-docs.config.ts': "export default { theme: './theme.tsx', pageTimeout: 2500 };\n",
};

interface Fault {
  name: string;
  /** The file that is broken, and its invalid text. */
  file: keyof typeof FILES;
  text: string;
  /** A page that shows the error. */
  address: string;
  code: string;
}

const ROWS: [name: string, file: Fault['file'], text: string, address: string, code: string][] = [
  ['the syntax of an interactive page', 'docs/live.mdx', '# Live\n\n<b>open\n', '/live', 'CD300'],
  ['front matter', 'docs/text.md', '---\ntitle: [Text\n---\n\n# Text\n', '/text', 'CD210'],
  ['the syntax of a demo', 'demos/one.tsx', 'export default () => <p>one</;\n', '/demos', 'CD409'],
  [
    'an import of a demo',
    'demos/one.tsx',
    "import './nowhere';\nexport default () => <p>one</p>;\n",
    '/demos',
    'CD401',
  ],
  ['the syntax of a Less sheet that another imports', 'demos/colors.less', '@color: red;\n.a {\n', '/demos', 'CD400'],
  ['the syntax of the library', 'src/index.tsx', 'export const Button = () => <button;\n', '/demos', 'CD409'],
  [
    'the syntax of the configuration',
    'cascader-docs.config.ts',
    "export default { theme: './theme.tsx', };;; const\n",
    '/text',
    'CD409',
  ],
  [
    'a value of the configuration',
    'cascader-docs.config.ts',
    "export default { theme: './theme.tsx', bases: '/x/' };\n",
    '/text',
    'CD110',
  ],
  ['the syntax of the theme', 'theme.tsx', `${THEME}export default { ...theme ;\n`, '/text', 'CD409'],
  [
    'a theme that throws when it is imported',
    'theme.tsx',
    `${THEME}throw new Error('no theme today');\nexport default { ...theme };\n`,
    '/text',
    'CD504',
  ],
  [
    'a page that throws when it is imported',
    'docs/live.mdx',
    "# Live\n\nexport const word = (() => {\n  throw new Error('no word today');\n})();\n\n{word}\n",
    '/live',
    'CD502',
  ],
  [
    'a page that hangs when it is imported',
    'docs/live.mdx',
    '# Live\n\nexport const word = (() => {\n  for (;;);\n})();\n\n{word}\n',
    '/live',
    'CD502',
  ],
  [
    'a page that throws when it is rendered',
    'docs/live.mdx',
    "# Live\n\nexport const Word = () => {\n  throw new Error('no page today');\n};\n\n<Word />\n",
    '/live',
    'CD502',
  ],
];
const FAULTS = ROWS.map(([name, file, text, address, code]): Fault => ({ name, file, text, address, code }));

/** One error of each kind: in a page, a demo, the configuration, the theme, and the code of a page. */
const FROM_START = FAULTS.filter(
  ({ name }, index) => isWhole || index % 3 === 0 || name === 'a page that hangs when it is imported',
);

/** The diagnostics of `build` for each error, computed once per error. */
const expected = new Map<Fault, string[]>();

async function expectedOf(fault: Fault): Promise<string[]> {
  const { file, text, name, code } = fault;
  const known = expected.get(fault);
  if (known) return known;
  const { diagnostics } = await buildSite({ ...FILES, [file]: text });
  const found = [...new Set(diagnostics.map(summary))].sort();
  expect(found.join(), name).toContain(code);
  expected.set(fault, found);
  return found;
}

const reported = (dev: RunningDev, from = 0): string[] => dev.diagnostics.slice(from).map(summary).sort();
const errorsOf = async (dev: RunningDev, address: string): Promise<string[]> => (await ask(dev, address)).errors;

describe('an error', () => {
  // The test is split in two, because it waits for each edit and would time out on a busy machine.
  it.each([
    ['the first half', FAULTS.filter((_, index) => index % 2 === 0)],
    ['the other half', FAULTS.filter((_, index) => index % 2 === 1)],
  ])('is reported once, as by build, and is gone when it is fixed, for one file after another: %s', async (_, faults) => {
    const site = await createSite(FILES);
    const dev = await startDev(site.root);
    for (const address of ['/', '/text', '/live', '/demos']) expect(await errorsOf(dev, address)).toEqual([]);
    expect(reported(dev)).toEqual([]);
    // The first error is repeated: its earlier report must not suppress a new one.
    for (const fault of [...faults, ...faults.slice(0, 1)]) {
      const { name, file, text, address, code } = fault;
      const found = await expectedOf(fault);
      const before = dev.diagnostics.length;
      await site.write({ [file]: text });
      // The error is reported even though no page is open.
      await waitFor(() => dev.diagnostics.length > before);
      await waitFor(async () => (await errorsOf(dev, address)).includes(code));
      await waitFor(() => reported(dev, before).length >= found.length);
      expect(reported(dev, before), name).toEqual(found);
      await ask(dev, address);
      await site.write({ [file]: FILES[file] });
      await waitFor(async () => (await errorsOf(dev, address)).length === 0);
      expect(reported(dev, before), name).toEqual(found);
    }
    const built = await site.build({ cache: false });
    expect(await findDifferences(built, dev)).toEqual([]);
    expect(dev.errors).toEqual([]);
  });

  it.each(FROM_START)('that exists from the start is shown, in $name, and is gone when it is fixed', async (fault) => {
    const { file, text, address, code } = fault;
    const site = await createSite({ ...FILES, [file]: text });
    const found = await expectedOf(fault);
    const dev = await startDev(site.root);
    await waitFor(async () => (await errorsOf(dev, address)).includes(code));
    await waitFor(() => reported(dev).length >= found.length);
    const seen = reported(dev);
    expect(seen).toEqual(found);
    await site.write({ [file]: FILES[file] });
    await waitFor(async () => {
      const { status, errors } = await ask(dev, address);
      return status === 200 && errors.length === 0;
    });
    expect(reported(dev)).toEqual(seen);
    expect(dev.errors).toEqual([]);
  });
});
