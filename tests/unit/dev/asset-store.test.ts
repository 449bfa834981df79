import { expect, it } from 'vitest';
import { createAssetStore } from '../../../src/node/dev/asset-store.ts';

it('keeps the last three generations of a key, and files that another key has too', () => {
  const store = createAssetStore();
  store.put('page', [
    ['a1.js', 'a'],
    ['shared.js', 's'],
  ]);
  store.put('demo', [['shared.js', 's']]);
  for (const name of ['a2.js', 'a3.js', 'a4.js']) store.put('page', [[name, name]]);
  const texts = ['a1.js', 'a2.js', 'a3.js', 'a4.js', 'shared.js'].map((path) => store.get(path)?.toString());
  expect(texts).toEqual([undefined, 'a2.js', 'a3.js', 'a4.js', 's']);
});

it('does not count the same files as another generation', () => {
  const store = createAssetStore();
  store.put('page', [['a1.js', 'a']]);
  for (let turn = 0; turn < 5; turn++) store.put('page', [['a2.js', 'b']]);
  expect(store.get('a1.js')?.toString()).toBe('a');
});

it('assigns another version to a text that returns', () => {
  const store = createAssetStore();
  const versions = ['a', 'a', 'b', 'a'].map((text) => store.versionOf('demo', text));
  expect(versions).toEqual([1, 1, 2, 3]);
  expect(store.versionOf('other', 'a')).toBe(1);
});

it('keeps the bytes of a text, which may take twice as much memory', () => {
  const store = createAssetStore();
  store.put('page', [['a.js', 'é']]);
  expect(store.get('a.js')).toEqual(Buffer.from('é'));
});
