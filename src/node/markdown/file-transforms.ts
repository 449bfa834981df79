import type { Element } from 'hast';
import { checkJsxText, checkText } from './check/missing-texts.ts';
import { checkHeading, noteJsxHeading } from './check/page-titles.ts';
import { reportFenceWords } from './check/report-fence-words.ts';
import { checkAttributes, checkElement, checkJsx } from './check/safe-urls.ts';
import type { FileContext } from './context.ts';
import { transformDocument } from './document-transforms.ts';
import { liftDocument } from './lift/lift-document.ts';
import { liftTags } from './lift/lift-tags.ts';
import { labelBackLink, markdownToHast } from './lift/to-hast.ts';
import { type HastComponent, type HastContent, type HastRoot, nodeText, walk } from './nodes.ts';
import { readHeadingAttributes } from './parse/heading-attributes.ts';
import { fillPageParams } from './parse/page-params.ts';
import { locationAt, locationsOf } from './source-file.ts';
import { addCardTitle } from './transform/add-card-title.ts';
import { noteApi, noteCheckedBlock, noteNames } from './transform/api-notes.ts';
import { arrangeTabs, reportStrayTab } from './transform/arrange-tabs.ts';
import { diagram } from './transform/diagram.ts';
import { embedDemos, embedFence } from './transform/embed-demos.ts';
import { embedFile } from './transform/embed-file.ts';
import { embedPlayground } from './transform/embed-playground.ts';
import { formulaBlock, inlineFormula } from './transform/formulas.ts';
import { labelTask } from './transform/label-task.ts';
import { linkElement } from './transform/link-element.ts';
import { markFiles } from './transform/mark-files.ts';
import { printCode } from './transform/print-code.ts';
import { resolveLink } from './transform/resolve-link.ts';
import { resolveMedia } from './transform/resolve-media.ts';

type NodeType = HastContent['type'];
type NodeOf<Type extends NodeType> = Extract<HastContent, { type: Type }>;

interface NodePosition {
  context: FileContext;
  index: number;
  siblings: HastContent[];
  /** State of the file up to this node: text of the last heading, tables inside `<API>` tags, and the tabs of visited `<Tabs>`. */
  seen: { heading: string; described: Set<HastContent>; tabs: Set<HastContent> };
}

type Check<Node> = (node: Node, context: FileContext) => void;
/** Returns replacement nodes, which skip the remaining transforms of the row; undefined if the node stays, possibly modified. */
type Transform<Node> = (node: Node, position: NodePosition) => HastContent[] | undefined;

/** Checks see the node as written, before any transform. */
const CHECKS: { [Type in NodeType]?: Check<NodeOf<Type>>[] } = {
  codeBlock: [reportFenceWords, noteCheckedBlock],
  element: [checkElement, checkText],
  mdxJsxFlowElement: [checkJsx, checkJsxText, noteJsxHeading],
  mdxJsxTextElement: [checkJsx, checkJsxText, noteJsxHeading],
};

const TRANSFORMS: { [Type in NodeType]?: Transform<NodeOf<Type>>[] } = {
  comment: [() => []],
  codeBlock: [
    (node, { context }) => embedFence(node, context),
    (node, { context }) => asNodes(formulaBlock(node, context)),
    (node, { context }) => asNodes(diagram(node, context)),
    (node, { context }) => [printCode(node, context)],
  ],
  component: [(node, nodePosition) => applyAll(TAGS.get(node.name), node, nodePosition), noteComponent],
  element: [(node, position) => applyAll(ELEMENTS.get(node.tagName), node, position)],
};

/** Transforms of built-in tags, by name. The theme renders all other tags. */
const TAGS = byName<HastComponent>({
  code: [(node, { index, siblings, context }) => embedDemos(node, index, siblings, context)],
  Playground: [(node, { context }) => embedPlayground(node, context)],
  embed: [(node, { context }) => embedFile(node, context, compileMarkdownFile)],
  Link: [(node, { context }) => transformed(linkElement(node, context), context)],
  Card: [addCardTitle],
  FileTree: [markFiles],
  API: [noteTag],
  Tabs: [noteTabs],
  Tab: [(node, { context, seen }) => (seen.tabs.has(node) ? undefined : reportStrayTab(node, context))],
});

const ELEMENTS = byName<Element>({
  'h1 h2 h3 h4 h5 h6': [readHeading],
  table: [noteTable],
  code: [(node, { index, siblings, context }) => inlineFormula(node, index, siblings, context)],
  li: [labelTask],
  a: [(node, { context }) => labelBackLink(node, context.page), (node, { context }) => resolveLink(node, context)],
  'img source video audio track': [(node, { context }) => resolveMedia(node, context)],
  'td th': [alignCell],
});

export function markdownToPage(context: FileContext): HastRoot {
  const tree: HastRoot = { type: 'root', children: compileMarkdownFile(context) };
  transformDocument(tree, context);
  return tree;
}

function compileMarkdownFile(context: FileContext): HastContent[] {
  const tree = context.page.parse(context.file);
  if (context.chain.length === 1) fillPageParams(tree, context);
  liftDocument(tree, context, liftTags);
  const hast = markdownToHast(tree, context);
  transformFile(hast, context);
  return hast.children;
}

/** Transforms links, images, demos and embedded files of `.md` and `.mdx`. */
export function transformFile(tree: HastRoot, context: FileContext): void {
  const seen: NodePosition['seen'] = { heading: '', described: new Set(), tabs: new Set() };
  walk<HastContent>(tree, (node, index, siblings) => {
    for (const check of (CHECKS[node.type] ?? []) as Check<HastContent>[]) check(node, context);
    return applyAll(TRANSFORMS[node.type] as Transform<HastContent>[], node, { context, index, siblings, seen });
  });
}

function applyAll<Node>(
  transforms: Transform<Node>[] | undefined,
  node: Node,
  position: NodePosition,
): HastContent[] | undefined {
  for (const transform of transforms ?? []) {
    const result = transform(node, position);
    if (result) return result;
  }
  return undefined;
}

/** Expands keys with several space-separated names to one entry per name. */
function byName<Node>(rows: Record<string, Transform<Node>[]>): Map<string, Transform<Node>[]> {
  return new Map(Object.entries(rows).flatMap(([names, row]) => names.split(' ').map((name) => [name, row] as const)));
}

function asNodes(node: HastContent | undefined): HastContent[] | undefined {
  return node && [node];
}

/** Transforms an element that was created from a tag, because `walk()` does not visit replacement nodes. */
function transformed(element: Element, context: FileContext): HastContent[] {
  const root: HastRoot = { type: 'root', children: [element] };
  transformFile(root, context);
  return root.children;
}

/** Reads the heading's attributes first, so that the check reports the title that readers see. */
function readHeading(node: Element, { context, seen }: NodePosition): undefined {
  readHeadingAttributes(node);
  seen.heading = nodeText(node).trim();
  checkHeading(node, context);
}

function noteTable(node: Element, { context, seen }: NodePosition): undefined {
  if (!seen.described.has(node)) noteNames(node, seen.heading, context);
}

function noteTag(node: HastComponent, { context, seen }: NodePosition): undefined {
  for (const table of noteApi(node, context)) seen.described.add(table);
}

function noteTabs(node: HastComponent, { context, seen }: NodePosition): undefined {
  for (const tab of arrangeTabs(node, context)) seen.tabs.add(tab);
}

/** Replaces the `align` attribute by a class, because the page's content security policy forbids inline styles. */
function alignCell(node: Element): undefined {
  const { align, ...properties } = node.properties;
  if (typeof align === 'string') node.properties = { ...properties, className: [`align-${align}`] };
}

/** Records a component; it is checked against the theme's components when they are known. */
function noteComponent(node: HastComponent, { context }: NodePosition): undefined {
  checkAttributes(node, node.props, context);
  const location = locationAt(context.file, node.position?.start, node.name.length + 1);
  const attributes = locationsOf(node.namePoints, context);
  context.page.out.components?.push({ name: node.name, location, attributes });
}
