import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../../../src/node/init/init.ts';
import { namesOf } from '../../../src/node/init/template-names.ts';
import { createFolder, readTree } from '../write/folders.ts';

const ALL = [
  '.gitignore',
  'README.md',
  'cascader-docs.config.ts',
  'demos/button-basic.tsx',
  'docs/components/button.md',
  'docs/guide/getting-started.md',
  'docs/index.md',
  'package.json',
  'src/Button.tsx',
  'src/button.css',
  'src/index.tsx',
  'tsconfig.json',
];

describe('init', () => {
  it('writes the starter with names made from the folder', async () => {
    const folder = join(await createFolder(), 'my-library');
    const result = await init({ folder, packageVersion: '1.2.3' });
    expect(result).toEqual({ folder, files: ALL, notes: [] });
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
