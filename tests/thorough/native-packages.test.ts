import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../helpers/build-site.ts';
import { start } from '../helpers/command.ts';
import { makeFolder, OUTSIDE } from '../helpers/folder.ts';

const repository = path.resolve(import.meta.dirname, '../..');
/** Packages that load native code from packages of these scopes. */
const NATIVE = { satteri: '@bruits', esbuild: '@esbuild', 'oxc-transform': '@oxc-transform' };
const DEMO = '```tsx\nexport default () => <b>demo</b>;\n```\n';

let root: string;
let tool: string;

/** Installs the tool as `npm install --omit=optional` does. */
beforeAll(async () => {
  root = makeFolder('native', OUTSIDE);
  const packages = path.join(root, 'node_modules');
  tool = path.join(packages, 'cascader-docs');
  for (const name of ['bin', 'lib', 'src', 'templates', 'package.json'])
    await fs.cp(path.join(repository, name), path.join(tool, name), { recursive: true });
  const omitted = new Set([...Object.keys(NATIVE), ...Object.values(NATIVE), '@typescript', 'cascader-docs']);
  for (const name of await fs.readdir(path.join(repository, 'node_modules'))) {
    if (name.startsWith('.') || omitted.has(name)) continue;
    await fs.symlink(path.join(repository, 'node_modules', name), path.join(packages, name));
  }
  for (const name of Object.keys(NATIVE))
    await fs.cp(path.join(repository, 'node_modules', name), path.join(packages, name), { recursive: true });
  await writeFiles(root, {
    'package.json': '{"name": "lib", "version": "1.0.0", "files": ["src"]}',
    'docs/index.md': `# Home\n\n${DEMO}`,
  });
});

const run = async (...args: string[]) => {
  const command = start(args, { cwd: root, bin: path.join(tool, 'bin/cascader-docs.js') });
  const code = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
};
const install = async (scope: string): Promise<void> =>
  await fs.symlink(path.join(repository, 'node_modules', scope), path.join(root, 'node_modules', scope));

describe('the tool without the native parts of its packages', () => {
  it('prints its help and writes the starter', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: cascader-docs') });
    expect(await run('init', 'starter')).toMatchObject({ code: 0, stderr: '' });
    expect(await fs.readdir(path.join(root, 'starter'))).toContain('docs');
  });

  it('names the missing part, with the command that installs it', async () => {
    const waiting = new Map(Object.entries(NATIVE));
    while (waiting.size > 0) {
      const { code, stderr } = await run('build');
      expect(code).toBeGreaterThan(0);
      const [[, part = '', name = ''] = [], ...others] = stderr.matchAll(
        /CD105: The package (\S+), which (\S+) needs/g,
      );
      const scope = waiting.get(name) ?? '';
      expect(others).toEqual([]);
      expect(part).toMatch(new RegExp(`^${scope}/.*${process.platform}-${process.arch}`));
      expect(stderr).toMatch(new RegExp(`\`npm install --save-dev ${part}@\\d+\\.\\d+\\.\\d+\``));
      await install(scope);
      waiting.delete(name);
    }
    expect(await run('build')).toMatchObject({ code: 0, stderr: '' });
  });
});
