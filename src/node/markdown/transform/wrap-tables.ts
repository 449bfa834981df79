import type { Element } from 'hast';
import { TABLE_CLASS } from '../../../shared/dom-contract.ts';
import { withValues } from '../../project/languages/interface-strings.ts';
import type { PageContext } from '../context.ts';
import { type HastContent, type HastRoot, headingDepth, textOf, walk } from '../nodes.ts';

/**
 * Puts each table into a region that scrolls by itself and can be reached by keyboard. Its name is that of the section,
 * with a number from the second table on: names of regions are unique in a page.
 */
export function wrapTables(tree: HastRoot, { page, strings }: PageContext): void {
  const names = new Map<string, number>();
  let section = page.title;
  walk<HastContent>(tree, (node) => {
    if (node.type !== 'element') return;
    if (headingDepth(node)) {
      section = textOf(node).trim() || section;
      return false;
    }
    if (node.tagName !== 'table') return;
    const count = (names.get(section) ?? 0) + 1;
    names.set(section, count);
    const title = `${section}${count > 1 ? ` (${count})` : ''}`;
    const ariaLabel = withValues(strings['table.label'] ?? '', { title });
    const region: Element = {
      type: 'element',
      tagName: 'section',
      properties: {
        className: [TABLE_CLASS],
        tabIndex: 0,
        ariaLabel,
        dataMessageLabel: 'table.label',
        dataMessageTitle: title,
        dataWide: labelCells(node) ? '' : undefined,
        dataLong: hasLongWords(node) ? '' : undefined,
      },
      children: [node],
      position: node.position,
    };
    return [region];
  });
}

/** Characters that the longest cells of a row may have together on a phone: about two lines of a window of 390 pixels. */
const NARROW = 80;
/** Up to so many columns there is always room for words. */
const FEW_COLUMNS = 2;

/**
 * Prepares a table that is too wide for a phone, which then shows it as a list of its rows: each cell is given the title of
 * its column, and the elements the roles that they lose there. True for such a table.
 */
function labelCells(table: Element): boolean {
  const rows = elementsOf(table).flatMap((part) =>
    elementsOf(part).map((row) => ({ part, cells: elementsOf(row), row })),
  );
  const [head, ...body] = rows;
  const titles = head?.part.tagName === 'thead' ? head.cells.map((cell) => textOf(cell).trim()) : [];
  const longest = titles.map((title, column) =>
    Math.max(title.length, ...body.map(({ cells }) => textOf(cells[column] ?? table).trim().length)),
  );
  if (titles.length <= FEW_COLUMNS || longest.reduce((sum, length) => sum + length, 0) <= NARROW) return false;
  table.properties.role = 'table';
  for (const { part, row, cells } of rows) {
    part.properties.role = 'rowgroup';
    row.properties.role = 'row';
    for (const [column, cell] of cells.entries()) {
      cell.properties.role = cell.tagName === 'th' ? 'columnheader' : 'cell';
      // The first cell is what the row is about.
      if (cell.tagName === 'td' && column > 0 && titles[column]) cell.properties.dataLabel = titles[column];
    }
  }
  return true;
}

/** Characters of the longest words in the cells of a row for which a window of 390 pixels has room, and what a column takes of them. */
const WORDS = { most: 40, column: 3 };

/** True for a table whose words do not fit side by side into a phone: they have to break there. */
function hasLongWords(table: Element): boolean {
  const longest: number[] = [];
  for (const row of elementsOf(table).flatMap(elementsOf))
    for (const [column, cell] of elementsOf(row).entries())
      longest[column] = Math.max(
        longest[column] ?? 0,
        ...textOf(cell)
          .split(/[\s-]+/)
          .map(({ length }) => length),
      );
  return longest.reduce((sum, length) => sum + length, 0) > WORDS.most - WORDS.column * longest.length;
}

function elementsOf(element: Element): Element[] {
  return element.children.filter((child) => child.type === 'element');
}
