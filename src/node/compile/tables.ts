import type { Element } from 'hast';
import { headingDepth } from './headings.ts';
import { type HastContent, type HastRoot, textOf, walk } from './nodes.ts';

/**
 * Puts each table into a region that scrolls by itself and can be reached by keyboard. Its name is that of the section,
 * with a number from the second table on: names of regions are unique in a page.
 */
export function wrapTables(tree: HastRoot, pageTitle: string): void {
  const names = new Map<string, number>();
  let section = pageTitle;
  walk<HastContent>(tree, (node) => {
    if (node.type !== 'element') return;
    if (headingDepth(node)) {
      section = textOf(node).trim() || section;
      return false;
    }
    if (node.tagName !== 'table') return;
    const count = (names.get(section) ?? 0) + 1;
    names.set(section, count);
    const ariaLabel = `Table: ${section}${count > 1 ? ` (${count})` : ''}`;
    const region: Element = {
      type: 'element',
      tagName: 'section',
      properties: { className: ['table'], tabIndex: 0, ariaLabel },
      children: [node],
      position: node.position,
    };
    return [region];
  });
}
