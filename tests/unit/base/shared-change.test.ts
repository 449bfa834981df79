import { expect, it } from 'vitest';
import { createSharedChange } from '../../../src/node/base/shared-change.ts';

it('applies a change once, and reverts it when the last user ends', () => {
  const steps: string[] = [];
  const change = createSharedChange(() => {
    steps.push('apply');
    return () => steps.push('revert');
  });
  const [first, second] = [change.begin(), change.begin()];
  first();
  // Ending the same use again has no effect.
  first();
  expect(steps).toEqual(['apply']);
  second();
  expect(steps).toEqual(['apply', 'revert']);
  change.begin()();
  expect(steps).toEqual(['apply', 'revert', 'apply', 'revert']);
});
