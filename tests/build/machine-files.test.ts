import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite, createSite, type TestBuild } from '../helpers/build-site.ts';

const site = {
  'package.json': '{"name": "fixture", "version": "1.0.0"}',
  'docs/index.md':
    '# Home\n\nWelcome to **it**.\n\n[The guide](./guide/first.md#part) and `[code](./guide/first.md)`\n',
  'docs/guide/first.md':
    '---\ntitle: First\norder: 1\nkeywords: [one, two]\ngroup: Basics\n---\n\nBegin here & <now>.\n\n## Part\n\n<code src="../../demos/a.tsx">Demo A</code>\n\n<embed src="../_shared.md"></embed>\n\n```md\n[link](./second.md)\n```\n\n[Next](./second.md)\n',
  'docs/guide/second.md': '---\norder: 2\ngroup: Basics\ndescription: The "second" </script> one\n---\n\n# Second\n',
  'docs/guide/second.$tab-more.md': '# More\n\nTab text.\n',
  'docs/_shared.md': '---\ntitle: x\n---\nShared *words*.\n',
  'demos/a.tsx': '/**\n * title: A\n */\nimport \'./a.css\';\n\nexport default () => <b className="a">a</b>;\n',
  'demos/a.css': '.a { color: red }\n',
};

describe('files for machines', () => {
  let built: TestBuild;

  beforeAll(async () => {
    built = await buildSite({
      ...site,
      'cascader-docs.config.ts': "export default { title: 'Fixture', description: 'A fixture.' };",
    });
    expect(built.text).toBe('');
  });

  it('include a Markdown twin of every page, with demo sources and embedded files', async () => {
    const { read } = built;
    expect(await read('index.md')).toBe(
      '# Home\n\nWelcome to **it**.\n\n[The guide](/guide/first.md#part) and `[code](./guide/first.md)`\n',
    );
    expect(await read('guide/first.md')).toBe(
      [
        '# First',
        'Begin here & <now>.',
        '## Part',
        '**Demo A**',
        '```tsx [index.tsx]\nimport \'./a.css\';\n\nexport default () => <b className="a">a</b>;\n```',
        '```css [a.css]\n.a { color: red }\n```',
        'Shared *words*.',
        '```md\n[link](./second.md)\n```',
        '[Next](/guide/second.md)\n',
      ].join('\n\n'),
    );
    expect(await read('guide/second.md')).toBe('# Second\n\n## More\n\n# More\n\nTab text.\n');
  });

  it('are no dead links, unless the site does not have them', async () => {
    const links = ['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt', '/blog/feed.xml', '/feed.xml'];
    const files = {
      'package.json': '{"name": "fixture", "version": "1.0.0"}',
      'docs/index.md': `# Home\n\n${links.map((link) => `[x](${link})`).join(' ')}\n`,
      'docs/changelog.md': '# Changelog\n\n## 1.0.0 (2026-01-02)\n\nFirst.\n',
      'docs/blog/a.md': '---\ntitle: A\ndate: 2026-01-01\n---\n',
    };
    const nav = links.map((link) => ({ title: 'File', link }));
    const config = (options: object): Record<string, string> => ({
      'cascader-docs.config.ts': `export default ${JSON.stringify(options)};`,
    });
    const sitemap = { hostname: 'https://example.org' };
    const feed = { '/blog': { title: 'Blog' } };
    const withFiles = await buildSite({ ...files, ...config({ sitemap, feed, themeConfig: { nav } }) });
    expect(withFiles.text).toBe('');
    for (const link of links) expect(await withFiles.read(link.slice(1)), link).not.toBe('');
    const { read, text } = await buildSite({
      ...files,
      ...config({ llms: false }),
      'docs/index.md': '# Home\n\n[x](/llms.txt) [y](/sitemap.xml)\n',
    });
    expect(text).toContain('there is no page `/llms.txt`');
    expect(text).toContain('there is no page `/sitemap.xml`');
    await expect(read('index.html')).rejects.toThrow();
  });

  it('include the demos and links of embedded files in twins, relative to the embedded file', async () => {
    const { read, text } = await buildSite({
      'docs/index.md': '# Home\n\n<code src="../demos/a.tsx" />\n\nSome <code>code</code>\n',
      'docs/guide/first.md': '# First\n\n<embed src="../parts/_outer.md#L3-L4"></embed>\n',
      'docs/guide/index.md': '# Guide\n',
      'docs/parts/_outer.md': 'Left out\n\n[Home](../index.md)\n<embed src="./deep/_inner.md"></embed>\nLeft out\n',
      'docs/parts/deep/_inner.md':
        '---\ntitle: x\n---\n\n<code src="../../../demos/a.tsx"></code>\n\n[Home](../../index.md)\n',
      'demos/a.tsx': 'export default () => <b />;\n',
    });
    expect(text).toBe('');
    const demo = '```tsx [index.tsx]\nexport default () => <b />;\n```';
    expect(await read('index.md')).toBe(`# Home\n\n${demo}\n\nSome <code>code</code>\n`);
    expect(await read('guide/first.md')).toBe(`# First\n\n[Home](/index.md)\n${demo}\n\n[Home](/index.md)\n`);
  });

  it('list the pages in sidebar order for assistants', async () => {
    const { read } = built;
    expect(await read('llms.txt')).toBe(
      '# Fixture\n\n> A fixture.\n\n- [Home](/index.md): Welcome to it.\n\n## Basics\n\n- [First](/guide/first.md): Begin here & .\n- [Second](/guide/second.md): The "second" </script> one\n',
    );
    const full = await read('llms-full.txt');
    expect(full.indexOf('# Home')).toBeLessThan(full.indexOf('# First'));
    expect(full.indexOf('# First')).toBeLessThan(full.indexOf('# Second'));
  });

  it('list the library as a skill, with its checksum', async () => {
    const { read, files } = await buildSite({
      'package.json': '{"name": "@acme/kit", "version": "2.0.0"}',
      'src/index.ts': 'export const one = 1;\n',
      'docs/index.md': '# Home\n',
      'cascader-docs.config.ts': "export default { sitemap: { hostname: 'https://example.org' } };",
    });
    const skill = await read('.well-known/agent-skills/acme-kit/SKILL.md');
    expect(JSON.parse(await read('.well-known/agent-skills/index.json')).skills).toEqual([
      {
        name: 'acme-kit',
        type: 'skill-md',
        description:
          'Documentation of @acme/kit 2.0.0: properties, examples and changes. Use when code imports @acme/kit.',
        url: 'acme-kit/SKILL.md',
        digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
      },
    ]);
    for (const text of [
      'https://example.org/llms.txt',
      'mcp https://example.org/',
      '`affected`',
      '`verify`',
      '`report`',
    ])
      expect(skill).toContain(text);
    expect(built.files.filter((file) => file.includes('agent-skills'))).toEqual([]);
    expect(files).toContain('llms.txt');
  });

  it('contain absolute URLs once the host is known', async () => {
    const { read, files } = await buildSite({
      ...site,
      'docs/public/robots.txt': 'mine',
      'docs/guide/first.de.md': '# Zuerst\n',
      'cascader-docs.config.ts': `export default {
        sitemap: { hostname: 'https://example.org/', exclude: ['/guide/sec*'] },
        locales: [{ id: 'en', name: 'English' }, { id: 'de', name: 'Deutsch' }],
      };`,
    });
    expect(await read('sitemap.xml')).toContain('<url><loc>https://example.org/guide/first</loc></url>');
    expect(await read('sitemap.xml')).not.toContain('second');
    expect(await read('robots.txt')).toBe('mine');
    expect(await read('llms.txt')).toContain('(https://example.org/guide/first.md)');
    const html = await read('guide/first/index.html');
    expect(html).toContain('<meta property="og:url" content="https://example.org/guide/first">');
    expect(html).toContain('<link rel="canonical" href="https://example.org/guide/first">');
    const elsewhere = (language: string, route: string) =>
      `<link rel="alternate" hreflang="${language}" href="https://example.org${route}">`;
    expect(html).toContain(elsewhere('en', '/guide/first') + elsewhere('de', '/de/guide/first'));
    expect(html).toContain(
      '<meta property="og:locale" content="en_US"><meta property="og:locale:alternate" content="de_DE">',
    );
    // A page in a single language has no alternate URL.
    expect(await read('guide/second/index.html')).not.toMatch(/hreflang|locale:alternate/);
    expect(files).toContain('llms-full.txt');

    // In other languages, a fallback page says that the page is not translated, and machines get the URL of the
    // original.
    const standIn = await read('de/guide/second/index.html');
    expect(standIn).toContain('<html lang="en"');
    expect(standIn).toContain('translated into Deutsch yet.</p>');
    expect(standIn).toContain('<link rel="canonical" href="https://example.org/guide/second">');
    expect(standIn).toContain('<meta property="og:url" content="https://example.org/guide/second">');
    expect(standIn).toContain('<link rel="alternate" type="text/markdown" href="/guide/second.md">');
    expect(standIn).not.toMatch(/hreflang="de" href="https|locale:alternate/);
    expect(standIn).toContain('Tab text.');
    expect(standIn).toContain('<a class="neighbour" rel="prev" href="/de/guide/first">');
    expect(standIn).toMatch(/<section class="sidebar-section" lang="de">.*?<a href="\/de\/guide\/first"/s);
    expect(standIn).toContain('<a href="/de/guide/second" lang="en" aria-current="page">Second</a>');
    expect(await read('de/guide/first/index.html')).toContain('<a href="/de/guide/second" lang="en">Second</a>');
    expect(html).not.toContain('untranslated');
    expect(await read('de/index.html')).toContain('<link rel="canonical" href="https://example.org/">');
    for (const file of ['sitemap.xml', 'llms.txt', 'llms-full.txt', '~search/de.json'])
      expect(await read(file)).not.toContain('de/guide/second');
    expect(files.filter((file) => /^de\/.*md$/.test(file))).toEqual(['de/guide/first.md']);
  });

  it('describe the page in its head, as data that cannot end its script', async () => {
    const { read } = built;
    const html = await read('guide/second/index.html');
    expect(html).toContain('<meta property="og:description" content="The &quot;second&quot; &lt;/script&gt; one">');
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/guide/second.md">');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: 'Second',
      isPartOf: { '@type': 'WebSite', name: 'Fixture' },
      description: 'The "second" </script> one',
      inLanguage: 'en',
    });
    expect(await read('guide/first/index.html')).toContain('<meta property="article:tag" content="two">');
    expect(await read('robots.txt')).toBe('User-agent: *\nAllow: /\n');
  });

  it('list the pages themselves if a host accepts no twins', async () => {
    const { read, files } = await buildSite({
      ...site,
      'docs/CHANGELOG.md': '# Changes\n\n## 1.0.0\n\n`2026-03-01`\n\nFirst.\n',
      'cascader-docs.config.ts':
        "export default { llms: { twins: false }, sitemap: { hostname: 'https://example.org' } };",
    });
    expect(files.filter((file) => /\.(md|txt|xml)$/.test(file))).toEqual([
      'THIRD-PARTY-NOTICES.txt',
      'feed.xml',
      'llms.txt',
      'robots.txt',
      'sitemap.xml',
    ]);
    expect(await read('llms.txt')).toContain('- [First](https://example.org/guide/first): Begin here');
    expect(await read('guide/second/index.html')).not.toContain('text/markdown');
    // The feed is generated from a twin that is not published.
    expect(await read('feed.xml')).toContain('<title>1.0.0</title>');
  });

  it('can be disabled, and there is no robots.txt below a base path', async () => {
    const { files } = await buildSite(
      { ...site, 'cascader-docs.config.ts': 'export default { llms: false };' },
      { base: '/lib/' },
    );
    expect(files.filter((file) => /\.(md|txt|xml)$/.test(file))).toEqual(['THIRD-PARTY-NOTICES.txt']);
  });
});

describe('the feed of a change log', () => {
  it('has an entry for each dated release if the URL of the site is known', async () => {
    const { read, text } = await buildSite({
      'docs/index.md': '# Home\n',
      'docs/CHANGELOG.md':
        '# Changes\n\n## Unreleased\n\n- soon\n\n## 1.1.0\n\n`2026-03-01`\n\n- <b> & `c`\n\n```md\n## 9.9.9\n2026-09-09\n```\n\n## [1.0.0](https://example.org/x) (2026-01-31)\n\nFirst.\n',
      'cascader-docs.config.ts':
        "export default { title: 'A & B', base: '/lib/', sitemap: { hostname: 'https://example.org' } };",
    });
    expect(text).toBe('');
    const address = 'https://example.org/lib/Changelog';
    expect(await read('feed.xml')).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        `<title>A &amp; B: Changes</title><id>${address}</id><link href="${address}"/><link rel="self" href="https://example.org/lib/feed.xml"/><updated>2026-03-01T00:00:00Z</updated><author><name>A &amp; B</name></author>`,
        `<entry><title>1.1.0</title><id>${address}#110</id><link href="${address}#110"/><updated>2026-03-01T00:00:00Z</updated><content type="text">- &lt;b&gt; &amp; \`c\`\n\n\`\`\`md\n## 9.9.9\n2026-09-09\n\`\`\`</content></entry>`,
        `<entry><title>1.0.0 (2026-01-31)</title><id>${address}#100-2026-01-31</id><link href="${address}#100-2026-01-31"/><updated>2026-01-31T00:00:00Z</updated><content type="text">First.</content></entry>`,
        '</feed>\n',
      ].join('\n'),
    );
    const html = await read('Changelog/index.html');
    expect(html).toContain('<link rel="alternate" type="application/atom+xml" href="/lib/feed.xml">');
    for (const id of ['110', '100-2026-01-31']) expect(html).toContain(`id="${id}"`);
    expect(await read('index.html')).not.toContain('atom');
  });
});

describe('the feed of a folder', () => {
  const config = (more = ''): string =>
    `export default { title: 'Kit', base: '/lib/', sitemap: { hostname: 'https://example.org' }, feed: { '/blog': { title: 'Kit & blog' } }, ${more} };`;
  const pages = {
    'docs/index.md': '# Home\n',
    'docs/blog/index.md': '# Blog\n',
    'docs/blog/first.md': '---\ndate: 2026-01-31\n---\n\n# First & foremost\n\nIts words.\n',
    'docs/blog/2026/second.md': '---\ndate: 2026-03-01T10:00:00+08:00\ndescription: In short\n---\n\n# Second\n',
    'docs/blog/draft.md': '# Without a date\n',
    'docs/blogger.md': '---\ndate: 2026-04-01\n---\n\n# Not in the folder\n',
  };

  it('has an entry for each dated page, and its pages link to it', async () => {
    const { read, text } = await buildSite({ ...pages, 'cascader-docs.config.ts': config() });
    expect(text).toBe('');
    const address = 'https://example.org/lib/blog';
    expect(await read('blog/feed.xml')).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
        `<title>Kit &amp; blog</title><id>${address}</id><link href="${address}"/><link rel="self" href="${address}/feed.xml"/><updated>2026-03-01T02:00:00Z</updated><author><name>Kit</name></author>`,
        `<entry><title>Second</title><id>${address}/2026/second</id><link href="${address}/2026/second"/><updated>2026-03-01T02:00:00Z</updated><content type="text">In short</content></entry>`,
        `<entry><title>First &amp; foremost</title><id>${address}/first</id><link href="${address}/first"/><updated>2026-01-31T00:00:00Z</updated><content type="text">Its words.</content></entry>`,
        '</feed>\n',
      ].join('\n'),
    );
    const link = '<link rel="alternate" type="application/atom+xml" title="Kit &amp; blog" href="/lib/blog/feed.xml">';
    for (const page of ['blog', 'blog/first', 'blog/draft']) expect(await read(`${page}/index.html`)).toContain(link);
    for (const page of ['index.html', 'blogger/index.html']) expect(await read(page)).not.toContain('atom');
  });

  it('exists for each locale', async () => {
    const { read, text, files } = await buildSite({
      ...pages,
      'docs/zh-CN/index.md': '# 首页\n',
      'docs/zh-CN/blog/first.md': '---\ndate: 2026-01-31\n---\n\n# 第一\n',
      'cascader-docs.config.ts': config("locales: [{ id: 'en-US', name: 'English' }, { id: 'zh-CN', name: '中文' }]"),
    });
    expect(text).toBe('');
    expect(files.filter((file) => file.endsWith('feed.xml'))).toEqual(['blog/feed.xml', 'zh-CN/blog/feed.xml']);
    const feed = await read('zh-CN/blog/feed.xml');
    expect(feed).toContain('xml:lang="zh-CN"');
    expect([...feed.matchAll(/<entry><title>(.*?)</g)].map(([, title]) => title)).toEqual(['第一']);
    expect(await read('zh-CN/blog/first/index.html')).toContain('href="/lib/zh-CN/blog/feed.xml"');
    // A fallback page links to the feed that contains it.
    expect(await read('zh-CN/blog/2026/second/index.html')).toContain('href="/lib/blog/feed.xml"');
  });

  it('replaces the feed of a change log in the root folder', async () => {
    const { read } = await buildSite({
      ...pages,
      'docs/CHANGELOG.md': '---\ndate: 2026-05-01\n---\n\n# Changes\n\n## 1.0.0\n\n`2026-05-01`\n',
      'cascader-docs.config.ts': config().replace('/blog', '/'),
    });
    expect((await read('feed.xml')).match(/<entry>/g)).toHaveLength(4);
    expect((await read('Changelog/index.html')).match(/atom\+xml/g)).toHaveLength(1);
  });

  it('requires the URL of the site, pages in the folder, and dates', async () => {
    const { text } = await buildSite({
      ...pages,
      'docs/blog/first.md': '---\ntitle: First\ndate: 2026-02-31\n---\n',
      'cascader-docs.config.ts':
        "export default {\n  feed: { '/blog': { title: 'A' }, '/blgo': { title: 'B' } },\n};\n",
    });
    expect(text).toContain('cascader-docs.config.ts:2:3 - error CD233: `feed` needs the URL of the site');
    expect(text).toContain('cascader-docs.config.ts:2:37 - error CD233: The feed of /blgo would be empty');
    expect(text).toContain('docs/blog/first.md:3:7 - warning CD234: The `date` of /blog/first is not a valid date');
  });
});

describe('former URLs', () => {
  const pages = {
    'docs/index.md': '# Home\n',
    'docs/guide/new.md': '---\nredirectFrom: [/guide/old, /first.html]\n---\n\n# New & old\n\n## Part\n',
    'docs/public/file.txt': 'x',
  };

  it('redirect without a script, and are listed for hosts', async () => {
    const { read, text, files } = await buildSite(pages, { base: '/lib/' });
    expect(text).toBe('');
    const stub = await read('guide/old/index.html');
    expect(await read('first.html')).toBe(stub);
    expect(stub).toContain('<meta http-equiv="refresh" content="0; url=/lib/guide/new">');
    expect(stub).toContain('<a href="/lib/guide/new">New &amp; old</a>');
    expect(stub).toContain('<meta name="robots" content="noindex"><link rel="canonical" href="/lib/guide/new">');
    expect(await read('_redirects')).toBe('/lib/first.html /lib/guide/new 301\n/lib/guide/old /lib/guide/new 301\n');
    expect(files.filter((file) => /llms|search/.test(file)).length).toBeGreaterThan(0);
    for (const file of ['llms.txt', '~pages/index.html']) expect(await read(file)).not.toContain('/guide/old');
  });

  it('must be unused, and must be URL paths', async () => {
    const { text } = await buildSite({
      'docs/index.md': '---\nredirectFrom:\n  - /other\n  - /\n  - old\n  - /file.txt\n  - /a?b\n---\n\n# Home\n',
      'docs/other.md': '---\nredirectFrom: /x/\n---\n\n# Other\n',
      'docs/third.md': '---\nredirectFrom: [/x, /y, /y]\n---\n\n# Third\n',
      'docs/public/file.txt': 'x',
    });
    expect(text.match(/^.*CD225.*$/gm)).toEqual([
      'docs/index.md:3:5 - error CD225: The route /other cannot redirect: it is the route of docs/other.md',
      'docs/index.md:4:5 - error CD225: The route / cannot redirect: it is the route of this page',
      'docs/index.md:5:5 - error CD225: Invalid route in redirectFrom: old',
      'docs/index.md:6:5 - error CD225: The route /file.txt cannot redirect: it is the route of a public file',
      'docs/index.md:7:5 - error CD225: Invalid route in redirectFrom: /a?b',
      'docs/third.md:2:16 - error CD225: The route /x cannot redirect: it already redirects to docs/other.md',
      'docs/third.md:2:24 - error CD225: The route /y cannot redirect: it already redirects to this page',
    ]);
  });

  it('that are missing are errors with the line to add', async () => {
    const site = await createSite({
      ...pages,
      'docs/guide/tabs.md': '# Tabs\n',
      'docs/guide/tabs.$tab-more.md': '## In\n',
    });
    const published = await site.build({ cache: false });
    expect(published.text).toBe('');
    const manifest = await published.read('.cascader-docs');
    await site.write({
      'before.json': manifest,
      'sitemap.xml':
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/guide/nwe</loc></url><url><loc>https://example.org/guide/old/</loc></url></urlset>',
      'urls.txt':
        '# published\n/\n/guide/new#newer--old\n/guide/new#part\nhttps://example.org/guide/nwe\n/file.txt\n/~pages\n/guide/new#prat\n',
      'bad.txt': 'nothing\n',
    });
    expect((await site.build({ against: 'dist', cache: false })).text).toBe('');
    await site.write({ 'docs/guide/new.md': '# Newer & old\n\n## Prat\n', 'docs/guide/tabs.$tab-more.md': '## Out\n' });
    const reported = async (against: string): Promise<string[]> => {
      const { text, exitCode } = await site.build({ against, cache: false });
      expect(exitCode).toBe(1);
      return text.match(/^.*CD22.*$|^ *→.*$/gm)?.map((line) => line.trim()) ?? [];
    };
    expect(await reported('before.json')).toEqual([
      'docs/guide/new.md:1:1 - error CD228: The anchor /guide/new#part was published, but no longer exists',
      '→ Add `{#part}` to the heading that replaces it, such as #prat.',
      'docs/guide/tabs.md:1:1 - error CD228: The anchor /guide/tabs#more-in was published, but no longer exists',
      '→ Add `{#more-in}` to the heading that replaces it.',
    ]);
    const write = (old: string) =>
      `→ Add \`redirectFrom: [${old}]\` to the front matter of docs/guide/new.md, or of the page that replaces it.`;
    expect(await reported('sitemap.xml')).toEqual([
      'docs/guide/new.md:1:1 - error CD227: The route /guide/nwe was published, but no longer exists',
      write('/guide/nwe'),
      'docs/guide/new.md:1:1 - error CD227: The route /guide/old was published, but no longer exists',
      write('/guide/old'),
    ]);
    expect(await reported('urls.txt')).toEqual([
      'docs/guide/new.md:1:1 - error CD228: The anchor /guide/new#part was published, but no longer exists',
      '→ Add `{#part}` to the heading that replaces it, such as #prat.',
      'docs/guide/new.md:1:1 - error CD227: The route /guide/nwe was published, but no longer exists',
      write('/guide/nwe'),
    ]);
    const how =
      '→ Set --against to the output folder of a build, its .cascader-docs file, a sitemap.xml, or a text file with one URL per line.';
    expect(await reported('bad.txt')).toEqual([
      'error CD226: The published site cannot be read from bad.txt: `nothing` is not a URL',
      how,
    ]);
    const server = http.createServer(({ url }, response) => {
      response.statusCode = url === '/urls.txt' ? 200 : 404;
      response.end('/guide/nwe\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await reported(`${host}/urls.txt`)).toEqual([
      'docs/guide/new.md:1:1 - error CD227: The route /guide/nwe was published, but no longer exists',
      write('/guide/nwe'),
    ]);
    expect(await reported(`${host}/sitemap.xml`)).toEqual([
      `error CD226: The published site cannot be read from ${host}/sitemap.xml: the response status was 404`,
      how,
    ]);
    server.close();
    expect(await reported('none.txt')).toEqual([expect.stringMatching(/cannot be read from none\.txt: ENOENT/), how]);
  });
});
