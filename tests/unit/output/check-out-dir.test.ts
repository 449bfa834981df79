import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { DiagnosticError } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { checkOutDir } from '../../../src/node/output/check-out-dir.ts';
import { createFolder, hashTree } from './folders.ts';

async function createProject(): Promise<{ home: string; root: string; protectedPaths: string[] }> {
  const home = await createFolder({
    'work/site/package.json': '{}',
    'work/site/docs/index.md': '# Home',
    'work/site/docs/guide/a.md': '# A',
    'work/site/src/index.ts': 'export {};',
    'work/site/.git/HEAD': 'ref',
    'work/site/notes.txt': 'mine',
    'work/site/broken/.cascader-docs': 'not a list',
    'work/site/broken/x.txt': 'x',
    'work/site/mine/.cascader-docs': '{"version":1,"files":["index.html"]}',
    'work/site/mine/index.html': 'site',
  });
  const root = join(home, 'work/site');
  await mkdir(join(root, 'empty'));
  await symlink('docs', join(root, 'link-to-docs'));
  await symlink('nowhere', join(root, 'dangling'));
  await symlink('loop', join(root, 'loop'));
  vi.stubEnv('HOME', home);
  return { home, root, protectedPaths: [join(root, 'docs'), root] };
}

it.each([
  ['/', 2, 'The output folder / is the root of the file system'],
  ['~', 2, /^The output folder .* is your home folder$/],
  ['.', 2, "The output folder . is the site's root"],
  ['..', 2, /^The output folder .*\/work contains the site's root$/],
  ['../..', 2, /is your home folder$|contains the site's root$/],
  ['docs', 2, 'The output folder docs is `docs`, which the site is built from'],
  ['docs/guide', 2, 'The output folder docs/guide contains files that this tool did not write, such as `a.md`'],
  ['link-to-docs', 2, 'The output folder docs is `docs`, which the site is built from'],
  ['src', 2, 'The output folder src contains files that this tool did not write, such as `index.ts`'],
  ['.git', 2, 'The output folder .git contains files that this tool did not write, such as `HEAD`'],
  ['dist/../docs/../.', 2, "The output folder . is the site's root"],
  ['dangling', 2, /dangling is a link to a folder that does not exist$/],
  ['broken', 2, /cannot be read, so it is unknown which files belong to the site$/],
  ['notes.txt', 3, 'Cannot write notes.txt: not a directory (ENOTDIR)'],
  ['notes.txt/dist', 3, 'Cannot write notes.txt/dist: not a directory (ENOTDIR)'],
  ['loop', 3, 'Cannot write loop: too many symbolic links encountered (ELOOP)'],
])('refuses %s with exit code %i and changes nothing', async (out, exitCode, text) => {
  const { home, root, protectedPaths } = await createProject();
  const before = await hashTree(home);
  const outDir = out === '~' ? home : out === '/' ? '/' : join(root, out);
  const error: DiagnosticError = await checkOutDir({ outDir, root, protectedPaths }).then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  expect(error.exitCode).toBe(exitCode);
  expect(error.diagnostics[0]?.code).toBe(exitCode === 2 ? 'CD601' : 'CD604');
  if (typeof text === 'string') expect(error.diagnostics[0]?.text).toBe(text);
  else expect(error.diagnostics[0]?.text).toMatch(text);
  if (exitCode === 2) expect(error.diagnostics[0]?.location).toMatchObject({ line: 1, column: 1 });
  expect(await hashTree(home)).toBe(before);
});

it.each(['dist', 'empty', 'mine', 'deep/er/dist', 'docs-dist', '../other/dist'])('accepts %s', async (out) => {
  const { home, root, protectedPaths } = await createProject();
  const before = await hashTree(home);
  expect(await checkOutDir({ outDir: join(root, out), root, protectedPaths })).toBe(join(root, out));
  expect(await hashTree(home)).toBe(before);
});

it('resolves links in the path of a folder that does not exist yet', async () => {
  const { root, protectedPaths } = await createProject();
  await symlink('empty', join(root, 'alias'));
  const outDir = join(root, 'alias/deep/dist');
  expect(await checkOutDir({ outDir, root, protectedPaths })).toBe(join(root, 'empty/deep/dist'));
});

it('refuses a folder that contains the cache folder, even if that does not exist yet', async () => {
  const { root, protectedPaths } = await createProject();
  const check = (out: string, cacheDir: string): Promise<string> =>
    checkOutDir({ outDir: join(root, out), root, protectedPaths, cacheDir: join(root, cacheDir) });
  await expect(check('dist', 'dist/.cache/tool')).rejects.toThrow(
    'The output folder dist contains the cache folder (`cacheDir`)',
  );
  await expect(check('dist', 'dist')).rejects.toThrow('The output folder dist is the cache folder (`cacheDir`)');
  await expect(check('dist', 'dist-cache')).resolves.toBe(join(root, 'dist'));
  await expect(check('dist/site', 'dist')).resolves.toBe(join(root, 'dist/site'));
});
