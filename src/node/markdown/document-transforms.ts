import type { Element } from 'hast';
import type { FileContext } from './context.ts';
import { type HastContent, type HastRoot, headingDepth, isBlank, nodeText } from './nodes.ts';
import { describeApis } from './transform/api-notes.ts';
import { collectTexts } from './transform/collect-texts.ts';
import { obeyOnly } from './transform/embed-demos.ts';
import { linkHeadings } from './transform/link-headings.ts';
import { wrapTables } from './transform/wrap-tables.ts';
import { zoomPictures } from './transform/zoom-pictures.ts';

/** Adds heading ids, the table of contents, table names and search texts. Embedded files are already inlined. */
export function transformDocument(tree: HastRoot, context: FileContext): void {
  obeyOnly(tree, context.page);
  linkHeadings(tree, context);
  placeReleaseDates(tree);
  describeApis(tree, context.page.out);
  collectTexts(tree, context.page.out);
  wrapTables(tree, context.page);
  zoomPictures(tree, context.page);
}

/**
 * Change logs often have the date on a line below the heading. It is not part of the heading's id or of the table of
 * contents.
 */
function placeReleaseDates(tree: HastRoot): void {
  const { children } = tree;
  for (let index = 0; index < children.length; index++) {
    const heading = children[index] as HastContent;
    const depth = headingDepth(heading);
    if (heading.type !== 'element' || (depth !== 2 && depth !== 3)) continue;
    let next = index + 1;
    while (next < children.length && isBetween(children[next] as HastContent)) next++;
    const date = dateOf(children[next]);
    if (date === undefined) continue;
    heading.children.push({ type: 'text', value: ' ' }, time(date));
    children.splice(next, 1);
  }
}

/** Returns true for white space and for the anchor of the heading. */
function isBetween(node: HastContent): boolean {
  return isBlank(node) || (node.type === 'element' && node.tagName === 'a');
}

/** Returns the date if a paragraph contains nothing else: as code, emphasized or plain. */
function dateOf(node: HastContent | undefined): string | undefined {
  if (node?.type !== 'element' || node.tagName !== 'p') return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.exec(nodeText(node).trim())?.[0];
}

function time(date: string): Element {
  return {
    type: 'element',
    tagName: 'time',
    properties: { dateTime: date },
    children: [{ type: 'text', value: date }],
  };
}
