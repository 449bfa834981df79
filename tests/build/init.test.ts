import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, init } from 'cascader-docs';
import { expect, it, onTestFinished } from 'vitest';

it('writes a starter that builds without a change and without a warning', async () => {
  // Inside the project, so that the starter finds the installed packages.
  const temporary = resolve(import.meta.dirname, '../.tmp');
  await mkdir(temporary, { recursive: true });
  const root = await mkdtemp(join(temporary, 'starter-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await init({ folder: root });
  const result = await build({ root });
  expect(result.diagnostics).toEqual([]);
  expect(result).toMatchObject({ pages: 3, demos: 2 });
  const files = await readdir(join(root, 'dist'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      '404.html',
      '.nojekyll',
      'index.html',
      'guide/getting-started/index.html',
      'components/button/index.html',
    ]),
  );
});

it('adds to a library a page and a demo that build without a warning', async () => {
  const temporary = resolve(import.meta.dirname, '../.tmp');
  await mkdir(temporary, { recursive: true });
  const root = await mkdtemp(join(temporary, 'library-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/index.tsx'), 'export const Field = () => <input aria-label="Field" />;\n');
  await writeFile(join(root, 'package.json'), '{"name": "library", "version": "1.0.0"}');
  await init({ folder: root });
  const result = await build({ root });
  expect(result.diagnostics).toEqual([]);
  expect(result).toMatchObject({ pages: 1, demos: 1 });
});
