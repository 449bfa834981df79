import { childrenOf, type HastContent, type MdastContent, type Position } from '../nodes.ts';

type AnyNode = HastContent | MdastContent;

export interface AddedNode<Node> {
  node: Node;
  index: number;
  siblings: Node[];
  position: Position | undefined;
}

export type KnownNodes = Map<object, string>;

/** Returns the nodes that are not known, or that have changed, and adds them. Throws an error for a node that cannot be printed. */
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
      // Expressions of MDX.
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
