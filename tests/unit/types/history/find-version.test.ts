import { describe, expect, it } from 'vitest';
import { findVersion } from '../../../../src/node/types/history/versions.ts';
import type { ApiHistory } from '../../../../src/shared/api-history.ts';

const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: [
    { version: 'rc-kit@0.9.0', untyped: true },
    { version: 'rc-kit@1.0.0' },
    ...['1.0.0', '1.2.0', '1.2.3', '2.0.0'].map((version) => ({ version })),
  ],
  names: [],
  facts: [],
};

describe('versions that are written', () => {
  it.each([
    ['1.2.0', '1.2.0'],
    ['1.2', '1.2.3'],
    ['1', '1.2.3'],
    ['v2', '2.0.0'],
    ['rc-kit@1', 'rc-kit@1.0.0'],
    ['1.2.1', undefined],
    ['1.3', undefined],
    ['rc-kit@0.9.0', undefined],
    ['newest', undefined],
  ])('%s means %s', (written, version) => {
    expect(findVersion(HISTORY, written)).toBe(version);
  });
});
