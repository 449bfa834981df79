/** Prints args of a story as JSX, and expressions with the layout of their file. */
import type * as ES from 'estree';
import { type Entry, type Part, stringOf } from './entries.ts';
import { type AnyNode, type Module, referencesOf, walkNodes } from './parse-module.ts';

/** Storybook packages, whose functions a demo does not need. */
const STORYBOOK = /^(?:storybook|@storybook\/.+)(?:\/|$)/;

export interface Printing {
  module: Module;
  /** Nodes whose text was printed. */
  used: unknown[];
  /** Parameters whose uses in a printed node were replaced, by node. */
  own: Map<unknown, string>;
  /** True if functions that only record their calls are needed. */
  keepsSpies?: boolean;
  /** Name of the variable with the context of the story, if it is needed before the story is rendered. */
  context?: string;
}

/** Replacement of a range of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
  /** True if it ends an opening tag, before which no space is needed. */
  isClose?: boolean;
}

/** Prints an expression with the indentation of its new position. */
export function printNode({ module, used }: Printing, node: unknown, indent = '', edits: Edit[] = []): string {
  used.push(node);
  const { start, end } = module.range(node);
  let text = module.text.slice(start, end);
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const before = text.slice(0, edit.start - start);
    text = (edit.text === '' || edit.isClose ? before.trimEnd() : before) + edit.text + text.slice(edit.end - start);
  }
  return reindent(text, indentAt(module.text, start), indent);
}

export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Replaces the indentation of all lines but the first. A text with templates keeps its indentation. */
export function reindent(text: string, from: string, to: string): string {
  if (text.includes('`')) return text;
  return text.replaceAll(/\n([ \t]*)(?=\S)/g, (line, indent: string) =>
    indent.startsWith(from) ? `\n${to}${indent.slice(from.length)}` : line,
  );
}

export function printElement(printing: Printing, name: string, args: Entry[], indent: string): string {
  const children = findChildren(args);
  const list = printAttributes(printing, withoutEntry(args, children), `${indent}  `);
  const oneLine = [name, ...list].join(' ');
  const isShort = !list.some((one) => one.includes('\n')) && oneLine.length + indent.length < 100;
  const opening = isShort ? `<${oneLine}` : `<${name}\n${list.map((one) => `${indent}  ${one}\n`).join('')}${indent}`;
  if (!children || isUndefined(children.value.node)) return `${opening}${isShort ? ' ' : ''}/>`;
  const content = printChild(printing, children.value, `${indent}  `);
  const whole = `${opening}>${content}</${name}>`;
  if (isShort && !content.includes('\n') && whole.length + indent.length < 110) return whole;
  return `${opening}>\n${indent}  ${content}\n${indent}</${name}>`;
}

export function printAttributes(printing: Printing, args: Entry[], indent: string): string[] {
  const isOpen = args.some((entry) => 'spread' in entry);
  return args.flatMap((entry) => {
    if ('spread' in entry) return [`{...${printSpread(printing, entry.spread, indent)}}`];
    const { key, value } = entry;
    if (isUndefined(value.node) && !isOpen) return [];
    if (value.node.type === 'Literal' && value.node.value === true && isAttribute(key)) return [key];
    const text = value.node.type === 'Literal' ? stringOf(value.node) : undefined;
    if (isPlain(text) && isAttribute(key)) return [`${key}="${text}"`];
    const printed = printArg(printing, value, indent);
    return [isAttribute(key) ? `${key}={${printed}}` : `{...{ ${JSON.stringify(key)}: ${printed} }}`];
  });
}

function isAttribute(key: string): boolean {
  return /^[A-Za-z_$][\w$-]*$/.test(key);
}

export function printArg(printing: Printing, { node, module }: Part, indent: string): string {
  const isOwn = module === printing.module;
  if ((!printing.keepsSpies || !isOwn) && isSpy(node, module)) return '() => {}';
  // A value from the preview file refers to nothing in it.
  const text = printNode(isOwn ? printing : { module, used: [], own: new Map() }, node, indent);
  // A method has neither an arrow nor a keyword.
  if (node.type !== 'FunctionExpression' || /^(?:async\s+)?function\b/.test(text)) return text;
  return `${node.async ? 'async ' : ''}function${node.generator ? '*' : ''} ${text}`;
}

function printSpread(printing: Printing, { node }: Part, indent: string): string {
  const text = printNode(printing, node, indent);
  if (node.type === 'Property') return `{ ${text} }`;
  return /^(?:Identifier|MemberExpression|CallExpression)$/.test(node.type) ? text : `(${text})`;
}

export function printChild(printing: Printing, part: Part, indent: string): string {
  const text = stringOf(part.node);
  if (isPlain(text) && text.trim() === text && text !== '') return text;
  if (/^JSX(?:Element|Fragment)$/.test(part.node.type)) return printArg(printing, part, indent);
  return `{${printArg(printing, part, indent)}}`;
}

export function printObject(printing: Printing, args: Entry[], indent: string): string {
  if (args.length === 0) return '{}';
  const inner = `${indent}  `;
  const list = args.map((entry) => {
    if ('spread' in entry) {
      const { node } = entry.spread;
      return `${node.type === 'Property' ? '' : '...'}${printNode(printing, node, inner)}`;
    }
    const name = /^[A-Za-z_$][\w$]*$/.test(entry.key) ? entry.key : JSON.stringify(entry.key);
    const text = printArg(printing, entry.value, inner);
    return text === name ? name : `${name}: ${text}`;
  });
  const oneLine = `{ ${list.join(', ')} }`;
  if (!oneLine.includes('\n') && oneLine.length + indent.length < 90) return oneLine;
  return `{\n${list.map((one) => `${inner}${one},\n`).join('')}${indent}}`;
}

/** Returns the entry for `children`, unless a later spread may replace it. */
export function findChildren(args: Entry[]): { key: string; value: Part } | undefined {
  const index = args.findLastIndex((entry) => 'key' in entry && entry.key === 'children');
  const found = args[index];
  if (!found || 'spread' in found) return undefined;
  return args.slice(index).some((entry) => 'spread' in entry) ? undefined : found;
}

export function withoutEntry(args: Entry[], entry: Entry | undefined): Entry[] {
  return args.filter((one) => one !== entry);
}

/** Returns true for a text that needs no quotes or braces in JSX. */
export function isPlain(text: string | undefined): text is string {
  return text !== undefined && /^[^"\\\n&{}<>]*$/.test(text);
}

/** Returns true for a function that only records its calls, such as `fn()` and `action('click')`. */
export function isSpy(node: AnyNode, module: Module): boolean {
  if (node.type !== 'CallExpression') return false;
  return isOfStorybook(node, module, 'action') || (node.arguments.length === 0 && isOfStorybook(node, module, 'fn'));
}

/** Returns true for a call of a Storybook function. */
export function isOfStorybook({ callee }: ES.SimpleCallExpression, { imports }: Module, name: string): boolean {
  const imported = callee.type === 'Identifier' && imports.find(({ local }) => local === callee.name);
  return !!imported && STORYBOOK.test(imported.from) && imported.name === name;
}

/** Returns true for an expression that refers to nothing in its module. */
export function isFree({ node, module }: Part): boolean {
  const names = referencesOf(node);
  const known = [...module.declared.keys(), ...module.imports.map(({ local }) => local)];
  return isSpy(node, module) || !known.some((name) => names.has(name));
}

export function isUndefined(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'undefined';
}

/** Returns true if a function can become a part of a component. */
export function canMove(fn: ES.Function): boolean {
  if (fn.async || fn.generator) return false;
  let canBe = true;
  walkNodes(fn, ({ type }) => {
    if (type === 'ThisExpression') canBe = false;
  });
  return canBe;
}

/** Returns the new text, and the line of the old text for each of its lines. */
export function applyEdits(text: string, edits: Edit[]): { text: string; lines: number[] } {
  let result = '';
  let at = 0;
  const lines = [1];
  let line = 1;
  const add = (part: string, isCopied: boolean): void => {
    result += part;
    for (const _ of part.matchAll(/\n/g)) lines.push(isCopied ? ++line : line);
  };
  for (const { start, end, text: next } of edits.toSorted((a, b) => a.start - b.start)) {
    // A block inside a block that was replaced.
    if (start < at) continue;
    add(text.slice(at, start), true);
    add(next, false);
    line += text.slice(start, end).split('\n').length - 1;
    at = end;
  }
  add(text.slice(at), true);
  return { text: result, lines };
}
