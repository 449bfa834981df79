import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCache, noCache } from '../../../src/node/cache/cache.ts';
import { createContentStates } from '../../../src/node/cache/content-states.ts';
import { createEntryStore } from '../../../src/node/cache/entry-store.ts';
import { createFileStates } from '../../../src/node/cache/file-states.ts';
import { createFolder } from '../../helpers/build-site.ts';
import { growOld } from '../../helpers/grow-old.ts';

let root: string;
const file = (name: string): string => path.join(root, name);
const write = async (name: string, text: string): Promise<void> => {
  await fs.mkdir(path.dirname(file(name)), { recursive: true });
  await fs.writeFile(file(name), text);
};

beforeEach(async () => {
  root = await createFolder('cache');
  for (const name of ['a.js', 'folder/b.js', 'node_modules/p/index.js', 'node_modules/p/package.json'])
    await write(name, '{}');
  await growOld();
});

describe('the state of files', () => {
  const NAMES = ['a.js', 'folder/b.js', 'node_modules/p/index.js'];
  const take = () => createFileStates({ projectRoot: root }).take(NAMES.map(file));
  const isSame = (states: ReturnType<typeof take>) =>
    states !== undefined && createFileStates({ projectRoot: root }).areSame(states);

  it('is the same while nothing changes', async () => {
    const states = take();
    const paths = [...(states ? createFileStates({ projectRoot: root }).pathsOf(states) : [])];
    expect(paths.map((name) => path.relative(root, name)).sort()).toEqual(
      [...NAMES, 'node_modules/p/package.json'].sort(),
    );
    expect(isSame(states)).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a changed file', () => write('a.js', '[]')],
    ['a removed file', () => fs.rm(file('folder/b.js'))],
    ['a new file beside one', () => write('folder/c.js', '')],
    ['a new folder of packages', () => write('folder/node_modules/q/index.js', '')],
    ['a new package', () => write('node_modules/q/index.js', '')],
    ['a file of the same size', () => write('a.js', '[]')],
  ])('is another one after %s', async (_, change) => {
    const states = take();
    await change();
    expect(isSame(states)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a hidden file', () => write('folder/.swap', '')],
    ['a new folder', () => write('dist/index.html', '')],
    ['something elsewhere', () => write('other/c.js', '')],
    ['a file with that in it anew', () => fs.rm(file('a.js')).then(() => write('a.js', '{}'))],
  ])('is the same after %s', async (_, change) => {
    const states = take();
    await change();
    expect(isSame(states)).toBe(true);
  });

  it('is the same in another folder', async () => {
    const states = take();
    const moved = path.join(await createFolder('cache-of-another-length'), 'below');
    await fs.cp(root, moved, { recursive: true });
    const there = createFileStates({ projectRoot: moved });
    expect(states && there.areSame(states)).toBe(true);
    expect(states && [...there.pathsOf(states)]).toContain(path.join(moved, 'folder/b.js'));
    await write('a.js', '[]');
    await fs.cp(file('a.js'), path.join(moved, 'a.js'));
    expect(states && createFileStates({ projectRoot: moved }).areSame(states)).toBe(false);
  });

  it('is not taken where a file has come beside one since the beginning, though it is gone again', async () => {
    const states = createFileStates({ projectRoot: root, busy: [root] });
    await write('folder/c.js', '');
    expect(states.take([file('folder/b.js')])).toBeUndefined();
    await fs.rm(file('folder/c.js'));
    expect(states.take([file('folder/b.js')])).toBeUndefined();
    // A build makes and removes files of its own in the project's.
    await write('dist.lock', '');
    expect(states.take([file('a.js')])).toBeUndefined();
    await fs.rm(file('dist.lock'));
    expect(states.take([file('a.js')])).toBeDefined();
  });

  it('is not taken of a file that is gone, or that has just changed', async () => {
    expect(createFileStates({ projectRoot: root }).take([file('none.js')])).toBeUndefined();
    const states = createFileStates({ projectRoot: root });
    await write('a.js', '[]');
    expect(states.take([file('a.js')])).toBeUndefined();
  });
});

describe('the content of files', () => {
  const NAMES = ['a.js', 'folder/b.js'];
  /** What was written for the test was written long before. */
  const take = (since = Date.now() + 1000) => createContentStates(root).take(NAMES.map(file), since);

  it('is the same in another folder, and another one after a change', async () => {
    const states = await take();
    const moved = await createFolder('moved');
    await fs.cp(root, moved, { recursive: true });
    expect(states && (await createContentStates(moved).areSame(states))).toBe(true);
    await write('folder/b.js', '[]');
    expect(states && (await createContentStates(root).areSame(states))).toBe(false);
    await fs.rm(file('a.js'));
    expect(await take()).toBeUndefined();
  });

  it('is not taken of a file that changed after the reading began', async () => {
    const since = Date.now();
    await write('a.js', '[1]');
    expect(await take(since)).toBeUndefined();
  });
});

describe('an entry of the store', () => {
  const path = 'node_modules/.cache/cascader-docs/thing.bin';
  const entry = { key: 'k', result: new Map([['text', 'text']]) };

  it('is given as it was written, and not when a bit of any byte is another one', async () => {
    const store = createEntryStore(root);
    store.write('thing', entry);
    expect(await store.read('thing')).toEqual(entry);
    const bytes = await fs.readFile(file(path));
    const read: unknown[] = [];
    for (const [index, byte] of bytes.entries()) {
      await fs.writeFile(file(path), bytes.with(index, byte ^ (1 << (index % 8))));
      read.push(await store.read('thing'));
    }
    expect(read).toEqual(read.map(() => undefined));
  });

  it('goes when those that are newer need its room, and never for itself', async () => {
    const store = createEntryStore(root, { most: 5000 });
    const text = 'x'.repeat(2000);
    for (const name of ['first', 'second', 'third']) {
      store.write(name, text);
      await fs.utimes(file(`node_modules/.cache/cascader-docs/${name}.bin`), 1, ['first', 'second'].indexOf(name) + 2);
    }
    expect([store.has('first'), store.has('second'), store.has('third')]).toEqual([false, true, true]);
    store.write('large', text.repeat(5));
    expect(await fs.readdir(file('node_modules/.cache/cascader-docs'))).toEqual(['large.bin']);
  });

  it('is not given when it is cut, emptied, longer, a folder or a link to nowhere', async () => {
    const store = createEntryStore(root);
    store.write('thing', entry);
    const bytes = await fs.readFile(file(path));
    for (const damaged of [bytes.subarray(0, -1), bytes.subarray(0, 32), bytes.subarray(0, 31), '', `${bytes}x`]) {
      await fs.writeFile(file(path), damaged);
      expect(await store.read('thing')).toBeUndefined();
    }
    await fs.rm(file(path));
    await fs.symlink('none', file(path));
    expect(await store.read('thing')).toBeUndefined();
    await fs.rm(file(path));
    await fs.mkdir(file(path));
    expect(await store.read('thing')).toBeUndefined();
    store.write('thing', entry);
    expect(await fs.readdir(file('node_modules/.cache/cascader-docs'))).toEqual(['thing.bin']);
  });
});

describe('the cache', () => {
  const create = (version = '1', site = '') =>
    createCache({ projectRoot: root, root: file(site), version, states: createFileStates({ projectRoot: root }) });
  let made = 0;
  const ask = async (cache = create(), key: unknown = 'key', name = 'thing') => {
    return await cache.remember(name, key, async () => ({
      result: { made: ++made, map: new Map([['bytes', new Uint8Array([1, 2])]]) },
      files: [file('a.js')],
    }));
  };

  afterAll(() => fs.rm(root, { recursive: true, force: true }));

  it('knows what was made before, be it out of date', async () => {
    expect(create().has('thing')).toBe(false);
    await ask();
    await write('a.js', '[]');
    expect(create('2').has('thing')).toBe(true);
    expect(create().has('other')).toBe(false);
    expect(create('1', 'site').has('thing')).toBe(false);
    expect(noCache.has('thing')).toBe(false);
  });

  it('gives what was made, as it was', async () => {
    const first = await ask();
    expect(await ask()).toEqual(first);
    expect((await ask()).map.get('bytes')).toEqual(new Uint8Array([1, 2]));
  });

  it('makes anew for another key, name, site or version', async () => {
    const { made: first } = await ask();
    expect((await ask(create(), 'other')).made).toBe(first + 1);
    expect((await ask(create('2'))).made).toBe(first + 2);
    expect((await ask(create('1', 'folder'))).made).toBe(first + 3);
    expect((await ask(create(), 'key', 'name')).made).toBe(first + 4);
  });

  it('does not take an entry for one of another name', async () => {
    const { made: first } = await ask();
    const folder = file('node_modules/.cache/cascader-docs');
    const [name = ''] = await fs.readdir(folder);
    await fs.rename(path.join(folder, name), path.join(folder, name.replace('thing', 'other')));
    expect((await ask(create(), 'key', 'other')).made).toBe(first + 1);
  });

  it('throws what making throws, and keeps nothing', async () => {
    const failing = create().remember('thing', 'key', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    const { made: first } = await ask();
    expect((await ask()).made).toBe(first);
  });

  it('leaves no half of a file behind', async () => {
    await Promise.all([ask(), ask(), ask()]);
    expect(await fs.readdir(file('node_modules/.cache/cascader-docs'))).toHaveLength(1);
  });

  it('gives in another folder what was made, with its paths', async () => {
    const moved = path.join(await createFolder('cache-moved'), 'of/another/length');
    let times = 0;
    const askIn = (folder: string) =>
      createCache({
        ...{ projectRoot: folder, root: folder, version: '1' },
        states: createFileStates({ projectRoot: folder }),
      }).remember('paths', { root: folder }, async () => {
        times++;
        const inside = path.join(folder, 'a.js');
        const result = { [inside]: 'key', map: new Map([[inside, [folder, 1]]]), bytes: new Uint8Array([1]) };
        return { result, files: [inside] };
      });
    await askIn(root);
    await fs.cp(root, moved, { recursive: true });
    expect(await askIn(moved)).toEqual({
      [path.join(moved, 'a.js')]: 'key',
      map: new Map([[path.join(moved, 'a.js'), [moved, 1]]]),
      bytes: new Uint8Array([1]),
    });
    expect(times).toBe(1);
  });

  it('gives what names its folder in a text in that folder alone', async () => {
    const moved = await createFolder('cache-moved');
    const makers: string[] = [];
    const askIn = (folder: string) =>
      createCache({
        ...{ projectRoot: folder, root: folder, version: '1' },
        states: createFileStates({ projectRoot: folder }),
      }).remember('text', 'key', async () => {
        makers.push(folder);
        return { result: [Buffer.from(`in ${folder}`), `at ${folder}/a.js`], files: [path.join(folder, 'a.js')] };
      });
    await askIn(root);
    await askIn(root);
    await fs.cp(root, moved, { recursive: true });
    expect((await askIn(moved))[1]).toBe(`at ${moved}/a.js`);
    expect(makers).toEqual([root, moved]);
  });

  it('gives each of many as it was made, and makes what has another key', async () => {
    const asked: string[][] = [];
    const each = (keys: Record<string, unknown>, cache = create()) =>
      cache.rememberEach('each', new Map(Object.entries(keys)), async (ids) => {
        asked.push(ids);
        // Of one nothing can be made.
        return new Map(ids.flatMap((id) => (id === 'none' ? [] : [[id, { id, at: file('a.js') }]])));
      });
    const all = { one: 1, two: 1, always: undefined, none: 1 };
    const first = await each(all);
    expect([...first.keys()]).toEqual(['one', 'two', 'always']);
    expect((await each({ ...all, two: 2 })).get('two')).toEqual(first.get('two'));
    expect(await each({ one: 1, two: 2 })).toEqual(new Map([...first].slice(0, 2)));
    // What is gone is not kept for ever.
    await each({ two: 2, one: 1, always: undefined, none: 1 }, create('2'));
    await each({ one: 1 });
    await each({ one: 1, two: 2 }, noCache);
    expect(asked).toEqual([
      ['one', 'two', 'always', 'none'],
      ['two', 'always', 'none'],
      ['two', 'one', 'always', 'none'],
      ['one'],
      ['one', 'two'],
    ]);
  });

  it('can be one that keeps nothing', async () => {
    const { made: first } = await ask(noCache);
    expect((await ask(noCache)).made).toBe(first + 1);
  });
});
