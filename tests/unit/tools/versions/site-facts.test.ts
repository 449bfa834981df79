import { describe, expect, it } from 'vitest';
import { compareIds } from '../../../../src/node/project/versions/read-versions.ts';
import { documentedBy, documentedVersion } from '../../../../src/node/tools/versions/documented-by.ts';
import { createBaseEvidence } from '../../../../src/node/tools/versions/find-base.ts';
import { parseHeaders, parseRedirects, policiesFor } from '../../../../src/node/tools/versions/host-rules.ts';
import { allowsScript } from '../../../../src/node/tools/versions/read-site.ts';

describe('the base of a site', () => {
  const FILES = new Set(['index.html', 'guide/index.html', 'api.html', 'assets/a.js', 'assets/a.css']);
  const facts = (page: { base?: string; isRedirect?: boolean; assets?: string[]; links?: string[] }) => ({
    ...{ base: undefined, isRedirect: false, assets: [], links: [] },
    ...page,
  });
  const find = (page: { base?: string; assets?: string[]; links?: string[] }) => {
    const evidence = createBaseEvidence(FILES);
    evidence.add('index.html', facts(page));
    return evidence;
  };

  it.each<[string, Parameters<typeof find>[0], string | undefined]>([
    ['scripts', { assets: ['/v/1.x/assets/a.js'] }, '/v/1.x/'],
    ['scripts at the root', { assets: ['/assets/a.js?x'], links: ['/v/1.x/guide'] }, '/'],
    ['most scripts', { assets: ['/assets/a.js', '/x/assets/a.js', '/x/assets/a.css'] }, '/x/'],
    ['links', { links: ['/docs/guide/', '/docs/api#x', 'https://a.b/x'] }, '/docs/'],
    ['the address of a home page, which may be that of another site', { links: ['/docs/'] }, undefined],
    ['the element base', { base: '/x/', links: ['/guide'] }, '/x/'],
    ['relative addresses', { assets: ['assets/a.js', '../a.css'], links: ['./guide', '#a', '//cdn.org/a'] }, undefined],
  ])('is found, if there is one, from %s', (_, page, base) => {
    expect(find(page).base()).toBe(base);
  });

  it('is not that of an element base in a few pages', () => {
    const evidence = find({ assets: ['/v/1.x/assets/a.js'] });
    evidence.add('api.html', facts({ base: '/x/' }));
    evidence.add('~demos/a.html', facts({ base: '/x/' }));
    evidence.add('old.html', facts({ base: '/x/', isRedirect: true }));
    expect(evidence.base()).toBe('/v/1.x/');
    evidence.add('guide/index.html', facts({ base: '/x/' }));
    expect(evidence.base()).toBe('/x/');
    evidence.add('index.html', facts({ base: '/y/' }));
    expect(evidence.base()).toBe('/y/');
  });

  it('decides which addresses lead out', () => {
    const evidence = find({
      assets: ['/v/1.x/assets/a.js'],
      links: ['/~demos/x', '/v/1.x', '/v/1.xy', '/v/1.x/guide'],
    });
    expect(evidence.outside('/v/1.x/')).toEqual([
      { url: '/~demos/x', file: 'index.html' },
      { url: '/v/1.xy', file: 'index.html' },
    ]);
  });
});

it.each<[string, boolean]>([
  ["default-src 'self'", true],
  ["default-src 'none'; script-src 'self' 'sha256-x'", true],
  ["script-src 'SELF'", true],
  ["default-src 'none'", false],
  ["script-src 'sha256-x'", false],
  ["script-src 'nonce-x'", false],
  ["script-src 'self' 'nonce-x' 'strict-dynamic'", false],
  ["script-src 'self'; script-src-elem 'none'", false],
  ["img-src 'none'", true],
  ["script-src https:; script-src 'none'", true],
  ['script-src *', true],
  ['script-src https://docs.example.org', true],
  ['script-src https://cdn.example.org', false],
  ['script-src https://docs.example.org/', true],
  ['script-src docs.example.org/lib/', true],
  ['script-src docs.example.org/lib/versions.js', true],
  ['script-src https://docs.example.org/lib', false],
  ['script-src https://docs.example.org/assets/', false],
  ["script-src 'self', script-src 'none'", false],
  ["sandbox; script-src 'self'", false],
  ["sandbox allow-scripts; script-src 'self'", true],
])('evaluates the policy %s', (policy, isAllowed) => {
  expect(allowsScript([policy], new URL('https://docs.example.org/lib/versions.js'))).toBe(isAllowed);
});

describe('rules for hosts', () => {
  it('are divided into those below the base and others', () => {
    const { rules, others } = parseHeaders(
      "# comment\n/v/1.x/*\n  X-A: b\n  ! X-B\n  Content-Security-Policy: script-src 'none'\n\n/*\n  X-C: d\n/v/1.x/none\n",
      '/v/1.x/',
    );
    expect(rules).toEqual([
      {
        path: '/v/1.x/*',
        headers: [
          ['X-A', 'b'],
          ['Content-Security-Policy', "script-src 'none'"],
        ],
      },
    ]);
    expect(others).toEqual(['/*']);
    expect(policiesFor(rules, ['/v/1.x/guide'])).toEqual(["script-src 'none'"]);
    expect(policiesFor(rules, ['/v/2.x/guide'])).toEqual([]);
  });

  it('include redirects, but no rewrites', () => {
    const { rules, others } = parseRedirects(
      '/v/1.x/a /v/1.x/b\n/v/1.x/c https://a.b 302!\n/d /v/1.x/e\n/v/1.x/f /g 301\n/v/1.x/h /v/1.x/i 200\n/v/1.x/j /v/1.x/k 301 Country=de\n',
      '/v/1.x/',
    );
    expect(rules).toEqual([
      { from: '/v/1.x/a', to: '/v/1.x/b', status: 301 },
      { from: '/v/1.x/c', to: 'https://a.b', status: 302 },
    ]);
    expect(others).toEqual(['/d', '/v/1.x/f', '/v/1.x/h', '/v/1.x/j']);
  });
});

it('finds the page that documents a component', () => {
  const demos = (...urls: string[]) => urls.map((url) => ({ url }));
  const text = JSON.stringify({
    components: [
      { id: 'Button', kind: 'component', demos: demos('/v/1/a#x', '/v/1/button#a', '/v/1/button#b') },
      { id: 'Input', kind: 'component', demos: demos('/v/1/button#a') },
      { id: 'Size', kind: 'type', demos: demos('/v/1/a#x') },
      { id: 'Alone', kind: 'component', demos: [] },
      { id: 'Home', kind: 'component', demos: demos('/v/1/#x', '/elsewhere#y') },
    ],
  });
  expect([...documentedBy(text, '/v/1/')]).toEqual([
    ['button', ['Button', 'Input']],
    ['', ['Home']],
  ]);
  expect(documentedBy('no JSON', '/').size).toBe(0);
});

it('sorts ids by their numbers', () => {
  const ids = ['2.0', '10.x', '9.x', '1.x', '1.22', 'v3', '2.0-beta', 'next', '2.x', '1'];
  expect(ids.toSorted(compareIds)).toEqual(['next', '1', '1.22', '1.x', '2.0-beta', '2.0', '2.x', 'v3', '9.x', '10.x']);
});

it.each<[string, string | undefined]>([
  ['{"$schema": "./components.schema.json", "packageVersion": "1.7.2"}', '1.7.2'],
  ['{"$schema": "./components.schema.json", "packageVersion": ""}', undefined],
  ['{"packageVersion": "1.7.2"}', undefined],
  ['null', undefined],
  ['', undefined],
])('finds the version of the library in %s', (text, version) => {
  expect(documentedVersion(text)).toBe(version);
});
