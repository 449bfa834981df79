/** A table of an export's properties as it is shown: made of what the types say, rendered at build by the theme. */

/** What `type` of `<API>` may be; without it all are shown. */
export const API_TABLE_TYPES = ['props', 'events', 'slots', 'imperative'] as const;
export type ApiTableType = (typeof API_TABLE_TYPES)[number];

/** A piece of a type's text; one that names a type may be a link. */
export interface ApiTypePart {
  text: string;
  href?: string;
}

/** A link to a demo that shows something. */
export interface ApiDemoLink {
  title: string;
  /** With base. */
  href: string;
}

/** A row of the table. */
export interface ApiTableRow {
  name: string;
  /** Id of the row; absent where it has none of its own. */
  anchor?: string;
  /** HTML; empty without a doc comment. */
  description: string;
  type: ApiTypePart[];
  /** As it is declared, with type parameters, where `type` says what may be passed without type arguments. */
  genericType?: ApiTypePart[];
  default?: string;
  required: boolean;
  release?: 'alpha' | 'beta' | 'experimental';
  /** HTML of what the tag says, or true when it says nothing. */
  deprecated?: string | true;
  since?: string;
  /** Address of the declaration. */
  source?: string;
  demos: ApiDemoLink[];
  /** Members of the object, or of the elements of the array. */
  children: ApiTableRow[];
}

/** Rows that belong together. */
export interface ApiTableGroup {
  /** `own` is shown open; `attributes` are those of DOM elements, of which the names are shown only. */
  kind: 'own' | 'inherited' | 'attributes' | 'imperative';
  /** Package that declares them, for `inherited`. */
  origin?: string;
  /** HTML above the rows. */
  caption?: string;
  rows: ApiTableRow[];
}

/** A table, or why there is none. */
export interface ApiTable {
  id: string;
  state: 'found' | 'missing' | 'resolving' | 'unavailable';
  /** Id of its element, where it is the first of its export on the page. */
  anchor?: string;
  /** HTML. */
  description: string;
  release?: 'alpha' | 'beta' | 'experimental';
  deprecated?: string | true;
  since?: string;
  source?: string;
  /** What a function, a constant or a type alias is. */
  type?: string;
  groups: ApiTableGroup[];
  /** Address of the script of the tools that a long table has. */
  tools?: string;
}

/** Name of a table among those of a page. */
export function apiTableKey(id: string, type?: string): string {
  return type === undefined ? id : `${id} ${type}`;
}
