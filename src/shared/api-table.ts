import type { MemberChanges } from './api-history.ts';

/** Values of the `type` prop of `<API>`. Without it, all kinds are shown. */
export const API_TABLE_TYPES = ['props', 'events', 'slots', 'imperative'] as const;
export type ApiTableType = (typeof API_TABLE_TYPES)[number];

/** A segment of a type's text. A type name may be a link. */
export interface ApiTypePart {
  text: string;
  href?: string;
}

/** A link to a demo that uses the property. */
export interface ApiDemoLink {
  title: string;
  /** URL with base. */
  href: string;
}

/** Placeholder for the version as which the working tree will be published. */
export const NEXT = 'next';

/** A change that the details of a row list. Versions are as displayed, such as `1.22`. */
export interface ApiEvent {
  kind: 'added' | 'removed' | 'deprecated' | 'type' | 'required' | 'optional' | 'default' | 'note';
  version: string;
  /** The known version before it, if versions between them are unknown. */
  before?: string;
  /** Type or default before the change. Absent if there was none, or if only members changed. */
  from?: string;
  /** HTML of a note. */
  note?: string;
  /** Members of the object type that changed. */
  members?: MemberChanges;
}

/** What the API history contains about a row or an export. Versions are as displayed, or `next`. */
export interface ApiRowHistory {
  /** Absent if the first version of the history has it. */
  since?: string;
  deprecatedSince?: string;
  /** Version of the newest change of type, default or requirement. */
  changedIn?: string;
  /** For a removed row. */
  removedIn?: string;
  /** Newest first. */
  events: ApiEvent[];
  /** Version of the newest addition, change or removal, which the filter by version compares. Absent if there is none. */
  newest?: string;
}

export interface ApiTableRow {
  name: string;
  /** Id of the row's element; absent if it has none. */
  anchor?: string;
  /** With base: the row of the complete table, which a selection links to. */
  href?: string;
  /** HTML; empty without a doc comment. */
  description: string;
  type: ApiTypePart[];
  /** The declared type with type parameters, if `type` shows the type that applies without type arguments. */
  genericType?: ApiTypePart[];
  default?: string;
  required: boolean;
  release?: 'alpha' | 'beta' | 'experimental';
  /** HTML of the tag's text, or true if it has none. */
  deprecated?: string | true;
  /** Version of the tag, if the site has no API history. */
  since?: string;
  history?: ApiRowHistory;
  /** URL of the declaration. */
  source?: string;
  demos: ApiDemoLink[];
  /** Members of the object type, or of the array's element type. */
  children: ApiTableRow[];
}

export interface ApiTableGroup {
  /**
   * `own` is expanded. `attributes` contains DOM attributes, of which only the names are shown. `removed` contains rows of earlier
   * versions.
   */
  kind: 'own' | 'inherited' | 'attributes' | 'imperative' | 'removed';
  /** For `inherited`: the package that declares the properties. */
  origin?: string;
  /** HTML above the rows. */
  caption?: string;
  rows: ApiTableRow[];
}

/** An API table, or the reason why there is none. */
export interface ApiTable {
  id: string;
  state: 'found' | 'missing' | 'resolving' | 'unavailable';
  /** Id of the table's element, if it is the first table of the export on the page. */
  anchor?: string;
  /** HTML. */
  description: string;
  release?: 'alpha' | 'beta' | 'experimental';
  deprecated?: string | true;
  since?: string;
  history?: ApiRowHistory;
  /** Bytes that an application loads for the export alone, compressed. */
  cost?: { gzip: number; brotli: number };
  source?: string;
  /** Type text of a function, a constant or a type alias. */
  type?: string;
  /** Highlighted HTML of `type`. */
  typeHtml?: string;
  /** HTML of what a function returns. */
  returns?: string;
  /** HTML of all examples. */
  examples?: string;
  groups: ApiTableGroup[];
  /** URL of the script with the tools of long tables. */
  tools?: string;
  /** For a table with tools: versions by which rows can be filtered, oldest first. */
  versions?: string[];
}

/** Properties of an export that the demos of a page use. Their rows have no ids. */
export interface ApiProperties {
  id: string;
  rows: ApiTableRow[];
}

/** `type`: the kind of rows; `pick`: the names of its rows, as the page writes them. */
export function apiTableKey(id: string, { type, pick }: { type?: unknown; pick?: unknown } = {}): string {
  return [id, type, pick].filter((part) => part !== undefined).join(' ');
}
