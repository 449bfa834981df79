import { describe, expect, it } from 'vitest';
import { buildSite } from '../helpers/build-site.ts';

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
  it('has a Markdown twin of every page, demo sources and embedded files in their places', async () => {
    const { read, text } = await buildSite(site);
    expect(text).toBe('');
    expect(await read('index.md')).toBe(
      '# Home\n\nWelcome to **it**.\n\n[The guide](/guide/first.md#part) and `[code](/guide/first.md)`\n',
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

  it('lists the pages in sidebar order for assistants', async () => {
    const { read } = await buildSite({
      ...site,
      'cascader-docs.config.ts': "export default { title: 'Fixture', description: 'A fixture.' };",
    });
    expect(await read('llms.txt')).toBe(
      '# Fixture\n\n> A fixture.\n\n- [Home](/index.md): Welcome to it.\n\n## Basics\n\n- [First](/guide/first.md): Begin here & .\n- [Second](/guide/second.md): The "second" </script> one\n',
    );
    const full = await read('llms-full.txt');
    expect(full.indexOf('# Home')).toBeLessThan(full.indexOf('# First'));
    expect(full.indexOf('# First')).toBeLessThan(full.indexOf('# Second'));
  });

  it('names addresses once the host is known', async () => {
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
    // What is in one language only has no other address.
    expect(await read('guide/second/index.html')).not.toMatch(/hreflang|locale:alternate/);
    expect(files).toContain('llms-full.txt');
  });

  it('says in the head what the page is, as data that cannot end its script', async () => {
    const { read } = await buildSite(site);
    const html = await read('guide/second/index.html');
    expect(html).toContain('<meta property="og:description" content="The &quot;second&quot; &lt;/script> one">');
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/guide/second.md">');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: 'Second',
      isPartOf: { '@type': 'WebSite', name: 'fixture' },
      description: 'The "second" </script> one',
      inLanguage: 'en',
    });
    expect(await read('guide/first/index.html')).toContain('<meta property="article:tag" content="two">');
    expect(await read('robots.txt')).toBe('User-agent: *\nAllow: /\n');
  });

  it('can do without twins, and has no robots.txt below a base', async () => {
    const { files } = await buildSite(
      { ...site, 'cascader-docs.config.ts': 'export default { llms: false };' },
      { base: '/lib/' },
    );
    expect(files.filter((file) => /\.(md|txt|xml)$/.test(file))).toEqual(['THIRD-PARTY-NOTICES.txt']);
  });
});
