/** The shapes of the trees between the stages of compile: mdast and hast with a few node types of our own. */

import type { RootContent as HastContent, Root as HastRoot } from 'hast';
import type { RootContent as MdastContent, Root as MdastRoot } from 'mdast';
import type { Json } from '../../shared/entities.ts';
import type { TypedBlock } from './types.ts';

export type { HastContent, HastRoot, MdastContent, MdastRoot };

/** A place in a file: line and column from 1, offset from 0. */
export interface Point {
  line: number;
  column: number;
  offset?: number;
}

/** From the first character to behind the last one. */
export interface Position {
  start: Point;
  end: Point;
}

/** A tag of our own, a container or a code group, in mdast and in hast. */
interface Component {
  type: 'component';
  name: string;
  props: { [key: string]: Json };
  /** Where the name and the value of an attribute begin, for diagnostics. */
  namePoints?: Record<string, Point>;
  valuePoints?: Record<string, Point>;
  /** Follows what stands before it without white space between. */
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

/** What is left of raw HTML between our own tags. */
interface Piece {
  type: 'piece';
  value: string;
  glued: boolean;
  position?: Position;
  data?: undefined;
}

/** A fenced or indented code block on its way from mdast to finished HTML. */
export interface CodeBlock {
  type: 'codeBlock';
  lang: string;
  meta: string;
  value: string;
  /** Stands in a code group, so that it is never a demo. */
  grouped: boolean;
  position?: Position;
  data?: undefined;
}

/** The place of a demo. */
export interface DemoPlace {
  type: 'demo';
  id: string;
  position?: Position;
  data?: undefined;
}

declare module 'mdast-util-to-hast' {
  interface RawData {
    /** Text and title of the code block that finished HTML was made from. */
    code?: string;
    title?: string;
    /** The block whose place it holds. */
    typed?: TypedBlock;
  }
}

declare module 'mdast' {
  interface RootContentMap {
    component: MdastComponent;
    piece: Piece;
  }
  interface CodeData {
    /** Stands in a code group. */
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

/** The children of a node, or undefined for a leaf. */
export function childrenOf<Node extends { type: string }>(node: Node): Node[] | undefined {
  return (node as Partial<Parent<Node>>).children;
}

/**
 * Visits everything below `parent` in document order, parents first.
 * The visitor returns nodes to put in a node's place (they are not visited), `false` to skip its children, or nothing.
 */
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

/** Plain text of a node of either tree; `skip` leaves out what it accepts. */
export function textOf(node: { type: string }, skip?: (node: { type: string }) => boolean): string {
  if (skip?.(node)) return '';
  if ('value' in node && typeof node.value === 'string') return isMarkup(node.type) ? '' : node.value;
  if ('alt' in node && typeof node.alt === 'string') return node.alt;
  let text = '';
  for (const child of childrenOf(node) ?? []) text += textOf(child, skip);
  return text;
}

function isMarkup(type: string): boolean {
  return type === 'html' || type === 'raw' || type === 'comment' || type.startsWith('mdx');
}

/** True for text that is nothing but white space. */
export function isBlank(node: { type: string }): boolean {
  return node.type === 'text' && 'value' in node && !/\S/.test(String(node.value));
}

/** Level of a heading element, 1 to 6; undefined for anything else. */
export function headingDepth(node: HastContent): number | undefined {
  return node.type === 'element' && /^h[1-6]$/.test(node.tagName) ? Number(node.tagName[1]) : undefined;
}

/** True for a Badge, whose text is no part of a heading's. */
export function isBadge(node: { type: string }): boolean {
  return 'name' in node && node.name === 'Badge';
}
