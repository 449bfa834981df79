import { expect, it } from 'vitest';
import { locateKey } from '../../../../src/node/project/config/key-location.ts';

const source = `import { defineConfig, alias } from 'cascader-docs';
/* { title: 'comment' } */
const shared = { base: '/x' };
export default defineConfig({
  'title': 'a, title: b',
  themeConfig: { nav: [{ title: 'A' }, { title: 'B', link: cond ? '/a' : '/b' }] },
  base: url('{'), alias,
  define() {},
});`;

it.each([
  [['title'], '5:3'],
  [['themeConfig', 'nav'], '6:18'],
  [['themeConfig', 'nav', 1, 'title'], '6:42'],
  [['themeConfig', 'nav', 1, 'link'], '6:54'],
  [['alias'], '7:19'],
  [['themeConfig', 'missing'], '6:3'],
  [['missing'], '1:1'],
])('finds %j at %s', (path, place) => {
  const { line, column } = locateKey('config.ts', source, path);
  expect(`${line}:${column}`).toBe(place);
});
