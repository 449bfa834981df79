/** Plugins of Markdown, pages from code, and data in `dev`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, type TestSite } from '../helpers/build-site.ts';
import { ask, findDifferences } from '../helpers/dev-answers.ts';
import { type RunningDev, startDev, waitFor } from '../helpers/dev-site.ts';

const config = (sign: string): string => `
import fs from 'node:fs';
const words = () => (tree, file) => {
  file.data.dependencies = ['words.txt'];
  const text = fs.readFileSync(file.dirname + '/words.txt', 'utf8');
  tree.children.push({ type: 'html', value: '<i>' + text + '${sign}</i>' });
};
export default { theme: './theme/index.tsx', markdown: { remarkPlugins: [words] } };
`;

const paths = (ending: string): string => `
import fs from 'node:fs';
import path from 'node:path';
export default {
  watch: ['./data/*.txt'],
  paths: (files) =>
    files.map((file) => ({
      params: { name: path.basename(file, '.txt') + '${ending}' },
      content: fs.readFileSync(file, 'utf8'),
    })),
};
`;

const dataFile = (sign: string): string => `
import fs from 'node:fs';
export default {
  watch: ['./icons/*.txt'],
  load: (files) => files.map((file) => fs.readFileSync(file, 'utf8') + '${sign}'),
};
`;

const FILES = {
  'docs/index.md': '# Home\n',
  'docs/words.txt': 'words one',
  'docs/[name].md': '# Of {{ params.name }}\n\nTemplate one.\n',
  'docs/[name].paths.ts': paths(''),
  'docs/data/star.txt': 'Star one.',
  'docs/live.mdx': "import { data } from './icons.data';\n\n# Live\n\n<i>{data.join()}</i>\n",
  'docs/demo.md': '# Demo\n\n<code src="../demos/icons.tsx"></code>\n',
  'demos/icons.tsx': "import { data } from '../docs/icons.data';\nexport default () => <b>{data.join()}</b>;\n",
  'docs/icons.data.ts': dataFile(''),
  'docs/icons/star.txt': 'one',
  'theme/index.tsx':
    "import theme from 'cascader-docs/theme';\nimport { data } from '../docs/icons.data';\nexport default { ...theme, Footer: () => <footer>{data.join()}</footer> };\n",
  'cascader-docs.config.ts': config('!'),
};

let site: TestSite;
let dev: RunningDev;

beforeAll(async () => {
  site = await createSite(FILES);
  dev = await startDev(site.root);
});

/** Shows a page, edits a file, and waits for the new text. */
async function follows(address: string, file: string, change: string, words: string): Promise<void> {
  expect((await ask(dev, address)).text).not.toContain(words);
  await site.write({ [file]: change });
  await waitFor(async () => (await ask(dev, address)).text.includes(words));
}

describe('an edit', () => {
  it('of a file that a plugin names appears', () => follows('/', 'docs/words.txt', 'words two', 'words two!'));

  it('of a plugin appears', () => follows('/', 'cascader-docs.config.ts', config('?'), 'words two?'));

  it('of a template appears on its pages', () =>
    follows('/star', 'docs/[name].md', '# Of {{ params.name }}\n\nTemplate two.\n', 'Template two.'));

  it('of a watched file appears on its page', () => follows('/star', 'docs/data/star.txt', 'Star two.', 'Star two.'));

  it('that adds a watched file adds a page', () => follows('/sun', 'docs/data/sun.txt', 'A sun.', 'A sun.'));

  it('of the paths file changes addresses', () =>
    follows('/star-new', 'docs/[name].paths.ts', paths('New'), 'Star two.'));

  it('with an error is reported, until it is corrected', async () => {
    await site.write({ 'docs/[name].paths.ts': 'export default { paths() { throw new Error("broken"); } };' });
    await waitFor(() => dev.diagnostics.some(({ text }) => text.includes('broken')));
    await site.write({ 'docs/[name].paths.ts': paths('') });
    await waitFor(async () => (await ask(dev, '/star')).text.includes('Star two.'));
  });

  it('with an error in a file that the paths file imports is reported, until it is corrected', async () => {
    const own = 'export const ending = "";\n';
    const importing = paths('').replace(
      'export default {',
      "import { ending } from '../lib/ending.ts';\nexport default {",
    );
    await site.write({ 'lib/ending.ts': own, 'docs/[name].paths.ts': importing.replace(" + ''", ' + ending') });
    await waitFor(async () => (await ask(dev, '/star')).text.includes('Star two.'));
    await site.write({ 'lib/ending.ts': 'export const ending = ;\n' });
    await waitFor(() => dev.diagnostics.some(({ location }) => location?.file === 'lib/ending.ts'));
    await site.write({ 'lib/ending.ts': own });
    await waitFor(async () => (await ask(dev, '/star')).text.includes('Star two.'));
    await site.write({ 'docs/[name].paths.ts': paths('') });
  });

  it('of a file that data depends on appears on pages, in demos and in the theme, without a reload', async () => {
    for (const address of ['/live', '/demo']) expect((await ask(dev, address)).text).toContain('one</');
    const reported = dev.updates.length;
    await follows('/live', 'docs/icons/star.txt', 'two', '<i>two</i>');
    await waitFor(async () => (await ask(dev, '/demo')).text.includes('<b>two</b>'));
    await waitFor(async () => (await ask(dev, '/demo')).text.includes('<footer>two</footer>'));
    await waitFor(() => dev.updates.length > reported);
    expect(dev.updates.slice(reported).map(({ kind, files }) => [kind, files])).toEqual([
      ['update', ['docs/icons/star.txt']],
    ]);
  });

  it('that adds a file for data appears, also in the theme', async () => {
    expect((await ask(dev, '/')).text).toContain('<footer>two</footer>');
    await follows('/live', 'docs/icons/sun.txt', 'new', '<i>two,new</i>');
    await waitFor(async () => (await ask(dev, '/')).text.includes('<footer>two,new</footer>'));
  });

  it('of a data file appears', () => follows('/demo', 'docs/icons.data.ts', dataFile('!'), '<b>two!,new!</b>'));

  it('that breaks a data file is reported, until it is corrected', async () => {
    await site.write({ 'docs/icons.data.ts': 'export default { load() { throw new Error("no data"); } };' });
    await waitFor(async () => (await ask(dev, '/live')).errors.includes('CD101'));
    await follows('/live', 'docs/icons.data.ts', dataFile('?'), '<i>two?,new?</i>');
  });

  it('leads to the pages of a build', async () => {
    const built = await site.build({ cache: false });
    expect(built.text).toBe('');
    expect(await findDifferences(built, dev)).toEqual([]);
    expect(dev.errors).toEqual([]);
  });
});
