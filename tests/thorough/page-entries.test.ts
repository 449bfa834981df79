import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, createSite, type TestSite } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';
import { createRepository, type TestRepository } from '../helpers/git.ts';
import { changeEntry } from '../helpers/stored-entries.ts';

const pixel = (last: number): Buffer =>
  Buffer.from([...Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), last]);

/** A text site that uses everything that a page can read from the disk and from other pages. */
const FILES = {
  '.gitignore': 'dist\nnode_modules/.cache\n',
  'cascader-docs.config.ts': `export default { deadLinks: 'warn' };
`,
  'node_modules/none/package.json': '{}',
  'docs/index.md': '# Home\n\n[Alone](./alone.md)\n',
  'docs/alone.md': '---\nsidebar: false\n---\n\n# Alone\n\nNothing around.\n',
  'docs/guide/a.md': '---\norder: 1\n---\n\n# A\n\nText.\n',
  'docs/guide/b.md': '---\norder: 2\n---\n\n# B\n\nText.\n',
  'docs/guide/c.md': '---\norder: 3\n---\n\n# C\n\nText.\n',
  'docs/files/dot.md': '# Dot\n\n![dot](./dot.gif)\n',
  'docs/files/dot.gif': pixel(59),
  'docs/files/linked.md': '# Linked\n\n![linked](./linked.gif)\n',
  'docs/files/other.gif': pixel(1),
  'docs/files/first.gif': pixel(2),
  'docs/files/embeds.md': '# Embeds\n\n<embed src="./_part.md"></embed>\n',
  'docs/files/_part.md': 'What is embedded.\n',
  'docs/files/file.md': '# File\n\n[a file](./note.txt)\n',
  'docs/files/note.txt': 'a note',
  'docs/files/public.md': '# Public\n\n[a public file](/later.txt)\n',
  'docs/files/near.md': '# Near\n\n![missing](./pictuer.gif)\n',
  'docs/soon/early.md': '---\norder: 1\n---\n\n# Early\n\n[to come](./coming.md) [by route](/soon/coming)\n',
  'docs/files/tabs.md': '# Tabs\n\nText.\n',
  'docs/files/tabs.$tab-more.md': 'More text.\n',
};

let site: TestSite;
let repository: TestRepository;
const at = (file: string): string => path.join(site.root, file);

/** Makes one change, and returns a function that undoes it. */
type Change = () => () => void;

const written =
  (file: string, content: string | Uint8Array): Change =>
  () => {
    const old = fs.existsSync(at(file)) ? fs.readFileSync(at(file)) : undefined;
    const made = fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), content);
    return () => (old ? fs.writeFileSync(at(file), old) : fs.rmSync(made ?? at(file), { recursive: true }));
  };
const replaced =
  (file: string, from: string, to: string): Change =>
  () =>
    written(file, fs.readFileSync(at(file), 'utf8').replace(from, to))();
const pointed =
  (file: string, target: string, back: string): Change =>
  () => {
    const point = (to: string): void => {
      fs.rmSync(at(file));
      fs.symlinkSync(to, at(file));
    };
    point(target);
    return () => point(back);
  };

/** Returns the rebuilt pages with their reasons. */
async function build(): Promise<Record<string, string[]>> {
  const { result, text, exitCode } = await site.build();
  expect(exitCode, text).toBe(0);
  return Object.fromEntries((result?.made ?? []).map(({ route, reasons }) => [route, reasons]));
}

const ALL = 13;
/** Pages with a warning are built each time. */
const WARNED = ['/files/near', '/soon/early'];
const everywhere = (reason: string) => ({ count: ALL, reason });
const isEverywhere = (made: object): made is ReturnType<typeof everywhere> => 'count' in made;

/** Inputs of a page, each with a change, the pages that it rebuilds, and the reported reasons. */
const INPUTS: [what: string, change: Change, made: Record<string, string[]> | ReturnType<typeof everywhere>][] = [
  ['its text', replaced('docs/guide/a.md', 'Text', 'Words'), { '/guide/a': ['its text changed'] }],
  [
    'the text of a tab',
    replaced('docs/files/tabs.$tab-more.md', 'More', 'Other'),
    { '/files/tabs': ['its text changed'] },
  ],
  [
    'the title of a neighboring page',
    replaced('docs/guide/b.md', '# B', '# Second'),
    {
      '/guide/a': ['its sidebar changed', 'its next page, or the title of that page, changed'],
      '/guide/b': ['its text changed', 'its sidebar changed'],
      '/guide/c': ['its sidebar changed', 'its previous page, or the title of that page, changed'],
    },
  ],
  [
    'the order of pages',
    replaced('docs/guide/c.md', 'order: 3', 'order: 1.5'),
    {
      '/guide/a': ['its next page, or the title of that page, changed'],
      '/guide/b': ['its previous page, or the title of that page, changed'],
      '/guide/c': ['its text changed', 'its next page, or the title of that page, changed'],
    },
  ],
  [
    'a file that it embeds',
    written('docs/files/_part.md', 'Another.\n'),
    { '/files/embeds': ['docs/files/_part.md changed'] },
  ],
  ['a picture', written('docs/files/dot.gif', pixel(58)), { '/files/dot': ['docs/files/dot.gif changed'] }],
  [
    'the target of a symbolic link',
    pointed('docs/files/linked.gif', 'first.gif', 'other.gif'),
    { '/files/linked': ['docs/files/linked.gif changed'] },
  ],
  [
    'a file that is linked to',
    written('docs/files/note.txt', 'other'),
    { '/files/file': ['docs/files/note.txt changed'] },
  ],
  [
    'a page that it links to',
    written('docs/soon/coming.md', '---\norder: 2\n---\n\n# Coming\n'),
    { ...everywhere('a page was added, moved or removed'), count: ALL + 1 },
  ],
  [
    'the configuration',
    replaced('cascader-docs.config.ts', "deadLinks: 'warn'", "deadLinks: 'warn', title: 'Other'"),
    everywhere('the configuration changed'),
  ],
];

describe('the page cache', () => {
  let undo: (() => void) | undefined;

  beforeAll(async () => {
    site = await createSite(FILES);
    fs.symlinkSync('other.gif', at('docs/files/linked.gif'));
    repository = createRepository(site.root);
    expect(Object.keys(await build())).toHaveLength(ALL);
  });

  afterEach(() => {
    undo?.();
    undo = undefined;
  });

  it.each(INPUTS)('rebuilds the pages that depend on %s, and no others', async (_what, change, expected) => {
    undo = change();
    const made = await build();
    if (isEverywhere(expected)) {
      expect(Object.keys(made)).toHaveLength(expected.count);
      const others = Object.entries(made).filter(([route]) => ![...WARNED, '/soon/coming'].includes(route));
      for (const [, reasons] of others) expect(reasons).toContain(expected.reason);
      return;
    }
    for (const [route, reasons] of Object.entries(expected))
      expect(made[route]).toEqual(expect.arrayContaining(reasons));
    const others = Object.keys(made).filter((route) => !(route in expected) && !WARNED.includes(route));
    expect(others).toEqual([]);
  });

  it('restores all pages when a change is undone', async () => {
    await build();
    undo = replaced('docs/guide/b.md', '# B', '# Second')();
    expect(Object.keys(await build())).toContain('/guide/a');
    undo();
    expect(Object.keys(await build())).toEqual(WARNED);
  });

  describe('with --verify-cache', () => {
    it('reports a wrong page of the cache, and leaves the old site', async () => {
      await build();
      interface Kept {
        files: Map<string, string>;
      }
      const unpoison = changeEntry<Kept>(site.root, ['render', 'docs/files/file.md'], ({ files }) => {
        files.set('files/file/index.html', 'poisoned');
      });
      const unwrite = replaced('docs/guide/a.md', 'Text', 'Words')();
      undo = () => {
        unwrite();
        unpoison();
      };
      const before = fs.readFileSync(at('dist/files/file/index.html'), 'utf8');
      const { exitCode, text } = await site.build({ verifyCache: true });
      expect(exitCode, text).toBe(1);
      expect(text).toContain(
        'docs/files/file.md:1:1 - error CD613: The cached result of files/file/index.html differs from the result of a new build',
      );
      expect(text).toContain('Cached: poisoned (line 1)');
      expect((await site.build({ verifyCache: true })).exitCode).toBe(1);
      expect(fs.readFileSync(at('dist/files/file/index.html'), 'utf8')).toBe(before);
    });
  });

  it('prints on the command line why a page was rebuilt', async () => {
    await build();
    undo = replaced('docs/guide/b.md', '# B', '# Told')();
    const all = start(['build', '--explain'], { cwd: site.root });
    expect(await all.ended, all.stderr()).toBe(0);
    expect(all.stdout()).toContain('5 pages rebuilt');
    expect(all.stdout()).toContain('       1  its text changed\n');
    const one = start(['build', '--explain', '/guide/c', '--format', 'text'], { cwd: site.root });
    expect(await one.ended, one.stderr()).toBe(0);
    expect(one.stdout()).toContain('/guide/c was restored from an earlier build');
  });

  it('rebuilds a page when its date changes', async () => {
    const { git } = repository;
    await site.write({ 'docs/guide/b.md': FILES['docs/guide/b.md'].replace('Text', 'Committed') });
    git('commit', '--quiet', '--all', '-m', 'text', '--date', '2001-01-01T00:00:00Z');
    expect(Object.keys(await build())).toContain('/guide/b');
    git('commit', '--quiet', '--amend', '--no-edit', '--date', '2001-06-01T00:00:00Z');
    expect((await build())['/guide/b']).toEqual(['its date, its URL or the URL of its source file changed']);
  });
});

it('rebuilds an interactive page, and no other, when its code changes', async () => {
  const live = await createSite({
    'node_modules/none/package.json': '{}',
    'docs/index.md': '# Home\n\nText.\n',
    'docs/one.mdx': '# One\n\n{1 + 1}\n',
    'docs/two.mdx': '# Two\n\n{2 + 2}\n',
  });
  await live.build();
  await live.write({ 'docs/one.mdx': '# One\n\n{1 + 10}\n' });
  const built = await live.build();
  expect(built.result?.made).toEqual([
    { route: '/one', reasons: ['its text changed', 'its scripts or styles changed'] },
  ]);
  expect(await built.read('one/index.html')).toContain('11');
});

it('builds all pages of a theme that can read files', async () => {
  const words = path.join(await createFolder('words'), 'words.txt');
  const reading = await createSite({
    'node_modules/none/package.json': '{}',
    'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
    'theme.tsx': `import theme from 'cascader-docs/theme';
const fs = globalThis.process?.getBuiltinModule('node:fs');
export default { ...theme, Footer: () => <footer>{fs?.readFileSync(${JSON.stringify(words)}, 'utf8')}</footer> };
`,
    'docs/index.md': '# Home\n',
  });
  fs.writeFileSync(words, 'first');
  expect(await (await reading.build()).read('index.html')).toContain('first');
  fs.writeFileSync(words, 'second');
  await reading.write({ 'docs/index.md': '# Home\n\nEdited.\n' });
  const built = await reading.build();
  expect(await built.read('index.html')).toContain('second');
  expect(built.result?.made).toEqual([{ route: '/', reasons: ['the theme or a page uses `node:fs`'] }]);
});
