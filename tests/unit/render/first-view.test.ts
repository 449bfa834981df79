import { describe, expect, it } from 'vitest';
import { demosInView, modulesInView } from '../../../src/node/render/first-view.ts';
import type { PageData } from '../../../src/shared/page-data.ts';

const demo = (id: string): string => `<div class="demo" data-demo="${id}"><div></div></div>`;
const text = (paragraphs: number): string => `<p>${'word '.repeat(30)}</p>\n`.repeat(paragraphs);
const file = (href: string) => ({ href, integrity: `sha256-${href}` });

describe('demosInView', () => {
  it.each([
    ['a demo below a title', `<h1>A</h1>${demo('a')}`, ['a']],
    [
      'the next demos, as long as there is room',
      `${demo('a')}${text(3)}${demo('b')}${text(30)}${demo('c')}`,
      ['a', 'b'],
    ],
    ['no demo below much text', `${text(30)}${demo('a')}`, []],
    ['no demo below an image with a height', `<img src="a" height="1200">${demo('a')}`, []],
    ['a demo below folded text', `<details><summary>a</summary>${text(30)}</details>${demo('a')}`, ['a']],
    ['no demo below code', `<pre>${'line\n'.repeat(60)}</pre>${demo('a')}`, []],
  ])('finds %s', (_, html, expected) => {
    expect(demosInView(`<aside>${text(50)}</aside><main>${html}</main>`)).toEqual(expected);
    expect(demosInView(html)).toEqual(expected);
  });
});

describe('modulesInView', () => {
  const preloads = new Map([
    ['runtime', [file('runtime'), file('react')]],
    ['a', [file('a'), file('react'), file('library')]],
    ['page', [file('page'), file('react')]],
  ]);
  const named = (data: object, body = ''): string[] =>
    modulesInView(
      {
        kind: 'page',
        runtime: 'runtime',
        demos: {},
        site: { routePrefetch: { defaultPrefetch: 'none' } },
        ...data,
      } as PageData,
      body,
      preloads,
    ).map(({ href }) => href);

  it.each([
    ['nothing for text', {}, '', []],
    ['nothing for a demo out of view', { demos: { a: { id: 'a', js: 'a' } } }, text(30) + demo('a'), []],
    ['each file once', { demos: { a: { id: 'a', js: 'a' } } }, demo('a'), ['runtime', 'react', 'a', 'library']],
    ['no demo in a frame', { demos: { a: { id: 'a', js: 'a', iframe: true } } }, demo('a'), ['runtime', 'react']],
    ['no held demo', { demos: { a: { id: 'a', js: 'a', held: true } } }, demo('a'), ['runtime', 'react']],
    [
      'the demo of its own page',
      { kind: 'demo', demos: { a: { id: 'a', js: 'a', iframe: true } } },
      '',
      ['runtime', 'react', 'a', 'library'],
    ],
    ['the module of an interactive page', { module: 'page' }, '', ['runtime', 'react', 'page']],
    ['the runtime for a server loader', { serverLoader: { id: 'x' } }, '', ['runtime', 'react']],
    [
      'the runtime if links are prefetched in view',
      { site: { routePrefetch: { defaultPrefetch: 'viewport' } } },
      '',
      ['runtime', 'react'],
    ],
  ])('preloads %s', (_, data, body, expected) => {
    expect(named(data, body)).toEqual(expected);
  });
});
