import { describe, expect, it } from 'vitest';
import { groupByExport, groupByMajor, groupChanges } from '../../../../src/node/types/changes/group-changes.ts';
import type { ApiFact, ApiHistory } from '../../../../src/shared/api-history.ts';

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
  it('are grouped by export', () => {
    expect(
      lines([
        fact('Card#size', 'added'),
        fact('Button#tone', 'removed'),
        fact('Button', 'deprecated'),
        fact('Button#ref.focus', 'widened', { read: true }),
        fact('Button#label', 'added', { required: true }),
      ]),
    ).toEqual([
      'Button tone removed!',
      'Button - deprecated',
      'Button ref.focus widened!',
      'Button label added!',
      'Card size added',
    ]);
  });

  it('list the rows of a new export with it, where a required row breaks nothing', () => {
    expect(
      lines([fact('Card', 'added'), fact('Card#size', 'added', { required: true }), fact('Card#ref.open', 'declared')]),
    ).toEqual(['Card - added size,ref.open']);
    expect(lines([fact('Card', 'removed'), fact('Card#size', 'removed'), fact('Card#old', 'deprecated')])).toEqual([
      'Card - removed! size',
      'Card old deprecated',
    ]);
  });

  it('keep rows apart from an export that has another change', () => {
    expect(lines([fact('Card', 'deprecated'), fact('Card#size', 'removed')])).toEqual([
      'Card - deprecated',
      'Card size removed!',
    ]);
  });
});

it('the versions of a history are listed newest first, by major, with those that have no changes', () => {
  const history: ApiHistory = {
    format: 1,
    package: 'kit',
    versions: [
      ...['0.9.0', '1.0.0'].map((version) => ({ version })),
      { version: '1.0.5', untyped: true },
      ...['1.1.0', '2.0.0'].map((version) => ({ version })),
    ],
    names: ['Card'],
    facts: [fact('Card#size', 'added')],
  };
  const majors = [...groupByMajor(groupChanges(history))].map(([major, versions]) => [
    major,
    versions.map(({ version, exports }) => `${version}:${exports.length}`),
  ]);
  expect(majors).toEqual([
    ['2', ['2.0.0:0']],
    ['1', ['1.1.0:1', '1.0.0:0']],
    ['0', ['0.9.0:0']],
  ]);
});
