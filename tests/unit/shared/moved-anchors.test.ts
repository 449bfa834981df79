import { describe, expect, it } from 'vitest';
import { anchorPattern, includesAnchor, type MovedAnchors, movedTo } from '../../../src/shared/moved-anchors.ts';

describe('movedTo', () => {
  const moved: MovedAnchors = [
    [anchorPattern(['api-*', 'a.b']), '/api'],
    [anchorPattern(['中文']), '/zh'],
  ];

  it.each([
    ['#api-button-onPress', '/api#api-button-onPress'],
    ['#a.b', '/api#a.b'],
    ['#中文', '/zh#中文'],
    ['#%E4%B8%AD%E6%96%87', '/zh#%E4%B8%AD%E6%96%87'],
    ['#api-', undefined],
    ['#my-api-x', undefined],
    ['#aXb', undefined],
    ['#%', undefined],
    ['', undefined],
  ])('leads from %j to %j', (hash, address) => {
    expect(movedTo(moved, hash)).toBe(address);
  });

  it('has no answer for a page that lost no anchors', () => {
    expect(movedTo(undefined, '#api-button')).toBeUndefined();
  });
});

describe('includesAnchor', () => {
  it.each([
    ['api-*', 'api-button', true],
    ['api-*', 'api-button-*', true],
    ['api-button-*', 'api-*', false],
    ['api', 'api-button', false],
    ['api-*', 'api-', false],
  ])('%j includes %j: %s', (anchor, other, answer) => {
    expect(includesAnchor(anchor, other)).toBe(answer);
  });
});
