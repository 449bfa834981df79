import { expect, it } from 'vitest';
import { compareVersions, isGap, parseVersion, shownVersion } from '../../../../src/node/types/history/versions.ts';

it('parses versions as authors write them', () => {
  expect(parseVersion('1.2.0')).toEqual({ lowest: '1.2.0' });
  expect(parseVersion(' v1.2.0+ ')).toEqual({ lowest: '1.2.0' });
  expect(parseVersion('2.0.0-beta.1')).toEqual({ lowest: '2.0.0-beta.1' });
  expect(parseVersion('1.2')).toEqual({ lowest: '1.2.0', below: '1.3.0-0' });
  expect(parseVersion('v2')).toEqual({ lowest: '2.0.0', below: '3.0.0-0' });
  for (const text of ['', 'soon', '2024-01-05', '1.2.x', '01.2.3', 'next']) expect(parseVersion(text)).toBeUndefined();
});

it('compares versions, with the next release last and unknown text first', () => {
  const sorted = ['next', '1.10', '1.9.1', 'soon', '2.0.0', '2.0.0-beta.1'].toSorted(compareVersions);
  expect(sorted).toEqual(['soon', '1.9.1', '1.10', '2.0.0-beta.1', '2.0.0', 'next']);
});

it('shows the minor only if no other version of it is known', () => {
  const known = ['1.0.3', '1.1.0', '1.1.2', '2.0.0-rc.1'];
  expect(known.map((version) => shownVersion(version, known))).toEqual(['1.0', '1.1.0', '1.1.2', '2.0.0-rc.1']);
  // Versions of tags may be missing in the history.
  expect(shownVersion('1.5.0', known)).toBe('1.5');
  expect(shownVersion('1.5.1', known)).toBe('1.5.1');
});

it('puts versions with an earlier name of the package first', () => {
  const known = ['rc-box@3.1.0', 'rc-box@3.2.1', '1.0.0'];
  expect(['1.0.0', 'next', 'rc-box@3.10.0', 'rc-box@3.9.0'].toSorted(compareVersions)).toEqual([
    'rc-box@3.9.0',
    'rc-box@3.10.0',
    '1.0.0',
    'next',
  ]);
  expect(known.map((version) => shownVersion(version, known))).toEqual(['rc-box@3.1', 'rc-box@3.2', '1.0']);
  expect(isGap('rc-box@3.2.1', '1.0.0')).toBe(false);
});

it.each([
  ['1.17.0', '1.18.0', false],
  ['1.17.3', '1.17.9', false],
  ['1.17.0', '1.22.0', true],
  ['1.17.0', '2.0.0', false],
  ['1.17.0', '2.0.0-beta.1', false],
  ['1.17.0', '2.1.0', true],
  ['1.17.0', '3.0.0', true],
])('knows whether versions may be missing between %s and %s', (before, version, expected) => {
  expect(isGap(before, version)).toBe(expected);
});
