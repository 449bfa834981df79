import { describe, expect, it } from 'vitest';
import { compareIds } from '../../../../src/node/project/versions/read-versions.ts';
import {
  documentedBy,
  documentedVersion,
  parseHeaders,
  parseRedirects,
} from '../../../../src/node/tools/versions/read-site.ts';

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
