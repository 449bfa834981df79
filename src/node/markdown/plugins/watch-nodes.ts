import { childrenOf, type HastContent, type MdastContent, type Position } from '../nodes.ts';

type AnyNode = HastContent | MdastContent;

export interface AddedNode<Node> {
  node: Node;
  index: number;
  siblings: Node[];
  position: Position | undefined;
}

export type KnownNodes = Map<object, string>;

/** Returns new or changed nodes, and adds them to the known nodes. Throws an error for a node that cannot be printed. */
export function findAdded<Node extends AnyNode>(tree: { children: Node[] }, known: KnownNodes): AddedNode<Node>[] {
  const added: AddedNode<Node>[] = [];
  let last: Position | undefined;
  const visit = (siblings: Node[]): void => {
    for (const [index, node] of siblings.entries()) {
      checkShape(node);
      last = node.position ?? last;
      const text = describeNode(node);
      if (known.get(node) !== text) added.push({ node, index, siblings, position: last });
      known.set(node, text);
      const children = childrenOf<AnyNode>(node) as Node[] | undefined;
      if (children) visit(children);
    }
  };
  visit(tree.children);
  return added;
}

function describeNode(node: AnyNode): string {
  const { type, name, tagName, properties, props, attributes, value, url, data } = node as unknown as Record<
    string,
    unknown
  >;
  const { hName, hProperties, hChildren } = Object(data) as Record<string, unknown>;
  const isMarkup = type === 'html' || type === 'raw';
  return JSON.stringify(
    [name, tagName, properties, props, attributes, isMarkup && value, url, hName, hProperties, hChildren],
    (_, part) =>
      // MDX expressions.
      typeof part === 'object' && part !== null && 'estree' in part ? undefined : part,
  );
}

/** Adds fields of an element that plugins often leave out, and refuses values that are not nodes. */
function checkShape(node: AnyNode): void {
  const fields = Object(node) as Record<string, unknown>;
  if (typeof fields.type !== 'string') throw new Error('it added something to the tree that is not a node');
  if ((fields.type === 'text' || fields.type === 'raw' || fields.type === 'html') && typeof fields.value !== 'string')
    throw new Error(`it added a node of type ${fields.type} whose value is not a string`);
  if ('children' in fields && !Array.isArray(fields.children))
    throw new Error(`it added a node of type ${fields.type} whose children are not a list`);
  if (fields.type !== 'element') return;
  if (typeof fields.tagName !== 'string') throw new Error('it added an element without a name');
  fields.children ??= [];
  if (typeof fields.properties !== 'object' || fields.properties === null) fields.properties = {};
}

/** Built-in objects that pages, demos and the tool itself use in the same process. */
const NAMES = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'RegExp',
    'Date',
    'Map',
    'Set',
    'Promise',
  ],
  ...['Error', 'JSON', 'Math', 'Reflect', 'URL', 'Intl'],
] as const;

type Owner = Record<PropertyKey, unknown>;

/**
 * Returns a function that undoes changes of built-in objects, so that they affect no other page, and throws if it found
 * a change.
 */
export function watchBuiltIns(): () => void {
  const owners: [name: string, owner: Owner, before: Map<PropertyKey, PropertyDescriptor>][] = [];
  const add = (name: string, owner: Owner, keys: readonly PropertyKey[] = Reflect.ownKeys(owner)): void => {
    const own = keys.flatMap((key): [PropertyKey, PropertyDescriptor][] => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, key);
      return descriptor ? [[key, descriptor]] : [];
    });
    owners.push([name, owner, new Map(own)]);
  };
  for (const name of NAMES) {
    const value = globalThis[name] as unknown as Owner;
    add(name, value);
    if (value.prototype) add(`${name}.prototype`, value.prototype as Owner);
  }
  add('globalThis', globalThis as Owner, NAMES);
  return () => {
    const changed: string[] = [];
    for (const [name, owner, before] of owners) {
      const keys = name === 'globalThis' ? NAMES : new Set([...before.keys(), ...Reflect.ownKeys(owner)]);
      for (const key of keys) {
        const [old, now] = [before.get(key), Object.getOwnPropertyDescriptor(owner, key)];
        // Some, such as `RegExp.$1`, have values that change by themselves, but the same getters.
        if (old && now && Object.is(old.value, now.value) && old.get === now.get && old.set === now.set) continue;
        changed.push(`${name}.${String(key)}`);
        if (old) Object.defineProperty(owner, key, old);
        else delete owner[key];
      }
    }
    if (changed.length === 0) return;
    const shown = changed.slice(0, 5).map((name) => `\`${name}\``);
    throw new Error(`it changes ${shown.join(', ')}, which all pages share`);
  };
}
