import { ADDING, type ApiChange } from '../api-history.ts';
import type { ShownChange, ShownFact } from './compose-facts.ts';
import { breakingOf } from './is-breaking.ts';
import { exportOf, pathOf } from './names.ts';

export interface ExportChanges {
  id: string;
  /** Other names of the export, such as `Panel` for `Cascader.Panel`, which have the same changes. */
  aliases?: string[];
  /** Changes in the order of the facts: changes of the export first, then of its rows. */
  changes: Change[];
}

/** A change with the properties that depend on its position in the list. */
export interface Change {
  fact: ShownFact;
  /** Path of the row, such as `tone` or `ref.focus`. Absent for a change of the export itself. */
  path?: string;
  isBreaking: boolean;
  /** For an export that was added or removed: the paths of the rows that it had, which are not changes of their own. */
  rows?: string[];
}

/** A row that is added or removed with its export is listed with the export. An export with two names is listed once. */
export function groupByExport(facts: readonly ShownFact[]): ExportChanges[] {
  const breaking = breakingOf(facts);
  const byExport = [...groupBy(facts, ({ name }) => exportOf(name))];
  const groups = byExport
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, own]) => {
      const whole = own.find(({ name, change }) => name === id && kindOfPresence(change) !== undefined);
      const isCovered = (fact: ShownFact): boolean =>
        fact.name !== id && whole !== undefined && isSamePresence(fact, whole);
      const rows = own.filter(isCovered).map(({ name }) => pathOf(name) ?? name);
      const changes = own
        .filter((fact) => !isCovered(fact))
        .map((fact): Change => {
          const path = pathOf(fact.name);
          return {
            fact,
            ...(path !== undefined && { path }),
            isBreaking: breaking.has(fact),
            ...(fact === whole && rows.length > 0 && { rows }),
          };
        });
      return { id, changes };
    });
  return joinAliases(groups);
}

/** Returns how a change affects the list of names; undefined for changes of type, default, requirement and deprecation. */
function kindOfPresence(change: ShownChange): ShownChange | undefined {
  if (ADDING.has(change as ApiChange)) return 'added';
  return change === 'removed' || change === 'again' ? change : undefined;
}

function isSamePresence(one: ShownFact, other: ShownFact): boolean {
  const kind = kindOfPresence(one.change);
  const isSameTime = one.removedIn === other.removedIn && one.againIn === other.againIn;
  return kind !== undefined && kind === kindOfPresence(other.change) && isSameTime;
}

/** Merges the groups of an export with two names: a property of another export, and an export with the same changes. */
function joinAliases(groups: readonly ExportChanges[]): ExportChanges[] {
  const joined: ExportChanges[] = [];
  for (const group of groups) {
    const same = joined.findIndex(({ id, changes }) => isAlias(id, group.id) && isEqual(changes, group.changes));
    const known = joined[same];
    if (known) joined[same] = { ...known, aliases: [...(known.aliases ?? []), group.id] };
    else joined.push(group);
  }
  return joined;
}

function isAlias(one: string, other: string): boolean {
  return one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

function isEqual(one: readonly Change[], other: readonly Change[]): boolean {
  const text = (changes: readonly Change[]): string =>
    JSON.stringify(changes.map(({ fact, ...change }) => ({ ...change, fact: { ...fact, name: '' } })));
  return text(one) === text(other);
}

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
