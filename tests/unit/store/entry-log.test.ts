import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEntryLog } from '../../../src/node/store/entry-log.ts';
import { makeFolder, OUTSIDE } from '../../helpers/folder.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = makeFolder('entry-log', OUTSIDE);
  folder = path.join(root, 'cache');
});

const open = (site = '.') => createEntryLog({ projectRoot: root, root: path.join(root, site), cacheDir: folder });

/** Stores results by key, in a separate build. */
function store(task: string, id: string, values: Record<string, unknown>, entries = open()): void {
  for (const [key, value] of Object.entries(values)) entries.add(task, id, { key, value });
  entries.save();
}

const read = (task: string, id: string, entries = open()) =>
  entries.find(task, id).map((entry) => [entry.key, entry.read()]);

const packs = () => fs.readdirSync(folder).sort();

describe('results of tasks', () => {
  it('are found by task, id and site after they are saved, newest first', () => {
    const entries = open();
    entries.add('text', 'a.md', { key: 'one', value: new Map([['list', [1, 2]]]) });
    expect(entries.find('text', 'a.md')).toEqual([]);
    entries.save();
    expect(entries.has('text', 'a.md')).toBe(true);
    store('text', 'a.md', { two: 'second' });
    expect(read('text', 'a.md')).toEqual([
      ['two', 'second'],
      ['one', new Map([['list', [1, 2]]])],
    ]);
    expect(read('text', 'b.md')).toEqual([]);
    expect(read('other', 'a.md')).toEqual([]);
    expect(read('text', 'a.md', open('site'))).toEqual([]);
  });

  it('are not stored if the cache is removed meanwhile, without an error', () => {
    const entries = open();
    entries.add('text', 'a.md', { key: 'one', value: 'first' });
    fs.rmSync(folder, { recursive: true });
    entries.save();
    expect(read('text', 'a.md')).toEqual([]);
    store('text', 'a.md', { two: 'second' });
    expect(read('text', 'a.md')).toEqual([['two', 'second']]);
  });

  it('are limited to the four newest of an id', () => {
    for (const key of ['1', '2', '3', '4', '5', '6']) store('text', 'a.md', { [key]: key });
    expect(read('text', 'a.md').map(([key]) => key)).toEqual(['6', '5', '4', '3']);
  });

  it('are lost one by one if a pack is damaged, and all if its index is damaged', () => {
    const entries = open();
    for (let page = 0; page < 50; page++)
      entries.add('text', `${page}`, { key: 'key', value: `${page}`.padEnd(1000, 'text ') });
    entries.save();
    const file = path.join(folder, packs()[0] as string);
    const bytes = fs.readFileSync(file);
    const found = () => Array.from({ length: 50 }, (_, page) => read('text', `${page}`)[0]?.[1] !== undefined);
    fs.writeFileSync(file, bytes.with(20_500, (bytes[20_500] as number) ^ 1));
    expect(found().filter((isThere) => !isThere)).toHaveLength(1);
    for (const damaged of [bytes.with(-60, (bytes.at(-60) as number) ^ 1), bytes.subarray(0, -1), Buffer.alloc(0)]) {
      fs.writeFileSync(file, damaged);
      expect(found()).not.toContain(true);
    }
    fs.rmSync(file);
    expect(found()).not.toContain(true);
  });

  it('are merged into a few packs without copying the largest one', () => {
    const large = 'x'.repeat(3_000_000);
    store('bundle', '', { key: large });
    const [first] = packs();
    for (let edit = 0; edit < 20; edit++) {
      const entries = open();
      entries.find('bundle');
      store('text', `${edit}.md`, { key: edit }, entries);
    }
    expect(packs().length).toBeLessThan(9);
    expect(packs()).toContain(first);
    const all = open();
    for (let edit = 0; edit < 20; edit++) expect(read('text', `${edit}.md`, all)).toEqual([['key', edit]]);
    expect(read('bundle', '', all)).toEqual([['key', large]]);
  });

  it('include the one that a build reused when packs are merged, even if other branches added newer ones', () => {
    const value = 'x'.repeat(100_000);
    store('text', 'a.md', { own: value });
    for (let branch = 0; branch < 3; branch++) store('text', 'a.md', { [`${branch}`]: `${value} ${branch}` });
    for (let build = 0; build < 12; build++) {
      const entries = open();
      entries
        .find('text', 'a.md')
        .find(({ key }) => key === 'own')
        ?.read();
      store('text', 'b.md', { [build]: build }, entries);
      expect(read('text', 'a.md').map(([key]) => key)).toContain('own');
    }
  });

  it('are evicted when most bytes belong to ids that a build no longer has, unless they belong to another task or site', () => {
    const text = 'x'.repeat(400_000);
    for (const site of ['.', 'site']) store('text', 'a.md', { key: text }, open(site));
    store('bundle', '', { key: text });
    const entries = open();
    for (let page = 0; page < 20; page++) entries.add('text', `gone-${page}`, { key: 'key', value: text });
    entries.save();
    // Unused results may take as much space as the used ones.
    const next = open();
    next.find('text', 'a.md');
    store('text', 'b.md', { key: text }, next);
    const all = open();
    const gone = Array.from({ length: 20 }, (_, page) => all.has('text', `gone-${page}`));
    expect(gone.filter(Boolean).length).toBeLessThan(8);
    for (const id of ['a.md', 'b.md']) expect(read('text', id, all)).toEqual([['key', text]]);
    expect(read('bundle', '', all)).toEqual([['key', text]]);
    expect(read('text', 'a.md', open('site'))).toEqual([['key', text]]);
  });

  it('are not cached without a folder, or if the build cannot write to the folder', () => {
    const entries = createEntryLog({ projectRoot: root, root });
    store('text', 'a.md', { key: 'value' }, entries);
    expect(fs.readdirSync(root)).toEqual([]);
    fs.writeFileSync(folder, 'a file');
    store('text', 'a.md', { key: 'value' });
    expect(read('text', 'a.md')).toEqual([]);
    expect(fs.readFileSync(folder, 'utf8')).toBe('a file');
  });
});
