import { describe, expect, it } from 'vitest';
import { type Cache, noCache } from '../../../src/node/store/cache.ts';
import { createVerification, findDifference, verifyCache } from '../../../src/node/store/verify.ts';

/** A cache that contains one result. */
function caching(cached: unknown): Cache {
  return {
    has: () => true,
    remember: async <Result>() => cached as Result,
    rememberEach: async <Result>() => cached as Map<string, Result>,
  };
}

describe('verifyCache', () => {
  const make = async () => ({ result: { files: new Map([['a.js', 'one\ntwo']]), count: 2 }, files: [] });

  it('computes a result that is not cached once', async () => {
    const verification = createVerification();
    let count = 0;
    const cache = verifyCache(noCache, verification);
    await cache.remember('demos', {}, async () => ({ result: count++ }));
    expect([count, verification.compared.results, verification.differences.size]).toEqual([1, 0, 0]);
  });

  it('finds no difference if the cached result equals the computed one', async () => {
    const verification = createVerification();
    const { result } = await make();
    expect(await verifyCache(caching(result), verification).remember('demos', {}, make)).toEqual(result);
    expect([verification.compared.results, verification.differences.size]).toEqual([1, 0]);
  });

  it('returns the computed result, and reports where it differs', async () => {
    const verification = createVerification();
    const cached = { files: new Map([['a.js', 'one\nthree']]), count: 2 };
    const result = await verifyCache(caching(cached), verification).remember('demos', {}, make);
    expect(result.files.get('a.js')).toBe('one\ntwo');
    const [difference] = verification.differences.values();
    expect(difference).toMatchObject({ severity: 'error', code: 'CD613' });
    expect(difference?.text).toMatch(/^The cached result of demos in the cache, files, a\.js differs/);
    expect(difference?.notes).toEqual(expect.arrayContaining(['Cached: three (line 2).', 'Built: two (line 2).']));
  });
});

it('computes all results of a group again, and reports which one differs', async () => {
  const verification = createVerification();
  const keys = new Map([
    ['a', 1],
    ['b', 1],
  ]);
  const make = async (ids: string[]) => new Map(ids.map((id) => [id, `made ${id}`]));
  const cache = verifyCache(
    caching(
      new Map([
        ['a', 'made a'],
        ['b', 'cached'],
      ]),
    ),
    verification,
  );
  expect(await cache.rememberEach('demos', keys, make)).toEqual(await make(['a', 'b']));
  expect(verification.compared.results).toBe(2);
  expect([...verification.differences]).toMatchObject([['demos b', { code: 'CD613' }]]);
});

it('finds added and removed values', () => {
  expect(findDifference('it', { a: 1 }, { a: 1 })).toBeUndefined();
  expect(findDifference('it', { a: 1 }, { a: 1, b: [{ c: 'new' }] })).toEqual({ name: 'it, b, 0, c', now: 'new' });
  expect(findDifference('it', ['x', 'y'], ['x'])).toEqual({ name: 'it, 1', before: 'y' });
});
