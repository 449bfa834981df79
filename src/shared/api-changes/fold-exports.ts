/** Folds exports that were added or removed as a whole, and counts changes. */
import type { Change, ExportChanges } from './group-changes.ts';

/** The changes of a version: exports of which nothing else is to be said, and the others. */
export interface FoldedChanges {
  added: ExportChanges[];
  removed: ExportChanges[];
  others: ExportChanges[];
}

/** Number of changes. An export that was added or removed with its rows is one change. */
export interface ChangeTotals {
  all: number;
  breaking: number;
  added: number;
  removed: number;
}

/** Splits groups, in their order. */
export function foldExports(groups: readonly ExportChanges[]): FoldedChanges {
  const folded: FoldedChanges = { added: [], removed: [], others: [] };
  for (const group of groups) {
    const [only, ...more] = group.changes;
    const change = only?.path === undefined && more.length === 0 ? only?.fact.change : undefined;
    folded[change === 'added' || change === 'removed' ? change : 'others'].push(group);
  }
  return folded;
}

/** Returns the changes of groups, without notes. */
export function changesIn(groups: readonly ExportChanges[]): Change[] {
  return groups.flatMap(({ changes }) => changes).filter(({ fact }) => fact.change !== 'note');
}

/** Counts the changes of groups. */
export function totalsOf(groups: readonly ExportChanges[]): ChangeTotals {
  const all = changesIn(groups);
  const count = (wanted: string): number => all.filter(({ fact: { change } }) => change === wanted).length;
  const breaking = all.filter(({ isBreaking }) => isBreaking).length;
  return { all: all.length, breaking, added: count('added'), removed: count('removed') };
}
