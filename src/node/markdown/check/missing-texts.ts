import type { Element } from 'hast';
import { type FileContext, type ReportOptions, report } from '../context.ts';
import { type HastContent, isBlank, type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/** Elements that are visible without text; images have their own check. */
const REPLACED = new Set(['img', 'svg', 'picture', 'video', 'audio', 'canvas', 'iframe', 'object', 'input']);

/**
 * Reports Markdown images without alternative text (CD327). In HTML, `alt=""` marks a decorative image, but
 * `![](x.png)` has no syntax for that. Both produce the same HTML, so this check needs the Markdown tree.
 */
export function reportImages(tree: MdastRoot, context: FileContext): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'image' && node.type !== 'imageReference') return;
    if (node.alt?.trim() || ('title' in node && node.title)) return;
    const place = { at: node.position?.start, length: lengthOf(node.position) };
    report(context, 'image-without-text', { syntax: 'markdown' }, place);
  });
}

/** Reports an HTML `<img>` without `alt` (CD327), and a link without visible or accessible content (CD328). */
export function checkText(node: Element, context: FileContext): void {
  const { tagName, properties, position } = node;
  if (tagName === 'img' && !isNamed(properties)) reportHtmlImage(position?.start, context);
  // An `<a>` with an id or a name is an anchor, not a link.
  const isLink = tagName === 'a' && typeof properties.href === 'string' && !properties.id && !properties.name;
  if (!isLink || isNamed(properties) || node.children.some(isShown)) return;
  report(context, 'link-without-text', {}, { at: position?.start, length: lengthOf(position) });
}

/** A spread attribute may contain `alt`. */
export function checkJsxText(
  node: Extract<HastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>,
  context: FileContext,
): void {
  if (node.name !== 'img') return;
  const names = node.attributes.map((attribute) => (attribute.type === 'mdxJsxAttribute' ? attribute.name : 'alt'));
  if (!isNamed(Object.fromEntries(names.map((name) => [name, true])))) reportHtmlImage(node.position?.start, context);
}

function reportHtmlImage(at: ReportOptions['at'], context: FileContext): void {
  report(context, 'image-without-text', { syntax: 'html' }, { at, length: '<img'.length });
}

/** Returns true if attributes, in HTML or JSX spelling, name an element or hide it from assistive technology. */
function isNamed(attributes: Record<string, unknown>): boolean {
  return Object.entries(attributes).some(([name, value]) => {
    if (name === 'alt') return value !== undefined && value !== null;
    return /^(title|aria-?label|aria-?labelledby|aria-?hidden|role)$/i.test(name) && Boolean(value);
  });
}

/** Components and MDX are assumed to be visible. */
function isShown(node: HastContent): boolean {
  if (node.type === 'comment' || isBlank(node)) return false;
  if (node.type !== 'element' || REPLACED.has(node.tagName)) return true;
  return isNamed(node.properties) || (node.children as HastContent[]).some(isShown);
}
