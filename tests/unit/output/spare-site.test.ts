import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type WriteSiteOptions, writeSite } from '../../../src/node/output/write-site.ts';
import { createContents } from '../../../src/node/store/contents.ts';
import { listSpareSites } from '../../../src/node/store/entry-files.ts';
import { makeFolder } from '../../helpers/folder.ts';
import { growOld } from '../../helpers/grow-old.ts';

const FIRST = ['index.html', 'a/index.html', 'a/b/index.html', 'gone/below/index.html'];
const SECOND = ['index.html', 'a/index.html', 'a/b/index.html', 'other/index.html'];
const THIRD = ['index.html', 'a/index.html', 'new/index.html'];

/** Text of the file at a path, if no other is given. */
const textOf = (file: string): string => `text of ${file}`;

function createSite(cacheDir?: string) {
  const root = makeFolder('spare-site');
  cacheDir ??= path.join(root, 'cache');
  const outDir = path.join(root, 'dist');
  const filesIn = (folder: string): Record<string, string> =>
    Object.fromEntries(
      fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory() && entry.name !== '.cascader-docs')
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]),
    );
  return {
    root,
    outDir,
    at: (name: string) => path.join(outDir, name),
    spare: () => listSpareSites(cacheDir)[0] as string,
    /** Texts of the files by path, and folders. */
    site: () => filesIn(outDir),
    filesIn,
    folders: () =>
      fs
        .readdirSync(outDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => path.relative(outDir, path.join(entry.parentPath, entry.name)))
        .sort(),
    /** Writes a site. Without `texts`, each file has its usual text. */
    write: async (
      files: string[],
      {
        texts = {},
        fail = false,
        ...options
      }: { texts?: Record<string, string>; fail?: boolean } & Pick<WriteSiteOptions, 'ready' | 'failpoint'> = {},
    ) => {
      const contents = createContents({ projectRoot: root, cacheDir, outDir });
      await writeSite({
        ...{ outDir, root, contents, protectedPaths: [root], ...options },
        files: new Map(
          [...files, ...(fail ? ['failing.html'] : [])].map((file) => [
            file,
            () => {
              if (file === 'failing.html') throw new Error('The page cannot be made');
              return texts[file] ?? textOf(file);
            },
          ]),
        ),
      });
      await growOld();
      contents.note();
    },
  };
}

const textsOf = (files: string[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [path.normalize(file), textOf(file)]));
const numberOf = (file: string): number => fs.lstatSync(file).ino;

describe.runIf(process.platform === 'linux')('a replaced site', () => {
  it('waits for the next build, in which equal files and folders stay', async () => {
    const { write, at, site, folders, spare, filesIn } = createSite();
    await write(FIRST);
    const [folder, file] = [numberOf(at('a')), numberOf(at('a/index.html'))];
    await write(SECOND);
    expect([numberOf(at('a')) === folder, numberOf(at('a/index.html')) === file]).toEqual([false, true]);
    expect(filesIn(spare())).toEqual(textsOf(FIRST));
    const changed = fs.lstatSync(at('a/index.html')).ctimeMs;
    await write(THIRD);
    expect([numberOf(at('a')) === folder, numberOf(at('a/index.html')) === file]).toEqual([true, true]);
    // It was neither linked nor unlinked.
    expect(fs.lstatSync(at('a/index.html')).ctimeMs).toBe(changed);
    expect([site(), folders()]).toEqual([textsOf(THIRD), ['a', 'new']]);
    await write(FIRST);
    expect([site(), folders()]).toEqual([
      textsOf(FIRST),
      ['a', path.normalize('a/b'), 'gone', path.normalize('gone/below')],
    ]);
  });

  it('leaves none of its texts in the next one', async () => {
    const { write, site } = createSite();
    for (const text of ['one', 'two', 'three', 'two', 'one']) {
      await write(FIRST, { texts: { 'a/index.html': text } });
      expect(site()).toEqual({ ...textsOf(FIRST), [path.normalize('a/index.html')]: text });
    }
  });

  it('may have a folder where the next one has a file, and a file where it has a folder', async () => {
    const { write, site } = createSite();
    for (const files of [
      ['x'],
      ['x/y/index.html'],
      ['x'],
      ['x/y'],
      ['x/y/index.html'],
      ['x/y'],
      ['z'],
      ['x/z'],
      ['x'],
    ]) {
      await write(files);
      expect(site()).toEqual(textsOf(files));
    }
  });

  it('is not published with files that others have put into it or changed', async () => {
    const { write, site, at, spare } = createSite();
    await write(SECOND);
    await write(SECOND);
    fs.writeFileSync(path.join(spare(), 'a/extra.html'), 'not of the build');
    fs.writeFileSync(path.join(spare(), 'a/b/index.html'), 'changed in both');
    fs.rmSync(path.join(spare(), 'index.html'));
    fs.writeFileSync(path.join(spare(), 'index.html'), textOf('index.HTML'));
    expect(site()[path.normalize('a/b/index.html')]).toBe('changed in both');
    await write(SECOND);
    expect(site()).toEqual(textsOf(SECOND));
    // A file with a link elsewhere would change with it.
    fs.linkSync(at('a/index.html'), path.join(path.dirname(spare()), 'link'));
    const linked = numberOf(at('a/index.html'));
    await write(SECOND);
    expect(numberOf(at('a/index.html'))).not.toBe(linked);
    expect(site()).toEqual(textsOf(SECOND));
  });

  it.each(['.', 'a', 'a/b'])('is not used if %s has another mode', async (name) => {
    const { write, site, spare, at } = createSite();
    await write(SECOND);
    const mode = fs.statSync(at('a')).mode;
    await write(SECOND);
    fs.chmodSync(path.join(spare(), name), 0o711);
    await write(SECOND);
    expect(site()).toEqual(textsOf(SECOND));
    expect(['.', 'a', 'a/b'].map((folder) => fs.statSync(at(folder)).mode)).toEqual([mode, mode, mode]);
  });

  it.each([
    '.',
    'a',
    'a/b',
  ])('is not used if a symbolic link replaces %s, whose target stays as it is', async (name) => {
    const { write, site, root, spare, outDir, filesIn } = createSite();
    // Without it, no folder has the mode of a link.
    const umask = process.umask(0);
    try {
      await write(SECOND);
      await write(SECOND);
      const own = path.join(root, 'own');
      const replaced = path.join(spare(), name);
      fs.renameSync(replaced, own);
      fs.mkdirSync(path.join(own, 'empty'), { recursive: true });
      fs.symlinkSync(own, replaced);
      const before = filesIn(own);
      for (let time = 0; time < 2; time++) {
        await write(SECOND, { texts: { 'a/b/index.html': `text ${time}` } });
        expect(fs.lstatSync(outDir).isDirectory()).toBe(true);
        expect(site()).toEqual({ ...textsOf(SECOND), [path.normalize('a/b/index.html')]: `text ${time}` });
        expect([filesIn(own), fs.existsSync(path.join(own, 'empty'))]).toEqual([before, true]);
        expect(fs.lstatSync(spare()).isDirectory()).toBe(true);
      }
      expect(fs.readdirSync(root).sort()).toEqual(['cache', 'dist', 'own']);
    } finally {
      process.umask(umask);
    }
  });

  it('does not include entries of others', async () => {
    const { write, at, spare } = createSite();
    await write(THIRD);
    fs.mkdirSync(at('.git/refs'), { recursive: true });
    fs.writeFileSync(at('.git/refs/head'), 'abc');
    fs.symlinkSync('a', at('link'));
    await write(THIRD);
    expect(fs.readdirSync(spare()).sort()).toEqual(['.cascader-docs', 'a', 'index.html', 'new']);
    await write(THIRD);
    expect([fs.readFileSync(at('.git/refs/head'), 'utf8'), fs.readlinkSync(at('link'))]).toEqual(['abc', 'a']);
  });

  it('still waits after a build that failed', async () => {
    const { write, site, root, at } = createSite();
    await write(FIRST);
    await write(SECOND);
    const folder = numberOf(at('a'));
    await write(SECOND);
    await expect(write(['a/other.html', ...FIRST], { fail: true })).rejects.toThrow('cannot be made');
    expect(fs.readdirSync(root).sort()).toEqual(['cache', 'dist']);
    expect(site()).toEqual(textsOf(SECOND));
    await write(THIRD);
    expect(numberOf(at('a'))).toBe(folder);
    expect(site()).toEqual(textsOf(THIRD));
  });

  it('is not seen by the checks before publication', async () => {
    const { write, root, outDir, at } = createSite();
    await write(FIRST);
    await write(SECOND);
    const seen: string[] = [];
    await write(SECOND, {
      async ready() {
        const [folder = ''] = fs
          .readdirSync(root)
          .filter((name) => ![path.basename(outDir), 'cache'].includes(name) && !name.endsWith('.lock'));
        seen.push(
          ...fs
            .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => path.relative(path.join(root, folder), path.join(entry.parentPath, entry.name))),
        );
      },
    });
    expect(seen.sort()).toEqual(SECOND.map((file) => path.normalize(file)).sort());
    expect(fs.existsSync(at('.cascader-docs'))).toBe(true);
  });

  it('shares no file with an output that was moved, or with another project', async () => {
    const { write, root, outDir, at } = createSite();
    for (let time = 0; time < 3; time++) await write(SECOND);
    const moved = path.join(root, 'moved');
    fs.renameSync(outDir, moved);
    await write(SECOND);
    expect(numberOf(at('a/index.html'))).not.toBe(numberOf(path.join(moved, 'a/index.html')));
    fs.rmSync(outDir, { recursive: true });
    fs.cpSync(moved, outDir, { recursive: true });
    await write(SECOND);
    expect(numberOf(at('a/index.html'))).not.toBe(numberOf(path.join(moved, 'a/index.html')));
    const shared = path.join(root, 'shared');
    const [one, other] = [createSite(shared), createSite(shared)];
    for (const site of [one, one, one, other, other]) await site.write(SECOND);
    expect(numberOf(one.at('a/index.html'))).not.toBe(numberOf(other.at('a/index.html')));
    expect(listSpareSites(shared)).toHaveLength(2);
  });

  it('is removed at once if it cannot be used, so that the files of the output can be linked', async () => {
    const { write, spare, at, root } = createSite();
    await write(SECOND);
    await write(SECOND);
    const file = numberOf(at('a/index.html'));
    fs.chmodSync(path.join(spare(), 'a'), 0o711);
    await write(SECOND);
    expect(numberOf(at('a/index.html'))).toBe(file);
    // New folders inherit the bit, so none looks like a new one.
    fs.chmodSync(root, 0o2755);
    for (let time = 0; time < 4; time++) await write(SECOND);
    expect(numberOf(at('a/index.html'))).toBe(file);
  });

  it('can be used after a build that failed with entries of others', async () => {
    const { write, at, spare } = createSite();
    await write(SECOND);
    await write(SECOND);
    const file = numberOf(at('a/index.html'));
    fs.mkdirSync(at('private'), { mode: 0o700 });
    const ready = () => Promise.reject(new Error('The site is refused'));
    await expect(write(SECOND, { ready })).rejects.toThrow('refused');
    const failpoint = (name: string): void => {
      if (name === 'temporary-written') throw new Error('The site is not swapped');
    };
    await expect(write(SECOND, { failpoint })).rejects.toThrow('not swapped');
    expect(fs.readdirSync(spare())).not.toContain('private');
    await write(SECOND);
    expect([numberOf(at('a/index.html')), fs.statSync(at('private')).mode & 0o777]).toEqual([file, 0o700]);
  });

  it('is removed if it was not used for a month', async () => {
    const shared = makeFolder('spare-site-cache');
    const [one, other] = [createSite(shared), createSite(shared)];
    for (const site of [one, one, other, other]) await site.write(SECOND);
    expect(listSpareSites(shared)).toHaveLength(2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3_600_000 });
    try {
      await one.write(SECOND);
    } finally {
      vi.useRealTimers();
    }
    expect(listSpareSites(shared)).toHaveLength(1);
  });

  it('is replaced by written files if the output was removed', async () => {
    const { write, site, outDir } = createSite();
    await write(FIRST);
    await write(FIRST);
    fs.rmSync(outDir, { recursive: true });
    await write(SECOND);
    expect(site()).toEqual(textsOf(SECOND));
  });
});
