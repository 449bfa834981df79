import { describe, expect, it } from 'vitest';
import type { LoadedSite } from '../../../src/node/content/types.ts';
import type { ResolvedConfig } from '../../../src/node/project/config/types.ts';
import { redirectPages } from '../../../src/node/render/redirect-pages.ts';

const loaded = {
  pages: [{ routePath: '/new page', title: 'A <new> one', frontmatter: {} }],
  redirects: [
    { from: '/old', to: '/new page' },
    { from: '/old.html', to: '/new page' },
    { from: '/gone', to: '/nowhere' },
  ],
} as unknown as LoadedSite;

const outputsOf = (config: object) =>
  redirectPages(loaded, { base: '/docs/', csp: {}, defaultLocale: 'en', ...config } as ResolvedConfig);

describe('pages of former addresses', () => {
  it('stand where they were asked for, and for pages that there are', () => {
    expect([...outputsOf({}).keys()]).toEqual(['old/index.html', 'old.html']);
  });

  it('lead on without a script, escaped, below the base', () => {
    const html = outputsOf({}).get('old.html')?.() ?? '';
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/docs/new%20page">');
    expect(html).toContain('<a href="/docs/new%20page">A &lt;new&gt; one</a>');
    expect(html).toContain("default-src 'none'; script-src 'sha256-");
  });

  it('name the whole address where the site knows its own, and have no policy where that is so', () => {
    const html = outputsOf({ csp: false, sitemap: { hostname: 'https://example.org' } }).get('old.html')?.() ?? '';
    expect(html).toContain('<link rel="canonical" href="https://example.org/docs/new%20page">');
    expect(html).not.toContain('Content-Security-Policy');
  });
});
