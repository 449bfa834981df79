import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageDir } from '../../../../src/node/base/package-dir.ts';
import { init } from '../../../../src/node/tools/init/init.ts';
import { namesOf } from '../../../../src/node/tools/init/project.ts';
import { words } from '../../../helpers/words.ts';
import { createFolder, readTree } from '../../output/folders.ts';

const ALL = words(`
  .github/workflows/docs.yml .gitignore README.md cascader-docs.config.ts demos/button-basic.tsx
  demos/button-playground.tsx docs/components/button.md docs/guide/getting-started.md docs/index.md
  docs/public/favicon.svg package.json scripts/copy-styles.js src/Button.tsx src/button.css src/index.tsx
  tsconfig.build.json tsconfig.json
`);

describe('init', () => {
  it('writes the starter with names derived from the folder', async () => {
    const folder = join(await createFolder(), 'my-library');
    const result = await init({ folder, packageVersion: '1.2.3' });
    expect(result).toEqual({ folder, files: ALL, notes: ['Next, in that folder: `npm install && npm run docs`'] });
    const tree = await readTree(folder);
    expect(Object.keys(tree).sort()).toEqual(ALL);
    const manifest = JSON.parse(tree['package.json'] ?? '');
    expect(manifest.name).toBe('my-library');
    expect(manifest.devDependencies['cascader-docs']).toBe('^1.2.3');
    expect(tree['docs/index.md']).toContain("title: 'My Library'");
    expect(Object.values(tree).join('\n')).not.toMatch(/__[A-Z]+__/);
  });

  it('refuses to overwrite files, lists them all and writes nothing', async () => {
    const folder = await createFolder({ 'src/index.tsx': 'mine', 'docs/index.md': 'mine', 'notes.txt': 'mine' });
    await expect(init({ folder })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [
        {
          code: 'CD130',
          text: 'Files that init would write already exist, and init never overwrites files',
          notes: ['docs/index.md', 'src/index.tsx', expect.any(String)],
        },
      ],
    });
    expect(await readTree(folder)).toEqual({ 'src/index.tsx': 'mine', 'docs/index.md': 'mine', 'notes.txt': 'mine' });
  });

  it('keeps the usual files of a project, and says what to add', async () => {
    const existing = { 'README.md': 'mine', 'tsconfig.json': '{}' };
    const folder = await createFolder({ ...existing, '.gitignore': 'mine\r\ndist' });
    const { files, notes } = await init({ folder, packageVersion: '1.2.3' });
    expect(files).toEqual(ALL.filter((file) => !(file in existing) && file !== '.gitignore'));
    expect(notes).toEqual([
      expect.stringContaining('README.md is kept.'),
      expect.stringContaining('tsconfig.json is kept.'),
      '.gitignore now ignores node_modules, lib.',
      expect.stringContaining('Next'),
    ]);
    expect(await readTree(folder)).toMatchObject({
      ...existing,
      '.gitignore': 'mine\r\ndist\r\nnode_modules\r\nlib\r\n',
    });
  });

  it.each([
    [
      'main.ts',
      "import type { StorybookConfig } from '@storybook/react-vite';\nconst config: StorybookConfig = { stories: ['../src/**/*.mdx', '../src/**/*.stories.@(js|tsx)', '../src/**/*.@(mdx|story.tsx)'] };\nexport default config;\n",
      "stories: ['src/**/*.mdx', 'src/**/*.stories.@(js|tsx)', 'src/**/*.@(mdx|story.tsx)']",
    ],
    [
      'main.js',
      "module.exports = { stories: [{ directory: '../a/it\\'s', titlePrefix: 'A' }] };\n",
      "stories: 'a/it\\'s/**/*.@(mdx|stories.@(js|jsx|mjs|ts|tsx))'",
    ],
    ['main.tsx', "export default defineMain({ stories: ['../**/*.stories.tsx'] });\n", "stories: '**/*.stories.tsx'"],
  ])('adopts a Storybook with %s', async (file, main, stories) => {
    const folder = await createFolder({
      'package.json': '{"name": "library"}',
      [`.storybook/${file}`]: main,
      '.storybook/preview.tsx': 'export default {};\n',
    });
    const { files } = await init({ folder });
    const tree = await readTree(folder);
    expect(tree['cascader-docs.config.ts']).toContain(`  ${stories},\n`);
    expect(tree['cascader-docs.config.ts']).toContain("  demo: { setup: './docs/setup.tsx' },\n");
    expect(tree['docs/setup.tsx']).toContain("from '../.storybook/preview'");
    expect(files).toEqual(['.gitignore', 'cascader-docs.config.ts', 'docs/index.md', 'docs/setup.tsx']);
    expect(tree['docs/index.md']).toContain('Your stories have their own pages');
  });

  it.each([
    ["['../public']", "\n  publicDir: 'public',\n", []],
    ["[{ from: '../a', to: '/b' }]", '\n});\n', [expect.stringMatching(/`publicDir`\. Copy into it: a as \/b\.$/)]],
    ["['../a', '../b']", '\n});\n', [expect.stringMatching(/Copy into it: a as \/, b as \/\.$/)]],
  ])('adopts the static files of a Storybook: %s', async (dirs, option, found) => {
    const folder = await createFolder({
      'package.json': '{"name": "library"}',
      '.storybook/main.ts': `export default { stories: ['../src/*.stories.tsx'], staticDirs: ${dirs} };\n`,
    });
    const { notes } = await init({ folder });
    expect((await readTree(folder))['cascader-docs.config.ts']).toContain(option);
    expect(notes.filter((note) => note.includes('publicDir'))).toEqual(found);
  });

  it('says what the jobs of a host need that the project lacks', async () => {
    const notesFor = async (devDependencies: object): Promise<string[]> => {
      const folder = await createFolder({ 'package.json': JSON.stringify({ name: 'library', devDependencies }) });
      return (await init({ folder, ci: 'github' })).notes;
    };
    expect(await notesFor({ 'axe-core': '4' })).toContain(
      'The report needs a driver: `npm install --save-dev playwright-core`',
    );
    const packed = { 'axe-core': '4', 'playwright-core': '1', 'cascader-docs': 'file:../a.tgz' };
    const notes = (await notesFor(packed)).join('\n');
    expect(notes).not.toContain('driver');
    expect(notes).toContain('The jobs cannot install cascader-docs from file:../a.tgz.');
  });

  it('says that a Storybook could not be read', async () => {
    const folder = await createFolder({
      'package.json': '{"name": "library"}',
      '.storybook/main.ts': 'export default {;',
    });
    const { notes } = await init({ folder });
    expect(notes[0]).toContain('.storybook/main cannot be read');
  });

  it('uses the commands of the package manager that runs it', async () => {
    const folder = join(await createFolder({ 'package.json': '{"packageManager": "pnpm@10.28.0"}' }), 'my-library');
    const { notes } = await init({ folder });
    expect(notes).toEqual(['Next, in that folder: `pnpm install && pnpm run docs`']);
    const tree = await readTree(folder);
    // Readers of the site choose theirs.
    expect(tree['docs/guide/getting-started.md']).toContain('```npm\nnpm install my-library\n```');
    const texts = Object.values(tree).join('\n').replaceAll('npm install my-library', '');
    expect(texts).not.toMatch(/\bnp[mx] /);
    expect(texts).toContain('"prepack": "pnpm run build"');
  });

  it.each<[what: string, files: Record<string, string>]>([
    ['only a package.json', {}],
    ['sources', { 'src/index.ts': 'mine', 'README.md': 'mine' }],
  ])('adds missing files to a folder with %s, and changes nothing else', async (_, mine) => {
    const manifest =
      '{\n    "name": "lib",\n    "scripts": { "docs": "mine" },\n    "devDependencies": { "a": "1", "x": "1" }\n}\n';
    const folder = await createFolder({ 'package.json': manifest, ...mine });
    const { files, notes } = await init({ folder, packageVersion: '1.2.3' });
    expect(files).toEqual([
      '.gitignore',
      'cascader-docs.config.ts',
      'demos/greeting.tsx',
      'demos/hello.tsx',
      'docs/index.md',
    ]);
    expect(notes).toEqual([
      'package.json now contains cascader-docs in devDependencies, the scripts docs:build, docs:preview.',
      'package.json already contains a script docs, which is kept. Run `npx cascader-docs dev` instead.',
      'Next: `npm install && npx cascader-docs dev`',
      'To publish on GitHub or GitLab Pages: `npx cascader-docs init --ci github`, or `--ci gitlab`',
    ]);
    const tree = await readTree(folder);
    expect(JSON.parse(tree['package.json'] ?? '')).toEqual({
      name: 'lib',
      scripts: { docs: 'mine', 'docs:build': 'cascader-docs build', 'docs:preview': 'cascader-docs preview' },
      devDependencies: { a: '1', 'cascader-docs': '^1.2.3', x: '1' },
    });
    expect(tree['package.json']).toMatch(/^\{\n {4}"name"/);
    expect(tree).toMatchObject(mine);
    expect(tree['.gitignore']).toBe('node_modules\n/dist\n');
    expect(Object.values(tree).join('\n')).not.toMatch(/__[A-Z]+__/);
    const again = await createFolder(tree as Record<string, string>);
    expect(await init({ folder: again })).toEqual({
      folder: again,
      files: [],
      notes: [expect.stringContaining('no pages are written')],
    });
  });

  it.each<[what: string, manifest: object, files: Record<string, string>, output: string, note: string]>([
    ['files', { files: ['dist'] }, {}, 'site', '`files` in package.json uses dist'],
    ['main', { main: './dist/index.js' }, {}, 'site', '`main` in package.json uses dist'],
    ['types', { types: 'dist/index.d.ts' }, {}, 'site', '`types` in package.json uses dist'],
    ['exports', { exports: { '.': { import: './dist/index.js' } } }, {}, 'site', '`exports` in package.json uses dist'],
    [
      'publishConfig',
      { publishConfig: { directory: 'dist' } },
      {},
      'site',
      '`publishConfig` in package.json uses dist',
    ],
    [
      'a script',
      { scripts: { build: 'tsc --outDir=dist' } },
      {},
      'site',
      'the script `build` in package.json uses dist',
    ],
    ['dist and site', { files: ['dist', 'site'] }, {}, 'docs-site', '`files` in package.json uses dist'],
    ['existing files', {}, { 'dist/index.js': '' }, 'site', 'dist contains files'],
    ['an existing site', {}, { 'dist/.cascader-docs': '' }, 'dist', ''],
    ['another folder', { main: 'lib/dist.js', scripts: { docs: 'serve docs-dist' } }, {}, 'dist', ''],
    ['a script of the tool', { scripts: { 'docs:build': 'cascader-docs build --out dist' } }, {}, 'dist', ''],
  ])('chooses an output folder depending on %s', async (_, manifest, files, output, note) => {
    const folder = await createFolder({ ...files, 'package.json': JSON.stringify({ name: 'lib', ...manifest }) });
    const { notes } = await init({ folder });
    const { 'cascader-docs.config.ts': config, '.gitignore': ignored } = await readTree(folder);
    expect(ignored).toBe(`node_modules\n/${output}\n`);
    expect(notes.filter((one) => one.startsWith('The site'))).toEqual(
      note ? [`The site is built into ${output}, because ${note}.`] : [],
    );
    if (note) expect(config).toContain(`  // ${note}.\n  outputPath: '${output}',\n`);
    else expect(config).not.toContain('outputPath');
  });

  it('excludes the site from the npm package if .gitignore does not', async () => {
    const manifest = { name: 'lib', version: '1.0.0' };
    const folder = await createFolder({ 'package.json': JSON.stringify(manifest), '.npmignore': 'src' });
    await init({ folder });
    expect((await readTree(folder))['.npmignore']).toBe('src\n/dist\n');
    const other = await createFolder({ 'package.json': JSON.stringify({ ...manifest, files: ['*', '!src'] }) });
    await init({ folder: other });
    expect(JSON.parse((await readTree(other))['package.json'] ?? '').files).toEqual(['*', '!src', '!dist']);
  });

  it('adds the output folder to the .gitignore of a package, even if the one of the repository has it', async () => {
    const root = await createFolder({ '.git/HEAD': '', '.gitignore': 'node_modules\ndist\n', 'ui/package.json': '{}' });
    await init({ folder: join(root, 'ui') });
    expect((await readTree(root))['ui/.gitignore']).toBe('/dist\n');
  });

  it.each<[what: string, files: Record<string, string>, docs: string, note: string]>([
    ['is ignored by git', { '.gitignore': '/docs/\n' }, 'documentation', 'git ignores docs'],
    [
      'is another site',
      { 'docs/index.html': '' },
      'documentation',
      'docs contains files that are not pages (docs/index.html)',
    ],
    [
      'is a project',
      { 'docs/package.json': '{}' },
      'documentation',
      'docs contains files that are not pages (docs/package.json)',
    ],
    [
      'has no pages',
      { 'docs/logo.png': '' },
      'documentation',
      'docs contains files that are not pages (docs/logo.png)',
    ],
    ['is a file', { docs: '' }, 'documentation', 'docs is a file'],
    ['has the public folder', { 'docs/public/favicon.svg': '' }, 'docs', ''],
  ])('chooses another folder for pages if docs %s', async (_, files, docs, note) => {
    const folder = await createFolder({ ...files, 'package.json': '{"name": "lib"}' });
    const { files: written, notes } = await init({ folder });
    expect(written).toContain(`${docs}/index.md`);
    const { 'cascader-docs.config.ts': config, ...tree } = await readTree(folder);
    expect(tree[`${docs}/index.md`]).toContain(`This page is \`${docs}/index.md\``);
    expect(notes.filter((one) => one.startsWith('The pages'))).toEqual(
      note ? [`The pages are in ${docs}, because ${note}.`] : [],
    );
    if (note) expect(config).toContain(`  resolve: { docDirs: ['${docs}'] },\n  publicDir: '${docs}/public',\n`);
    else expect(config).not.toContain('docDirs');
  });

  it.each<[what: string, tsconfig: string, isWarned: boolean]>([
    ['all files', '{ "compilerOptions": { "outDir": "dist" } }', true],
    ['only sources', '{ "include": ["src"] }', false],
    ['all files without output', '{ "compilerOptions": { "noEmit": true } }', false],
    ['the files of a missing base configuration', '{ "extends": "./base.json" }', false],
  ])('warns about a tsconfig.json that would compile the demos into the package: it compiles %s', async (_, text, isWarned) => {
    const folder = await createFolder({ 'package.json': '{"name": "lib"}', 'tsconfig.json': text });
    const { notes } = await init({ folder });
    expect(notes.some((note) => note.includes('Set `include` to `["src"]`'))).toBe(isWarned);
    expect((await readTree(folder))['tsconfig.json']).toBe(text);
  });

  it('writes no page if a folder of pages contains some, at any depth', async () => {
    const folder = await createFolder({ 'package.json': '{"name": "lib"}', 'docs/guide/start.md': '# Start' });
    expect((await init({ folder })).files).toEqual(['.gitignore', 'cascader-docs.config.ts']);
  });

  it('restores the folder if writing fails', async () => {
    const files = { 'package.json': '{"name": "lib"}', 'src/index.ts': 'mine', demos: 'a file' };
    const folder = await createFolder(files);
    await expect(init({ folder })).rejects.toMatchObject({ exitCode: 2 });
    expect(await readTree(folder)).toEqual(files);
  });

  it('keeps the configuration and the pages of a dumi project', async () => {
    const existing = {
      '.dumirc.ts': 'export default {};',
      'docs/index.md': '# Mine',
      'package.json': '{"name": "lib"}',
    };
    const folder = await createFolder(existing);
    const { files } = await init({ folder, packageVersion: '1.2.3' });
    expect(files).toEqual([]);
    const { 'package.json': _manifest, ...rest } = await readTree(folder);
    expect(rest).toEqual({ '.dumirc.ts': 'export default {};', 'docs/index.md': '# Mine' });
  });

  it.each(['{', 'null', '[]'])('refuses a library with an unreadable package.json: %s', async (text) => {
    const folder = await createFolder({ 'package.json': text, 'src/index.ts': 'mine' });
    await expect(init({ folder })).rejects.toMatchObject({ exitCode: 2, diagnostics: [{ code: 'CD102' }] });
    expect(await readTree(folder)).toEqual({ 'package.json': text, 'src/index.ts': 'mine' });
  });

  it('refuses a folder that is a file', async () => {
    const root = await createFolder({ file: 'mine' });
    await expect(init({ folder: join(root, 'file') })).rejects.toMatchObject({ exitCode: 2 });
    expect(await readTree(root)).toEqual({ file: 'mine' });
  });

  it.skipIf(process.getuid?.() === 0)('fails with exit code 3 if it may not write', async () => {
    const root = await createFolder();
    await chmod(root, 0o555);
    await expect(init({ folder: join(root, 'new') })).rejects.toMatchObject({ exitCode: 3 });
    await chmod(root, 0o755);
  });
});

it.each([
  ['my-library', 'my-library', 'My Library'],
  ['My Library', 'my-library', 'My Library'],
  ['@scope', 'scope', 'Scope'],
  ['Übung_2', 'ubung_2', 'Übung 2'],
  ['ui', 'ui', 'UI'],
  ['nova-ui-react', 'nova-ui-react', 'Nova UI React'],
  ['组件', 'my-components', '组件'],
  ['.hidden', 'hidden', 'Hidden'],
  ['react', 'react-components', 'React'],
  ['it\'s "odd": `x`', 'it-s-odd-x', 'It S Odd X'],
  ['---', 'my-components', 'My Components'],
])('names the library in a folder with the name %s', (folder, name, title) => {
  expect(namesOf(folder)).toEqual({ name, title });
});

it.each([
  ['@nova/ui', 'Nova UI'],
  ['@nova/button', 'Button'],
  ['ui', 'UI'],
])('writes the title of a library with the name %s', async (name, title) => {
  const folder = await createFolder({ 'package.json': JSON.stringify({ name }) });
  await init({ folder });
  expect((await readTree(folder))['cascader-docs.config.ts']).toContain(`title: '${title}'`);
});

it('its templates are published', async () => {
  const { files } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { files: string[] };
  const templates = await readdir(join(packageDir, 'templates'));
  const own = templates.filter((name) => name !== 'create-cascader-docs').map((name) => `templates/${name}`);
  expect(files.filter((file) => file.startsWith('templates/'))).toEqual(own.sort());
});
