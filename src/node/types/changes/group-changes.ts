/** Groups the facts of a history: by version, and in each version by export. */
import type { ApiFact, ApiHistory } from '../../../shared/api-history.ts';
import { exportOf, pathOf } from '../history/api-names.ts';
import { ADDING, knownVersions } from '../history/index-history.ts';
import { isBreaking } from '../history/is-breaking.ts';
import { majorOf } from '../history/versions.ts';

/** The changes of a version. */
export interface VersionChanges {
  version: string;
  /** Sorted by name. */
  exports: ExportChanges[];
}

/** The changes of an export in a version. */
export interface ExportChanges {
  id: string;
  /** In the order of the history: changes of the export first, then of its rows. */
  changes: Change[];
}

/** A fact as it is shown. */
export interface Change {
  fact: ApiFact;
  /** Path of the row, such as `tone` or `ref.focus`. Absent for a change of the export itself. */
  path?: string;
  isBreaking: boolean;
  /** For an export that was added or removed: the paths of the rows that it had, which are no changes of their own. */
  rows?: string[];
}

/** Groups all facts. Returns every known version, newest first. */
export function groupChanges(history: ApiHistory): VersionChanges[] {
  const byVersion = groupBy(history.facts, ({ version }) => version);
  return knownVersions(history)
    .toReversed()
    .map((version) => ({ version, exports: groupByExport(byVersion.get(version) ?? []) }));
}

/** Groups the facts of a version. A row that comes or goes with its export is listed with the export. */
export function groupByExport(facts: readonly ApiFact[]): ExportChanges[] {
  const byExport = [...groupBy(facts, ({ name }) => exportOf(name))];
  return byExport
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, own]) => {
      const whole = own.find(({ name, change }) => name === id && (ADDING.has(change) || change === 'removed'));
      const isCovered = ({ name, change }: ApiFact): boolean =>
        name !== id && whole !== undefined && (ADDING.has(change) ? ADDING.has(whole.change) : change === whole.change);
      const rows = own.filter(isCovered).map(({ name }) => pathOf(name) ?? name);
      const changes = own
        .filter((fact) => !isCovered(fact))
        .map((fact): Change => {
          const path = pathOf(fact.name);
          return {
            fact,
            ...(path !== undefined && { path }),
            isBreaking: isBreaking(fact),
            ...(fact === whole && rows.length > 0 && { rows }),
          };
        });
      return { id, changes };
    });
}

/** Groups versions by major, in the same order. */
export function groupByMajor(versions: readonly VersionChanges[]): Map<string, VersionChanges[]> {
  return groupBy(versions, ({ version }) => majorOf(version));
}

/** Groups items by a key, in their order. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
