import { expect, it } from 'vitest';
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

it('lists the pages below a path with their front matter, on the pages that ask for it alone', async () => {
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

it('lists the pages of the locale of the page, those without a translation too', async () => {
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

it('builds a page again, and no page beside it, when front matter changes that it lists', async () => {
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
  expect(built.result?.made[0]?.reasons).toEqual(['a page changed that it lists, below /blog']);
  expect(items(await built.read('blog/index.html'))[0]).toContain('2026-02-03 First');
  await site.write({ 'docs/guide/third.md': post('Elsewhere', '2027-01-01') });
  expect((await site.build()).result?.made.map(({ route }) => route)).toEqual(['/guide/third']);
});
