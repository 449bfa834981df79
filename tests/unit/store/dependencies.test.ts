import fs from 'node:fs';
import fsp from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeScriptFolder } from '../../../src/node/base/files/script-folder.ts';
import { hashOf } from '../../../src/node/base/hash.ts';
import { createDependencies, createOwnFileCheck, type SiteFolders } from '../../../src/node/store/dependencies.ts';
import { observed } from '../../../src/node/store/observe-reads.ts';
import { createFolder } from '../../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';
import { growOld } from '../../helpers/grow-old.ts';

const placeIn = (projectRoot: string): SiteFolders => ({ projectRoot, outDir: path.join(projectRoot, 'dist') });

/** A file system in memory, which some people use for fast builds. */
const IN_MEMORY = '/dev/shm';

describe('dependencies of a build', () => {
  it.each([
    ['a folder for temporary files', OUTSIDE],
    ['a file system in memory', fs.existsSync(IN_MEMORY) ? IN_MEMORY : OUTSIDE],
  ])('change when a page changes in %s', (_what, parent) => {
    // The folder name that an archive of this project's branch has.
    const root = path.join(makeFolder('inputs', parent), 'cascader-docs-master');
    fs.mkdirSync(root);
    const place = placeIn(root);
    const file = path.join(root, 'page.md');
    fs.writeFileSync(file, 'one');
    const { seen } = observed(() => fs.readFileSync(file));
    const dependencies = createDependencies(place).take(seen);
    const areSame = () => dependencies && createDependencies(place).findChange(dependencies) === undefined;
    expect(areSame()).toBe(true);
    fs.writeFileSync(file, 'two');
    expect(areSame()).toBe(false);
  });

  it('exclude files that the build itself writes, and files that describe the machine', () => {
    const place = placeIn('/repo');
    const folder = makeScriptFolder();
    fs.rmdirSync(folder);
    const own = ['/repo/dist/index.html', '/repo/node_modules/.cache/x', '/proc/self/status', '/dev/null'];
    for (const file of [...own, `${folder}/script.mjs`]) expect(createOwnFileCheck(place)(file), file).toBe(true);
    for (const file of [
      '/repo/docs/index.md',
      '/dev/shm/repo/docs/index.md',
      '/devices/a.md',
      '/cascader-docs-master/a.md',
    ])
      expect(createOwnFileCheck(place)(file), file).toBe(false);
  });

  it('know the hash of a file whose state is unchanged', async () => {
    const root = makeFolder('hashes');
    const file = path.join(root, 'page.md');
    fs.writeFileSync(file, 'one');
    await growOld();
    const { seen } = observed(() => fs.readFileSync(file));
    const dependencies = createDependencies(placeIn(root)).take(seen);
    const hash = () => dependencies && createDependencies(placeIn(root)).inputsOf(dependencies)(file)?.hash;
    expect(hash()).toBe(hashOf('one'));
    expect(dependencies && createDependencies(placeIn(root)).inputsOf(dependencies)(`${file}x`)).toBeUndefined();
    fs.writeFileSync(file, 'two');
    expect(hash()).toBeUndefined();
  });

  it.each([
    ['another file', 'page.md', []],
    ['a file that was missing', 'gone.md', ['page.md']],
  ])('do not trust the state of a path that leads to %s since it was read, even to an older one', async (_, to, trusted) => {
    const root = makeFolder('replaced', OUTSIDE);
    const at = (name: string): string => path.join(root, name);
    fs.writeFileSync(at('page.md'), 'one');
    fs.writeFileSync(at('older.md'), 'two');
    await growOld();
    const { seen } = observed(() => {
      fs.readFileSync(at('page.md'));
      expect(() => fs.readFileSync(at('gone.md'))).toThrow();
    });
    fs.renameSync(at('older.md'), at(to));
    await growOld();
    const states = createDependencies(placeIn(root)).take(seen)?.states ?? new Map();
    expect(Array.from(states.keys(), (name) => path.basename(name))).toEqual(trusted);
  });
});

describe('dependencies on files that another process read', () => {
  let root: string;
  const file = (name: string): string => path.join(root, name);
  const write = async (name: string, text: string): Promise<void> => {
    await fsp.mkdir(path.dirname(file(name)), { recursive: true });
    await fsp.writeFile(file(name), text);
  };

  beforeEach(async () => {
    root = await createFolder('dependencies');
    for (const name of ['a.js', 'folder/b.js', 'node_modules/p/index.js', 'node_modules/p/package.json'])
      await write(name, '{}');
    await growOld();
  });

  const NAMES = ['a.js', 'folder/b.js', 'node_modules/p/index.js'];
  const take = () => createDependencies({ projectRoot: root }).take({ modules: new Set(NAMES.map(file)) });
  const isSame = (states: ReturnType<typeof take>) =>
    states !== undefined && createDependencies({ projectRoot: root }).findChange(states) === undefined;

  it('are unchanged while no file changes', async () => {
    const states = take();
    const paths = [...(states ? createDependencies({ projectRoot: root }).filesOf(states) : [])];
    expect(paths.map((name) => path.relative(root, name)).sort()).toEqual(
      [...NAMES, 'node_modules/p/package.json'].sort(),
    );
    expect(isSame(states)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a changed file', () => write('a.js', '[]')],
    ['a removed file', () => fsp.rm(file('folder/b.js'))],
    ['a new file in a folder', () => write('folder/c.js', '')],
    ['a new folder of packages', () => write('folder/node_modules/q/index.js', '')],
    ['a new package', () => write('node_modules/q/index.js', '')],
    ['a file of the same size', () => write('a.js', '[]')],
  ])('change after %s', async (_, change) => {
    const states = take();
    await change();
    expect(isSame(states)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a hidden file', () => write('folder/.swap', '')],
    ['a new folder', () => write('dist/index.html', '')],
    ['a file in another folder', () => write('other/c.js', '')],
    ['a rewritten file with the same content', () => fsp.rm(file('a.js')).then(() => write('a.js', '{}'))],
  ])('do not change after %s', async (_, change) => {
    const states = take();
    await change();
    expect(isSame(states)).toBe(true);
  });

  it('do not change when the project is moved', async () => {
    const states = take();
    const moved = path.join(await createFolder('cache-of-another-length'), 'below');
    await fsp.cp(root, moved, { recursive: true });
    const there = createDependencies({ projectRoot: moved });
    expect(states && there.findChange(states) === undefined).toBe(true);
    expect(states && [...there.filesOf(states)]).toContain(path.join(moved, 'folder/b.js'));
    await write('a.js', '[]');
    await fsp.cp(file('a.js'), path.join(moved, 'a.js'));
    expect(states && createDependencies({ projectRoot: moved }).findChange(states) === undefined).toBe(false);
  });

  it('are not recorded if a file was added next to one of them during the build, even if it was removed again', async () => {
    const states = createDependencies({ projectRoot: root }, { busy: [root] });
    await write('folder/c.js', '');
    expect(states.take({ modules: new Set([file('folder/b.js')]) })).toBeUndefined();
    await fsp.rm(file('folder/c.js'));
    expect(states.take({ modules: new Set([file('folder/b.js')]) })).toBeUndefined();
    // In the project folder, the build itself creates and removes files.
    await write('dist.lock', '');
    expect(states.take({ modules: new Set([file('a.js')]) })).toBeUndefined();
    await fsp.rm(file('dist.lock'));
    expect(states.take({ modules: new Set([file('a.js')]) })).toBeDefined();
  });

  it('do not change in a fresh checkout, where all files are new but have the same content', async () => {
    const states = take();
    await fsp.rm(file('a.js'));
    await write('a.js', '{}');
    expect(isSame(states)).toBe(true);
  });

  it('are not recorded for a missing file, or for one that has just changed', async () => {
    expect(createDependencies({ projectRoot: root }).take({ modules: new Set([file('none.js')]) })).toBeUndefined();
    const states = createDependencies({ projectRoot: root });
    await write('a.js', '[]');
    expect(states.take({ modules: new Set([file('a.js')]) })).toBeUndefined();
  });
});
