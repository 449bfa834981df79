/** Replaces the args that a function renders with their values. */
import type * as ES from 'estree';
import type * as JSX from 'estree-jsx';
import { type Entry, type Part, stringOf } from './entries.ts';
import { type AnyNode, walkNodes } from './parse-module.ts';
import {
  type Edit,
  findChildren,
  indentAt,
  isPlain,
  type Printing,
  printArg,
  printAttributes,
  printChild,
  withoutEntry,
} from './print-jsx.ts';

/**
 * Returns the edits that replace `{...args}` and `args.name` in a function. Undefined if it uses the args in another way, or
 * a value would be repeated.
 *
 * @param param name of the function's parameter
 */
export function inlineArgs(printing: Printing, fn: ES.Function, param: string, args: Entry[]): Edit[] | undefined {
  const edits: Edit[] = [];
  const elements = new Map<unknown, JSX.JSXElement>();
  const reads = new Set<string>();
  const isOpen = args.some((entry) => 'spread' in entry);
  let fits = true;
  walkNodes(fn.body, (node, parent) => {
    if (node.type === 'JSXElement') elements.set(node.openingElement, node);
    if (node.type === 'JSXSpreadAttribute' && isVariable(node.argument as AnyNode, param)) {
      edits.push(...spreadEdits(printing, { node, element: elements.get(parent) }, args));
      return false;
    }
    if (node.type === 'MemberExpression' && isVariable(node.object as AnyNode, param)) {
      const key = !node.computed && node.property.type === 'Identifier' ? node.property.name : '';
      const entry = args.findLast((one) => 'key' in one && one.key === key);
      const value = entry && 'key' in entry ? entry.value : undefined;
      const isRepeated = reads.has(key) && value?.node.type !== 'Literal';
      if (!value || isOpen || isRepeated || isAssigned(node, parent)) fits = false;
      else edits.push(readEdit(printing, { node, parent }, value));
      reads.add(key);
      return false;
    }
    if (isVariable(node, param)) fits = false;
    return undefined;
  });
  return fits ? edits : undefined;
}

function isVariable(node: AnyNode, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function isAssigned(node: AnyNode, parent: AnyNode | undefined): boolean {
  return (parent?.type === 'AssignmentExpression' && parent.left === node) || parent?.type === 'UpdateExpression';
}

/** Replaces `{...args}`. The arg `children` becomes the content of its element, unless the element has content. */
function spreadEdits(
  printing: Printing,
  { node, element }: { node: AnyNode; element: JSX.JSXElement | undefined },
  args: Entry[],
): Edit[] {
  const { module } = printing;
  const { start, end } = module.range(node);
  const indent = indentAt(module.text, start);
  const children = findChildren(args);
  const { before, after } = attributesAround(node, element);
  // An attribute must not be repeated: the last one counts.
  const shown = withoutEntry(args, children).filter((entry) => 'spread' in entry || !after.has(entry.key));
  const names = new Set(shown.flatMap((entry) => ('spread' in entry ? [] : entry.key)));
  const replaced = [...before].flatMap(([name, attribute]): Edit[] =>
    names.has(name) ? [{ ...module.range(attribute), text: '' }] : [],
  );
  const spread = { start, end, text: printAttributes(printing, shown, indent).join(' ') };
  if (!children || !element || element.closingElement) return [...replaced, spread];
  const range = module.range(element.openingElement);
  const name = module.source(element.openingElement.name);
  const content = printChild(printing, children.value, indent);
  return [...replaced, spread, { start: range.end - 2, end: range.end, text: `>${content}</${name}>`, isClose: true }];
}

/** Returns the attributes of an element before and after one of them, by name. */
function attributesAround(
  node: AnyNode,
  element: JSX.JSXElement | undefined,
): Record<'before' | 'after', Map<string, AnyNode>> {
  const all = element?.openingElement.attributes ?? [];
  const at = all.indexOf(node as JSX.JSXSpreadAttribute);
  const named = (list: typeof all): Map<string, AnyNode> =>
    new Map(
      list.flatMap((one) =>
        one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier'
          ? [[one.name.name, one as unknown as AnyNode]]
          : [],
      ),
    );
  return { before: named(all.slice(0, at)), after: named(all.slice(at + 1)) };
}

/** Replaces `args.name`. */
function readEdit(
  printing: Printing,
  { node, parent }: { node: AnyNode; parent: AnyNode | undefined },
  value: Part,
): Edit {
  const { module } = printing;
  const { start, end } = module.range(node);
  const isContained = (parent as { type: string } | undefined)?.type === 'JSXExpressionContainer';
  const literal = value.node.type === 'Literal' ? stringOf(value.node) : undefined;
  if (isContained && isPlain(literal)) {
    const container = module.range(parent);
    return { ...container, text: module.text[container.start - 1] === '=' ? `"${literal}"` : literal };
  }
  const text = printArg(printing, value, indentAt(module.text, start));
  const isSafe = isContained || value.node.type === 'Literal' || value.node.type === 'Identifier';
  return { start, end, text: isSafe ? text : `(${text})` };
}
