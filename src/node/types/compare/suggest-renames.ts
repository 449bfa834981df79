/** Suggests which added property may replace a removed one. */
import { exportOf, pathOf, rowName } from '../../../shared/api-changes/names.ts';
import type { TypeComparer } from './compare-types.ts';
import type { ComparedName, Fact, NamesOfVersion } from './compared-names.ts';

/** Minimum share of equal words in two names: `dropdownClassName` and `popupClassName` share two of three. */
const ENOUGH = 0.5;

/**
 * Adds suggestions to facts about removed rows: the row that the text of `@deprecated` names, or an added row of the same
 * export with an equal type and a similar name. A suggestion is only that: the author may know better.
 */
export function suggestRenames(
  facts: readonly Fact[],
  { older, newer, comparer }: { older: NamesOfVersion; newer: NamesOfVersion; comparer: TypeComparer },
): Fact[] {
  const added = facts.filter(({ change }) => change === 'added').flatMap(({ name }) => newer.names.get(name) ?? []);
  return facts.map((fact) => {
    const removed = fact.change === 'removed' ? older.names.get(fact.name) : undefined;
    if (removed?.kind !== 'row') return fact;
    const replacement = namedReplacement(removed, newer.names) ?? similarReplacement(removed, added, comparer);
    return replacement === undefined ? fact : { ...fact, replacement };
  });
}

/** Returns the first row of the export that the text of `@deprecated` names in backticks. */
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

/** Returns the share of words that two names have in common, of the longer name. The `on` of callbacks does not count. */
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
