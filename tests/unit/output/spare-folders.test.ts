import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeSite } from '../../../src/node/output/write-site.ts';
import { createContents } from '../../../src/node/store/contents.ts';
import { listSpareFolders } from '../../../src/node/store/entry-files.ts';
import { makeFolder } from '../../helpers/folder.ts';

const FIRST = ['index.html', 'a/index.html', 'a/b/index.html', 'gone/below/index.html'];
const SECOND = ['index.html', 'a/index.html', 'a/b/index.html', 'other/index.html'];
const THIRD = ['index.html', 'a/index.html', 'new/index.html'];

function createSite() {
  const root = makeFolder('spare-folders');
  const cacheDir = path.join(root, 'cache');
  const outDir = path.join(root, 'dist');
  return {
    outDir,
    at: (name: string) => path.join(outDir, name),
    spare: () => listSpareFolders(cacheDir),
    names: () => (fs.readdirSync(outDir, { recursive: true }) as string[]).sort(),
    write: async (files: string[]) =>
      await writeSite({
        ...{ outDir, root, protectedPaths: [root] },
        files: new Map(files.map((file) => [file, `text of ${file}`])),
        contents: createContents({ projectRoot: root, cacheDir, outDir }),
      }),
  };
}

function numberOf(file: string): number {
  return fs.statSync(file).ino;
}

describe('the folders of a replaced site', () => {
  it('are those of the next one, which has no others', async () => {
    const { write, at, names, spare } = createSite();
    await write(FIRST);
    const number = numberOf(at('a'));
    await write(SECOND);
    expect(numberOf(at('a'))).not.toBe(number);
    // Only what both sites have.
    expect(fs.readdirSync(spare()[0] as string, { recursive: true })).toEqual(['a', path.join('a', 'b')]);
    await write(THIRD);
    expect(numberOf(at('a'))).toBe(number);
    expect(names()).toEqual(['.cascader-docs', 'a', 'a/index.html', 'index.html', 'new', 'new/index.html']);
    await write(FIRST);
    expect(names()).toEqual(
      ['.cascader-docs', 'a', 'a/b', 'gone', 'gone/below', ...FIRST].map((name) => path.normalize(name)).sort(),
    );
  });

  it('are not used if anything has been put into them, or if they have another mode', async () => {
    const { write, names, at, spare } = createSite();
    await write(SECOND);
    await write(SECOND);
    fs.writeFileSync(path.join(spare()[0] as string, 'a/extra.html'), 'not of the build');
    await write(SECOND);
    expect(names()).toEqual(['.cascader-docs', 'a', 'a/b', 'other', ...SECOND].sort());
    const mode = fs.statSync(at('a')).mode;
    fs.chmodSync(at('a/b'), 0o711);
    await write(SECOND);
    expect(fs.readdirSync(spare()[0] as string, { recursive: true }).sort()).toEqual(['a', 'other']);
    fs.chmodSync(spare()[0] as string, 0o711);
    await write(SECOND);
    expect([fs.statSync(path.dirname(at('a'))).mode, fs.statSync(at('a/b')).mode]).toEqual([mode, mode]);
  });

  it.each([
    ['.'],
    ['a'],
    ['a/b'],
  ])('are not used if a symbolic link replaces %s, whose target stays as it is', async (name) => {
    const { write, names, outDir, spare } = createSite();
    // Without it, no folder has the mode of a link.
    const umask = process.umask(0);
    try {
      await write(SECOND);
      await write(SECOND);
      const own = path.join(path.dirname(outDir), 'own');
      const replaced = path.join(spare()[0] as string, name);
      fs.renameSync(replaced, own);
      fs.mkdirSync(path.join(own, 'empty'), { recursive: true });
      fs.symlinkSync(own, replaced);
      const before = fs.readdirSync(own, { recursive: true });
      for (let time = 0; time < 2; time++) {
        await write(SECOND);
        expect(fs.lstatSync(outDir).isDirectory()).toBe(true);
        expect(names()).toEqual(['.cascader-docs', 'a', 'a/b', 'other', ...SECOND].sort());
        expect(fs.readdirSync(own, { recursive: true })).toEqual(before);
        expect(fs.lstatSync(spare()[0] as string).isDirectory()).toBe(true);
      }
      expect(fs.readdirSync(path.dirname(outDir)).sort()).toEqual(['cache', 'dist', 'own']);
    } finally {
      process.umask(umask);
    }
  });

  it('do not include folders of others', async () => {
    const { write, at, spare, names } = createSite();
    await write(THIRD);
    fs.mkdirSync(at('.git/refs'), { recursive: true });
    fs.writeFileSync(at('.git/refs/head'), 'abc');
    await write(THIRD);
    expect(fs.readdirSync(spare()[0] as string).sort()).toEqual(['a', 'new']);
    await write(THIRD);
    expect(names()).toContain(path.join('.git', 'refs', 'head'));
  });
});
