import { beforeAll, expect, it } from 'vitest';
import { createSite } from '../helpers/build-site.ts';
import { type DevPages, openDev } from '../helpers/dev-pages.ts';
import { type OpenSite, openSite, wake } from '../helpers/pages.ts';

const post = (title: string, date: string): string => `---\ntitle: ${title}\ndate: ${date}\n---\n\nText.\n`;
const posts = (): string =>
  "import { useState } from 'react';\nimport { Link, usePages } from 'cascader-docs/runtime';\nexport function Posts() {\n  const [isDown, setDown] = useState(false);\n  const posts = usePages<{ date: string }>({ below: '/blog' }).toSorted((a, b) => a.frontmatter.date.localeCompare(b.frontmatter.date) * (isDown ? -1 : 1));\n  return <><button onClick={() => setDown(!isDown)}>Turn</button><ol>{posts.map((post) => <li key={post.route}><Link to={post.route}>{post.title}</Link></li>)}</ol></>;\n}\n";
let dev: DevPages;
let built: OpenSite;

beforeAll(async () => {
  dev = await openDev({
    'docs/index.md': '# Home\n\n[To the blog](./blog/index.mdx)\n',
    'docs/blog/index.mdx': "import { Posts } from './_posts.tsx'\n\n# Blog\n\n<Posts />\n",
    'docs/blog/_posts.tsx': posts(),
    'docs/blog/first.md': post('First', '2026-01-02'),
    'docs/blog/second.md': post('Second', '2026-03-04'),
    'docs/imported.mdx':
      "import { useState } from 'react'\nimport pages from 'cascader-docs/pages'\n\n# Imported\n\nexport const Count = () => {\n  const [isShown, setShown] = useState(false);\n  return <><button onClick={() => setShown(true)}>Show</button>{isShown && <b>{pages.length}</b>}<p className=\"titles\">{pages.filter(({ route }) => route.startsWith('/blog/')).map(({ title }) => title).join(', ')}</p></>;\n};\n\n<Count />\n",
  });
  expect((await dev.fixture.build({ strict: true })).text).toBe('');
  built = await openSite({ root: dev.fixture.root });
});

it('the page list is the same in the browser, on the first page and after a navigation', async () => {
  const { page, messages } = await built.open('/');
  await page.getByRole('link', { name: 'To the blog' }).click();
  const titles = () => page.locator('.markdown ol li').allInnerTexts();
  await expect.poll(titles).toEqual(['First', 'Second']);
  await page.getByRole('button', { name: 'Turn' }).click();
  await expect.poll(titles).toEqual(['Second', 'First']);
  await page.locator('.markdown ol').getByRole('link', { name: 'First' }).click();
  await page.getByRole('heading', { name: 'First' }).waitFor();
  await page.goBack();
  await expect.poll(titles).toEqual(['First', 'Second']);
  await page.reload();
  await page.getByRole('button', { name: 'Turn' }).click();
  await expect.poll(titles).toEqual(['Second', 'First']);
  // Requests of the previous page may be canceled.
  expect(messages.filter((message) => !message.startsWith('failed: '))).toEqual([]);
});

it('in dev, the page list follows front matter changes and new pages', async () => {
  const { page, messages } = await dev.open('/blog');
  const titles = () => page.locator('.markdown ol li').allInnerTexts();
  await expect.poll(titles).toEqual(['First', 'Second']);
  await dev.edit('docs/blog/first.md', () => post('Later', '2026-06-07'));
  await expect.poll(titles).toEqual(['Second', 'Later']);
  await dev.edit('docs/blog/third.md', () => post('Third', '2026-08-09'));
  await expect.poll(titles).toEqual(['Second', 'Later', 'Third']);
  expect(messages).toEqual([]);
});

it('in dev, the page list is updated on a page that imports it', async () => {
  const { page, messages } = await dev.open('/imported');
  await page.getByRole('button', { name: 'Show' }).click();
  const titles = () => page.locator('.titles').innerText();
  const before = await titles();
  await dev.edit('docs/blog/second.md', () => post('Last', '2026-03-04'));
  await expect.poll(titles).toBe(before.replace('Second', 'Last'));
  await dev.edit('docs/blog/fourth.md', () => post('Fourth', '2026-08-09'));
  await expect.poll(titles).toContain('Fourth');
  expect(messages).toEqual([]);
});

it('the page list is available to components of a theme, on every page that shows them', async () => {
  const { root, build } = await createSite({
    'cascader-docs.config.ts': "export default { theme: './theme.tsx' };\n",
    'theme.tsx':
      "import { usePages } from 'cascader-docs/runtime';\nimport theme, { type Theme } from 'cascader-docs/theme';\nconst Titles = () => <span className=\"titles\">{usePages({ below: '/blog' }).map(({ title }) => title).join(', ')}</span>;\nconst own: Theme = { ...theme, Footer: Titles, builtins: { ...theme.builtins, Latest: () => <em>{usePages({ below: '/blog' }).at(-1)?.title}</em> } };\nexport default own;\n",
    'docs/index.md': '# Home\n\n<Latest />\n\n[First](./blog/first.md)\n',
    'docs/blog/first.md': post('First', '2026-01-02'),
    'docs/blog/second.md': post('Second', '2026-03-04'),
  });
  expect((await build({ strict: true })).text).toBe('');
  const site = await openSite({ root });
  const { page, messages } = await site.open('/');
  await wake(page);
  expect(await page.locator('.markdown em').innerText()).toBe('Second');
  expect(await page.locator('.titles').innerText()).toBe('First, Second');
  await page.getByRole('link', { name: 'First', exact: true }).last().click();
  await page.getByRole('heading', { name: 'First' }).waitFor();
  expect(await page.locator('.titles').innerText()).toBe('First, Second');
  expect(messages).toEqual([]);
});
