import fs from 'node:fs';
import fsp from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/node/base/hash.ts';
import { createDependencies } from '../../../src/node/store/dependencies.ts';
import { shownPath } from '../../../src/node/store/relocate.ts';
import { createFolder } from '../../helpers/build-site.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';
import { growOld } from '../../helpers/grow-old.ts';

/** A file system in memory, which some people use for fast builds. */
const IN_MEMORY = '/dev/shm';

it.each([
  ['a folder for temporary files', OUTSIDE],
  ['a file system in memory', fs.existsSync(IN_MEMORY) ? IN_MEMORY : OUTSIDE],
])('dependencies change when a file changes in %s', async (_what, parent) => {
  // The folder name that an archive of this project's branch has.
  const root = path.join(makeFolder('inputs', parent), 'cascader-docs-master');
  fs.mkdirSync(root);
  const file = path.join(root, 'page.md');
  fs.writeFileSync(file, 'one');
  await growOld();
  const dependencies = createDependencies({ projectRoot: root }).take([file]);
  const areSame = () =>
    dependencies && createDependencies({ projectRoot: root }).findChange(dependencies) === undefined;
  expect(areSame()).toBe(true);
  fs.writeFileSync(file, 'two');
  expect(areSame()).toBe(false);
});

it('hashes are known by movable path, also of missing files, but not of files that have just changed', async () => {
  const root = makeFolder('hashes');
  const [file, other] = ['page.md', 'other.md'].map((name) => path.join(root, name)) as [string, string];
  fs.writeFileSync(file, 'one');
  await growOld();
  const disk = createDependencies({ projectRoot: root });
  expect(disk.hashesOf([file, file, other])?.map(([name, hash]) => [shownPath(name), hash])).toEqual([
    ['page.md', hashOf('one')],
    ['other.md', ''],
  ]);
  fs.writeFileSync(other, 'new');
  expect(disk.hashesOf([file, other])).toBeUndefined();
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
  const take = () => createDependencies({ projectRoot: root }).take(NAMES.map(file));
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
    expect(states.take([file('folder/b.js')])).toBeUndefined();
    await fsp.rm(file('folder/c.js'));
    expect(states.take([file('folder/b.js')])).toBeUndefined();
    // In the project folder, the build itself creates and removes files.
    await write('dist.lock', '');
    expect(states.take([file('a.js')])).toBeUndefined();
    await fsp.rm(file('dist.lock'));
    expect(states.take([file('a.js')])).toBeDefined();
  });

  it('do not change in a fresh checkout, where all files are new but have the same content', async () => {
    const states = take();
    await fsp.rm(file('a.js'));
    await write('a.js', '{}');
    expect(isSame(states)).toBe(true);
  });

  it('are not recorded for a missing file, or for one that has just changed', async () => {
    expect(createDependencies({ projectRoot: root }).take([file('none.js')])).toBeUndefined();
    const states = createDependencies({ projectRoot: root });
    await write('a.js', '[]');
    expect(states.take([file('a.js')])).toBeUndefined();
  });
});
