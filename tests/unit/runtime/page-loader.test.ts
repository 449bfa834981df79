import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageLoader } from '../../../src/runtime/navigation/page-loader.ts';

const page = (data: object) => `<script type="application/json" id="site:data">${JSON.stringify(data)}</script>`;

beforeEach(() => {
  // The part of the parser that the loader needs: the text of the page data.
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString(html: string) {
        const text = /<script[^>]*>(.*)<\/script>/.exec(html)?.[1];
        return { getElementById: () => (text === undefined ? null : { textContent: text }) };
      }
    },
  );
});

function setUp(
  answer: (url: string) => Response | Promise<Response>,
  options: { slashed?: boolean; keep?: number } = {},
) {
  const fetched: string[] = [];
  const fetch = async (url: string) => {
    fetched.push(url);
    return answer(url);
  };
  const loader = createPageLoader({
    base: '/docs/',
    buildId: 'b1',
    slashed: false,
    ...options,
    fetch: fetch as typeof globalThis.fetch,
  });
  return { fetched, load: (path: string) => loader.load(new URL(path, 'https://site.example')) };
}

const html = (data: object, init: ResponseInit = {}) =>
  new Response(page(data), { headers: { 'content-type': 'text/html; charset=utf-8' }, ...init });
const right = { kind: 'page', route: '/guide/one', buildId: 'b1' };

describe('createPageLoader', () => {
  it('returns the requested page, and caches it', async () => {
    const { load, fetched } = setUp(() => html(right));
    expect((await load('/docs/guide/one'))?.data.route).toBe('/guide/one');
    expect((await load('/docs/guide/one/#there'))?.data.route).toBe('/guide/one');
    expect(fetched).toEqual(['https://site.example/docs/guide/one']);
  });

  it.each([
    ['a response with another status', () => html(right, { status: 404 })],
    ['a response of another type', () => new Response(page(right), { headers: { 'content-type': 'application/zip' } })],
    ['a page of another build', () => html({ ...right, buildId: 'b2' })],
    ['a page of another route', () => html({ ...right, route: '/guide/two' })],
    ['a page without a shell', () => html({ ...right, kind: 'demo' })],
    ['a response without page data', () => new Response('hello', { headers: { 'content-type': 'text/html' } })],
    [
      'malformed page data',
      () => new Response('<script>{"kind":</script>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a failed request', () => Promise.reject(new TypeError('offline'))],
  ])('does not use %s, and fetches the page again the next time', async (_, answer) => {
    const { load, fetched } = setUp(answer);
    expect(await load('/docs/guide/one')).toBeUndefined();
    expect(await load('/docs/guide/one')).toBeUndefined();
    expect(fetched).toHaveLength(2);
  });

  it('fetches nothing outside of the base', async () => {
    const { load, fetched } = setUp(() => html(right));
    expect(await load('/other')).toBeUndefined();
    expect(await load('/docs/%')).toBeUndefined();
    expect(fetched).toEqual([]);
  });

  it('uses a trailing slash if the host does', async () => {
    const { load, fetched } = setUp(() => html(right), { slashed: true });
    await load('/docs/guide/one?a=1');
    expect(fetched).toEqual(['https://site.example/docs/guide/one/?a=1']);
  });

  it('accepts encoded addresses', async () => {
    const { load } = setUp(() => html({ ...right, route: '/指南' }));
    expect(await load('/docs/%E6%8C%87%E5%8D%97')).toBeDefined();
  });

  it('evicts the least recently used page', async () => {
    const { load, fetched } = setUp((url) => html({ ...right, route: new URL(url).pathname.slice(5) }), { keep: 2 });
    for (const path of ['/docs/a', '/docs/b', '/docs/a', '/docs/c', '/docs/a', '/docs/b']) await load(path);
    expect(fetched.map((url) => url.slice(-1))).toEqual(['a', 'b', 'c', 'b']);
  });
});
