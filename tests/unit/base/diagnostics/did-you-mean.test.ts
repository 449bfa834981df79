import { describe, expect, it } from 'vitest';
import { misspelt } from '../../../../src/node/base/diagnostics/did-you-mean.ts';

const known = ['title', 'description', 'nav', 'order', 'id', 'toc', 'demo', 'defaultShowCode'];

describe('misspelt', () => {
  it.each([
    ['titel', 'title'],
    ['tilte', 'title'],
    ['Title', 'title'],
    ['descripton', 'description'],
    ['nva', 'nav'],
    ['navs', 'nav'],
    ['dmo', 'demo'],
    ['defaultshowcode', 'defaultShowCode'],
  ])('takes %s for %s', (name, meant) => expect(misspelt(name, known)).toBe(meant));

  it.each([
    'title',
    'id',
    'is',
    'ids',
    'tag',
    'cover',
    'link',
    'tip',
    'old',
    'version',
    'subtitle',
    'x',
    '',
  ])('takes %j for itself', (name) => expect(misspelt(name, known)).toBeUndefined());
});
