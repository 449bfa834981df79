import { expect, it } from 'vitest';
import type { PageKey } from '../../../../src/node/build/pages/page-key.ts';
import { reasonsOf } from '../../../../src/node/build/pages/page-reasons.ts';

const KEY: PageKey = {
  site: { tool: 'one', configuration: 'a' },
  text: 'text',
  data: 'data',
  context: { navigation: 'n' },
  inputs: { tables: 't' },
  compiling: [],
  rendering: [],
};
const CONTEXT = { isSame: () => true, titles: () => ({ before: undefined, now: undefined }) };

it('compares with the entry that differs least', () => {
  const other = { ...KEY, text: 'other', context: { navigation: 'other' } };
  const near = { ...KEY, site: { tool: 'one', configuration: 'b' } };
  expect(reasonsOf([other, near], KEY, CONTEXT)).toEqual(['the configuration changed']);
});

it('does not read the keys of an entry that another version of the tool wrote', () => {
  const older = { site: { tool: 'other' }, text: 'text', data: 'data' } as unknown as PageKey;
  expect(reasonsOf([older], KEY, CONTEXT)).toEqual(['the version of the tool changed']);
});
