import { describe, expect, it } from 'vitest';
import { nearestLinks } from '../../../src/runtime/nearest.ts';

const links = [
  ['Home', '/'],
  ['Simple', '/demo/simple'],
  ['Default value', '/demo/default-value'],
  ['Value', '/demo/value'],
  ['History', '/Changelog'],
  ['开始', '/guide/start'],
].map(([title = '', href = '']) => ({ title, href }));
const nearest = (path: string): string[] => nearestLinks(path, '/', links).map(({ href }) => href);

describe('the nearest addresses', () => {
  it.each([
    ['/demo/simpel', '/demo/simple'],
    ['/demos/simple', '/demo/simple'],
    ['/components/simple.html', '/demo/simple'],
    ['/demo/defaultValue', '/demo/default-value'],
    ['/changelog/', '/Changelog'],
    ['/CHANGELOG.md', '/Changelog'],
    ['/history', '/Changelog'],
    ['/%E5%BC%80%E5%A7%8B', '/guide/start'],
  ])('of %s begin with %s', (path, expected) => {
    expect(nearest(path)[0]).toBe(expected);
  });

  it('are at most three, the best first', () => {
    expect(nearest('/demo/values')[0]).toBe('/demo/value');
    expect(nearest('/demo/values')[1]).toBe('/demo/default-value');
    const many = [1, 2, 3, 4, 5].map((number) => ({ title: 'Page', href: `/page-${number}` }));
    expect(nearestLinks('/page-4', '/', many)).toHaveLength(3);
  });

  it('are each listed once', () => {
    const twice = [...links, ...links];
    expect(nearestLinks('/demo/simpel', '/', twice).filter(({ href }) => href === '/demo/simple')).toHaveLength(1);
  });

  it.each(['/', '/zzz', '/%E0%A4%A', ''])('of %j do not exist', (path) => {
    expect(nearest(path)).toEqual([]);
  });
});

it('addresses are compared without the base of the site', () => {
  const below = [{ title: 'API', href: '/library/api' }];
  expect(nearestLinks('/library/qq', '/library/', below)).toEqual([]);
  expect(nearestLinks('/library/apis', '/library/', below)).toEqual(below);
});
