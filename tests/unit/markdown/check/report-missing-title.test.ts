import { describe, expect, it } from 'vitest';
import type { SourcePage } from '../../../../src/node/content/types.ts';
import { createProject, messagesOf } from '../project.ts';

/** Messages about a page with this body that has no title in its front matter; `title` is the one it was given. */
async function messages(name: string, body: string, title: string, fields: Partial<SourcePage> = {}) {
  const page = { title, ...fields, frontmatter: { title: undefined, ...fields.frontmatter } };
  const files = { 'docs/index.md': '# Home\n', 'docs/guide.md': '# Guide\n', 'README.md': '# Read\n', [name]: body };
  return messagesOf((await createProject(files, { pages: { [name]: page } }).compile(name)).diagnostics);
}

describe('a page without a title', () => {
  it.each(['text\n', '## Section\n', '', '> quote\n'])('is told: %j', async (body) => {
    expect(await messages('docs/adjust-overflow.md', body, 'Adjust Overflow')).toEqual([
      '1:1 warning CD330: The page has no title, so its file name is used: `Adjust Overflow`',
    ]);
  });

  it('says what to write', async () => {
    const project = createProject(
      { 'docs/a-b.mdx': 'text\n' },
      { pages: { 'docs/a-b.mdx': { title: 'A B', frontmatter: { title: undefined } } } },
    );
    const { diagnostics } = await project.compile('docs/a-b.mdx');
    expect(diagnostics[0]?.notes).toEqual(['Start it with `# A B`, or set `title: A B` in its front matter']);
  });

  it.each([
    ['with an h1', 'docs/a-b.md', 'text\n\n# Title\n'],
    ['with an h1 of HTML', 'docs/a-b.md', '<h1 align="center">Title</h1>\n'],
    ['with an h1 in an embedded file', 'docs/a-b.md', '<embed src="../README.md"></embed>\n'],
    ['with an h1 that its program prints', 'docs/a-b.mdx', 'export const t = 1;\n\n<h1>{t}</h1>\n'],
    ['at the top of the site, which has its title', 'docs/index.md', 'text\n'],
    ['that is a tab, called by its key', 'docs/guide.$api.md', 'text\n'],
  ])('is fine %s', async (_, name, body) => {
    expect(await messages(name, body, 'A B')).toEqual([]);
  });

  it('is fine with a hero that has one', async () => {
    expect(await messages('docs/a-b.md', '', 'A B', { frontmatter: { hero: { title: 'Hi' } } })).toEqual([]);
    expect(await messages('docs/a-b.md', '', 'A B', { frontmatter: { hero: {} } })).toHaveLength(1);
  });

  it.each([
    ['docs/Button.md', 'Button'],
    ['docs/API.md', 'API'],
    ['docs/Button/index.md', 'Button'],
    ['docs/Button.zh-CN.md', 'Button'],
  ])('is fine when %s is written as a title', async (name, title) => {
    expect(await messages(name, 'text\n', title)).toEqual([]);
  });

  it('is not told of a page that cannot be read', async () => {
    expect(await messages('docs/a-b.mdx', '<Foo>\n', 'A B')).toEqual([expect.stringMatching(/^1:1 error CD300/)]);
  });
});
