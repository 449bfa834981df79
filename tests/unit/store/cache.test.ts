import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createCache, noCache } from '../../../src/node/store/cache.ts';
import { createDependencies } from '../../../src/node/store/dependencies.ts';
import { createEntryLog } from '../../../src/node/store/entry-log.ts';
import { createEntryStore } from '../../../src/node/store/entry-store.ts';
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

/** A reader for one build of a project. */
const readerIn = (projectRoot: string) => {
  const reader = createDependencies({ projectRoot });
  return () => reader;
};

describe('the cache', () => {
  const cacheIn = (projectRoot: string, { version = '1', root = projectRoot } = {}) =>
    createCache({
      entries: createEntryLog({ root, projectRoot }),
      version,
      reader: readerIn(projectRoot),
      savesEach: true,
    });
  const create = (version = '1', site = '') => cacheIn(root, { version, root: file(site) });
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

  it('makes anew what is not current by what the result itself says', async () => {
    const askFor = (list: string) =>
      create().remember(
        'list',
        'key',
        async () => ({ result: { list }, files: [file('a.js')] }),
        async (kept) => kept.list === list,
      );
    expect(await askFor('one')).toEqual({ list: 'one' });
    expect(await create().remember('list', 'key', () => Promise.reject(new Error('made')))).toEqual({ list: 'one' });
    expect(await askFor('two')).toEqual({ list: 'two' });
  });

  it('throws what making throws, and keeps nothing', async () => {
    const failing = create().remember('thing', 'key', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    const { made: first } = await ask();
    expect((await ask()).made).toBe(first);
  });

  it('leaves no half of a file behind', async () => {
    await Promise.all([ask(), ask(), ask()]);
    for (const name of await fs.readdir(file('node_modules/.cache/cascader-docs')))
      expect(name).toMatch(/^entries-[^.]+\.bin$/);
  });

  it('gives in another folder what was made, with its paths', async () => {
    const moved = path.join(await createFolder('cache-moved'), 'of/another/length');
    let times = 0;
    const askIn = (folder: string) =>
      cacheIn(folder).remember('paths', { root: folder }, async () => {
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
      cacheIn(folder).remember('text', 'key', async () => {
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
    // Results of another version stay beside them.
    await each({ two: 2, one: 1, always: undefined, none: 1 }, create('2'));
    await each({ one: 1 });
    await each({ one: 1, two: 2 }, noCache);
    expect(asked).toEqual([
      ['one', 'two', 'always', 'none'],
      ['two', 'always', 'none'],
      ['two', 'one', 'always', 'none'],
      ['one', 'two'],
    ]);
  });

  it('can be one that keeps nothing', async () => {
    const { made: first } = await ask(noCache);
    expect((await ask(noCache)).made).toBe(first + 1);
  });
});
