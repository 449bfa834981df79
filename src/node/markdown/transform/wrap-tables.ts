import type { Element } from 'hast';
import { TABLE_CLASS } from '../../../shared/dom-contract.ts';
import { withValues } from '../../project/languages/interface-strings.ts';
import type { PageContext } from '../context.ts';
import { type HastContent, type HastRoot, headingDepth, nodeText, walk } from '../nodes.ts';

/**
 * Wraps each table in a scrollable region that is reachable by keyboard. The region is named after its section, with a number
 * from the second table on, because region names must be unique in a page.
 */
export function wrapTables(tree: HastRoot, { page, strings }: PageContext): void {
  const names = new Map<string, number>();
  let section = page.title;
  walk<HastContent>(tree, (node) => {
    if (node.type !== 'element') return;
    if (headingDepth(node)) {
      section = nodeText(node).trim() || section;
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

/** Maximum total length of the longest cells of all columns on a phone, in characters: about two lines at 390 CSS pixels. */
const NARROW = 80;
/** Tables with at most this many columns are never too wide. */
const FEW_COLUMNS = 2;

/**
 * Prepares a table that is too wide for a phone, where it is shown as a list of its rows. Adds column titles to cells, and the
 * ARIA roles that the elements lose in that layout. Returns true for a table that is too wide.
 */
function labelCells(table: Element): boolean {
  const rows = elementsOf(table).flatMap((part) =>
    elementsOf(part).map((row) => ({ part, cells: elementsOf(row), row })),
  );
  const [head, ...body] = rows;
  const titles = head?.part.tagName === 'thead' ? head.cells.map((cell) => nodeText(cell).trim()) : [];
  const longest = titles.map((title, column) =>
    Math.max(title.length, ...body.map(({ cells }) => nodeText(cells[column] ?? table).trim().length)),
  );
  if (titles.length <= FEW_COLUMNS || longest.reduce((sum, length) => sum + length, 0) <= NARROW) return false;
  table.properties.role = 'table';
  for (const { part, row, cells } of rows) {
    part.properties.role = 'rowgroup';
    row.properties.role = 'row';
    for (const [column, cell] of cells.entries()) {
      cell.properties.role = cell.tagName === 'th' ? 'columnheader' : 'cell';
      // The first cell names the row and needs no label.
      if (cell.tagName === 'td' && column > 0 && titles[column]) cell.properties.dataLabel = titles[column];
    }
  }
  return true;
}

/**
 * Maximum total length of the longest words of all columns at 390 CSS pixels, in characters, and the share that each column
 * takes.
 */
const WORDS = { most: 40, column: 3 };

/** Returns true for a table whose longest words do not fit side by side on a phone, so that they must break. */
function hasLongWords(table: Element): boolean {
  const longest: number[] = [];
  for (const row of elementsOf(table).flatMap(elementsOf))
    for (const [column, cell] of elementsOf(row).entries())
      longest[column] = Math.max(
        longest[column] ?? 0,
        ...nodeText(cell)
          .split(/[\s-]+/)
          .map(({ length }) => length),
      );
  return longest.reduce((sum, length) => sum + length, 0) > WORDS.most - WORDS.column * longest.length;
}

function elementsOf(element: Element): Element[] {
  return element.children.filter((child) => child.type === 'element');
}
