const ANCHOR = 'api-';

/** Returns true if an anchor may belong to a table or a row. */
export function isTableAnchor(anchor: string): boolean {
  return anchor.startsWith(ANCHOR);
}

/** Returns the anchor of a table. The anchors of the table's rows start with this anchor. */
export function tableAnchor(id: string): string {
  return `${ANCHOR}${id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/** Returns the anchor of a row. `name` is a property's name, or the path of a member such as `showSearch.filter`. */
export function rowAnchor(id: string, name: string): string {
  return `${tableAnchor(id)}-${name.replace(/[^A-Za-z0-9_$-]+/g, '-').replace(/^-|-$/g, '')}`;
}

export function removedAnchor(id: string, path: string): string {
  return rowAnchor(id, `removed-${path}`);
}
