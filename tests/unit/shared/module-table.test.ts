import { expect, it } from 'vitest';
import { findModule } from '../../../src/shared/module-table.ts';

const table = {
  whole: () => 'whole',
  'kit?Button': () => ({ Button: 'button', Other: 'other' }),
  'kit?Tag': () => ({ Tag: 'tag' }),
};

it('finds a module by its key, and evaluates it', () => {
  expect(findModule(table, 'whole')?.()).toBe('whole');
});

it('joins modules with one name each', () => {
  const found = findModule(table, 'kit?Button,Tag')?.() as object;
  expect({ ...found }).toEqual({ Button: 'button', Tag: 'tag' });
  expect(found).toHaveProperty('__esModule', true);
});

it.each(['kit', 'kit?Button,Missing', 'kit?Missing', 'constructor', 'kit?'])('does not find %s', (key) => {
  expect(findModule(table, key)).toBeUndefined();
});

it('finds nothing without a table', () => {
  expect(findModule(undefined, 'whole')).toBeUndefined();
});
