const ANCHOR = 'api-';

/** Returns true if an id may belong to a table or a row. */
export function isTableAnchor(anchor: string): boolean {
  return anchor.startsWith(ANCHOR);
}

/** The ids of its rows start with it. */
export function tableAnchor(id: string): string {
  return `${ANCHOR}${id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/** `name` of the property, or the path of a member such as `showSearch.filter`. */
export function rowAnchor(id: string, name: string): string {
  return `${tableAnchor(id)}-${name.replace(/[^A-Za-z0-9_$-]+/g, '-').replace(/^-|-$/g, '')}`;
}

export function removedAnchor(id: string, path: string): string {
  return rowAnchor(id, `removed-${path}`);
}
