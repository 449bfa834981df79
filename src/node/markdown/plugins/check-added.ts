import type { Element } from 'hast';
import { checkAttributes, checkElement, checkJsx } from '../check/safe-urls.ts';
import type { FileContext } from '../context.ts';
import { parseHtml } from '../lift/to-hast.ts';
import { type HastContent, type HastRoot, type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { type AddedNode, findAdded, type KnownNodes } from './watch-nodes.ts';

/** Refuses scripts, event handlers and unsafe URLs. Removes refused nodes, so that each is reported once. */
export function checkAddedMdast(tree: MdastRoot, known: KnownNodes, plugin: string, context: FileContext): void {
  for (const added of findAdded<MdastContent>(tree, known).reverse()) {
    const isRefused = named(plugin, context, () => {
      for (const node of shownAs(added)) checkNode(node, context);
    });
    if (isRefused) added.siblings.splice(added.index, 1);
  }
}

/** Parses raw HTML, and adds new ids to the valid targets of links. */
export function checkAddedHast(tree: HastRoot, known: KnownNodes, plugin: string, context: FileContext): void {
  const { anchors } = context.page.out;
  for (const { node, index, siblings, position } of findAdded<HastContent>(tree, known).reverse()) {
    const nodes = node.type === 'raw' ? parseHtml(node.value).children : [node];
    const isRefused = named(plugin, context, () => {
      walk<HastContent>({ children: node.type === 'raw' ? nodes : [] }, (inner) =>
        checkNode(placed(inner, position), context),
      );
      if (node.type !== 'raw') checkNode(placed(node, position), context);
    });
    if (isRefused) siblings.splice(index, 1);
    else if (node.type === 'raw') siblings.splice(index, 1, ...nodes);
    const id = node.type === 'element' && node.properties.id;
    if (typeof id === 'string' && !anchors.includes(id)) anchors.push(id);
  }
  // The parsed nodes are not new for the next plugin.
  findAdded<HastContent>(tree, known);
}

/** Returns true if there is an error. */
function named(plugin: string, { page: { out } }: FileContext, check: () => void): boolean {
  const before = out.diagnostics.length;
  check();
  const found = out.diagnostics.slice(before);
  for (const diagnostic of found)
    diagnostic.notes = [...(diagnostic.notes ?? []), `The plugin ${plugin} added it to the page.`];
  return found.some(({ severity }) => severity === 'error');
}

function checkNode(node: HastContent, context: FileContext): undefined {
  if (node.type === 'element') checkElement(node, context);
  else if (node.type === 'component') checkAttributes(node, node.props, context);
  else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') checkJsx(node, context);
}

function placed<Node extends HastContent>(node: Node, position: AddedNode<Node>['position']): Node {
  return { ...node, position: node.position ?? position } as Node;
}

/** Returns the HTML nodes that a Markdown node will be converted to, as far as its author determines them. */
function shownAs({ node, position }: AddedNode<MdastContent>): HastContent[] {
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement')
    return [placed(node as HastContent, position)];
  const nodes: HastContent[] = [];
  const add = (children: HastContent[]): void =>
    walk<HastContent>({ children }, (child) => {
      if (child.type === 'raw') add(parseHtml(child.value).children);
      else nodes.push(placed(child, position));
    });
  if (node.type === 'html') add(parseHtml(node.value).children);
  const { hName, hProperties, hChildren } = (node.data ?? {}) as Record<string, unknown>;
  const url = 'url' in node ? { href: node.url } : {};
  const properties = { ...Object(hProperties), ...url } as Element['properties'];
  const tagName = typeof hName === 'string' ? hName : 'span';
  if (hName !== undefined || Object.keys(properties).length > 0)
    add([{ type: 'element', tagName, properties, children: [] }]);
  if (Array.isArray(hChildren)) add(hChildren as HastContent[]);
  return nodes;
}
