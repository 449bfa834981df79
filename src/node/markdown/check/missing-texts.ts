import type { Element } from 'hast';
import { type FileContext, type Place, report } from '../context.ts';
import { type HastContent, isBlank, type MdastContent, type MdastRoot, walk } from '../nodes.ts';
import { lengthOf } from '../source-file.ts';

/** Elements that are something to see without any text in them; pictures are checked by themselves. */
const REPLACED = new Set(['img', 'svg', 'picture', 'video', 'audio', 'canvas', 'iframe', 'object', 'input']);

/**
 * Tells of Markdown images without a text (CD327). `![](x.png)` cannot say that a picture is mere decoration, as
 * `alt=""` does, and in HTML the two are one: so it is looked for in Markdown's tree.
 */
export function reportImages(tree: MdastRoot, context: FileContext): void {
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'image' && node.type !== 'imageReference') return;
    if (node.alt?.trim() || ('title' in node && node.title)) return;
    const place = { at: node.position?.start, length: lengthOf(node.position) };
    report(context, 'image-without-text', { syntax: 'markdown' }, place);
  });
}

/** Tells of an `<img>` of HTML without `alt` (CD327), and of a link that has nothing to click or to read out (CD328). */
export function checkText(node: Element, context: FileContext): void {
  const { tagName, properties, position } = node;
  if (tagName === 'img' && !isNamed(properties)) reportHtmlImage(position?.start, context);
  // What has an id or a name is an anchor, which only looks like a link.
  const isLink = tagName === 'a' && typeof properties.href === 'string' && !properties.id && !properties.name;
  if (!isLink || isNamed(properties) || node.children.some(isShown)) return;
  report(context, 'link-without-text', {}, { at: position?.start, length: lengthOf(position) });
}

/** As {@link checkText}, for an element of MDX with attributes that only the browser knows. */
export function checkJsxText(
  node: Extract<HastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>,
  context: FileContext,
): void {
  if (node.name !== 'img') return;
  const names = node.attributes.map((attribute) => (attribute.type === 'mdxJsxAttribute' ? attribute.name : 'alt'));
  if (!isNamed(Object.fromEntries(names.map((name) => [name, true])))) reportHtmlImage(node.position?.start, context);
}

function reportHtmlImage(at: Place['at'], context: FileContext): void {
  report(context, 'image-without-text', { syntax: 'html' }, { at, length: '<img'.length });
}

/** True when attributes, in the spelling of HTML or of JSX, name an element or take it out of what is read. */
function isNamed(attributes: Record<string, unknown>): boolean {
  return Object.entries(attributes).some(([name, value]) => {
    if (name === 'alt') return value !== undefined && value !== null;
    return /^(title|aria-?label|aria-?labelledby|aria-?hidden|role)$/i.test(name) && Boolean(value);
  });
}

/** True for what can be seen or read out; components and programs are taken to be so. */
function isShown(node: HastContent): boolean {
  if (node.type === 'comment' || isBlank(node)) return false;
  if (node.type !== 'element' || REPLACED.has(node.tagName)) return true;
  return isNamed(node.properties) || (node.children as HastContent[]).some(isShown);
}
