/** Ids of tables and rows. */

const ANCHOR = 'api-';

/** Returns true if an id may belong to a table or a row. */
export function isTableAnchor(anchor: string): boolean {
  return anchor.startsWith(ANCHOR);
}

/** Returns the id of an export's table. The ids of its rows start with it. */
export function tableAnchor(id: string): string {
  return `${ANCHOR}${id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/**
 * Returns the id of a row in an export's table.
 *
 * @param name of the property, or the path of a member such as `showSearch.filter` or `ref.focus`
 */
export function rowAnchor(id: string, name: string): string {
  return `${tableAnchor(id)}-${name.replace(/[^A-Za-z0-9_$-]+/g, '-').replace(/^-|-$/g, '')}`;
}

/** Returns the anchor of a removed row. */
export function removedAnchor(id: string, path: string): string {
  return rowAnchor(id, `removed-${path}`);
}
