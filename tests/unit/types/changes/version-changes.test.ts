import { expect, it } from 'vitest';
import { groupByMajor, groupChanges } from '../../../../src/node/types/changes/changes-text.ts';
import type { ApiHistory } from '../../../../src/shared/api-history.ts';

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
    facts: [{ name: 'Card#size', version: '1.1.0', change: 'added' }],
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
