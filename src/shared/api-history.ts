/**
 * History of a library's API: the file that `cascader-docs api history` writes, and data derived from it. Plain JSON data, in
 * the order in which the file is written.
 *
 * A name is that of an export, such as `Cascader.Panel`, or of a row in its table: `Cascader#showSearch`, and `Cascader#ref.focus`
 * for a member of the component's ref.
 */

/** Content of the file. */
export interface ApiHistory {
  /** Version of this format. */
  format: 1;
  /** Name of the package. */
  package: string;
  /** Oldest first: those with earlier names of the package, then the others; by semver within each name. */
  versions: HistoryVersion[];
  /** Names that the first version with types has, sorted. */
  names: string[];
  /** Sorted by name, then by version, then by change. */
  facts: ApiFact[];
}

/** A published version that was read. */
export interface HistoryVersion {
  /** Version, such as `1.22.0`, or `rc-cascader@1.22.0` for a version with an earlier name of the package. */
  version: string;
  /** True if nothing is known about the API of this version, because it has no types. */
  untyped?: true;
  /** Versions of the packages whose declarations were read with it, by name; `0.2.2, 1.8.0` for several of one package. */
  dependencies?: Record<string, string>;
  /** Names of modules that were not found. Types and properties from them are missing. */
  missing?: string[];
}

/**
 * A kind of change.
 *
 * - `declared`: the name was a DOM attribute before, and the library now declares it itself. It is new in the list of names only.
 * - `inherited`: the library declared the name before, and now it is a DOM attribute only. It leaves the list of names.
 * - `widened`: the new type accepts all old values, and more.
 * - `narrowed`: the old type accepts all new values, and more.
 * - `changed`: neither.
 * - `note`: a note by the author about the version. It is never in the file that the command writes.
 */
export type ApiChange =
  | 'added'
  | 'removed'
  | 'declared'
  | 'inherited'
  | 'required'
  | 'optional'
  | 'deprecated'
  | 'undeprecated'
  | 'widened'
  | 'narrowed'
  | 'changed'
  | 'default'
  | 'note';

export const ADDING: ReadonlySet<ApiChange> = new Set<ApiChange>(['added', 'declared']);

export const REMOVING: ReadonlySet<ApiChange> = new Set<ApiChange>(['removed', 'inherited']);

/** Returns the position of a change among the changes of a name in one version: additions first, removals last. */
export function orderOf(change: ApiChange): number {
  return ADDING.has(change) ? 0 : REMOVING.has(change) ? 2 : 1;
}

export const OF_TYPE: ReadonlySet<ApiChange> = new Set<ApiChange>(['widened', 'narrowed', 'changed']);

export interface ApiFact {
  name: string;
  /** The version that has the change. The version before it in the list of versions does not have it. */
  version: string;
  change: ApiChange;
  /**
   * For `removed`: its last type. For a changed type or default: the old text. Absent if both texts are the same, or if there was
   * no default.
   */
  from?: string;
  /**
   * For `added`: its type. For a changed type or default: the new text. Absent if both texts are the same, or if the default was
   * removed.
   */
  to?: string;
  /** For `deprecated`: text of the tag, as Markdown; absent if it has none. For `note`: the note, as Markdown. */
  text?: string;
  /**
   * For `removed`: what may replace it. For a row, the row of the same export, such as `popupClassName`; for an export, another
   * export. A suggestion, not a certainty.
   */
  replacement?: string;
  /** For `added`: true if values must be passed for it. */
  required?: true;
  /** For a changed type: the members of the object that differ. */
  members?: MemberChanges;
  /** True if code that uses the library reads the value and passes none: a constant, a function, a member of a ref. */
  read?: true;
}

/** Names of members, such as `filter` for `Cascader#showSearch`; each list is sorted and not empty. */
export interface MemberChanges {
  added?: string[];
  removed?: string[];
  changed?: string[];
}
