import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCache, noCache } from '../../../src/node/store/cache.ts';
import { createDependencies } from '../../../src/node/store/dependencies.ts';
import { createEntries, createEntryStore } from '../../../src/node/store/entries.ts';
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

describe('an entry of the store', () => {
  const path = 'node_modules/.cache/cascader-docs/thing.bin';
  const entry = { key: 'k', result: new Map([['text', 'text']]) };

  it('is read as it was written, and not at all if any bit has changed', async () => {
    const store = createEntryStore({ projectRoot: root });
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

  it('is not read if it is truncated, empty, longer, a folder or a broken link', async () => {
    const store = createEntryStore({ projectRoot: root });
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

describe('the entries of a cache', () => {
  const folder = 'node_modules/.cache/cascader-docs';
  const open = (most?: number) => createEntries({ projectRoot: root, root, most });
  const sizes = async (): Promise<number[]> =>
    Promise.all((await fs.readdir(file(folder))).map(async (name) => (await fs.stat(file(`${folder}/${name}`))).size));

  it('are found by task, id and key; those with different files by each of their variants', () => {
    const entries = open();
    entries.write('page', 'a', { key: 'k', value: 1, variant: 'one' });
    entries.write('page', 'a', { key: 'k', value: 2, variant: 'two' });
    entries.write('page', 'a', { key: 'other', value: 3 });
    for (const now of [entries, open()]) {
      expect([...now.find('page', 'a', 'k')].sort()).toEqual([1, 2]);
      expect([...now.find('page', 'b', 'k')]).toEqual([]);
      expect([now.has('page'), now.has('pag')]).toEqual([true, false]);
    }
    expect(entries.findAny('page', 'a')).toBe(3);
    expect(createEntries({ projectRoot: root, root: file('site') }).has('page')).toBe(false);
  });

  it('keep the four newest or last used of each id', async () => {
    const entries = open();
    for (let key = 0; key < 6; key++) {
      entries.write('page', 'a', { key: String(key), value: key });
      await growOld();
    }
    expect([...entries.find('page', 'a', '0')]).toEqual([0]);
    const now = open();
    expect([0, 1, 2, 3, 4, 5].flatMap((key) => [...now.find('page', 'a', String(key))])).toEqual([0, 3, 4, 5]);
  });

  it('are evicted when newer ones need their space, but not if one alone exceeds the limit', async () => {
    const entries = open();
    const text = 'x'.repeat(2000);
    for (const id of ['first', 'second', 'third']) {
      entries.write('page', id, { key: 'k', value: text });
      await growOld();
    }
    expect(['first', 'second', 'third'].map((id) => [...open(5000).find('page', id, 'k')].length)).toEqual([0, 1, 1]);
    // The entries that were found have been used just now.
    await growOld();
    entries.write('page', 'large', { key: 'k', value: text.repeat(5) });
    open(5000).has('page');
    expect(await sizes()).toHaveLength(1);
  });
});

/** Returns a reader for one build of a project. */
const readerIn = (projectRoot: string) => {
  const reader = createDependencies({ projectRoot });
  return () => reader;
};

describe('the cache', () => {
  const cacheIn = (projectRoot: string, { version = '1', root = projectRoot } = {}) =>
    createCache({
      entries: createEntries({ root, projectRoot }),
      version,
      reader: readerIn(projectRoot),
    });
  const create = (version = '1', site = '') => cacheIn(root, { version, root: file(site) });
  let made = 0;
  const get = async (cache = create(), key: unknown = 'key', name = 'thing') => {
    return await cache.remember(name, key, async () => ({
      result: { made: ++made, map: new Map([['bytes', new Uint8Array([1, 2])]]) },
      files: [file('a.js')],
    }));
  };

  afterAll(() => fs.rm(root, { recursive: true, force: true }));

  it('knows whether a result exists, even if it is stale', async () => {
    expect(create().has('thing')).toBe(false);
    await get();
    await write('a.js', '[]');
    expect(create('2').has('thing')).toBe(true);
    expect(create().has('other')).toBe(false);
    expect(create('1', 'site').has('thing')).toBe(false);
    expect(noCache.has('thing')).toBe(false);
  });

  it('returns the cached result unchanged', async () => {
    const first = await get();
    expect(await get()).toEqual(first);
    expect((await get()).map.get('bytes')).toEqual(new Uint8Array([1, 2]));
  });

  it('computes the result again for another key, name, site or version', async () => {
    const { made: first } = await get();
    expect((await get(create(), 'other')).made).toBe(first + 1);
    expect((await get(create('2'))).made).toBe(first + 2);
    expect((await get(create('1', 'folder'))).made).toBe(first + 3);
    expect((await get(create(), 'key', 'name')).made).toBe(first + 4);
  });

  it('computes the result again if the result itself says that it is stale', async () => {
    const getFor = (list: string) =>
      create().remember(
        'list',
        'key',
        async () => ({ result: { list }, files: [file('a.js')] }),
        async (kept) => kept.list === list,
      );
    expect(await getFor('one')).toEqual({ list: 'one' });
    expect(await create().remember('list', 'key', () => Promise.reject(new Error('made')))).toEqual({ list: 'one' });
    expect(await getFor('two')).toEqual({ list: 'two' });
  });

  it('rejects if the computation rejects, and caches nothing', async () => {
    const failing = create().remember('thing', 'key', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    const { made: first } = await get();
    expect((await get()).made).toBe(first);
  });

  it('leaves no temporary file behind', async () => {
    await Promise.all([get(), get(), get()]);
    for (const name of await fs.readdir(file('node_modules/.cache/cascader-docs')))
      expect(name).toMatch(/^thing\.\w+\.\w+\.\w+\.bin$/);
  });

  it('restores a result in a moved project, with its paths adapted', async () => {
    const moved = path.join(await createFolder('cache-moved'), 'of/another/length');
    let times = 0;
    const getIn = (folder: string) =>
      cacheIn(folder).remember('paths', { root: folder }, async () => {
        times++;
        const inside = path.join(folder, 'a.js');
        const result = { [inside]: 'key', map: new Map([[inside, [folder, 1]]]), bytes: new Uint8Array([1]) };
        return { result, files: [inside] };
      });
    await getIn(root);
    await fs.cp(root, moved, { recursive: true });
    expect(await getIn(moved)).toEqual({
      [path.join(moved, 'a.js')]: 'key',
      map: new Map([[path.join(moved, 'a.js'), [moved, 1]]]),
      bytes: new Uint8Array([1]),
    });
    expect(times).toBe(1);
  });

  it('does not restore a result in a moved project if a text in it contains a path', async () => {
    const moved = await createFolder('cache-moved');
    const makers: string[] = [];
    const getIn = (folder: string) =>
      cacheIn(folder).remember('text', 'key', async () => {
        makers.push(folder);
        return { result: [Buffer.from(`in ${folder}`), `at ${folder}/a.js`], files: [path.join(folder, 'a.js')] };
      });
    await getIn(root);
    await getIn(root);
    await fs.cp(root, moved, { recursive: true });
    expect((await getIn(moved))[1]).toBe(`at ${moved}/a.js`);
    expect(makers).toEqual([root, moved]);
  });

  it('restores each of many results, and computes those with another key', async () => {
    const computed: string[][] = [];
    const each = (keys: Record<string, unknown>, cache = create()) =>
      cache.rememberEach('each', new Map(Object.entries(keys)), async (ids) => {
        computed.push(ids);
        // No result can be computed for this id.
        return new Map(ids.flatMap((id) => (id === 'none' ? [] : [[id, { id, at: file('a.js') }]])));
      });
    const all = { one: 1, two: 1, always: undefined, none: 1 };
    const first = await each(all);
    expect([...first.keys()]).toEqual(['one', 'two', 'always']);
    expect((await each({ ...all, two: 2 })).get('two')).toEqual(first.get('two'));
    expect(await each({ one: 1, two: 2 })).toEqual(new Map([...first].slice(0, 2)));
    // Results of another version are kept.
    await each({ two: 2, one: 1, always: undefined, none: 1 }, create('2'));
    await each({ one: 1 });
    await each({ one: 1, two: 2 }, noCache);
    expect(computed).toEqual([
      ['one', 'two', 'always', 'none'],
      ['two', 'always', 'none'],
      ['two', 'one', 'always', 'none'],
      ['one', 'two'],
    ]);
  });

  it('can be disabled', async () => {
    const { made: first } = await get(noCache);
    expect((await get(noCache)).made).toBe(first + 1);
  });
});
