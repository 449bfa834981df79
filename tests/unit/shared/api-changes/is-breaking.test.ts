import { expect, it } from 'vitest';
import { adviceFor, breakingOf, isBreaking } from '../../../../src/shared/api-changes/is-breaking.ts';
import type { ApiChange } from '../../../../src/shared/api-history.ts';

const passed = (change: ApiChange) => isBreaking({ change });
const read = (change: ApiChange) => isBreaking({ change, read: true });

it('depends on whether code passes or reads the value', () => {
  const all: ApiChange[] = ['added', 'removed', 'required', 'optional', 'widened', 'narrowed', 'changed', 'default'];
  expect(all.filter(passed)).toEqual(['removed', 'required', 'narrowed', 'changed']);
  expect(all.filter(read)).toEqual(['removed', 'optional', 'widened', 'changed']);
});

it('is not true of the required properties of a new export', () => {
  const fact = (name: string) => ({ name, change: 'added' as const, required: true as const });
  const facts = [{ name: 'New', change: 'added' as const }, fact('New#a'), fact('Old#a')];
  expect([...breakingOf(facts)].map(({ name }) => name)).toEqual(['Old#a']);
  expect(adviceFor(facts)).toBe('major');
  expect(adviceFor(facts.slice(0, 2))).toBe('minor');
  expect(adviceFor([])).toBe('patch');
});
