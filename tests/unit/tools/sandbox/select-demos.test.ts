import { expect, it } from 'vitest';
import type { DiagnosticError } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import { selectDemos } from '../../../../src/node/tools/sandbox/sandbox-projects.ts';

const known = [
  'docs-demo-simple-demo-simple',
  'docs-demo-search-demo-search',
  'docs-demo-multiple-search-demo-multiple-search',
  'docs-guide-demo-basic',
  'docs-other-demo-basic',
  'docs-guide-demo-0',
];

function refuse(names: string[]): DiagnosticError {
  try {
    selectDemos(names, known);
  } catch (error) {
    return error as DiagnosticError;
  }
  return expect.unreachable();
}

it('selects all demos by default', () => {
  expect(selectDemos([], known)).toEqual(known);
});

it.each([
  [['docs-guide-demo-basic'], ['docs-guide-demo-basic']],
  [['simple'], ['docs-demo-simple-demo-simple']],
  [['search'], ['docs-demo-search-demo-search']],
  [['multiple-search'], ['docs-demo-multiple-search-demo-multiple-search']],
  [['0'], ['docs-guide-demo-0']],
])('finds %j by id or by its last part', (names, ids) => {
  expect(selectDemos(names, known)).toEqual(ids);
});

it('returns each demo once, in the order of the site', () => {
  expect(selectDemos(['search', 'simple', 'docs-demo-search-demo-search'], known)).toEqual(known.slice(0, 2));
});

it('requires the whole id if several demos have the name', () => {
  const { exitCode, diagnostics } = refuse(['basic']);
  expect(exitCode).toBe(2);
  expect(diagnostics[0]?.text).toBe('2 demos match basic');
  expect(diagnostics[0]?.notes?.join()).toContain('docs-guide-demo-basic, docs-other-demo-basic');
});

it.each([
  ['simpel', 'simple'],
  ['mutiple-search', 'multiple-search'],
  ['docs-guide-demo-basik', 'docs-guide-demo-basic'],
])('suggests the nearest name for %s', (name, nearest) => {
  const { exitCode, diagnostics } = refuse([name]);
  expect([exitCode, diagnostics[0]?.code]).toEqual([2, 'CD162']);
  expect(diagnostics[0]?.text).toContain(
    `There is no demo ${name} with a sandbox project. Did you mean \`${nearest}\`?`,
  );
});

it('reports every wrong name', () => {
  expect(refuse(['simple', 'zzzzzzzz', 'basic', 'yyyyyyyy']).diagnostics).toHaveLength(3);
});
