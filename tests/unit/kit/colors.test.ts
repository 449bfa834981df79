import { describe, expect, it } from 'vitest';
import { hasColors } from '../../../src/kit/colors.ts';

describe('hasColors', () => {
  it.each([
    ['a file on Windows', 'win32', {}, false, false],
    ['a terminal of Windows', 'win32', {}, true, true],
    ['CI on Windows', 'win32', { CI: 'true' }, false, true],
    ['Windows with FORCE_COLOR', 'win32', { FORCE_COLOR: '1' }, false, true],
    ['another system', 'linux', {}, false, true],
  ] as const)('returns whether %s has colors', (_, platform, env, isTerminal, expected) => {
    expect(hasColors({ platform, env, isTerminal }, true)).toBe(expected);
  });

  it('returns false if picocolors finds no colors', () => {
    expect(hasColors({ platform: 'win32', env: {}, isTerminal: true }, false)).toBe(false);
  });
});
