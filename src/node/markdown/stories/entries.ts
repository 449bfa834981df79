/** Evaluates the objects of a stories file as far as they are known without running it. */
import type * as ES from 'estree';
import type { Json } from '../../../shared/entities.ts';
import type { AnyNode, Module } from './parse-module.ts';

/** An expression in a stories file. */
export interface Part {
  node: AnyNode;
  module: Module;
}

/** Property of an object, or an object of unknown content (or a computed property) that is spread into it. */
export type Entry = { key: string; value: Part } | { spread: Part };

/** Limit for variables that refer to themselves. */
const MAX_DEPTH = 20;

/** Returns the value of a variable; any other expression is its own value. Follows no imports. */
export function valueOfPart({ node, module }: Part): Part {
  let found = node;
  for (let depth = 0; depth < MAX_DEPTH && found.type === 'Identifier'; depth++) {
    const { value } = module.declared.get(found.name) ?? {};
    if (!value) break;
    found = value;
  }
  return { node: found, module };
}

/** Returns the entries of an object, or undefined if it is not known. A function is an object that renders. */
export function entriesOf(part: Part, depth = 0): Entry[] | undefined {
  const { node, module } = part;
  if (depth > MAX_DEPTH) return undefined;
  if (node.type === 'Identifier') return entriesOfVariable(node.name, module, depth);
  if (node.type === 'MemberExpression') return entriesOfMember(part, node, depth);
  if (node.type === 'CallExpression') return entriesOfCall(part, node, depth);
  if (isFunction(node)) return [{ key: 'render', value: part }];
  if (node.type !== 'ObjectExpression') return undefined;
  return mergeEntries(node.properties.flatMap((property) => entriesOfProperty(property, module, depth)));
}

function entriesOfProperty(property: ES.Property | ES.SpreadElement, module: Module, depth: number): Entry[] {
  if (property.type === 'SpreadElement') {
    const argument: Part = { node: property.argument as AnyNode, module };
    return entriesOf(argument, depth + 1) ?? [{ spread: argument }];
  }
  const key = keyOf(property.key as AnyNode, property.computed);
  if (key === undefined || property.kind !== 'init') return [{ spread: { node: property as AnyNode, module } }];
  return [{ key, value: { node: property.value as AnyNode, module } }];
}

function entriesOfVariable(name: string, module: Module, depth: number): Entry[] | undefined {
  const { value } = module.declared.get(name) ?? {};
  const own = value && entriesOf({ node: value, module }, depth + 1);
  return own && mergeEntries([...own, ...assignedTo(name, module)]);
}

/** Returns the properties that statements such as `Primary.args = …` add to a variable. */
function assignedTo(name: string, module: Module): Entry[] {
  return module.statements.flatMap((statement): Entry[] => {
    const { object, key = '', value } = assignmentOf(statement) ?? {};
    return object === name && value ? [{ key, value: { node: value, module } }] : [];
  });
}

function entriesOfMember({ module }: Part, node: ES.MemberExpression, depth: number): Entry[] | undefined {
  const key = keyOf(node.property as AnyNode, node.computed);
  const entries = key === undefined ? undefined : entriesOf({ node: node.object as AnyNode, module }, depth + 1);
  // A story that a factory creates has its properties under these names.
  if (entries && (key === 'input' || key === 'composed')) return entries;
  const found = entries?.findLast((entry) => 'spread' in entry || entry.key === key);
  // A story without args.
  if (entries && !found && key === 'args') return [];
  return found && 'key' in found ? entriesOf(found.value, depth + 1) : undefined;
}

/** Reads `Template.bind({})`, `Object.assign()`, `preview.meta({})`, `meta.story({})` and `Primary.extend({})`. */
function entriesOfCall({ module }: Part, node: ES.SimpleCallExpression, depth: number): Entry[] | undefined {
  const callee = node.callee as AnyNode;
  if (callee.type !== 'MemberExpression') return undefined;
  const object: Part = { node: callee.object as AnyNode, module };
  const given = node.arguments.map((argument) => entriesOf({ node: argument as AnyNode, module }, depth + 1));
  switch (keyOf(callee.property as AnyNode, callee.computed)) {
    case 'bind':
      return entriesOf(object, depth + 1) ?? [{ key: 'render', value: object }];
    case 'meta':
    case 'story':
      return node.arguments.length === 0 ? [] : given[0];
    case 'assign':
      return given.every((entries) => entries !== undefined) ? mergeEntries(given.flat()) : undefined;
    case 'extend': {
      const base = entriesOf(object, depth + 1);
      return base && given[0] && [...extendEntries(base, given[0], module)];
    }
    default:
      return undefined;
  }
}

/** Adds the properties of a story to those of the one that it extends. Only their args are merged. */
function extendEntries(base: Entry[], own: Entry[], module: Module): Entry[] {
  const value = objectOf(argsOf([base, own]), module);
  return [...mergeEntries([...base, ...own]).filter((entry) => !isEntry(entry, 'args')), { key: 'args', value }];
}

export function objectOf(entries: Entry[], module: Module): Part {
  const properties = entries.map((entry) =>
    'spread' in entry
      ? { type: 'SpreadElement', argument: entry.spread.node }
      : { type: 'Property', kind: 'init', key: { type: 'Literal', value: entry.key }, value: entry.value.node },
  );
  return { node: { type: 'ObjectExpression', properties } as unknown as AnyNode, module };
}

function isEntry(entry: Entry, key: string): boolean {
  return 'key' in entry && entry.key === key;
}

export function findEntry(entries: Entry[] | undefined, key: string): Part | undefined {
  const found = entries?.findLast((entry) => isEntry(entry, key));
  return found && 'key' in found ? found.value : undefined;
}

/** Returns the value of a nested property. */
export function findBelow(entries: Entry[] | undefined, ...keys: string[]): Part | undefined {
  let below = entries;
  let found: Part | undefined;
  for (const key of keys) {
    found = findEntry(below, key);
    below = found && entriesOf(found);
  }
  return found;
}

/** Returns the merged args of several objects, the most important one last. */
export function argsOf(objects: (Entry[] | undefined)[]): Entry[] {
  return mergeEntries(
    objects.flatMap((entries): Entry[] => {
      const args = findEntry(entries, 'args');
      return args ? (entriesOf(args) ?? [{ spread: args }]) : [];
    }),
  );
}

/** Keeps the last entry of each key, at the position of the first one. A spread separates entries. */
export function mergeEntries(entries: Entry[]): Entry[] {
  const merged: Entry[] = [];
  let from = 0;
  for (const entry of entries) {
    const index = 'spread' in entry ? -1 : merged.findIndex((one, at) => at >= from && isEntry(one, entry.key));
    if (index === -1) merged.push(entry);
    else merged[index] = entry;
    if ('spread' in entry) from = merged.length;
  }
  return merged;
}

/** An assignment to a property of a variable, such as `Primary.args = …`. */
export function assignmentOf(
  statement: ES.Program['body'][number],
): { object: string; key: string; value: AnyNode } | undefined {
  if (statement.type !== 'ExpressionStatement') return undefined;
  const { expression } = statement;
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = expression.left;
  const key = keyOf(property as AnyNode, computed);
  if (object.type !== 'Identifier' || key === undefined) return undefined;
  return { object: object.name, key, value: expression.right as AnyNode };
}

export function isFunction(node: AnyNode | undefined): boolean {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node?.type ?? '');
}

export function keyOf(node: AnyNode, computed: boolean): string | undefined {
  if (node.type === 'Identifier' && !computed) return node.name;
  return node.type === 'Literal' && typeof node.value !== 'object' ? String(node.value) : undefined;
}

export function stringOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

export function textOfPart(part: Part | undefined): string | undefined {
  return part && stringOf(valueOfPart(part).node);
}

export function jsonOf(part: Part): Json | undefined {
  const { node, module } = valueOfPart(part);
  const below = (one: unknown): Json | undefined => jsonOf({ node: one as AnyNode, module });
  const text = stringOf(node);
  if (text !== undefined) return text;
  if (node.type === 'Literal')
    return node.value === null || /^(?:number|boolean)$/.test(typeof node.value) ? (node.value as Json) : undefined;
  if (node.type === 'UnaryExpression' && node.operator === '-') {
    const value = below(node.argument);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.type === 'ArrayExpression') {
    const values = node.elements.map((one) => (one ? below(one) : undefined));
    return values.every((one) => one !== undefined) ? values : undefined;
  }
  if (node.type !== 'ObjectExpression') return undefined;
  const values = (entriesOf({ node, module }) ?? []).map((entry): [string, Json | undefined] =>
    'key' in entry ? [entry.key, jsonOf(entry.value)] : ['', undefined],
  );
  return values.every(([, one]) => one !== undefined) ? (Object.fromEntries(values) as Json) : undefined;
}

export function listOf(part: Part | undefined): Part[] {
  const value = part && valueOfPart(part);
  if (value?.node.type !== 'ArrayExpression') return [];
  return value.node.elements.flatMap((one) => (one ? { node: one as AnyNode, module: value.module } : []));
}

export function textsOfPart(part: Part | undefined): string[] {
  return listOf(part).flatMap((one) => textOfPart(one) ?? []);
}
