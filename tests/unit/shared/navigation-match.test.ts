import { expect, it } from 'vitest';
import { isCurrentNavItem } from '../../../src/shared/navigation-match.ts';

it('is current at and below the active path, at a segment boundary', () => {
  const item = { title: 'Demo', link: '/demo/a', activePath: '/demo' };
  expect(isCurrentNavItem(item, '/demo/b')).toBe(true);
  expect(isCurrentNavItem(item, '/demo')).toBe(true);
  expect(isCurrentNavItem(item, '/demo-x')).toBe(false);
});

it('takes the link for a path without an active one, but not the home page for everything', () => {
  expect(isCurrentNavItem({ title: 'Guide', link: '/guide' }, '/guide/a')).toBe(true);
  expect(isCurrentNavItem({ title: 'Home', link: '/' }, '/guide')).toBe(false);
  expect(isCurrentNavItem({ title: 'Home', link: '/' }, '/')).toBe(true);
});

it('leaves the suffix of a locale out', () => {
  const locale = { id: 'de', name: 'Deutsch', suffix: '-de' };
  expect(isCurrentNavItem({ title: 'A', activePath: '/a', link: '/a/x-de' }, '/a-de', locale)).toBe(true);
});
