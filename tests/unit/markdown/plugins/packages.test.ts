/** Much used plugins give the HTML that unified gives with them. */
import rehypeShiki from '@shikijs/rehype';
import { toHtml } from 'hast-util-to-html';
import rehypeAutolinkHeadings from 'rehype-autolink-headings';
import rehypeClassNames from 'rehype-class-names';
import rehypeExternalLinks from 'rehype-external-links';
import rehypeHighlight from 'rehype-highlight';
import rehypeKatex from 'rehype-katex';
import rehypeMinifyWhitespace from 'rehype-minify-whitespace';
import rehypePrettyCode from 'rehype-pretty-code';
import rehypePrism from 'rehype-prism-plus';
import rehypeRaw from 'rehype-raw';
import rehypeSlug from 'rehype-slug';
import rehypeUnwrapImages from 'rehype-unwrap-images';
import remarkBreaks from 'remark-breaks';
import remarkCjkFriendly from 'remark-cjk-friendly';
// @ts-expect-error: it has no types.
import remarkCodeTitles from 'remark-code-titles';
import remarkDefinitionList from 'remark-definition-list';
import remarkDirective from 'remark-directive';
import remarkDirectiveRehype from 'remark-directive-rehype';
import remarkEmoji from 'remark-emoji';
import remarkFlexibleMarkers from 'remark-flexible-markers';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGemoji from 'remark-gemoji';
import remarkGfm from 'remark-gfm';
import remarkGithub from 'remark-github';
import remarkAlert from 'remark-github-blockquote-alert';
import remarkIns from 'remark-ins';
import remarkMath from 'remark-math';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import remarkNormalizeHeadings from 'remark-normalize-headings';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import remarkSectionize from 'remark-sectionize';
import remarkSmartypants from 'remark-smartypants';
import remarkSqueezeParagraphs from 'remark-squeeze-paragraphs';
import remarkSupersub from 'remark-supersub';
import remarkToc from 'remark-toc';
import { unified } from 'unified';
import { expect, it } from 'vitest';
import type { MarkdownPluggable } from '../../../../src/node/project/config/types.ts';
import { compile, contentOf } from '../project.ts';

/** Fixture of a plugin. */
interface Row {
  source: string;
  remark?: MarkdownPluggable[];
  rehype?: MarkdownPluggable[];
  /** Why our HTML differs from that of unified, and our HTML. */
  differs?: { because: string; html: string };
  /** Reason why the fixture is no MDX. */
  notMdx?: string;
}

const EXTERNAL = 'External links open in a new tab, and have an icon.';
const LAZY = 'Pictures are loaded when they are near the viewport.';

const CODE = '```js\nlet a = 1;\n```\n';

const ROWS: Record<string, Row> = {
  'remark-gfm': { remark: [[remarkGfm, { singleTilde: false }]], source: 'A ~one~ and ~~two~~.\n' },
  'remark-math and rehype-katex': {
    remark: [remarkMath],
    rehype: [rehypeKatex],
    source: 'Inline $a^2$.\n\n$$\nb^2\n$$\n',
  },
  'remark-directive': { remark: [remarkDirective, directives], source: 'Text :note[inner]{.big}.\n' },
  'remark-directive-rehype': {
    remark: [remarkDirective, remarkDirectiveRehype],
    source: 'Text :sup[inner].\n\n::br\n',
  },
  'remark-emoji': { remark: [remarkEmoji], source: 'A :dog: and :+1:.\n' },
  'remark-gemoji': { remark: [remarkGemoji], source: 'A :dog: here.\n' },
  'remark-toc': { remark: [remarkToc], source: '# Title\n\n## Contents\n\n## First\n\n### Inner\n\n## Second\n' },
  'remark-breaks': { remark: [remarkBreaks], source: 'One\ntwo\n' },
  'remark-smartypants': { remark: [remarkSmartypants], source: '"Quotes" -- and... dots\n' },
  'remark-squeeze-paragraphs': { remark: [emptyParagraph, remarkSqueezeParagraphs], source: 'Text\n' },
  'remark-sectionize': { remark: [remarkSectionize], source: '# Title\n\nA\n\n## One\n\nB\n\n## Two\n\nC\n' },
  'remark-code-titles': {
    remark: [remarkCodeTitles],
    rehype: [[rehypeHighlight]],
    source: '```js:a.js\nlet a = 1;\n```\n',
  },
  'remark-github-blockquote-alert': { remark: [remarkAlert], source: '> [!NOTE]\n> Text\n' },
  'remark-definition-list': { remark: [remarkDefinitionList], source: 'Term\n\n: Text\n' },
  'remark-github': {
    remark: [[remarkGithub, { repository: 'a/b' }]],
    source: 'See #12 and @me.\n',
    differs: {
      because: EXTERNAL,
      html: '<p>See <a target="_blank" rel="noreferrer" href="https://github.com/a/b/issues/12" class="external">#12</a> and <a target="_blank" rel="noreferrer" href="https://github.com/me" class="external"><strong>@me</strong></a>.</p>',
    },
  },
  'remark-supersub': { remark: [remarkSupersub], source: 'a^b^ and c~d~\n' },
  'remark-normalize-headings': { remark: [remarkNormalizeHeadings], source: '# One\n\n# Two\n' },
  'remark-frontmatter': { remark: [remarkFrontmatter], source: 'Text\n' },
  'remark-mdx-frontmatter': {
    remark: [remarkFrontmatter, remarkMdxFrontmatter],
    source: 'Text\n',
    notMdx: 'See the test below.',
  },
  'remark-ins': { remark: [remarkIns], source: 'A ++new++ word.\n' },
  'remark-flexible-markers': { remark: [remarkFlexibleMarkers], source: 'A ==marked== word.\n' },
  'remark-cjk-friendly': { remark: [remarkCjkFriendly], source: '**这是着重。**请注意\n' },
  'rehype-autolink-headings': { rehype: [[rehypeAutolinkHeadings, { behavior: 'wrap' }]], source: '## Part\n' },
  'rehype-external-links': {
    rehype: [[rehypeExternalLinks, { rel: ['nofollow'] }]],
    source: 'A [link](https://example.org).\n',
    differs: {
      because: EXTERNAL,
      html: '<p>A <a target="_blank" rel="nofollow" href="https://example.org" class="external">link</a>.</p>',
    },
  },
  'rehype-slug': { rehype: [rehypeSlug], source: '# The title\n\n## The title\n' },
  'rehype-pretty-code': { rehype: [[rehypePrettyCode, { theme: 'github-light' }]], source: CODE },
  '@shikijs/rehype': { rehype: [[rehypeShiki, { theme: 'github-light', langs: ['js'] }]], source: CODE },
  'rehype-highlight': { rehype: [rehypeHighlight], source: CODE },
  'rehype-prism-plus': { rehype: [rehypePrism], source: CODE },
  'rehype-raw': { rehype: [rehypeRaw], source: 'A <b>word</b>.\n' },
  'rehype-class-names': { rehype: [[rehypeClassNames, { p: 'text' }]], source: 'Text\n' },
  'rehype-unwrap-images': {
    rehype: [rehypeUnwrapImages],
    source: '![A picture](https://example.org/a.png)\n',
    differs: { because: LAZY, html: '<img src="https://example.org/a.png" alt="A picture" loading="lazy">' },
  },
  'rehype-minify-whitespace': { rehype: [rehypeMinifyWhitespace], source: 'One\n\nTwo\n' },
};

// biome-ignore lint/suspicious/noExplicitAny: a directive of any kind.
function directives(this: any) {
  // biome-ignore lint/suspicious/noExplicitAny: a directive of any kind.
  const visit = (node: any): void => {
    if (node.type === 'textDirective') node.data = { hName: 'mark', hProperties: node.attributes };
    for (const child of node.children ?? []) visit(child);
  };
  return visit;
}

function emptyParagraph() {
  return (tree: { children: unknown[] }) => void tree.children.push({ type: 'paragraph', children: [] });
}

/** Returns the HTML of unified with the same plugins. Headings get ids, as all our pages have. */
async function ofUnified({ remark = [], rehype = [], source }: Row): Promise<string> {
  const hasGfm = [remark].flat(2).includes(remarkGfm);
  const processor = unified()
    .use(remarkParse)
    .use((hasGfm ? [] : [remarkGfm]) as never)
    .use(remark as never)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw, { passThrough: ['mdxjsEsm'] })
    .use(rehypeSlug)
    .use(rehype as never);
  const tree = await processor.run(processor.parse(source) as never);
  return toHtml(tree as never, { allowDangerousHtml: true, characterReferences: { useNamedReferences: true } });
}

it.each(Object.entries(ROWS))('%s', async (_, row) => {
  const { remark = [], rehype = [], source, differs, notMdx } = row;
  const config = { markdown: { remarkPlugins: remark, rehypePlugins: rehype, digest: '' } };
  // Highlighters give up after half a second, which loading them may take.
  await ofUnified(row);
  const expected = await ofUnified(row);
  for (const format of notMdx ? (['md'] as const) : (['md', 'mdx'] as const)) {
    const page = await compile(source, format, { config });
    expect(page.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(contentOf(page).trim(), format).toBe(differs ? differs.html : expected.trim());
    if (differs) expect(expected.trim()).not.toBe(differs.html);
  }
});

it('lets a plugin add an export to a page of MDX', async () => {
  const remarkPlugins = [remarkFrontmatter, remarkMdxFrontmatter] as MarkdownPluggable[];
  const config = { markdown: { remarkPlugins, rehypePlugins: [], digest: '' } };
  const page = await compile('Text\n', 'mdx', { config });
  expect(page.diagnostics).toEqual([]);
  expect(page.module).toContain('export const ');
});
