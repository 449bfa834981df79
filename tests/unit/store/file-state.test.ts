import { describe, expect, it } from 'vitest';
import { isBefore } from '../../../src/node/store/dependencies.ts';

const MOMENT = Date.UTC(2030, 0, 1);
const at = (milliseconds: number, nanoseconds = 0): bigint =>
  BigInt(MOMENT + milliseconds) * 1_000_000n + BigInt(nanoseconds);

describe('the time of a file', () => {
  it.each<[before: boolean, what: string, time: bigint]>([
    [true, 'some steps of the clock before', at(-100, 1)],
    [false, 'within a step of the clock', at(-10, 1)],
    [false, 'after the moment', at(1000, 1)],
    [true, 'in whole seconds, three seconds before', at(-3000)],
    [false, 'in whole seconds, one second before', at(-1000)],
  ])('is certainly before a moment (%s) if it is %s', (before, _what, time) => {
    expect(isBefore(time, MOMENT)).toBe(before);
  });
});
