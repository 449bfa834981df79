import { expect, it } from 'vitest';
import { isCurrentNavItem } from '../../../src/shared/navigation-match.ts';

it('an item is current at and below its active path, at a segment boundary', () => {
  const item = { title: 'Demo', link: '/demo/a', activePath: '/demo' };
  expect(isCurrentNavItem(item, '/demo/b')).toBe(true);
  expect(isCurrentNavItem(item, '/demo')).toBe(true);
  expect(isCurrentNavItem(item, '/demo-x')).toBe(false);
});

it('an item without an active path uses its link, but the home page is not current everywhere', () => {
  expect(isCurrentNavItem({ title: 'Guide', link: '/guide' }, '/guide/a')).toBe(true);
  expect(isCurrentNavItem({ title: 'Home', link: '/' }, '/guide')).toBe(false);
  expect(isCurrentNavItem({ title: 'Home', link: '/' }, '/')).toBe(true);
});

it('the suffix of a locale is ignored', () => {
  const locale = { id: 'de', name: 'Deutsch', suffix: '-de' };
  expect(isCurrentNavItem({ title: 'A', activePath: '/a', link: '/a/x-de' }, '/a-de', locale)).toBe(true);
});
