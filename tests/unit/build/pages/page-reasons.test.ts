import { expect, it } from 'vitest';
import { type PageKey, reasonsOf } from '../../../../src/node/build/pages/page-key.ts';

const KEY: PageKey = {
  site: { tool: 'one', configuration: 'a' },
  text: 'text',
  data: 'data',
  context: { navigation: 'n' },
  inputs: { tables: 't' },
  files: [['docs/a.png', 'hash']],
};

it('names each part that differs', () => {
  const before: PageKey = {
    ...KEY,
    site: { tool: 'one', configuration: 'b', packages: 'p', environment: 'e' },
    inputs: { 'demo box': 'd' },
    files: [['docs/a.png', 'other']],
  };
  expect(reasonsOf(before, KEY)).toEqual([
    'the configuration changed',
    'a package that the build uses changed',
    'Node.js, its locales, the time zone or a public variable changed',
    'docs/a.png changed',
    'demo box was removed',
    'an API table of the library changed',
  ]);
  expect(reasonsOf(KEY, KEY)).toEqual(['a list of pages that it shows changed']);
  expect(reasonsOf(undefined, KEY)).toEqual(['the cache has no entry for it']);
});

it('does not read the key of an entry that another version of the tool wrote', () => {
  const older = { site: { tool: 'other' }, text: 'text', data: 'data' } as unknown as PageKey;
  expect(reasonsOf(older, KEY)).toEqual(['the version of the tool changed']);
});
