import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { commandFor, findPackageManager, withCommandsFor } from '../../../src/node/project/package-manager.ts';
import { createFolder } from '../output/folders.ts';

describe('the package manager of a project', () => {
  it.each<[files: Record<string, string>, name: string, lock?: string, version?: string]>([
    [{ 'package-lock.json': '' }, 'npm', 'package-lock.json'],
    [{ 'npm-shrinkwrap.json': '' }, 'npm', 'npm-shrinkwrap.json'],
    [{ 'pnpm-lock.yaml': '' }, 'pnpm', 'pnpm-lock.yaml'],
    [{ 'yarn.lock': '' }, 'yarn', 'yarn.lock'],
    [{ 'bun.lock': '' }, 'bun', 'bun.lock'],
    [{ 'bun.lockb': '' }, 'bun', 'bun.lockb'],
    [{ 'package.json': '{"packageManager": "pnpm@10.28.0+sha512.abc"}' }, 'pnpm', undefined, '10.28.0'],
    [{ 'package.json': '{"packageManager": "yarn@4.1.0"}', 'package-lock.json': '' }, 'yarn', undefined, '4.1.0'],
    [
      { 'package.json': '{"packageManager": "npm@11.0.0"}', 'package-lock.json': '', 'yarn.lock': '' },
      'npm',
      'package-lock.json',
      '11.0.0',
    ],
    [{ 'package.json': '{"packageManager": "other@1.0.0"}', 'yarn.lock': '' }, 'yarn', 'yarn.lock'],
    [{ 'package.json': 'no JSON', 'bun.lock': '' }, 'bun', 'bun.lock'],
    [{ 'pnpm-workspace.yaml': '' }, 'pnpm'],
    [{}, 'npm'],
  ])('is detected from %j', async (files, name, lock, version) => {
    const dir = await createFolder({ '.git/HEAD': '', ...files });
    expect(findPackageManager(dir, '')).toEqual({ name, dir, ...(lock && { lock }), ...(version && { version }) });
  });

  it('is that of the workspace with the lock file', async () => {
    const root = await createFolder({
      '.git/HEAD': '',
      'package.json': '{"packageManager": "yarn@1.22.22"}',
      'yarn.lock': '',
      'packages/a/package.json': '{}',
    });
    const found = { name: 'yarn', version: '1.22.22', dir: root, lock: 'yarn.lock' };
    expect(findPackageManager(path.join(root, 'packages/a'), '')).toEqual(found);
    expect(findPackageManager(path.join(root, 'packages/new'), '')).toEqual(found);
  });

  it('is not taken from another repository', async () => {
    const root = await createFolder({ 'yarn.lock': '', 'own/.git/HEAD': '', 'own/package.json': '{}' });
    expect(findPackageManager(path.join(root, 'own'), '').name).toBe('npm');
  });

  it('is the running one if the project has none', async () => {
    const dir = await createFolder({ '.git/HEAD': '' });
    expect(findPackageManager(dir, 'pnpm/10.28.0 npm/? node/v22.0.0 linux x64')).toEqual({
      ...{ name: 'pnpm', running: '10.28.0', dir },
    });
    expect(findPackageManager(dir, 'deno/2.0.0').name).toBe('npm');
  });
});

it.each([
  ['npm install --save-dev sass', 'pnpm add -D sass', 'yarn add -D sass', 'bun add -d sass'],
  [
    'npx cascader-docs build',
    'pnpm exec cascader-docs build',
    'yarn cascader-docs build',
    'bunx --no-install cascader-docs build',
  ],
  [
    'npx cascader-docs init <folder>',
    'pnpm dlx cascader-docs init <folder>',
    'yarn dlx cascader-docs init <folder>',
    'bunx cascader-docs init <folder>',
  ],
  [
    'npm install --include=optional',
    'npm install --include=optional',
    'npm install --include=optional',
    'npm install --include=optional',
  ],
] as const)('%s is translated for other package managers', (command, pnpm, yarn, bun) => {
  expect(['pnpm', 'yarn', 'bun', 'npm'].map((name) => commandFor(name as 'npm', command))).toEqual([
    pnpm,
    yarn,
    bun,
    command,
  ]);
});

it('uses the commands of the package manager in the backticks of a message', () => {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'CD160',
    text: 'Install `a b`, then `npm install sass`',
    notes: ['Set it: `KEY=x npx cascader-docs sandbox create`', 'npm install x is no command here'],
  };
  expect(withCommandsFor('pnpm', { ...diagnostic, each: [diagnostic] })).toMatchObject({
    text: 'Install `a b`, then `pnpm add sass`',
    notes: ['Set it: `KEY=x pnpm exec cascader-docs sandbox create`', 'npm install x is no command here'],
    each: [{ text: 'Install `a b`, then `pnpm add sass`' }],
  });
  expect(withCommandsFor('npm', diagnostic)).toEqual(diagnostic);
});
