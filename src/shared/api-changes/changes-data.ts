import type { ApiFact } from '../api-history.ts';
import { NEXT } from '../api-table.ts';
import { composeFacts } from './compose-facts.ts';
import { type ExportChanges, groupByExport } from './group-changes.ts';

/** Names that are only in the working tree, and names that it lacks. */
export type NextNames = Record<'added' | 'removed', string[]>;

/** The picker as it is rendered. */
export interface ChangesPicker {
  /** URL of the script that starts it. */
  script: string;
  /** URL of the file. */
  data: string;
  /** Newest first, including `next` if the working tree has different names. */
  versions: ChangesVersion[];
}

/** A version, complete and as it is displayed. */
export interface ChangesVersion {
  version: string;
  shown: string;
}

export interface ChangesData {
  /** Versions whose API is known, oldest first, without the working tree. */
  versions: ChangesVersion[];
  /** Texts of tags are HTML. Suggestions for rows are omitted. */
  facts: ApiFact[];
  /** Absent if the working tree has the same names as the newest version. */
  next?: NextNames;
  /** URLs of names in tables, with base. */
  links: Record<string, string>;
}

export interface ChosenVersions {
  /** Complete version, such as `1.22.0`. */
  from: string;
  /** Complete version, or `next`. */
  to: string;
}

export function nextFacts({ added, removed }: NextNames): ApiFact[] {
  return [
    ...added.map((name): ApiFact => ({ name, version: NEXT, change: 'added' })),
    ...removed.map((name): ApiFact => ({ name, version: NEXT, change: 'removed' })),
  ];
}

/** Returns the changes between two versions; undefined if `from` is not the older version. */
export function changesBetween(
  { versions, facts, next }: ChangesData,
  chosen: ChosenVersions,
): ExportChanges[] | undefined {
  const known = [...versions.map(({ version }) => version), ...(next ? [NEXT] : [])];
  if (known.indexOf(chosen.from) >= known.indexOf(chosen.to)) return undefined;
  const all = next ? [...facts, ...nextFacts(next)] : facts;
  return groupByExport(composeFacts(all, { versions: known, ...chosen }));
}
