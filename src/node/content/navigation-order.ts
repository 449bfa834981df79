export interface Ranked {
  title?: string;
  order?: number;
  depth: number;
}

/** `order`, then depth, then untitled before titled, then title in the collation of the locale's language. */
export function createComparator(localeId: string): (a: Ranked, b: Ranked) => number {
  const collator = collatorFor(localeId);
  return (a, b) => {
    const untitled = Number(Boolean(a.title)) - Number(Boolean(b.title));
    return (
      (a.order ?? 0) - (b.order ?? 0) || a.depth - b.depth || untitled || collator.compare(a.title ?? '', b.title ?? '')
    );
  };
}

/** Sorts items; `rank` is called once for each. The sort is stable. */
export function sortRanked<T>(items: T[], rank: (item: T) => Ranked, compare: (a: Ranked, b: Ranked) => number): T[] {
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ item }) => item);
}

function collatorFor(localeId: string): Intl.Collator {
  try {
    return new Intl.Collator(localeId);
  } catch {
    // The id is not a language tag: any fixed language gives the same order on every machine.
    return new Intl.Collator('en');
  }
}
