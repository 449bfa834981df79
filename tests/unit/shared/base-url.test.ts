import { describe, expect, it } from 'vitest';
import { isExternal, isSafeUrl, withBase, withoutBase } from '../../../src/shared/base-url.ts';

describe('withBase', () => {
  it('adds the base only to route paths', () => {
    expect(withBase('/', '/demo')).toBe('/demo');
    expect(withBase('/x/', '/demo')).toBe('/x/demo');
    expect(withBase('/x/', '/')).toBe('/x/');
    expect(withBase('/x/', 'https://example.org/a')).toBe('https://example.org/a');
    expect(withBase('/x/', '//cdn.example.org/a')).toBe('//cdn.example.org/a');
    expect(withBase('/x/', '#top')).toBe('#top');
  });
});

describe('withoutBase', () => {
  it.each([
    ['/', '/', '/'],
    ['/', '/demo/', '/demo'],
    ['/x/', '/x', '/'],
    ['/x/', '/x/', '/'],
    ['/x/', '/x/demo/simple', '/demo/simple'],
    ['/x/', '/xy', undefined],
    ['/x/', '/', undefined],
  ])('with the base %s, turns %s into %s', (base, pathname, expected) => {
    expect(withoutBase(base, pathname)).toBe(expected);
  });
});

it('recognizes addresses outside of the site', () => {
  for (const url of ['https://a.org', 'HTTP://a.org', 'mailto:a@b.c', 'tel:1', '//a.org'])
    expect(isExternal(url)).toBe(true);
  for (const url of ['/a', 'a/b', './a', '#a', '?a=b:c', '']) expect(isExternal(url)).toBe(false);
});

describe('isSafeUrl', () => {
  it.each([
    '',
    '#',
    '#a:b',
    '/a',
    'a/b:c',
    './a',
    '../a',
    '?q=a:b',
    '//example.org',
    'http://a',
    'HTTPS://a',
    'mailto:a@b.c',
    'tel:+49',
    ' https://a ',
    '10:30',
    '中文:abc',
    'docs/a?x=1&copy=2',
    '/a&#58;b',
  ])('allows %j', (url) => {
    expect(isSafeUrl(url)).toBe(true);
  });
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0000script:alert(1)',
    'java&#115;cript:alert(1)',
    '&#x6A;avascript:alert(1)',
    '&#0000106avascript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'DATA:text/html;base64,x',
    'file:///etc/passwd',
    'blob:https://a',
    'view-source:https://a',
    'about:blank',
    'ftp://a',
    'localhost:8000',
  ])('refuses %j', (url) => {
    expect(isSafeUrl(url)).toBe(false);
  });
});
