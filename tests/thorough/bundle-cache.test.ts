import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, forgetOutput, type TestBuild, type TestSite } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { isWhole } from '../helpers/is-whole.ts';
import { storedEntries } from '../helpers/stored-entries.ts';

const FILES = {
  'cascader-docs.config.ts': "export default { title: 'First', theme: './docs/.theme/index.tsx' };",
  'docs/index.md':
    '# Home\n\n<code src="../demos/box.tsx"></code>\n\n```tsx\nexport default () => <i>fenced</i>;\n```\n',
  'docs/.theme/index.tsx':
    "import theme from 'cascader-docs/theme';\nexport default { ...theme, Footer: () => <footer>first footer</footer> };\n",
  'demos/box.tsx':
    "import { word } from 'words';\nimport { own } from './own';\nimport './box.less';\nimport './pen.css';\nexport default () => <b className=\"box\">{word} {own} {process.env.CASCADER_PUBLIC_WORD}</b>;\n",
  'demos/own.ts': "export const own = 'first own';\n",
  'demos/box.less': "@import './ink';\n.box { color: @ink; }\n",
  'demos/ink.less': '@ink: rgb(1, 2, 3);\n',
  'demos/pen.css': "@import '@pens/pen.css';\n",
  'pens/first/pen.css': '.pen { order: 11 }\n',
  'pens/other/pen.css': '.pen { order: 22 }\n',
  'tsconfig.json': '{"compilerOptions": {"paths": {"@pens/*": ["./pens/first/*"]}}}',
  'node_modules/words/package.json': '{"name": "words", "version": "1.0.0", "main": "index.js", "module": "module.js"}',
  'node_modules/words/index.js': "exports.word = 'main';\n",
  'node_modules/words/module.js': "export const word = 'module';\n",
};

/** Creates a site whose files are old enough to be cached. */
async function createOldSite(): Promise<TestSite> {
  const site = await createSite(FILES);
  await growOld();
  return site;
}

async function contents(site: TestSite, { files }: TestBuild): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await fs.readFile(path.join(site.root, 'dist', file), 'latin1'));
  return texts;
}

/** The tasks whose results are cached for a site's bundles. */
const KEPT = [
  'demo-parts',
  'demo-styles',
  'demos',
  'highlighted',
  'packages',
  'react',
  'rendered',
  'renderer',
  'server-packages',
  'shell',
];

/** Returns the cache entries of a site's bundles: hashes by name. */
function keptOf(site: TestSite): Record<string, string> {
  const found = [...storedEntries(site.root)].filter(([name]) => !/^(?:compile|render|sidebar|text) /.test(name));
  return Object.fromEntries(found);
}

/** Returns the task names of {@link keptOf}. */
function tasksOf(site: TestSite): string[] {
  return [...new Set(Object.keys(keptOf(site)).map((name) => name.split(' ')[0] as string))].sort();
}

/**
 * Builds the site.
 *
 * @param rendered expected number of rendered demos
 */
async function buildAgain(site: TestSite, rendered?: number): Promise<Map<string, string>> {
  const cached = await site.build({ stats: true });
  expect(cached.text).toBe('');
  if (rendered !== undefined) expect(cached.result?.stats?.slowestDemos).toHaveLength(rendered);
  return await contents(site, cached);
}

/** Expects that a build without a cache writes the same files. */
async function expectClean(site: TestSite, texts: Map<string, string>): Promise<void> {
  const fresh = await site.build({ cache: false });
  expect(await contents(site, fresh)).toEqual(texts);
}

describe('the bundle cache', () => {
  it('is used while nothing has changed, and gives the same site', async () => {
    const site = await createOldSite();
    const first = await contents(site, await site.build());
    const kept = keptOf(site);
    expect(tasksOf(site)).toEqual(KEPT);
    // With the records of the output, the site would be left unchanged or restored as a whole.
    await forgetOutput(site);
    const again = await buildAgain(site, 0);
    expect(again).toEqual(first);
    await expectClean(site, again);
    expect(keptOf(site)).toEqual(kept);
  });

  it('is used in a fresh checkout, in a folder whose path has another length', async () => {
    const site = await createOldSite();
    const first = await contents(site, await site.build());
    await fs.rm(path.join(site.root, 'dist'), { recursive: true });
    const moved = await createSite({}, 'of/another/length');
    await fs.cp(site.root, moved.root, { recursive: true });
    await growOld();
    const before = keptOf(moved);
    const { result, ...built } = await moved.build();
    expect(result?.made).toEqual([]);
    expect(await contents(moved, { result, ...built })).toEqual(first);
    expect(keptOf(moved)).toEqual(before);
    expect(tasksOf(moved)).toEqual(KEPT);
  });

  it('contains nothing of a file that may have changed during the build', async () => {
    const site = await createOldSite();
    let isBuilding = true;
    const building = site.build().finally(() => {
      isBuilding = false;
    });
    while (isBuilding) {
      const now = new Date();
      await fs.utimes(path.join(site.root, 'demos/own.ts'), now, now);
      // Often enough to coincide with each read of the file, and rarely enough for the build to proceed.
      await sleep(10);
    }
    await building;
    expect(tasksOf(site)).toEqual(
      // Rendered demos are identified by their code.
      ['demo-styles', 'highlighted', 'packages', 'react', 'rendered', 'renderer', 'server-packages', 'shell'],
    );
  });

  it('is complete while another file is created and removed in the folder of the tool', async () => {
    const site = await createOldSite();
    const passing = path.resolve(import.meta.dirname, '../..', `.passing.${process.pid}`);
    let isBuilding = true;
    const building = site.build().finally(() => {
      isBuilding = false;
    });
    while (isBuilding) {
      await fs.writeFile(passing, '');
      await fs.rm(passing);
      // Often enough to coincide with each read, as above.
      await sleep(10);
    }
    await building;
    expect(tasksOf(site)).toEqual(KEPT);
  });

  it('needs no `node_modules` folder, and creates none', async () => {
    const site = await createSite({ 'docs/index.md': '# Home\n' });
    await site.build();
    await expect(fs.access(path.join(site.root, 'node_modules'))).rejects.toThrow('ENOENT');
  });
});

describe('the bundle cache, while one input after another changes,', () => {
  // All changes are made to one site: they accumulate, and none depends on another.
  let site: TestSite;
  let changes = 0;

  beforeAll(async () => {
    site = await createOldSite();
    await site.build();
  });

  it.each<[what: string, change: () => Promise<unknown>, seen: RegExp, rendered?: number]>([
    [
      'a demo',
      () => site.write({ 'demos/box.tsx': FILES['demos/box.tsx'].replace('<b ', '<b title="new" ') }),
      /title="new"/,
      1,
    ],
    [
      'a file that a demo imports',
      () => site.write({ 'demos/own.ts': "export const own = 'other own';\n" }),
      /other own/,
      1,
    ],
    [
      'a style sheet that another one imports',
      () => site.write({ 'demos/ink.less': '@ink: rgb(3, 2, 1);\n' }),
      /#030201|rgb\(3, 2, 1\)/,
    ],
    [
      'the tsconfig.json that resolves the import of a style sheet',
      () => site.write({ 'tsconfig.json': FILES['tsconfig.json'].replace('first', 'other') }),
      /order:22/,
    ],
    [
      'a fenced demo',
      () => site.write({ 'docs/index.md': FILES['docs/index.md'].replace('fenced', 'changed') }),
      /changed<\/i>/,
      1,
    ],
    [
      'the theme',
      () => site.write({ 'docs/.theme/index.tsx': FILES['docs/.theme/index.tsx'].replace('first', 'other') }),
      /other footer/,
    ],
    [
      'a module of a package',
      () => site.write({ 'node_modules/words/module.js': "export const word = 'edited';\n" }),
      />edited/,
      1,
    ],
    [
      'a package that keeps its size and its time',
      async () => {
        const file = path.join(site.root, 'node_modules/words/module.js');
        const { atime, mtime } = await fs.stat(file);
        await site.write({ 'node_modules/words/module.js': "export const word = 'eludom';\n" });
        await fs.utimes(file, atime, mtime);
      },
      />eludom/,
    ],
    [
      'the package.json of a package',
      () =>
        site.write({
          'node_modules/words/package.json': FILES['node_modules/words/package.json'].replace(
            '"module": "module.js"',
            '"type": "commonjs"',
          ),
        }),
      />main/,
    ],
    [
      'a file that is found before another',
      () => site.write({ 'demos/own.tsx': "export const own = 'found first';\n" }),
      /found first/,
    ],
    [
      'the target of a package link',
      async () => {
        await site.write({
          'linked/package.json': '{"name": "words", "main": "index.js"}',
          'linked/index.js': "exports.word = 'linked';\n",
        });
        await fs.rm(path.join(site.root, 'node_modules/words'), { recursive: true });
        await fs.symlink('../linked', path.join(site.root, 'node_modules/words'));
      },
      />linked/,
    ],
    [
      'a nearer copy of a package',
      () =>
        site.write({
          'demos/node_modules/words/package.json': '{"name": "words", "main": "index.js"}',
          'demos/node_modules/words/index.js': "exports.word = 'nearer';\n",
        }),
      />nearer/,
    ],
  ])('reflects a change of %s', async (_, change, seen, rendered) => {
    const before = keptOf(site);
    // A linked package is source code, which has a script of its own.
    expect(tasksOf(site).filter((task) => task !== 'frame-library')).toEqual(KEPT);
    await change();
    await growOld();
    // A clean build is the most expensive step, so several changes share one.
    changes += 1;
    const texts = await buildAgain(site, rendered);
    if (isWhole || changes % 4 === 0) await expectClean(site, texts);
    expect([...texts.values()].some((text) => seen.test(text))).toBe(true);
    // The next change starts with these entries.
    const after = keptOf(site);
    expect(after).not.toEqual(before);
    // A change of scripts does not affect style sheets.
    if (rendered === 1) expect(after.styles).toBe(before.styles);
  });

  it('is used when options change that affect no bundle', async () => {
    const kept = keptOf(site);
    const others = "title: 'Second', csp: 'strict', themeConfig: { footer: 'Second' }, search: false,";
    await site.write({
      'cascader-docs.config.ts': FILES['cascader-docs.config.ts'].replace("title: 'First',", others),
    });
    const texts = await buildAgain(site);
    expect(texts.get('index.html')).toContain('Second');
    expect(keptOf(site)).toEqual(kept);
    await expectClean(site, texts);
  });

  it('follows the environment', async () => {
    process.env.CASCADER_PUBLIC_WORD = 'from outside';
    try {
      const texts = await buildAgain(site);
      expect(texts.get('index.html')).toContain('from outside');
      await expectClean(site, texts);
    } finally {
      delete process.env.CASCADER_PUBLIC_WORD;
    }
  });
});
