import { describe, expect, it } from 'vitest';
import { headerRules, printHeaders } from '../../../src/node/render/host-files.ts';

const csp = { 'img-src': ["'self'"] };

describe('header rules', () => {
  it('are below the base, with immutable and revalidated paths', () => {
    const rules = headerRules({ base: '/docs/', csp });
    expect(rules.every(({ path }) => path.startsWith('/docs/'))).toBe(true);
    const lasting = (path: string) =>
      rules.find((rule) => rule.path === path)?.headers.find(([name]) => name === 'Cache-Control')?.[1];
    expect(lasting('/docs/assets/*')).toContain('immutable');
    expect(lasting('/docs/~search/*')).toBe('no-cache');
    expect(lasting('/docs/~sandbox.json')).toBe('no-cache');
    expect(lasting('/docs/*')).toBeUndefined();
  });

  it('contain only the policy of the sandbox if the site has no policy', () => {
    const policies = (rules: ReturnType<typeof headerRules>) =>
      rules
        .filter(({ headers }) => headers.some(([name]) => name === 'Content-Security-Policy'))
        .map(({ path }) => path);
    expect(policies(headerRules({ base: '/', csp }))).toEqual(['/*', '/~sandbox.html']);
    expect(policies(headerRules({ base: '/', csp: false }))).toEqual(['/~sandbox.html']);
  });

  it('are printed by path, separated by empty lines', () => {
    const text = printHeaders([
      {
        path: '/a',
        headers: [
          ['X', '1'],
          ['Y', '2'],
        ],
      },
      { path: '/b', headers: [['Z', '3']] },
    ]);
    expect(text).toBe('/a\n  X: 1\n  Y: 2\n\n/b\n  Z: 3\n');
  });
});
