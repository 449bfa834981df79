import type { Element, Nodes } from 'hast';
import { raw } from 'hast-util-raw';
import { type Handlers, type Options, type State, toHast } from 'mdast-util-to-hast';
import { withValues } from '../../project/languages/interface-strings.ts';
import type { FileContext, PageContext } from '../context.ts';
import { type HastContent, type HastRoot, type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { codeText } from '../parse/source-code-info.ts';

type Mdast<Type extends string> = Extract<MdastContent, { type: Type }>;

/** Handlers that convert our mdast nodes to hast, for both parsers. */
export const handlers: Handlers = {
  component(state: State, node: Mdast<'component'>) {
    const children = state.all(node as never) as HastContent[];
    return { ...node, children } as never;
  },
  piece(_: State, node: Mdast<'piece'>) {
    // A piece without markup is text, so that the page need not be parsed as HTML.
    return { ...node, type: /[<&]/.test(node.value) ? 'raw' : 'text' } as never;
  },
  code(_: State, node: Mdast<'code'>) {
    const { lang, meta, position } = node;
    const value = codeText(node.value, meta);
    const grouped = node.data?.grouped ?? false;
    return { type: 'codeBlock', lang: lang ?? '', meta: meta ?? '', value, grouped, position } as never;
  },
};

/** Node types that the HTML parser passes through. */
const OWN_TYPES = ['component', 'codeBlock', 'demo'];

/** Parsing raw HTML costs more than all other steps, so only files with raw HTML are parsed again. */
export function markdownToHast(tree: MdastRoot, context: FileContext): HastRoot {
  const hast = toHast(tree, { allowDangerousHtml: true, handlers, ...footnoteOptions(context) }) as HastRoot;
  if (!prepareRaw(hast)) return hast;
  const { text } = context.file;
  // The parser reads only the text of `file`, to set the positions of new nodes.
  const file = { value: text, toString: () => text } as never;
  return asRoot(raw(hast as Nodes, { passThrough: OWN_TYPES, file }));
}

export function parseHtml(html: string): HastRoot {
  return asRoot(raw({ type: 'root', children: [{ type: 'raw', value: html }] } as Nodes));
}

function asRoot(parsed: Nodes): HastRoot {
  return parsed.type === 'root' ? parsed : { type: 'root', children: [parsed as HastContent] };
}

/** Footnotes of an embedded file or a tab must not share ids with those of the page. */
export function footnoteOptions({ page, chain }: FileContext): Options {
  const embed = chain.length > 1 ? `e${page.counts.embeds}-` : '';
  return {
    clobberPrefix: `${page.idPrefix}${embed}note-`,
    footnoteLabel: page.strings['footnotes.title'],
    footnoteLabelProperties: { className: ['sr-only'], dataMessage: 'footnotes.title' },
    // Contains only the number, which `labelBackLink` converts to a text.
    footnoteBackLabel: (index, again) => `${index + 1}${again > 1 ? `-${again}` : ''}`,
  };
}

/** Sets the label of the link back from a footnote, with attributes for its translation. */
export function labelBackLink({ properties }: Element, { strings }: PageContext): undefined {
  if (properties.dataFootnoteBackref === undefined) return;
  const title = String(properties.ariaLabel);
  properties.ariaLabel = withValues(strings['footnotes.back'] ?? '', { title });
  properties.dataMessageLabel = 'footnotes.back';
  properties.dataMessageTitle = title;
}

/** Matches HTML that consists of one comment. */
const COMMENT = /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/;

/** Removes comments, and the line breaks inserted between pieces of one HTML block. */
function prepareRaw(tree: HastRoot): boolean {
  let found = false;
  walk<HastContent>(tree, (node, index, siblings) => {
    if (node.type === 'raw' && COMMENT.test(node.value)) return [];
    if (node.type === 'raw') found = true;
    const next = siblings[index + 1];
    const isSeparator = node.type === 'text' && node.value === '\n' && !node.position;
    return isSeparator && next && 'glued' in next && next.glued ? [] : undefined;
  });
  return found;
}
