import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { haveSamePackages, linkPackages } from '../../../../src/node/tools/checkout/link-packages.ts';
import { writeFiles } from '../../../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../../../helpers/folder.ts';

/** Returns the folder of a checkout beside a repository, and how its packages are linked. */
async function linkIn(files: Record<string, string>, prepare: (repository: string) => void = () => {}) {
  const [repository, top] = [makeFolder('repository', OUTSIDE), makeFolder('checkout', OUTSIDE)];
  await writeFiles(repository, files);
  await writeFiles(top, Object.fromEntries(Object.entries(files).filter(([name]) => !name.includes('node_modules'))));
  prepare(repository);
  return { repository, top, isLinked: await linkPackages(top, { top, repository }) };
}

const FILES = {
  'package.json': '{}',
  'node_modules/one/package.json': '{"name": "one"}',
  'node_modules/@scope/two/package.json': '{"name": "two"}',
};

it('links the installed packages of the working tree', async () => {
  const { repository, top, isLinked } = await linkIn(FILES, (folder) => {
    // As pnpm links its packages.
    fs.symlinkSync(path.join(folder, 'node_modules/one'), path.join(folder, 'node_modules/@scope/one'), 'junction');
  });
  expect(isLinked).toBe(true);
  expect(fs.realpathSync(path.join(top, 'node_modules/one'))).toBe(
    fs.realpathSync(path.join(repository, 'node_modules/one')),
  );
});

it.each([
  ['there are none', { 'package.json': '{}' }],
  ['some are packages of a workspace', { ...FILES, 'package.json': '{"workspaces": ["packages/*"]}' }],
  ['some are packages of a pnpm workspace', { ...FILES, 'pnpm-workspace.yaml': '' }],
])('does not link packages if %s', async (_, files) => {
  const { top, isLinked } = await linkIn(files);
  expect([isLinked, fs.existsSync(path.join(top, 'node_modules'))]).toEqual([false, false]);
});

it('does not link packages if one is a folder of the repository', async () => {
  const files = { ...FILES, 'packages/three/package.json': '{"name": "three"}' };
  const { isLinked } = await linkIn(files, (folder) => {
    fs.symlinkSync(path.join(folder, 'packages/three'), path.join(folder, 'node_modules/@scope/three'), 'junction');
  });
  expect(isLinked).toBe(false);
});

it.each([
  [['src/index.ts', 'demos/a.tsx', 'docs/dispatch.md'], true],
  [['src/index.ts', 'package-lock.json'], false],
  [['packages/a/package.json'], false],
  [['pnpm-lock.yaml'], false],
  [['.npmrc'], false],
  [['patches/one+1.0.0.patch'], false],
  [['.yarn/patches/one.patch'], false],
])('changes of %j leave the packages: %s', (changed, expected) => {
  expect(haveSamePackages(changed)).toBe(expected);
});
