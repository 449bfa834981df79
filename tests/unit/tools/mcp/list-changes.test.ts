import { describe, expect, it } from 'vitest';
import { listChanges } from '../../../../src/node/tools/mcp/list-changes.ts';
import type { ApiHistory } from '../../../../src/shared/api-history.ts';

const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: [{ version: '0.9.0', untyped: true }, ...['1.0.0', '1.2.0', '2.0.0'].map((version) => ({ version }))],
  names: ['Button', 'Button#loud', 'Button#old'],
  facts: [
    { name: 'Button#old', version: '2.0.0', change: 'removed', from: 'string' },
    { name: 'Button#tone', version: '1.2.0', change: 'added', to: '"quiet"' },
    { name: 'Panel', version: '2.0.0', change: 'added', to: 'x' },
    { name: 'Panel#open', version: '2.0.0', change: 'added', to: 'boolean', required: true },
  ],
};

describe('the changes that an assistant queries', () => {
  it('are composed and grouped by export', () => {
    expect(listChanges(HISTORY, { from: '1.0' })).toEqual({
      package: 'kit',
      from: '1.0.0',
      to: '2.0.0',
      changes: 3,
      breaking: 1,
      components: [
        {
          id: 'Button',
          changes: [
            { name: 'Button#old', change: 'removed', from: 'string', breaking: true },
            { name: 'Button#tone', change: 'added', to: '"quiet"', breaking: false },
          ],
        },
        {
          id: 'Panel',
          changes: [{ name: 'Panel', change: 'added', to: 'x', breaking: false, properties: ['open'] }],
        },
      ],
    });
    expect(listChanges(HISTORY, { from: '1.2', to: '2.0.0', breaking: true })).toMatchObject({
      components: [{ id: 'Button', changes: [{ name: 'Button#old' }] }],
    });
    expect(listChanges(HISTORY, { from: '1.0', component: 'Panel' })).toMatchObject({ components: [{ id: 'Panel' }] });
  });

  it('are an error with the known names, if a version or an export is unknown', () => {
    const problem = (query: Parameters<typeof listChanges>[1]) => () => listChanges(HISTORY, query);
    expect(problem({ from: '3' })).toThrow('The version 3 is not known. Known versions: 1.0.0, 1.2.0, 2.0.0');
    expect(problem({ from: '0.9.0' })).toThrow(
      'Nothing is known about the API of 0.9.0. Known versions: 1.0.0, 1.2.0, 2.0.0',
    );
    expect(problem({ from: '2.0', to: '1.0' })).toThrow('2.0.0 is newer than 1.0.0. Exchange `from` and `to`.');
    expect(problem({ from: '1.0', component: 'Buton' })).toThrow(
      'The history has no export `Buton`. Did you mean `Button`?',
    );
  });
});
