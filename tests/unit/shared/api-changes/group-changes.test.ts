import { describe, expect, it } from 'vitest';
import { groupByExport } from '../../../../src/shared/api-changes/group-changes.ts';
import type { ApiFact } from '../../../../src/shared/api-history.ts';

const fact = (name: string, change: ApiFact['change'], more: Partial<ApiFact> = {}): ApiFact => ({
  ...{ name, change, version: '1.1.0' },
  ...more,
});

/** Returns each change as a line. */
const lines = (facts: ApiFact[]): string[] =>
  groupByExport(facts).flatMap(({ id, changes }) =>
    changes.map(
      ({ fact: { change }, path, rows, isBreaking }) =>
        `${id} ${path ?? '-'} ${change}${isBreaking ? '!' : ''}${rows ? ` ${rows}` : ''}`,
    ),
  );

describe('changes of a version', () => {
  it('list the rows of a new export with it, where a required row breaks nothing', () => {
    expect(
      lines([fact('Card', 'added'), fact('Card#size', 'added', { required: true }), fact('Card#ref.open', 'declared')]),
    ).toEqual(['Card - added size,ref.open']);
    expect(lines([fact('Card', 'removed'), fact('Card#size', 'removed'), fact('Card#old', 'deprecated')])).toEqual([
      'Card - removed! size',
      'Card old deprecated',
    ]);
  });

  it('list an export with two names once', () => {
    const both = (path: string, change: ApiFact['change']) => [
      fact(`Cascader.Panel${path}`, change),
      fact(`Panel${path}`, change),
    ];
    const joined = groupByExport([...both('#size', 'added'), ...both('', 'deprecated')]);
    expect(joined.map(({ id, aliases, changes }) => [id, aliases, changes.length])).toEqual([
      ['Cascader.Panel', ['Panel'], 2],
    ]);
    const others = [...both('#size', 'added'), fact('Panel#tone', 'added'), fact('Card#size', 'added')];
    expect(groupByExport(others).map(({ id }) => id)).toEqual(['Card', 'Cascader.Panel', 'Panel']);
  });
});
