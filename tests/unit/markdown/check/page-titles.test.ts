import { describe, expect, it } from 'vitest';
import type { SourcePage } from '../../../../src/node/content/types.ts';
import { createProject, messagesOf } from '../project.ts';

/** Messages about a page without a title in its front matter. `title` is the one that was generated. */
async function messages(name: string, body: string, title: string, fields: Partial<SourcePage> = {}) {
  const page = { title, ...fields, frontmatter: { title: undefined, ...fields.frontmatter } };
  const files = { 'docs/index.md': '# Home\n', 'docs/guide.md': '# Guide\n', 'README.md': '# Read\n', [name]: body };
  return messagesOf((await createProject(files, { pages: { [name]: page } }).compile(name)).diagnostics);
}

describe('a page without a title', () => {
  it.each(['text\n', '## Section\n', '', '> quote\n'])('is reported: %j', async (body) => {
    expect(await messages('docs/adjust-overflow.md', body, 'Adjust Overflow')).toEqual([
      '1:1 warning CD330: The page has no title, so its file name is used: `Adjust Overflow`',
    ]);
  });

  it('is reported with the line to write', async () => {
    const project = createProject(
      { 'docs/a-b.mdx': 'text\n' },
      { pages: { 'docs/a-b.mdx': { title: 'A B', frontmatter: { title: undefined } } } },
    );
    const { diagnostics } = await project.compile('docs/a-b.mdx');
    expect(diagnostics[0]?.notes).toEqual(['Start the page with `# A B`, or set `title: A B` in its front matter.']);
  });

  it.each([
    ['with an h1', 'docs/a-b.md', 'text\n\n# Title\n'],
    ['with an h1 in HTML', 'docs/a-b.md', '<h1 align="center">Title</h1>\n'],
    ['with an h1 in an embedded file', 'docs/a-b.md', '<embed src="../README.md"></embed>\n'],
    ['with an h1 that its code renders', 'docs/a-b.mdx', 'export const t = 1;\n\n<h1>{t}</h1>\n'],
    ['at the root of the site, which has the title of the site', 'docs/index.md', 'text\n'],
    ['if it is a tab, which is named after its key', 'docs/guide.$api.md', 'text\n'],
  ])('is accepted %s', async (_, name, body) => {
    expect(await messages(name, body, 'A B')).toEqual([]);
  });

  it('is accepted with a title in its hero', async () => {
    expect(await messages('docs/a-b.md', '', 'A B', { frontmatter: { hero: { title: 'Hi' } } })).toEqual([]);
    expect(await messages('docs/a-b.md', '', 'A B', { frontmatter: { hero: {} } })).toHaveLength(1);
  });

  it.each([
    ['docs/Button.md', 'Button'],
    ['docs/API.md', 'API'],
    ['docs/Button/index.md', 'Button'],
    ['docs/Button.zh-CN.md', 'Button'],
  ])('is accepted if its file name %s is a title', async (name, title) => {
    expect(await messages(name, 'text\n', title)).toEqual([]);
  });

  it('is not reported if it cannot be parsed', async () => {
    expect(await messages('docs/a-b.mdx', '<Foo>\n', 'A B')).toEqual([expect.stringMatching(/^1:1 error CD300/)]);
  });
});

describe('a second title', () => {
  it('is reported once for each, but not in a tab', async () => {
    const source = '# A\n\n# B <Badge>New</Badge>\n\n#### C\n';
    const project = createProject({
      'docs/a.md': source,
      'docs/b.mdx': `<h1>{1}</h1>\n\n# C\n`,
      'docs/a.$api.md': source,
    });
    expect(messagesOf((await project.compile('docs/a.md')).diagnostics)).toEqual([
      '3:1 warning CD306: Another h1, `B`, but a page can have only one title',
    ]);
    expect((await project.compile('docs/b.mdx')).diagnostics).toMatchObject([{ code: 'CD306', location: { line: 3 } }]);
    expect((await project.compile('docs/a.$api.md')).diagnostics).toEqual([]);
  });

  it('of an embedded file is reported there, with the page that embeds it', async () => {
    const project = createProject({
      'README.md': '# Read\n\n## Use\n',
      'docs/a.md': '# A\n\n<embed src="../README.md"></embed>\n',
      'docs/b.md': '<embed src="../README.md"></embed>\n',
    });
    const [diagnostic, ...others] = (await project.compile('docs/a.md')).diagnostics;
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({ code: 'CD306', location: { file: 'README.md', line: 1, lineText: '# Read' } });
    expect(diagnostic?.notes?.[1]).toContain('`docs/a.md` embeds this file');
    expect((await project.compile('docs/b.md')).diagnostics).toEqual([]);
  });
});
