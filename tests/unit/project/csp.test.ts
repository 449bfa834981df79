import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy as createPolicy, isAllowedBy, isUrl } from '../../../src/node/project/csp.ts';

const config = (extra: object = {}) => ({ csp: {}, headScripts: [], scripts: [], styles: [], ...extra }) as never;
const contentSecurityPolicy = (config: never, inline: string[], runsCode = false) =>
  createPolicy(config, { inline, runsCode });
const directive = (policy: string | undefined, name: string) =>
  policy?.split('; ').find((part) => part.startsWith(`${name} `));

describe('content security policy', () => {
  it('allows inline scripts only by the hash of their text', () => {
    const hash = createHash('sha256').update('go()').digest('base64');
    const policy = contentSecurityPolicy(config(), ['go()']);
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).not.toContain("script-src 'unsafe-inline'");
  });

  it('adds the origins of configured scripts and styles', () => {
    const policy = contentSecurityPolicy(
      config({
        scripts: ['https://cdn.example/a.js', { src: '//b.example/b.js' }],
        styles: [{ href: 'https://css.example/x.css' }],
      }),
      [],
    );
    expect(directive(policy, 'script-src')).toBe("script-src 'self' https://cdn.example https://b.example");
    expect(directive(policy, 'style-src')).toBe("style-src 'self' https://css.example");
  });

  it('allows demos to insert styles, but no other inline code', () => {
    const hash = createHash('sha256').update('go()').digest('base64');
    const policy = contentSecurityPolicy(config({ styles: [':root {}'] }), ['go()'], true);
    expect(directive(policy, 'style-src')).toBe("style-src 'self' 'unsafe-inline'");
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
  });

  it('is strict if configured, with the configured sources', () => {
    const strict = { strictStyles: true, csp: { 'connect-src': ['https://api.example'] } };
    const policy = contentSecurityPolicy(config(strict), [], true);
    expect(directive(policy, 'style-src')).toBe("style-src 'self'");
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://api.example");
  });

  it('can be extended or disabled by the configuration', () => {
    expect(
      directive(
        contentSecurityPolicy(config({ csp: { 'style-src': ["'unsafe-inline'"], 'base-uri': ["'self'"] } }), []),
        'style-src',
      ),
    ).toBe("style-src 'self' 'unsafe-inline'");
    expect(directive(contentSecurityPolicy(config({ csp: { 'base-uri': ["'self'"] } }), []), 'base-uri')).toBe(
      "base-uri 'self'",
    );
    expect(contentSecurityPolicy(config({ csp: false }), [])).toBe("frame-src 'self' https://stackblitz.com");
  });

  it.each<[string[], string, boolean]>([
    [["'self'", 'https:'], 'https://a.example/x', true],
    [['https:'], 'http://a.example/x', false],
    [['https://a.example'], 'https://a.example/x?y', true],
    [['https://a.example'], 'https://b.example', false],
    [['a.example'], 'https://a.example', true],
    [['https://*.example'], 'https://a.b.example', true],
    [['https://*.example'], 'https://example', false],
    [['https://a.example'], 'https://a.example:8080', false],
    [['https://a.example:8080'], 'https://a.example:8080', true],
    [['*'], 'wss://a.example', true],
    [["'none'"], 'https://a.example', false],
  ])('%j allows %s: %s', (sources, url, expected) => {
    expect(isAllowedBy(sources, new URL(url))).toBe(expected);
  });

  it('contains no directive that a meta element cannot have', () => {
    expect(contentSecurityPolicy(config(), [])).not.toMatch(/(^|; )(frame-ancestors|report-|sandbox)/);
  });

  it.each([
    ['https://a/b.js', true],
    ['//a/b.js', true],
    ['/x.js', true],
    ['./x.js', true],
    ['../x.js', true],
    ['/* comment */ go()', false],
    ['console.log(1)', false],
  ])('%s is a URL: %s', (text, expected) => expect(isUrl(text)).toBe(expected));
});
