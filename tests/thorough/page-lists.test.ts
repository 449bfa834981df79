import { describe, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';

const post = (title: string, date: string): string => `---\ntitle: ${title}\ndate: ${date}\n---\n\nText.\n`;
const FILES = {
  'node_modules/none/package.json': '{}',
  'docs/index.md': '# Home\n\nText.\n',
  'docs/about.mdx': '# About\n\n{1 + 1}\n',
  'docs/blog/index.mdx': "import { Posts } from './_posts.tsx'\n\n# Blog\n\n<Posts />\n",
  'docs/blog/_posts.tsx':
    "import { usePages } from 'cascader-docs/runtime';\nexport const Posts = () => (\n  <ul>{usePages<{ date: string }>({ below: '/blog/' }).map((post) => <li key={post.route}>{post.frontmatter.date} {post.title} {post.href}</li>)}</ul>\n);\n",
  'docs/blog/first.md': post('First', '2026-01-02'),
  'docs/blog/second.md': post('Second', '2026-03-04'),
  'docs/guide/third.md': post('Elsewhere', '2026-05-06'),
};
const items = (html: string): string[] =>
  [...html.matchAll(/<li>(\d.*?)<\/li>/g)].map(([, text = '']) => text.replaceAll('<!-- -->', ''));

it('lists the pages below a path with their front matter, only on pages that use the list', async () => {
  const { build } = await createSite({ ...FILES, 'cascader-docs.config.ts': "export default { base: '/lib/' };\n" });
  const { read, text } = await build({ strict: true });
  expect(text).toBe('');
  expect(items(await read('blog/index.html'))).toEqual([
    '2026-01-02 First /lib/blog/first',
    '2026-03-04 Second /lib/blog/second',
  ]);
  expect(await read('blog/index.html')).toContain('"lists":{"/blog":[');
  for (const page of ['index.html', 'about/index.html', 'blog/first/index.html'])
    expect(await read(page)).not.toContain('"lists"');
});

it('lists the pages in the locale of the page, including those without a translation', async () => {
  const { build } = await createSite({
    ...FILES,
    'cascader-docs.config.ts':
      "export default { locales: [{ id: 'en-US', name: 'English' }, { id: 'zh-CN', name: '中文' }] };\n",
    'docs/zh-CN/index.md': '# 首页\n',
    'docs/zh-CN/blog/index.mdx': FILES['docs/blog/index.mdx'].replace('./', '../../blog/'),
    'docs/zh-CN/blog/first.md': post('第一', '2026-01-02'),
  });
  const { read, text } = await build();
  expect(text).toBe('');
  expect(items(await read('zh-CN/blog/index.html'))).toEqual([
    '2026-01-02 第一 /zh-CN/blog/first',
    '2026-03-04 Second /zh-CN/blog/second',
  ]);
});

it('rebuilds only the page that lists changed front matter', async () => {
  const site = await createSite({
    ...FILES,
    'docs/blog/first.md': post('First', '2026-01-02').replace('date', 'sidebar: false\ndate'),
    'docs/elsewhere/index.mdx': FILES['docs/blog/index.mdx'].replace('./_', '../blog/_'),
  });
  await site.build();
  await site.write({ 'docs/blog/first.md': post('First', '2026-02-03').replace('date', 'sidebar: false\ndate') });
  const built = await site.build();
  const routes = built.result?.made.map(({ route }) => route);
  expect(routes).toEqual(['/blog', '/blog/first', '/elsewhere']);
  expect(built.result?.made[0]?.reasons).toEqual(['a list of pages that it shows changed']);
  expect(items(await built.read('blog/index.html'))[0]).toContain('2026-02-03 First');
  await site.write({ 'docs/guide/third.md': post('Elsewhere', '2027-01-01') });
  expect((await site.build()).result?.made.map(({ route }) => route)).toEqual(['/guide/third']);
});

/** A component of one page imports the posts. */
const IMPORTED = {
  ...FILES,
  'docs/blog/_posts.tsx':
    "import pages from 'cascader-docs/pages';\nconst posts = pages.filter(({ route }) => route.startsWith('/blog/'));\nexport const Posts = () => (\n  <ul>{posts.map((post) => <li key={post.route}>{String(post.frontmatter.date)} {post.title} {post.href}</li>)}</ul>\n);\n",
};

describe('the module with all pages', () => {
  it('is in the HTML and in the script of the page that imports it, and on no other page', async () => {
    const { build } = await createSite({
      ...IMPORTED,
      'cascader-docs.config.ts': "export default { base: '/lib/' };\n",
    });
    const { read, text, files } = await build({ strict: true });
    expect(text).toBe('');
    const html = await read('blog/index.html');
    expect(items(html)).toEqual(['2026-01-02 First /lib/blog/first', '2026-03-04 Second /lib/blog/second']);
    expect(html).not.toContain('"lists"');
    const texts = await Promise.all(
      files.filter((file) => file.endsWith('.js')).map(async (file) => [file, await read(file)]),
    );
    const withList = texts.flatMap(([file = '', script]) => (script?.includes('/lib/blog/first') ? [file] : []));
    expect(withList).toHaveLength(1);
    expect(html).toContain(withList[0]);
    for (const page of ['index.html', 'about/index.html', 'blog/first/index.html']) {
      expect(await read(page)).not.toContain(withList[0]);
      expect(await read(page)).not.toContain('2026-03-04');
    }
  });

  it('has the shape of `usePages()`, and contains the pages of all locales', async () => {
    const shown = 'export const Shown = () => <pre>{JSON.stringify(pages)}</pre>;\n';
    const { build } = await createSite({
      'cascader-docs.config.ts':
        "export default { locales: [{ id: 'en-US', name: 'English' }, { id: 'zh-CN', name: '中文' }] };\n",
      'docs/index.md': '# Home\n',
      'docs/list.mdx': "import { Shown } from './_shown.tsx'\n\n# List\n\n<Shown />\n",
      'docs/same.mdx':
        "import { usePages } from 'cascader-docs/runtime'\n\n# Same\n\n<pre>{JSON.stringify(usePages())}</pre>\n",
      'docs/_shown.tsx': `import pages from 'cascader-docs/pages';\n${shown}`,
      'docs/zh-CN/index.md': '# 首页\n',
    });
    const { read, text } = await build({ strict: true });
    expect(text).toBe('');
    const listOn = async (page: string): Promise<{ route: string; locale: string }[]> =>
      JSON.parse(/<pre>(.*?)<\/pre>/.exec(await read(page))?.[1]?.replaceAll('&quot;', '"') ?? '');
    const all = await listOn('list/index.html');
    expect(all.map(({ route, locale }) => `${locale} ${route}`)).toEqual([
      'en-US /',
      'en-US /list',
      'en-US /same',
      'zh-CN /zh-CN',
      'zh-CN /zh-CN/list',
      'zh-CN /zh-CN/same',
    ]);
    expect(await listOn('same/index.html')).toEqual(all.filter(({ locale }) => locale === 'en-US'));
    expect(await listOn('zh-CN/same/index.html')).toEqual(all.filter(({ locale }) => locale === 'zh-CN'));
  });

  it('is updated when front matter changes, whatever is cached', async () => {
    const site = await createSite(IMPORTED);
    await site.build();
    await site.write({ 'docs/blog/first.md': post('Newest', '2026-02-03') });
    const built = await site.build();
    expect(items(await built.read('blog/index.html'))[0]).toBe('2026-02-03 Newest /blog/first');
    const scripts = await Promise.all(built.files.filter((file) => file.endsWith('.js')).map(built.read));
    expect(scripts.filter((script) => script.includes('Newest'))).toHaveLength(1);
    expect(scripts.filter((script) => script.includes('2026-01-02'))).toEqual([]);
    // The cache contains nothing stale, and the next build gives the same output.
    const verified = await site.build({ verifyCache: true });
    expect(verified.text).toBe('');
    await site.write({ 'docs/about.mdx': '# About\n\n{1 + 2}\n' });
    expect((await site.build({ verifyCache: true })).text).toBe('');
  });

  it('cannot be changed by one page for the others', async () => {
    const { build } = await createSite({
      'docs/index.mdx': "import pages from 'cascader-docs/pages'\n\n# Home\n\n{pages.sort().length}\n",
      'docs/other.md': '# Other\n',
    });
    expect((await build()).text).toContain('Cannot assign to read only property');
  });

  it('is unavailable to demos, which is reported at the import', async () => {
    const { build } = await createSite({
      'docs/index.md': '# Home\n\n<code src="./demo.tsx"></code>\n',
      'docs/demo.tsx': "import pages from 'cascader-docs/pages';\n\nexport default () => <b>{pages.length}</b>;\n",
    });
    expect((await build()).text).toMatchInlineSnapshot(`
      "docs/demo.tsx:1:19 - error CD406: Only pages, their components and the theme can import \`cascader-docs/pages\`

        1 │ import pages from 'cascader-docs/pages';
          ╵                   ^^^^^^^^^^^^^^^^^^^^^

        → Demos, the library and packages also run outside of the site. Import the list of pages in an \`.mdx\` page, and pass it as a prop.
        → The demo is embedded at docs/index.md:3:1."
    `);
  });
});
