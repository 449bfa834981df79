import { expect, it } from 'vitest';
import { CHECK_PARTS, isReported } from '../../../../src/node/tools/check/parts.ts';

/** The checks that report a finding. */
const partsOf = (rule: string, place: 'page' | 'alone' | 'export' | 'build' | 'screenshots' | 'steps'): string[] =>
  CHECK_PARTS.filter((part) => isReported({ rule, place }, new Set([part])));

it('reports each finding in one check', () => {
  expect(partsOf('axe/label', 'page')).toEqual(['axe']);
  expect(partsOf('console-error', 'alone')).toEqual(['console']);
  expect(partsOf('console-error', 'export')).toEqual(['exports']);
  expect(partsOf('CD530', 'build')).toEqual(['console']);
  expect(partsOf('screenshot', 'screenshots')).toEqual(['screenshots']);
  expect(partsOf('dialog', 'steps')).toEqual(['steps']);
});

it('reports what ends a demo in each check', () => {
  for (const rule of ['crash', 'not-started', 'lost-page', 'step']) expect(partsOf(rule, 'page')).toEqual(CHECK_PARTS);
});
