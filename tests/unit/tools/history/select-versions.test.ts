import { describe, expect, it } from 'vitest';
import { selectVersions } from '../../../../src/node/tools/history/published-versions.ts';

describe('selectVersions', () => {
  const versions = ['2.0.0', '1.0.0', '1.0.2', '1.10.0', '1.2.3', '2.1.0', '2.0.1', 'nonsense'];

  it('selects the last version of each minor, oldest first', () => {
    expect(selectVersions(versions)).toEqual(['1.0.2', '1.2.3', '1.10.0', '2.0.1', '2.1.0']);
    expect(selectVersions([])).toEqual([]);
  });

  it('begins with a version, or the start of one', () => {
    expect(selectVersions(versions, { from: '1.10' })).toEqual(['1.10.0', '2.0.1', '2.1.0']);
    expect(selectVersions(versions, { from: '2' })).toEqual(['2.0.1', '2.1.0']);
    expect(selectVersions(versions, { from: 'v2.0.1' })).toEqual(['2.0.1', '2.1.0']);
    expect(() => selectVersions(versions, { from: '>=2' })).toThrow('>=2 is not a version');
    expect(() => selectVersions(versions, { from: 'next' })).toThrow('next is not a version');
  });

  it('selects every version on request', () => {
    expect(selectVersions(versions, { all: true, from: '1.2' })).toEqual([
      '1.2.3',
      '1.10.0',
      '2.0.0',
      '2.0.1',
      '2.1.0',
    ]);
  });
});
