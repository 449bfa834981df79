import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../../src/node/base/diagnostics/diagnostic.ts';
import { acquireLock } from '../../../src/node/output/lock.ts';
import { type WriteSiteOptions, writeSite } from '../../../src/node/output/write-site.ts';
import { createFolder, readTree } from './folders.ts';

const OLD = { 'index.html': 'old home', 'a/index.html': 'old a', 'gone/index.html': 'old', 'assets/x.1.js': 'x1' };
const NEW = { 'index.html': 'new home', 'a/index.html': 'old a', 'b/c/index.html': 'new c', 'assets/x.2.js': 'x2' };

function write(root: string, files: Record<string, string | Uint8Array>, options: Partial<WriteSiteOptions> = {}) {
  return writeSite({
    outDir: join(root, 'dist'),
    root,
    protectedPaths: [root],
    files: new Map(Object.entries(files)),
    ...options,
  });
}

function markerOf(files: object): string {
  return `${JSON.stringify({ version: 1, files: Object.keys(files).sort() }, null, 1)}\n`;
}

function siteOf(files: Record<string, string>): Record<string, string> {
  return { ...files, '.cascader-docs': markerOf(files) };
}

async function failureOf(promise: Promise<unknown>): Promise<DiagnosticError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DiagnosticError);
  return error as DiagnosticError;
}

function systemError(code: string, errno: number): Error {
  return Object.assign(new Error(code), { code, errno });
}

const POINTS = ['temporary-created', 'temporary-file', 'temporary-written', 'swap-between'];

describe('writeSite', () => {
  it('writes the files and a marker, and leaves no other files', async () => {
    const root = await createFolder();
    const result = await write(root, { ...NEW, 'logo.bin': new Uint8Array([65, 66]) });
    expect(await readTree(root)).toEqual(
      Object.fromEntries(Object.entries(siteOf({ ...NEW, 'logo.bin': 'AB' })).map(([k, v]) => [`dist/${k}`, v])),
    );
    expect(result).toEqual({ diagnostics: [], files: 5, bytes: 8 + 5 + 5 + 2 + 2 });
  });

  it('includes files that are already written to the temporary folder', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const { 'a/index.html': early, ...rest } = NEW;
    const result = await write(
      root,
      {},
      {
        files: async (folder) => {
          expect(await readTree(join(root, 'dist'))).toMatchObject(OLD);
          await mkdir(join(folder, 'a'));
          await writeFile(join(folder, 'a/index.html'), early);
          return { files: new Map(Object.entries(rest)), written: new Map([['a/index.html', early.length]]) };
        },
      },
    );
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(NEW));
    expect(result).toMatchObject({ files: 4, bytes: Object.values(NEW).join('').length });
    expect(await readdir(root)).toEqual(['dist']);
  });

  it('throws an internal error unchanged, and leaves nothing behind', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const failure = Object.assign(new Error('an internal error'), { code: 'EACCES', errno: -13 });
    const failing = write(
      root,
      {},
      {
        files: async (folder) => {
          await writeFile(join(folder, 'index.html'), 'half');
          throw failure;
        },
      },
    );
    await expect(failing).rejects.toBe(failure);
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(OLD));
    expect(await readdir(root)).toEqual(['dist']);
  });

  it('creates files and folders with the default modes', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const umask = process.umask();
    expect((await stat(join(root, 'dist'))).mode & 0o777).toBe(0o777 & ~umask);
    expect((await stat(join(root, 'dist/index.html'))).mode & 0o777).toBe(0o666 & ~umask);
  });

  it('replaces the old site, and removes files that are no longer part of it', async () => {
    const root = await createFolder();
    await write(root, OLD);
    await write(root, NEW);
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(NEW));
    expect(await readdir(root)).toEqual(['dist']);
  });

  it('replaces a file with a folder of that name, and a folder with a file', async () => {
    const root = await createFolder();
    const first = { one: 'file', 'two/index.html': 'in a folder' };
    const second = { 'one/index.html': 'in a folder', two: 'file' };
    await write(root, first);
    await write(root, second);
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(second));
    await expect(
      write(root, first, {
        failpoint: (name) => {
          if (name === 'committed' || name === 'swap-between') throw systemError('EIO', -5);
        },
      }),
    ).rejects.toMatchObject({ exitCode: 3 });
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(second));
  });

  it('keeps top-level entries that it did not write', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const dist = join(root, 'dist');
    await writeFile(join(dist, 'CNAME'), 'docs.example.org');
    await mkdir(join(dist, '.git/refs'), { recursive: true });
    await writeFile(join(dist, '.git/refs/head'), 'abc');
    await symlink('refs/head', join(dist, '.git/HEAD'));
    await write(root, NEW);
    expect(await readTree(dist)).toEqual({
      ...siteOf(NEW),
      CNAME: 'docs.example.org',
      '.git/refs/head': 'abc',
      '.git/HEAD': '-> refs/head',
    });
  });

  it('refuses to overwrite an entry that it did not write', async () => {
    const root = await createFolder();
    await write(root, OLD);
    await writeFile(join(root, 'dist/CNAME'), 'docs.example.org');
    const before = await readTree(root);
    const error = await failureOf(write(root, { ...NEW, CNAME: 'other.example.org' }));
    expect(error.exitCode).toBe(2);
    expect(error.diagnostics[0]?.code).toBe('CD605');
    expect(error.diagnostics[0]?.text).toBe(
      '`CNAME` in dist was not written by this tool, but the site contains a file or folder with that name',
    );
    expect(await readTree(root)).toEqual(before);
  });

  it.each(POINTS)('changes nothing when the disk fails at %s', async (point) => {
    const root = await createFolder();
    await write(root, OLD);
    await writeFile(join(root, 'dist/CNAME'), 'docs.example.org');
    const before = await readTree(root);
    let calls = 0;
    const failpoint = (name: string): void => {
      if (name === point && (!point.endsWith('-file') || ++calls === 3)) throw systemError('ENOSPC', -28);
    };
    const error = await failureOf(write(root, NEW, { failpoint }));
    expect(error.exitCode).toBe(3);
    expect(error.diagnostics[0]).toMatchObject({
      code: 'CD603',
      text: 'No space left on the disk to write dist (ENOSPC)',
    });
    expect(await readTree(root)).toEqual(before);
  });

  it('removes everything that it created if the first build fails', async () => {
    const root = await createFolder();
    const failpoint = (name: string): void => {
      if (name === 'temporary-written') throw systemError('EIO', -5);
    };
    const outDir = join(root, 'deep/er/dist');
    await failureOf(write(root, NEW, { outDir, failpoint }));
    expect(await readdir(root)).toEqual([]);
  });

  it('stops and restores everything when aborted', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const before = await readTree(root);
    const controller = new AbortController();
    const failpoint = (name: string): void => {
      if (name === 'temporary-file') controller.abort(new Error('SIGINT'));
    };
    await expect(write(root, NEW, { failpoint, signal: controller.signal })).rejects.toThrow('SIGINT');
    expect(await readTree(root)).toEqual(before);
  });

  it('refuses a folder that cannot be renamed, and changes nothing', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const before = await readTree(root);
    const failpoint = (name: string): void => {
      if (name === 'swap-before') throw systemError('EBUSY', -16);
    };
    const error = await failureOf(write(root, NEW, { failpoint }));
    expect(error.exitCode).toBe(2);
    expect(error.diagnostics[0]?.text).toBe(
      'The output folder dist cannot be replaced, because it cannot be renamed (EBUSY)',
    );
    expect(await readTree(root)).toEqual(before);
  });

  it('refuses to write while another build has locked the folder', async () => {
    const root = await createFolder();
    await write(root, OLD);
    const lock = await acquireLock(join(root, '.dist.cascader-docs-lock'), 'dist');
    const before = await readTree(root);
    const error = await failureOf(write(root, NEW));
    expect(error.exitCode).toBe(2);
    expect(error.diagnostics[0]?.code).toBe('CD602');
    expect(error.diagnostics[0]?.text).toBe(`Another build is writing to dist (process ${process.pid})`);
    expect(await readTree(root)).toEqual(before);
    await lock.release();
    await write(root, NEW);
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(NEW));
  });

  it('takes over the lock of a dead process', async () => {
    const root = await createFolder();
    const dead = { pid: 2 ** 22 + 7, started: '1', host: hostname(), token: '0'.repeat(12) };
    await writeFile(join(root, '.dist.cascader-docs-lock'), JSON.stringify(dead));
    await write(root, NEW);
    expect(await readdir(root)).toEqual(['dist']);
  });

  it('takes over the lock of a process whose id is used by another one', async () => {
    const root = await createFolder();
    const reused = {
      pid: process.pid,
      started: '1',
      host: hostname(),
      token: '0'.repeat(12),
    };
    await writeFile(join(root, '.dist.cascader-docs-lock'), JSON.stringify(reused));
    await write(root, NEW);
    expect(await readdir(root)).toEqual(['dist']);
  });

  it('writes through a link to the output folder', async () => {
    const root = await createFolder();
    await mkdir(join(root, 'elsewhere'));
    await symlink('elsewhere', join(root, 'dist'));
    await write(root, NEW);
    expect(await readTree(join(root, 'elsewhere'))).toEqual(siteOf(NEW));
    expect((await readTree(root)).dist).toBe('-> elsewhere');
  });
  it('refuses a folder whose list of files contains paths outside of it', async () => {
    const root = await createFolder({ 'precious.txt': 'precious' });
    await write(root, OLD);
    await writeFile(join(root, 'dist/.cascader-docs'), markerOf({ '../precious.txt': '' }));
    const error = await failureOf(write(root, NEW));
    expect(error.exitCode).toBe(2);
    expect(await readFile(join(root, 'precious.txt'), 'utf8')).toBe('precious');
  });

  it('writes the same marker whatever the order of the files', async () => {
    const root = await createFolder();
    await write(root, NEW);
    const marker = await readFile(join(root, 'dist/.cascader-docs'), 'utf8');
    await write(root, Object.fromEntries(Object.entries(NEW).reverse()));
    expect(await readFile(join(root, 'dist/.cascader-docs'), 'utf8')).toBe(marker);
  });

  it.each([
    [{ '../x.html': '' }, '`../x.html` is not a valid name for a file in the site'],
    [{ '/etc/x': '' }, '`/etc/x` is not a valid name for a file in the site'],
    [{ 'a\\b.html': '' }, '`a\\\\b.html` is not a valid name for a file in the site'],
    [{ '.cascader-docs': '' }, '`.cascader-docs` is not a valid name for a file in the site'],
    [{ 'guide/Aux/index.html': '' }, '`guide/Aux/index.html` has a name that Windows reserves for a device'],
    [{ 'nul.json': '' }, '`nul.json` has a name that Windows reserves for a device'],
    [{ a: '', 'a/index.html': '' }, '`a` is a file, but other pages or files need a folder with that name'],
    [
      { 'Foo/index.html': '', 'foo/index.html': '' },
      '`Foo/index.html` and `foo/index.html` are the same file on case-insensitive file systems',
    ],
  ])('refuses %j', async (files, text) => {
    const root = await createFolder();
    const error = await failureOf(write(root, files));
    expect([error.exitCode, error.diagnostics[0]?.text]).toEqual([1, text]);
    expect(await readdir(root)).toEqual([]);
  });

  it('accepts names that only begin like a device', async () => {
    const root = await createFolder();
    const files = { 'console/index.html': '', 'auxiliary.html': '', 'com10/index.html': '', 'com/index.html': '' };
    await write(root, files);
    expect(await readTree(join(root, 'dist'))).toEqual(siteOf(files));
  });
});
