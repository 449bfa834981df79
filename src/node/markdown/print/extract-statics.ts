import type { Json } from '../../../shared/entities.ts';
import type { HtmlPart } from '../../../shared/page-data.ts';
import { childrenOf, type HastComponent, type HastContent, type HastRoot, isBlank } from '../nodes.ts';
import { isInLine, isInlineComponent } from '../own-tags.ts';
import { toParts } from './to-parts.ts';

type Jsx = Extract<HastContent, { type: 'mdxJsxFlowElement' }>;

/** Elements that may have blocks as children. */
const HOLDERS = new Set(
  'article aside blockquote dd details div fieldset figure footer form header li main nav section td th'.split(' '),
);

/** Returns true if the tree still contains MDX nodes, so that the page needs JavaScript. */
export function isInteractive(tree: HastRoot): boolean {
  return tree.children.some((child) => dynamicNodes(child, new Set()));
}

/** Extracts static pieces, so that the page's script does not repeat text, code and demos. */
export function extractStatics(tree: HastRoot): Record<string, HtmlPart[]> {
  const dynamic = new Set<HastContent>();
  for (const child of tree.children) dynamicNodes(child, dynamic);
  const statics: Record<string, HtmlPart[]> = {};
  const take = (run: HastContent[]): HastContent => {
    const id = `s${Object.keys(statics).length}`;
    statics[id] = toParts(run);
    return jsx('Static', { id }, []);
  };
  replaceRuns(tree, true, dynamic, take);
  return statics;
}

/** Adds nodes that contain MDX. Returns true if the node itself was added. */
function dynamicNodes(node: HastContent, dynamic: Set<HastContent>): boolean {
  let isDynamic = node.type.startsWith('mdx');
  for (const child of childrenOf(node) ?? []) isDynamic = dynamicNodes(child, dynamic) || isDynamic;
  if (isDynamic) dynamic.add(node);
  return isDynamic;
}

function replaceRuns(
  parent: { children: HastContent[] },
  holdsBlocks: boolean,
  dynamic: Set<HastContent>,
  take: (run: HastContent[]) => HastContent,
): void {
  const result: HastContent[] = [];
  let run: HastContent[] = [];
  const flush = () => {
    if (holdsBlocks && run.some(isBlock)) result.push(take(run));
    else result.push(...run.map(asJsx));
    run = [];
  };
  for (const node of parent.children) {
    if (!dynamic.has(node)) {
      run.push(node);
      continue;
    }
    flush();
    const children = childrenOf(node);
    if (children) replaceRuns({ children }, canHoldBlocks(node), dynamic, take);
    result.push(node.type === 'component' ? componentToJsx(node) : node);
  }
  flush();
  parent.children.splice(0, parent.children.length, ...result);
}

function canHoldBlocks(node: HastContent): boolean {
  if (node.type === 'mdxJsxFlowElement')
    return node.name === null || !/^[a-z]/.test(node.name) || HOLDERS.has(node.name);
  if (node.type === 'component') return !isInlineComponent(node.name);
  return node.type === 'element' && HOLDERS.has(node.tagName);
}

function isBlock(node: HastContent): boolean {
  if (node.type === 'element') return !isInLine(node.tagName);
  if (node.type === 'component') return !isInlineComponent(node.name);
  return node.type !== 'text' && !isBlank(node);
}

/** Converts the components in static inline content next to expressions back to JSX. */
function asJsx(node: HastContent): HastContent {
  const children = childrenOf<HastContent>(node);
  if (children) children.splice(0, children.length, ...children.map(asJsx));
  return node.type === 'component' ? componentToJsx(node) : node;
}

function componentToJsx({ name, props, children }: HastComponent): HastContent {
  return jsx(name, props, children);
}

function jsx(name: string, props: { [key: string]: Json }, children: HastContent[]): Jsx {
  const attributes: Jsx['attributes'] = Object.entries(props).map(([key, value]) => {
    if (value === true || typeof value === 'string') {
      return { type: 'mdxJsxAttribute', name: key, value: value === true ? null : value };
    }
    return { type: 'mdxJsxAttribute', name: key, value: valueExpression(value) };
  });
  return { type: 'mdxJsxFlowElement', name, attributes, children: children as Jsx['children'] };
}

function valueExpression(value: Json) {
  const expression = literal(value);
  return {
    type: 'mdxJsxAttributeValueExpression' as const,
    value: JSON.stringify(value),
    data: {
      estree: {
        type: 'Program' as const,
        sourceType: 'module' as const,
        comments: [],
        body: [{ type: 'ExpressionStatement' as const, expression }],
      },
    },
  };
}

/** Built-in props are numbers and lists of strings; objects become JSON text. */
function literal(value: Json) {
  const simple = (item: Json) => ({
    type: 'Literal' as const,
    value: typeof item === 'object' ? JSON.stringify(item) : item,
  });
  return Array.isArray(value) ? { type: 'ArrayExpression' as const, elements: value.map(simple) } : simple(value);
}
