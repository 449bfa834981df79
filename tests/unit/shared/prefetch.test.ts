import { describe, expect, it } from 'vitest';
import { prefetchMode } from '../../../src/shared/prefetch.ts';

describe('prefetchMode', () => {
  it('accepts the four modes, and true and false for two of them', () => {
    expect(['none', 'intent', 'render', 'viewport', true, false].map(prefetchMode)).toEqual([
      'none',
      'intent',
      'render',
      'viewport',
      'intent',
      'none',
    ]);
  });

  it.each(['hover', 3, null, {}])('refuses %s', (value) => {
    expect(() => prefetchMode(value)).toThrow(`Invalid \`prefetch\` value ${String(value)} in a \`<Link>\``);
  });
});
