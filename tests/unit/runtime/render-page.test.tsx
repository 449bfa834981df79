import { describe, expect, it } from 'vitest';
import { builtinNames, renderPage } from '../../../src/app/server-entry.tsx';
import type { DemoRendering, HtmlPart, PageData, PageRendering, SiteData } from '../../../src/shared/page-data.ts';

const site: SiteData = {
  name: 'Library',
  logo: false,
  base: '/docs/',
  locales: [{ id: 'zh-CN', name: '中文', base: '/' }],
  language: 'en-US',
  languages: [
    { id: 'en-US', name: 'English' },
    { id: 'zh-CN', name: '中文' },
  ],
  prefersColor: { default: 'light', switch: true },
  socialLinks: [],
  footer: '<p>Footer</p>',
  rtl: false,
  routePrefetch: { defaultPrefetch: 'none', defaultPrefetchTimeout: 50 },
};

function rendering(parts: HtmlPart[], data: Partial<PageData> = {}, rest: Partial<PageRendering> = {}): PageRendering {
  return {
    data: {
      kind: 'page',
      route: '/guide',
      title: 'Guide',
      lang: 'en',
      locale: 'zh-CN',
      buildId: 'b',
      site,
      nav: [{ title: 'Guide', link: '/guide' }],
      toc: 'menu',
      hasSidebar: false,
      demos: {},
      runtime: '/r.js',
      ...data,
    },
    content: [{ key: 'default', title: 'Doc', parts }],
    statics: {},
    sidebar: [],
    tocEntries: [],
    listPages: () => [],
    demos: {},
    ...rest,
  };
}

const demo: DemoRendering = {
  id: 'docs-a',
  title: 'A demo',
  js: '/a.js',
  css: [],
  files: ['index.tsx'],
  url: '/docs/~demos/docs-a',
  prerendered: true,
  html: '<button>press</button>',
  styles: [],
  sources: [{ name: 'index.tsx', code: 'x', html: '<span class="token">x</span>' }],
};
const withDemo = (overrides: Partial<DemoRendering> = {}) => {
  const full = { ...demo, ...overrides };
  const { html: _html, sources: _sources, ...data } = full;
  return rendering([{ demo: 'docs-a' }], { demos: { 'docs-a': data } }, { demos: { 'docs-a': full } });
};
const article = (html: string): string => /data-static="article">([\s\S]*?)<\/div><\/article>/.exec(html)?.[1] ?? '';

type Components = Record<string, React.ComponentType<Record<string, unknown>>>;

function Page({ components: { Static, Badge } }: { components: Components }) {
  return (
    <>
      {Static && <Static id="s0" />}
      {Badge && <Badge type="error">live</Badge>}
    </>
  );
}

describe('renderPage', () => {
  it('renders the article into the shell unchanged', () => {
    const html = renderPage(rendering(['<h1>Guide</h1><p>A &amp; B</p>']));
    expect(article(html)).toBe('<h1>Guide</h1><p>A &amp; B</p>');
    expect(html).toContain('<a class="nav-link" aria-current="true" href="/docs/guide">Guide</a>');
    expect(html).toContain('<footer class="footer"><p>Footer</p></footer>');
  });

  it('renders the title as heading if the body has none', () => {
    expect(renderPage(rendering(['<p>Text</p>'], { titleAsHeading: true }))).toContain(
      '<h1 class="article-title">Guide</h1>',
    );
  });

  it('renders components around their children without extra elements', () => {
    const badge: HtmlPart = { component: 'Badge', props: { type: 'warning' }, children: ['<em>new</em>'] };
    const container: HtmlPart = {
      component: 'Container',
      props: { type: 'tip', title: 'Mind <it>' },
      children: ['<p>One ', badge, '</p>'],
    };
    expect(article(renderPage(rendering(['<p>Before</p>', container])))).toBe(
      '<p>Before</p><div class="container container-success" role="note"><p class="container-title">Mind &lt;it&gt;</p>' +
        '<p>One <span class="badge badge-warning"><em>new</em></span></p></div>',
    );
  });

  it('labels details in the interface language, unless they have a title', () => {
    const details = (props: Record<string, string>): HtmlPart => ({
      component: 'Container',
      props: { type: 'details', ...props },
      children: ['<p>More</p>'],
    });
    expect(article(renderPage(rendering([details({}), details({ title: 'All of it' })])))).toBe(
      '<details class="container container-details"><summary data-message="container.details">Details</summary><p>More</p></details>' +
        '<details class="container container-details"><summary>All of it</summary><p>More</p></details>',
    );
  });

  it('adds its title to each panel of a code group', () => {
    const group: HtmlPart = {
      component: 'CodeGroup',
      props: { titles: ['npm', 'yarn'] },
      children: ['<pre>n</pre>', '<pre>$& y</pre>'],
    };
    const html = article(renderPage(rendering([group])));
    expect(html.replace(/<script>.*?<\/script>/, '')).toBe(
      '<div class="code-group" data-code-group="" data-rich=""><div class="tab-list" data-code-tabs=""><button type="button" class="tab" tabindex="-1">npm</button><button type="button" class="tab" tabindex="-1">yarn</button></div><div class="code-group-panel" data-title="npm"><pre>n</pre></div>' +
        '<div class="code-group-panel" data-title="yarn"><pre>$&amp; y</pre></div></div>'.replace('&amp;', '&'),
    );
  });

  it('reports an unknown component', () => {
    expect(builtinNames).toContain('Badge');
    for (const component of ['Bagde', 'constructor']) {
      expect(() => renderPage(rendering([{ component, props: {}, children: [] }]))).toThrow(
        `Unknown component <${component}>`,
      );
    }
  });

  it('renders a demo as an island with its HTML and its code', () => {
    const html = renderPage(withDemo());
    expect(html).toContain('<div class="demo" id="docs-a" data-demo="docs-a"><div class="demo-card"');
    expect(html).toContain(
      'data-static="demo:docs-a"><div class="demo-root" data-demo-root data-needs-runtime><button>press</button></div></div>',
    );
    expect(html).toMatch(
      /data-static="code:docs-a"><div class="code-panel code-group" data-code-group="">.*<span class="token">x<\/span>/,
    );
    expect(html).toContain('href="/docs/~demos/docs-a" target="_blank" rel="noreferrer"');
  });

  it('renders an inline demo without a card, and a framed demo as an iframe', () => {
    const inline = renderPage(withDemo({ inline: true }));
    expect(inline).toContain('<button>press</button>');
    expect(inline).not.toContain('demo-card');
    const framed = renderPage(withDemo({ iframe: 420 }));
    expect(framed).toContain(
      '<iframe class="demo-frame" src="/docs/~demos/docs-a" title="A demo" height="420" loading="lazy">',
    );
    expect(framed).not.toContain('<button>press</button>');
  });

  it('shows the table of contents in the sidebar, below the current page', () => {
    const tocEntries = [2, 3].map((depth) => ({ id: `h${depth}`, depth, title: `H${depth}` }));
    const sidebar = [{ children: [{ title: 'Guide', link: '/guide', order: 0 }] }];
    const html = renderPage(rendering(['x'], { hasSidebar: true, hasToc: true }, { tocEntries, sidebar }));
    const sidebarHtml = /data-static="sidebar">([\s\S]*?)<\/nav>/.exec(html)?.[1] ?? '';
    expect(sidebarHtml).toContain(
      '<a href="/docs/guide" aria-current="page">Guide</a><ul class="toc-list" lang="en" data-toc="true">',
    );
    expect([...sidebarHtml.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)).toEqual(['h2', 'h3']);
  });

  it('renders tabs one after another, with their titles', () => {
    const content = [
      { key: 'default', title: 'Doc', parts: ['<p>Main</p>'] },
      { key: 'api', title: 'A "b"', parts: ['<p>Tab</p>'] },
    ];
    const heading = ['<h1 id="guide">Guide</h1>'];
    const html = article(renderPage(rendering([], { tabs: [{ key: 'api', title: 'A "b"' }] }, { heading, content })));
    expect(html).toMatch(/<h1 id="guide">Guide<\/h1><div data-tablist=""[^>]*><\/div><section class="tab-panel"/);
    expect(html).toContain(
      '<section class="tab-panel" data-tab="default" data-title="Doc" data-title-message="content.tabs.default"><p>Main</p></section>',
    );
    expect(html).toContain(
      'data-tab="api" data-title="A &quot;b&quot;"><h2 class="tab-title">A &quot;b&quot;</h2><p>Tab</p>',
    );
  });

  it('renders an interactive page around its static content', () => {
    const page = rendering([], {}, { moduleId: 'a.mdx', statics: { s0: ['<p>Static</p>'] } });
    const html = renderPage(page, { 'a.mdx': Page });
    expect(html).toContain('data-static="s0"><p>Static</p></div><span class="badge badge-error">live</span>');
    expect(() => renderPage(page, {})).toThrow('a.mdx');
  });

  it('renders a missing page in the interface language', () => {
    const chinese = { ...site, language: 'zh-CN' };
    expect(renderPage(rendering([], { kind: '404', toc: false }))).toContain('<h1>PAGE NOT FOUND</h1>');
    const html = renderPage(rendering([], { kind: '404', toc: false, site: chinese }));
    expect(html).toContain('<div class="not-found" lang="zh-CN">');
    expect(html).toContain('<h1>页面未找到</h1>');
  });

  it('lists all pages of a section, and does not render demo pages', () => {
    const sidebar = [
      { title: 'All', children: Array.from({ length: 100 }, (_, i) => ({ title: `P${i}`, link: `/p${i}`, order: 0 })) },
    ];
    const html = renderPage(rendering([], { kind: 'list', title: 'All pages', toc: false }, { content: [], sidebar }));
    expect(html.match(/<li><a href="\/docs\/p\d+">/g)).toHaveLength(100);
    expect(html).toContain('<h1>All pages</h1>');
    expect(html).not.toContain('content-footer');
    expect(renderPage(rendering([], { kind: 'demo' }))).toBe('');
  });
});
