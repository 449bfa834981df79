import { Index } from 'flexsearch';
import type { Postings } from '../../shared/search/term-index.ts';

/** Which terms to find: a term alone, or those that start with it, and of these only the accepted ones. */
export interface FindOptions {
  prefix: boolean;
  accept?: (term: string) => boolean;
}

/** Maximum number of terms. More matches would not narrow the search. */
const MAX_TERMS = 2000;

export type TermLookup = ReturnType<typeof createTermLookup>;

/** Creates the index of terms. The index for similar spelling is built on first use. */
export function createTermLookup(entries: Iterable<[term: string, postings: Postings]>) {
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
    terms: terms.map(([term]) => term),
    /** Returns the pages of a term, or of all terms that start with it and are accepted. */
    find(term: string, { prefix, accept = () => true }: FindOptions): Postings[] {
      const own = exact.get(term);
      if (!prefix) return own ? [own] : [];
      return idsOf(beginnings, term).flatMap((id) => {
        const [found, postings] = terms[id] ?? [];
        return postings && accept(found as string) ? [postings] : [];
      });
    },
    /** Returns terms with similar spelling: two letters swapped, or one missing. */
    similar(term: string): { term: string; postings: Postings }[] {
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
