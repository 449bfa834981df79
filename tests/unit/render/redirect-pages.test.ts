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

const outputsOf = (config: object, extra: string[] = []) =>
  redirectPages(loaded, { base: '/docs/', csp: {}, defaultLocale: 'en', ...config } as ResolvedConfig, extra);

describe('redirect pages', () => {
  it('are at the old addresses of existing pages', () => {
    expect([...outputsOf({}).keys()]).toEqual(['old/index.html', 'old.html']);
  });

  it('are at addresses with a slash on hosts that do not redirect them', () => {
    const extra = ['404.html', '~demos/simple.html'];
    const outputs = outputsOf({ target: 'github-pages' }, extra);
    expect([...outputs.keys()]).toEqual(['new page/index.html', '~demos/simple/index.html', 'old.html']);
    expect(outputs.get('~demos/simple/index.html')?.()).toContain('url=/docs/~demos/simple">');
    expect([...outputsOf({ target: 'netlify' }, extra).keys()]).toEqual(['old.html']);
  });

  it('redirect without a script, escaped, below the base', () => {
    const html = outputsOf({}).get('old.html')?.() ?? '';
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/docs/new%20page">');
    expect(html).toContain('<a href="/docs/new%20page">A &lt;new&gt; one</a>');
    expect(html).toContain("default-src 'none'; script-src 'sha256-");
  });

  it('contain the full URL if the site has a hostname, and no policy if the site has none', () => {
    const html = outputsOf({ csp: false, sitemap: { hostname: 'https://example.org' } }).get('old.html')?.() ?? '';
    expect(html).toContain('<link rel="canonical" href="https://example.org/docs/new%20page">');
    expect(html).not.toContain('Content-Security-Policy');
  });

  it('lead to the folder if they have the name of the page itself, because a host may return them for the page', () => {
    const own = { ...loaded, redirects: [{ from: '/new page.html', to: '/new page' }] } as LoadedSite;
    const config = { base: '/docs/', csp: {}, defaultLocale: 'en' } as unknown as ResolvedConfig;
    const html = redirectPages(own, config, []).get('new page.html')?.();
    expect(html).toContain('content="0; url=/docs/new%20page/">');
    expect(html).toContain('<link rel="canonical" href="/docs/new%20page/">');
  });
});
