import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { HEADING_ANCHOR_CLASS } from '../../../shared/dom-contract.ts';
import type { HtmlPart } from '../../../shared/page-data.ts';
import { type HastContent, type HastRoot, isBlank, walk } from '../nodes.ts';
import type { CompiledPage } from '../types.ts';

/** A string may leave elements open that a later string closes: the parts form one document, in order. */
export function toParts(children: HastContent[]): HtmlPart[] {
  const parts: HtmlPart[] = [];
  const root = { type: 'root', children: [...children] } as HastRoot;
  const lifted: HtmlPart[] = [];
  liftParts(root, lifted);
  const html = toHtml(root, { allowDangerousHtml: true, characterReferences: { useNamedReferences: true } });
  if (lifted.length === 0) return html === '' ? [] : [html];
  for (const [index, piece] of html.split(MARK).entries()) {
    // Odd pieces are the numbers between two marks.
    if (index % 2 === 1) parts.push(lifted[Number(piece)] as HtmlPart);
    else if (piece !== '') parts.push(piece);
  }
  return parts;
}

/** Prints the content. A title at its start, and the title's anchor, become separate leading parts. */
export function printContent({ children }: HastRoot, out: CompiledPage): void {
  const end = titleEnd(children);
  const title = toParts(children.slice(0, end));
  out.content = [...title, ...toParts(children.slice(end))];
  if (title.length > 0) out.titleParts = title.length;
}

/** Returns the index of the first node after the leading title, 0 without one. */
function titleEnd(children: HastContent[]): number {
  const title = children.findIndex((child) => !isBlank(child));
  if (!isElement(children[title], 'h1')) return 0;
  const next = children.findIndex((child, index) => index > title && !isBlank(child));
  return isAnchor(children[next]) ? next + 1 : title + 1;
}

function isElement(node: HastContent | undefined, tagName: string): node is Element {
  return node?.type === 'element' && node.tagName === tagName;
}

function isAnchor(node: HastContent | undefined): boolean {
  return isElement(node, 'a') && [node.properties.className].flat().includes(HEADING_ANCHOR_CLASS);
}

/** Marks the position of a part. Markdown and HTML replace this character, so no page contains it. */
const MARK = '\0';

/** Elements in which HTML parsers ignore a leading line break. */
const DROP_LINE_END = new Set(['pre', 'textarea', 'listing']);

function liftParts(root: HastRoot, lifted: HtmlPart[]): void {
  walk<HastContent>(root, (node) => {
    if (node.type === 'element') return keepLineEnd(node);
    if (node.type === 'component') lifted.push({ component: node.name, props: node.props, children: partsOf(node) });
    else if (node.type === 'demo') lifted.push({ demo: node.id });
    else return;
    return [{ type: 'raw', value: `${MARK}${lifted.length - 1}${MARK}` }];
  });
}

/** Adds a line break before a leading line break, because HTML parsers drop the first one. */
function keepLineEnd({ tagName, children }: Extract<HastContent, { type: 'element' }>): undefined {
  const first = DROP_LINE_END.has(tagName) ? children[0] : undefined;
  if (first?.type === 'text' && first.value.startsWith('\n')) first.value = `\n${first.value}`;
}

/** A code group has one part per panel. */
function partsOf({ name, children }: Extract<HastContent, { type: 'component' }>): HtmlPart[] {
  if (name !== 'CodeGroup') return toParts(children);
  return children.flatMap((child) => (isBlank(child) ? [] : toParts([child])));
}
