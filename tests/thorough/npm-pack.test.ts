import path from 'node:path';
import { build } from 'cascader-docs';
import { describe, expect, it } from 'vitest';
import { packedAmong } from '../../src/node/base/files/npm-pack.ts';
import { buildSite, createFolder, createSite, type TestBuild, writeFiles } from '../helpers/build-site.ts';
import { growOld } from '../helpers/grow-old.ts';
import { copyLibrary, LIBRARIES } from '../helpers/libraries.ts';
import { packedByNpm } from '../helpers/npm-pack.ts';

const FILES = [
  ...['index.html', 'index.md', 'assets/a.js', 'assets/a.css', '~search/en.json'].flatMap((file) =>
    ['dist', 'site', 'dist/site'].map((folder) => `${folder}/${file}`),
  ),
  ...['dist/index.js', 'src/index.ts', 'docs/index.md'],
];

describe('the prediction of the files that npm packs', () => {
  it.each<[files: string[] | undefined, ignored: Record<string, string>]>([
    [undefined, {}],
    [undefined, { '.gitignore': 'dist\n' }],
    [undefined, { '.gitignore': '/site\n/dist\n' }],
    [undefined, { '.gitignore': 'dist\nsite\n', '.npmignore': 'src\n' }],
    [undefined, { '.npmignore': 'site/\ndocs\n' }],
    [['dist'], {}],
    [['dist/'], { '.gitignore': 'dist\n' }],
    [['./dist', 'docs'], { '.npmignore': 'dist\n' }],
    [['/dist'], {}],
    [['dist/*'], {}],
    [['dist/*.js'], {}],
    [['dist/**/*.js'], {}],
    [['dist/**/*.{js,css}'], {}],
    [['dist', '!dist/site'], {}],
    [['dist'], { 'dist/site/.npmignore': '*\n' }],
    [['lib'], {}],
    [['.'], {}],
    [['./'], {}],
    [['*'], {}],
    [['assets'], {}],
    [['*.js'], {}],
    [['a.js'], {}],
    [['**/*.js'], {}],
    [[], {}],
  ])('is correct with files %j and %j', async (files, ignored) => {
    const folder = await createFolder('packed');
    await writeFiles(folder, {
      'package.json': JSON.stringify({ name: 'x', version: '1.0.0', files }),
      ...Object.fromEntries(FILES.map((file) => [file, 'x'])),
      ...ignored,
    });
    const packed = await packedByNpm(folder);
    expect(packedAmong(folder, FILES)).toEqual(FILES.filter((file) => packed.includes(file)));
  });

  it('is correct in a workspace with its own ignore files', async () => {
    const root = await createFolder('packed-workspace');
    const folder = path.join(root, 'packages/lib');
    await writeFiles(root, {
      'package.json': JSON.stringify({ name: 'all', private: true, workspaces: ['packages/*'] }),
      '.gitignore': 'dist\n',
      'packages/lib/package.json': JSON.stringify({ name: 'lib', version: '1.0.0' }),
      ...Object.fromEntries(FILES.map((file) => [`packages/lib/${file}`, 'x'])),
    });
    const packed = await packedByNpm(folder);
    expect(packed).toContain('site/index.html');
    expect(packedAmong(folder, FILES, root)).toEqual(FILES.filter((file) => packed.includes(file)));
  });
});

describe('an output folder that npm packs', () => {
  const page = { 'docs/index.md': '# Home\n' };
  const library = (rest: object): string => JSON.stringify({ name: 'lib', version: '1.0.0', ...rest });
  const codesOf = ({ diagnostics }: TestBuild): string[] => diagnostics.map(({ code }) => code);

  it('is reported with another output folder to choose', async () => {
    const { text, exitCode } = await buildSite({ ...page, 'package.json': library({ files: ['dist'] }) });
    expect(exitCode).toBe(0);
    expect(text).toMatchInlineSnapshot(`
      "package.json:1:33 - warning CD614: The site is published with the package: \`npm pack\` includes files from the output folder dist

        1 │ {"name":"lib","version":"1.0.0","files":["dist"]}
          ╵                                 ^^^^^^^

        → Build into a folder that is not published: set \`outputPath: 'site'\` in the configuration.
        → If the folder contains only the site, you can add \`!dist\` to \`files\` instead."
    `);
  });

  it('is reported if nothing limits the published files, with the line to add', async () => {
    // The cache needs a node_modules folder.
    const packages = { 'node_modules/none/package.json': '{}' };
    const site = await createSite({
      ...page,
      ...packages,
      'package.json': library({}),
      '.gitignore': 'node_modules\n',
    });
    await growOld();
    const before = await site.build();
    expect(before.diagnostics).toMatchObject([
      { code: 'CD614', notes: [expect.stringContaining('Add the line /dist to .gitignore')] },
    ]);
    expect((await site.build()).result).toMatchObject({ isUnchanged: true, diagnostics: before.diagnostics });
    await site.write({ '.gitignore': 'node_modules\n/dist\n' });
    expect((await site.build()).diagnostics).toEqual([]);
    await site.write({ '.npmignore': 'src\n' });
    expect((await site.build()).diagnostics).toMatchObject([
      { code: 'CD614', notes: [expect.stringContaining('Add the line /dist to .npmignore')] },
    ]);
  });

  it.each([
    ['exports', { exports: './dist/index.js' }, '`exports` in package.json uses dist.'],
    ['a script', { scripts: { build: 'tsc --outDir dist' } }, 'the script `build` in package.json uses dist.'],
  ])('is reported with another folder to choose if the library uses it in %s', async (_, manifest, use) => {
    const ignored = { '.gitignore': 'node_modules\n' };
    const { diagnostics } = await buildSite({ ...page, ...ignored, 'package.json': library(manifest) });
    expect(diagnostics.map(({ code, notes }) => [code, notes])).toEqual([
      [
        'CD614',
        [
          `The library itself uses the folder: ${use}`,
          "Build into another folder: set `outputPath: 'site'` in the configuration, and add the line /site to .gitignore.",
        ],
      ],
    ]);
  });

  it('is reported in a pnpm workspace, which does not read the ignore files above a package', async () => {
    const files = { '.gitignore': 'dist\nnode_modules\n', 'packages/lib/package.json': library({}) };
    const workspace = { 'package.json': '{"private": true, "workspaces": ["packages/*"]}' };
    const site = await createSite({ ...workspace, ...files, 'packages/lib/docs/index.md': '# Home\n' });
    const root = path.join(site.root, 'packages/lib');
    expect((await site.build({ root, cache: false })).diagnostics).toEqual([]);
    await site.write({ 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' });
    expect((await site.build({ root, cache: false })).diagnostics).toMatchObject([{ code: 'CD614' }]);
  });

  it.each([
    ['a folder that `files` does not list', { files: ['lib'] }, {}],
    ['a private package', { files: ['dist'], private: true }, {}],
    ['a package without a version', { files: ['dist'], version: undefined }, {}],
    ['a folder that `files` excludes', { files: ['dist', '!dist/site'] }, { outDir: 'dist/site' }],
    ['a folder of which only scripts are published', { files: ['dist/*.cjs'] }, {}],
    ['a folder outside of the package', { files: ['dist'] }, { outDir: '../site' }],
  ])('is not reported for %s', async (_, manifest, options) => {
    const site = await createSite({ ...page, 'package.json': library(manifest) }, 'package');
    expect(codesOf(await site.build({ cache: false, ...options }))).toEqual([]);
  });
});

// All forms of `files`: a list with dist, a list without it, no list.
it.each(
  LIBRARIES.filter(({ name }) => ['react-18', 'subpaths', 'dumi-2', 'storybook'].includes(name)),
)('npm packs no file of the site of the library $name', async (library) => {
  const { root } = await copyLibrary(library);
  const { outDir, diagnostics, files } = await build({ root, cache: false });
  expect([diagnostics.filter(({ code }) => code === 'CD614'), files > 0]).toEqual([[], true]);
  const site = `${path.relative(root, outDir)}/`;
  expect((await packedByNpm(root)).filter((file) => file.startsWith(site))).toEqual([]);
});
