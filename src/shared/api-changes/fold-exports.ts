import type { Change, ExportChanges } from './group-changes.ts';

export interface FoldedChanges {
  added: ExportChanges[];
  removed: ExportChanges[];
  others: ExportChanges[];
}

/** An export that was added or removed with its rows is one change. */
export interface ChangeTotals {
  all: number;
  breaking: number;
  added: number;
  removed: number;
}

export function foldExports(groups: readonly ExportChanges[]): FoldedChanges {
  const folded: FoldedChanges = { added: [], removed: [], others: [] };
  for (const group of groups) {
    const [only, ...more] = group.changes;
    const change = only?.path === undefined && more.length === 0 ? only?.fact.change : undefined;
    folded[change === 'added' || change === 'removed' ? change : 'others'].push(group);
  }
  return folded;
}

export function changesIn(groups: readonly ExportChanges[]): Change[] {
  return groups.flatMap(({ changes }) => changes).filter(({ fact }) => fact.change !== 'note');
}

export function totalsOf(groups: readonly ExportChanges[]): ChangeTotals {
  const all = changesIn(groups);
  const count = (wanted: string): number => all.filter(({ fact: { change } }) => change === wanted).length;
  const breaking = all.filter(({ isBreaking }) => isBreaking).length;
  return { all: all.length, breaking, added: count('added'), removed: count('removed') };
}
