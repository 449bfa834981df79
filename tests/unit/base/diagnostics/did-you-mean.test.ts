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
  ])('corrects %s to %s', (name, meant) => expect(misspelt(name, known)).toBe(meant));

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
  ])('does not correct %j', (name) => expect(misspelt(name, known)).toBeUndefined());
});
