import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast';
import type { Nodes } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import type { Frontmatter } from '../../shared/entities.ts';
import { parseHtml } from '../markdown/lift/to-hast.ts';
import { nodeText } from '../markdown/nodes.ts';
import { linkTarget, type Retarget } from './rewrite-links.ts';

export function htmlToMarkdown(html: string, retarget?: Retarget): string {
  return convert(html, { ...HEADINGS, ...(retarget && linkHandlers(retarget)) });
}

/** Returns HTML as the content of a table cell: each line of its blocks ends with `<br>`, and code is inline code. */
export function htmlToCell(html: string, retarget?: Retarget): string {
  const text = convert(html, { ...HEADINGS, pre: linesOfCode, ...(retarget && linkHandlers(retarget)) });
  return cellText(text.replace(/\n\s*/g, '<br>'));
}

export function cellText(markdown: string): string {
  return markdown.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}

export function codeFence(code: string, info: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
  return `${fence}${info}\n${code}\n${fence}`;
}

function escapeText(text: string): string {
  return print({ type: 'paragraph', children: [{ type: 'text', value: text.replace(/\s+/g, ' ').trim() }] });
}

function convert(html: string, handlers: Record<string, Handle>): string {
  return print(toMdast(parseHtml(html) as Parameters<typeof toMdast>[0], { handlers }));
}

const GFM = gfmToMarkdown({ tablePipeAlign: false });

function print(tree: Nodes): string {
  const handlers = { break: () => '<br> ' };
  return toMarkdown(tree, { bullet: '-', rule: '-', extensions: [GFM], handlers }).trim();
}

/** Headings in a description are not headings of the page. */
const HEADINGS = Object.fromEntries(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Handle] => [
    name,
    (state, node) => ({ type: 'paragraph', children: [defaultHandlers.strong(state, node)] }),
  ]),
);

function linkHandlers(retarget: Retarget): Record<string, Handle> {
  return {
    a(state, node) {
      const { href } = node.properties;
      const next = typeof href === 'string' ? retarget(href) : undefined;
      if (next === false) return state.all(node);
      return defaultHandlers.a(state, { ...node, properties: { ...node.properties, href: next ?? href } });
    },
    img(state, node) {
      const { src, alt } = node.properties;
      const next = typeof src === 'string' ? retarget(src) : undefined;
      if (next === false) return { type: 'text', value: String(alt ?? '') };
      return defaultHandlers.img(state, { ...node, properties: { ...node.properties, src: next ?? src } });
    },
  };
}

/** Converts a code block to a paragraph of inline code for each line. */
const linesOfCode: Handle = (_, node) =>
  nodeText(node)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ type: 'paragraph', children: [{ type: 'inlineCode', value: line.trim() }] }));

export function writtenHomeLinks({ hero, features = [] }: Frontmatter): string[] {
  return [...(hero?.actions ?? []), ...features].flatMap(({ link }) => link ?? []);
}

/** `titleAsHeading`: the hero's title is the heading of the page. */
export function homeMarkdown(
  { hero = {}, features = [] }: Frontmatter,
  { titleAsHeading, retarget }: { titleAsHeading: boolean; retarget: Retarget | undefined },
): string[] {
  const linked = (text: string, link: string | undefined): string => {
    const next = link && retarget?.(link);
    return link === undefined || next === false ? text : `[${text}](${linkTarget(next || link)})`;
  };
  const bold = (text: string): string => `**${text}**`;
  const { title, description, actions = [], install } = hero;
  const items = features.map(({ title, description, link }) =>
    [title && linked(bold(escapeText(title)), link), description && escapeText(description)].filter(Boolean).join(': '),
  );
  return [
    title ? (titleAsHeading ? `# ${escapeText(title)}` : bold(escapeText(title))) : '',
    description ? escapeText(description) : '',
    listOf(actions.map(({ text, link }) => linked(escapeText(text), link))),
    install ? codeFence(install.trim(), 'sh') : '',
    listOf(items),
  ].filter(Boolean);
}

function listOf(items: string[]): string {
  return items
    .filter(Boolean)
    .map((item) => `- ${item}`)
    .join('\n');
}
