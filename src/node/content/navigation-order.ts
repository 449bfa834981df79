/** What items of a navigation are ordered by. */
export interface Ranked {
  title?: string;
  order?: number;
  /** Segments of the address. */
  depth: number;
}

/**
 * The order of sidebar items, groups and navigation: `order` first, then shallow before deep, untitled before titled,
 * then the title in the order of the locale's language.
 */
export function createComparator(localeId: string): (a: Ranked, b: Ranked) => number {
  const collator = collatorFor(localeId);
  return (a, b) => {
    const untitled = Number(Boolean(a.title)) - Number(Boolean(b.title));
    return (
      (a.order ?? 0) - (b.order ?? 0) || a.depth - b.depth || untitled || collator.compare(a.title ?? '', b.title ?? '')
    );
  };
}

/** The items in order; `rank` is asked once for each. Items of the same rank keep their order. */
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
    // The id is no language tag: any fixed language gives the same order on every machine.
    return new Intl.Collator('en');
  }
}
