/** Plugins of Markdown, and pages from code, in `dev`. */
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
export default { markdown: { remarkPlugins: [words] } };
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

const FILES = {
  'docs/index.md': '# Home\n',
  'docs/words.txt': 'words one',
  'docs/[name].md': '# Of {{ params.name }}\n\nTemplate one.\n',
  'docs/[name].paths.ts': paths(''),
  'docs/data/star.txt': 'Star one.',
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

  it('leads to the pages of a build', async () => {
    const built = await site.build({ cache: false });
    expect(built.text).toBe('');
    expect(await findDifferences(built, dev)).toEqual([]);
    expect(dev.errors).toEqual([]);
  });
});
