import type { RootContent as HastContent, Root as HastRoot } from 'hast';
import type { RootContent as MdastContent, Root as MdastRoot } from 'mdast';
import type { Json } from '../../shared/entities.ts';
import type { TypedBlock } from './types.ts';

export type { HastContent, HastRoot, MdastContent, MdastRoot };

export interface Point {
  line: number;
  column: number;
  offset?: number;
}

export interface Position {
  start: Point;
  end: Point;
}

interface Component {
  type: 'component';
  name: string;
  props: { [key: string]: Json };
  /** Start of each attribute's name and value, for diagnostics. */
  namePoints?: Record<string, Point>;
  valuePoints?: Record<string, Point>;
  /** True if there is no white space between this tag and the preceding content. */
  glued?: boolean;
  position?: Position;
  data?: undefined;
}

export interface MdastComponent extends Component {
  children: MdastContent[];
}

export interface HastComponent extends Component {
  children: HastContent[];
}

interface Piece {
  type: 'piece';
  value: string;
  glued: boolean;
  position?: Position;
  data?: undefined;
}

/** A fenced or indented code block, before it is rendered to HTML. */
export interface CodeBlock {
  type: 'codeBlock';
  lang: string;
  meta: string;
  value: string;
  grouped: boolean;
  position?: Position;
  data?: undefined;
}

export interface DemoPlace {
  type: 'demo';
  id: string;
  position?: Position;
  data?: undefined;
}

declare module 'mdast-util-to-hast' {
  interface RawData {
    /** Code and title of the code block that the HTML was rendered from. */
    code?: string;
    title?: string;
    typed?: TypedBlock;
    block?: CodeBlock;
  }
}

declare module 'mdast' {
  interface RootContentMap {
    component: MdastComponent;
    piece: Piece;
  }
  interface CodeData {
    grouped?: boolean;
  }
}

declare module 'hast' {
  interface RootContentMap {
    component: HastComponent;
    codeBlock: CodeBlock;
    demo: DemoPlace;
  }
  interface ElementContentMap {
    component: HastComponent;
    codeBlock: CodeBlock;
    demo: DemoPlace;
  }
}

interface Parent<Node> {
  children: Node[];
}

export function childrenOf<Node extends { type: string }>(node: Node): Node[] | undefined {
  return (node as Partial<Parent<Node>>).children;
}

/** The callback returns replacement nodes (not visited), `false` to skip the node's children, or undefined. */
export function walk<Node extends { type: string }>(
  parent: Parent<Node>,
  visit: (node: Node, index: number, siblings: Node[]) => Node[] | false | undefined,
): void {
  const siblings = parent.children;
  for (let index = 0; index < siblings.length; index++) {
    const node = siblings[index] as Node;
    const result = visit(node, index, siblings);
    if (Array.isArray(result)) {
      siblings.splice(index, 1, ...result);
      index += result.length - 1;
    } else if (result !== false && childrenOf(node)) {
      walk(node as unknown as Parent<Node>, visit);
    }
  }
}

/** Returns the plain text of an mdast or hast node, without the nodes that `skip` accepts. */
export function nodeText(node: { type: string }, skip?: (node: { type: string }) => boolean): string {
  if (skip?.(node)) return '';
  if ('value' in node && typeof node.value === 'string') return isMarkup(node.type) ? '' : node.value;
  if ('alt' in node && typeof node.alt === 'string') return node.alt;
  let text = '';
  for (const child of childrenOf(node) ?? []) text += nodeText(child, skip);
  return text;
}

function isMarkup(type: string): boolean {
  return type === 'html' || type === 'raw' || type === 'comment' || type.startsWith('mdx');
}

export function isBlank(node: { type: string }): boolean {
  return node.type === 'text' && 'value' in node && !/\S/.test(String(node.value));
}

export function headingDepth(node: HastContent): number | undefined {
  return node.type === 'element' && /^h[1-6]$/.test(node.tagName) ? Number(node.tagName[1]) : undefined;
}

/** Returns true for a Badge, whose text is not part of the heading's text. */
export function isBadge(node: { type: string }): boolean {
  return 'name' in node && node.name === 'Badge';
}
