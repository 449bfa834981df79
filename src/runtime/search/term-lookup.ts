/** The only file that knows the search library: it finds terms by their beginning, and by how they are nearly written. */
import { Index } from 'flexsearch';
import type { Postings } from '../../shared/search/term-index.ts';

/** Terms with the pages that they stand on. */
export interface TermLookup {
  /** Where a term stands: that term alone, or with all that begin with it. */
  find: (term: string, options: { prefix: boolean }) => Postings[];
  /** Terms that are written nearly like this one: two letters in the wrong order, or one missing. */
  similar: (term: string) => { term: string; postings: Postings }[];
}

/** More terms than that say nothing about what is searched for. */
const MAX_TERMS = 2000;

/** Creates the look-up of terms. What is written nearly alike is indexed when it is first asked for. */
export function createTermLookup(entries: Iterable<[term: string, postings: Postings]>): TermLookup {
  const terms = [...entries];
  const exact = new Map(terms);
  const indexOf = (tokenize: 'forward' | 'tolerant'): Index => {
    const index = new Index({ tokenize, encode: (term) => [term], resolution: 1, fastupdate: false });
    for (const [id, [term]] of terms.entries()) index.add(id, term);
    return index;
  };
  const beginnings = indexOf('forward');
  let nearly: Index | undefined;
  return {
    find(term, { prefix }) {
      const own = exact.get(term);
      if (!prefix) return own ? [own] : [];
      return idsOf(beginnings, term).flatMap((id) => terms[id]?.[1] ?? []);
    },
    similar(term) {
      nearly ??= indexOf('tolerant');
      return idsOf(nearly, term).flatMap((id) => {
        const entry = terms[id];
        return entry ? [{ term: entry[0], postings: entry[1] }] : [];
      });
    },
  };
}

function idsOf(index: Index, term: string): number[] {
  return index.search(term, { limit: MAX_TERMS }) as number[];
}
