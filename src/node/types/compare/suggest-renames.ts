import { groupBy } from '../../../shared/api-changes/group-changes.ts';
import { exportOf, pathOf, rowName } from '../../../shared/api-changes/names.ts';
import type { TypeComparer } from './compare-types.ts';
import type { ComparedName, Fact, NamesOfVersion } from './compared-names.ts';

/** Minimum share of words that two names have in common: `dropdownClassName` and `popupClassName` share two of three words. */
const ENOUGH = 0.5;
/** Minimum shares of members that two exports have in common: if their names are similar, and for any other names. */
const [SOME_MEMBERS, SAME_MEMBERS] = [0.2, 0.7];
/** Minimum number of common members. A single member, such as `children`, means nothing. */
const FEWEST = 2;

/**
 * Suggests replacements for removed names: for an export, an added export of the same kind with similar members; for a row, the row in the
 * text of `@deprecated`, or an added row with an equal type and a similar name. Authors can correct suggestions.
 */
export function suggestRenames(
  facts: readonly Fact[],
  { older, newer, comparer }: { older: NamesOfVersion; newer: NamesOfVersion; comparer: TypeComparer },
): Fact[] {
  const added = facts.filter(({ change }) => change === 'added').flatMap(({ name }) => newer.names.get(name) ?? []);
  const gone = facts.filter(({ change }) => change === 'removed').flatMap(({ name }) => older.names.get(name) ?? []);
  const exports = pairExports({ removed: gone.filter(isExport), added: added.filter(isExport) }, { older, newer });
  return facts.map((fact) => {
    const removed = fact.change === 'removed' ? older.names.get(fact.name) : undefined;
    if (!removed) return fact;
    const replacement = isExport(removed)
      ? exports.get(removed.name)
      : (namedReplacement(removed, newer.names) ?? similarReplacement(removed, added, comparer));
    return replacement === undefined ? fact : { ...fact, replacement };
  });
}

function isExport({ kind }: ComparedName): boolean {
  return kind !== 'row';
}

/** Pairs removed and added exports. Each export has at most one partner. */
function pairExports(
  { removed, added }: { removed: readonly ComparedName[]; added: readonly ComparedName[] },
  { older, newer }: { older: NamesOfVersion; newer: NamesOfVersion },
): Map<string, string> {
  const [before, after] = [older, newer].map(({ names }) => groupBy([...names.keys()], exportOf));
  const membersOf = (groups: Map<string, string[]> | undefined, { name }: ComparedName): string[] =>
    (groups?.get(name) ?? []).flatMap((one) => pathOf(one) ?? []);
  const candidates = removed.flatMap((one) =>
    added
      .filter(({ kind }) => kind === one.kind)
      .map((other) => {
        const members = sharedMembers(membersOf(before, one), membersOf(after, other));
        return { one, other, members, words: sharedWords(one.name, other.name) };
      }),
  );
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const { one, other } of candidates
    .filter(({ members, words }) => members >= SAME_MEMBERS || (words >= ENOUGH && members >= SOME_MEMBERS))
    .sort((a, b) => b.members + b.words - a.members - a.words)) {
    if (pairs.has(one.name) || taken.has(other.name)) continue;
    pairs.set(one.name, other.name);
    taken.add(other.name);
  }
  return pairs;
}

/** Returns the share of their members that two exports have in common. */
function sharedMembers(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]);
  const common = one.filter((member) => other.includes(member)).length;
  return common < FEWEST ? 0 : common / all.size;
}

/** Returns the first row of the export that `@deprecated` names in backticks. */
function namedReplacement(
  { name, comment }: ComparedName,
  rows: ReadonlyMap<string, ComparedName>,
): string | undefined {
  const { deprecated } = comment ?? {};
  if (typeof deprecated !== 'string') return undefined;
  const quoted = [...deprecated.matchAll(/`([\w$-]+)/g)].map(([, word = '']) => word);
  return quoted.find((word) => rows.has(rowName(exportOf(name), word)));
}

function similarReplacement(
  removed: ComparedName,
  added: readonly ComparedName[],
  comparer: TypeComparer,
): string | undefined {
  const wordsIn = ({ name }: ComparedName): string => pathOf(name) ?? '';
  const candidates = added
    .filter(({ name, required }) => exportOf(name) === exportOf(removed.name) && required === removed.required)
    .map((one) => ({ one, share: sharedWords(wordsIn(removed), wordsIn(one)) }))
    .filter(({ share }) => share >= ENOUGH)
    .sort((one, other) => other.share - one.share);
  const found = candidates.find(({ one }) => comparer.compare(removed.types.flat(), one.types.flat()) === 'same');
  return found && pathOf(found.one.name);
}

/** Returns the share of the longer name's words that both names contain. The `on` of callbacks does not count. */
function sharedWords(one: string, other: string): number {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const shared = first.filter((word) => second.includes(word)).length;
  return shared / Math.max(first.length, second.length, 1);
}

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word, index) => index > 0 || word !== 'on');
}
