import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
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
  expect(result).toMatchObject({ pages: 3, demos: 1 });
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
