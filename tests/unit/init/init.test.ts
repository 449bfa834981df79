import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../../../src/node/init/init.ts';
import { namesOf } from '../../../src/node/init/template-names.ts';
import { createFolder, readTree } from '../write/folders.ts';

const ALL = [
  '.github/workflows/docs.yml',
  '.gitignore',
  'README.md',
  'cascader-docs.config.ts',
  'demos/button-basic.tsx',
  'docs/components/button.md',
  'docs/guide/getting-started.md',
  'docs/index.md',
  'docs/public/favicon.svg',
  'package.json',
  'scripts/copy-styles.js',
  'src/Button.tsx',
  'src/button.css',
  'src/index.tsx',
  'tsconfig.build.json',
  'tsconfig.json',
];

describe('init', () => {
  it('writes the starter with names made from the folder', async () => {
    const folder = join(await createFolder(), 'my-library');
    const result = await init({ folder, packageVersion: '1.2.3' });
    expect(result).toEqual({ folder, files: ALL, notes: ['Next, in that folder: npm install && npm run docs'] });
    const tree = await readTree(folder);
    expect(Object.keys(tree).sort()).toEqual(ALL);
    const manifest = JSON.parse(tree['package.json'] ?? '');
    expect(manifest.name).toBe('my-library');
    expect(manifest.devDependencies['cascader-docs']).toBe('^1.2.3');
    expect(tree['docs/index.md']).toContain("title: 'My Library'");
    expect(Object.values(tree).join('\n')).not.toMatch(/__[A-Z]+__/);
  });

  it('refuses to overwrite, names every file in the way and writes nothing', async () => {
    const folder = await createFolder({ 'src/index.tsx': 'mine', 'docs/index.md': 'mine', 'notes.txt': 'mine' });
    await expect(init({ folder })).rejects.toMatchObject({
      exitCode: 2,
      diagnostics: [
        {
          code: 'CD130',
          text: 'Files of the starter exist already, and init overwrites nothing',
          notes: ['docs/index.md', 'src/index.tsx', expect.any(String)],
        },
      ],
    });
    expect(await readTree(folder)).toEqual({ 'src/index.tsx': 'mine', 'docs/index.md': 'mine', 'notes.txt': 'mine' });
  });

  it('keeps what most projects have and says what to add', async () => {
    const kept = {
      'package.json': '{"name": "mine"}',
      '.gitignore': 'mine',
      'README.md': 'mine',
      'tsconfig.json': '{}',
    };
    const folder = await createFolder(kept);
    const { files, notes } = await init({ folder, packageVersion: '1.2.3' });
    expect(files).toEqual(ALL.filter((file) => !(file in kept)));
    expect(notes).toHaveLength(4);
    expect(notes.join('\n')).toContain('"cascader-docs": "^1.2.3"');
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('{"name": "mine"}');
  });

  it('adds to a library what is missing, and touches nothing else', async () => {
    const manifest =
      '{\n    "name": "lib",\n    "scripts": { "docs": "mine" },\n    "devDependencies": { "a": "1", "x": "1" }\n}\n';
    const folder = await createFolder({ 'package.json': manifest, 'src/index.ts': 'mine', 'README.md': 'mine' });
    const { files, notes } = await init({ folder, packageVersion: '1.2.3' });
    expect(files).toEqual(['cascader-docs.config.ts', 'demos/hello.tsx', 'docs/index.md']);
    expect(notes).toEqual([
      'package.json has cascader-docs in its devDependencies, the scripts docs:build, docs:preview now. Next: npm install && npx cascader-docs dev',
    ]);
    const tree = await readTree(folder);
    expect(JSON.parse(tree['package.json'] ?? '')).toEqual({
      name: 'lib',
      scripts: { docs: 'mine', 'docs:build': 'cascader-docs build', 'docs:preview': 'cascader-docs preview' },
      devDependencies: { a: '1', 'cascader-docs': '^1.2.3', x: '1' },
    });
    expect(tree['package.json']).toMatch(/^\{\n {4}"name"/);
    expect([tree['src/index.ts'], tree['README.md']]).toEqual(['mine', 'mine']);
    expect((await init({ folder: await createFolder(tree as Record<string, string>) })).files).toEqual([]);
  });

  it('leaves a project of dumi its configuration and its pages', async () => {
    const kept = { '.dumirc.ts': 'export default {};', 'docs/index.md': '# Mine', 'package.json': '{"name": "lib"}' };
    const folder = await createFolder(kept);
    const { files } = await init({ folder, packageVersion: '1.2.3' });
    expect(files).toEqual([]);
    const { 'package.json': _manifest, ...rest } = await readTree(folder);
    expect(rest).toEqual({ '.dumirc.ts': 'export default {};', 'docs/index.md': '# Mine' });
  });

  it('refuses a library whose package.json cannot be read', async () => {
    const folder = await createFolder({ 'package.json': '{', 'src/index.ts': 'mine' });
    await expect(init({ folder })).rejects.toMatchObject({ exitCode: 2, diagnostics: [{ code: 'CD102' }] });
    expect(await readTree(folder)).toEqual({ 'package.json': '{', 'src/index.ts': 'mine' });
  });

  it('refuses a folder that is a file', async () => {
    const root = await createFolder({ file: 'mine' });
    await expect(init({ folder: join(root, 'file') })).rejects.toMatchObject({ exitCode: 2 });
    expect(await readTree(root)).toEqual({ file: 'mine' });
  });

  it.skipIf(process.getuid?.() === 0)('fails with exit code 3 where it may not write', async () => {
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
  ['组件', 'my-components', '组件'],
  ['.hidden', 'hidden', 'Hidden'],
  ['react', 'react-components', 'React'],
  ['it\'s "odd": `x`', 'it-s-odd-x', 'It S Odd X'],
  ['---', 'my-components', 'My Components'],
])('names the library in a folder called %s', (folder, name, title) => {
  expect(namesOf(folder)).toEqual({ name, title });
});
