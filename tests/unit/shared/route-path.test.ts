import { describe, expect, it } from 'vitest';
import type { Locale } from '../../../src/shared/entities.ts';
import {
  addLocale,
  isBelow,
  isValidRoute,
  kebabCasePath,
  localeOf,
  normalizeRoute,
  removeLocale,
  routeOfFile,
  sidebarPathOf,
} from '../../../src/shared/route-path.ts';

const zh: Locale = { id: 'zh-CN', name: '中文', base: '/' };
const en: Locale = { id: 'en-US', name: 'English', base: '/en-US' };
const german: Locale = { id: 'de', name: 'Deutsch', suffix: '-de' };

describe('kebabCasePath', () => {
  it.each([
    ['defaultValue', 'default-value'],
    ['HelloWorld', 'hello-world'],
    ['guide/FAQ', 'guide/faq'],
    ['components/QRCode', 'components/qr-code'],
    ['demo/ABTest', 'demo/ab-test'],
    ['onSelectAPI', 'on-select-api'],
    ['iOS', 'i-os'],
    ['html2Canvas', 'html2-canvas'],
    ['v1.2', 'v1.2'],
    ['CHANGELOG', 'Changelog'],
    ['FAQ', 'Faq'],
    ['API', 'Api'],
    ['demo/adjust-overflow', 'demo/adjust-overflow'],
  ])('turns %s into %s', (path, expected) => {
    expect(kebabCasePath(path)).toBe(expected);
  });
});

describe('routeOfFile', () => {
  const rule = { locales: [zh, en], kebabCase: true };
  it.each([
    ['index.md', '/'],
    ['README.md', '/'],
    ['CHANGELOG.md', '/Changelog'],
    ['demo/simple.mdx', '/demo/simple'],
    ['guide/index.md', '/guide'],
    ['guide/README.md', '/guide'],
    ['index/index.md', '/index'],
    ['a.b.md', '/a/b'],
    ['a/$id.md', '/a/:id'],
    ['guide.en-US.md', '/en-US/guide'],
    ['index.en-US.md', '/en-US'],
    ['guide/README.en-US.md', '/en-US/guide'],
    ['CHANGELOG.en-US.md', '/en-US/Changelog'],
    ['en-US/quickStart.md', '/en-US/quick-start'],
    ['en-US/index.md', '/en-US'],
    ['entity.md', '/entity'],
  ])('derives from %s the route %s', (file, routePath) => {
    expect(routeOfFile(file, rule).routePath).toBe(routePath);
  });

  it('begins with the plural of a type', () => {
    expect(routeOfFile('Button/index.md', { ...rule, prefix: ['components'] }).routePath).toBe('/components/button');
    expect(routeOfFile('index.md', { ...rule, prefix: ['docs'] }).routePath).toBe('/docs');
  });

  it('keeps upper case if kebab-case is disabled', () => {
    expect(routeOfFile('CHANGELOG.md', { ...rule, kebabCase: false }).routePath).toBe('/CHANGELOG');
  });

  it('appends the suffix of a locale', () => {
    const locales = [zh, german];
    expect(routeOfFile('guide/index.de.md', { locales, kebabCase: true })).toEqual({
      routePath: '/guide-de',
      localeId: 'de',
    });
    expect(routeOfFile('index.de.md', { locales, kebabCase: true }).routePath).toBe('/-de');
  });
});

describe('locales', () => {
  it('are found by base only at a segment boundary', () => {
    const locales: Locale[] = [zh, { id: 'en', name: 'English', base: '/en' }];
    expect(localeOf('/en', locales).id).toBe('en');
    expect(localeOf('/en/guide/', locales).id).toBe('en');
    expect(localeOf('/entity', locales).id).toBe('zh-CN');
  });

  it('are found by suffix', () => {
    expect(localeOf('/guide-de', [zh, german]).id).toBe('de');
    expect(localeOf('/guide', [zh, german]).id).toBe('zh-CN');
  });

  it.each([
    ['/', en],
    ['/guide/start', en],
    ['/guide', german],
    ['/guide', zh],
  ] as const)('leave %s unchanged when they are added and removed', (path, locale) => {
    expect(removeLocale(addLocale(path, locale), locale)).toBe(path);
  });
});

describe('sidebarPathOf', () => {
  it.each([
    ['/a', false, '/a'],
    ['/a/b', false, '/a'],
    ['/a/b', true, '/a/b'],
    ['/a/b/c', false, '/a/b'],
    ['/a/b/c/d', false, '/a/b'],
    ['/', true, undefined],
  ])('puts %s (index: %s) below %s with two levels', (route, isIndex, path) => {
    expect(sidebarPathOf(route, { locale: zh, levels: 2, isIndex })).toBe(path);
  });

  it('has no limit with one level', () => {
    expect(sidebarPathOf('/a/b/c/d', { locale: zh, levels: 1, isIndex: false })).toBe('/a/b/c');
    expect(sidebarPathOf('/a/b', { locale: zh, levels: 1, isIndex: true })).toBe('/a');
  });

  it('keeps the base of a locale and removes a suffix', () => {
    expect(sidebarPathOf('/en-US/a/b', { locale: en, levels: 2, isIndex: false })).toBe('/en-US/a');
    expect(sidebarPathOf('/en-US', { locale: en, levels: 2, isIndex: true })).toBeUndefined();
    expect(sidebarPathOf('/a/b-de', { locale: german, levels: 2, isIndex: false })).toBe('/a');
  });
});

describe('isValidRoute', () => {
  it.each(['/', '/Changelog', '/demo/default-value', '/v1/2', '/~demos/a'])('accepts %s', (path) => {
    expect(isValidRoute(path)).toBe(true);
  });
  it.each([
    '/a b',
    '/ü',
    '/😀',
    '/a#b',
    '/a?b',
    '/100%',
    '/a%2fb',
    '/:id',
    '/a\nb',
    '/a"b',
    '/`a`',
    '/\ud800',
  ])('refuses %j', (path) => {
    expect(isValidRoute(path)).toBe(false);
  });
});

it('normalizes slashes', () => {
  expect(normalizeRoute('a//b/')).toBe('/a/b');
  expect(normalizeRoute('')).toBe('/');
});

it('compares paths at segment boundaries', () => {
  expect(isBelow('/demo/x', '/demo')).toBe(true);
  expect(isBelow('/demo', '/demo')).toBe(true);
  expect(isBelow('/demo-x', '/demo')).toBe(false);
});
