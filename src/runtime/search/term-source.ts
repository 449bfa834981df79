import { Index } from 'flexsearch';
import { editDistance } from '../../shared/edit-distance.ts';
import type { Postings, TermIndex } from '../../shared/search/term-index.ts';

/** Share of a term's letters by which a nearest term may differ. */
const MAX_DIFFERENCE = 0.4;
/** Minimum length of a term for which the nearest term is suggested. */
const MIN_LENGTH = 3;
const MAX_NEAREST = 4;
/** Which terms to find: a term alone, or those that start with it, and of these only the accepted ones. */
interface FindOptions {
  prefix: boolean;
  accept?: (term: string) => boolean;
}

/** Maximum number of terms. More matches would not narrow the search. */
const MAX_TERMS = 2000;

export type TermSource = ReturnType<typeof createTermSource>;

/** The index for similar spelling is built on first use. */
export function createTermSource(index: TermIndex) {
  const terms = [...index];
  const indexOf = (tokenize: 'forward' | 'tolerant'): Index => {
    const found = new Index({ tokenize, encode: (term) => [term], resolution: 1, fastupdate: false });
    for (const [id, [term]] of terms.entries()) found.add(id, term);
    return found;
  };
  const beginnings = indexOf('forward');
  let nearly: Index | undefined;
  return {
    /** Returns the pages of a term, or of all terms that start with it and are accepted. */
    find(term: string, { prefix, accept = () => true }: FindOptions): Postings[] {
      const own = index.get(term);
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
    nearest(term: string): string[] {
      const most = Math.ceil(term.length * MAX_DIFFERENCE);
      const near = terms.flatMap(([other]) => {
        if (other.length < MIN_LENGTH || Math.abs(other.length - term.length) > most || other[0] !== term[0]) return [];
        return [{ other, distance: editDistance(term, other) }];
      });
      const sorted = near.filter(({ distance }) => distance <= most).sort((a, b) => a.distance - b.distance);
      return sorted.slice(0, MAX_NEAREST).map(({ other }) => other);
    },
  };
}

function idsOf(index: Index, term: string): number[] {
  return index.search(term, { limit: MAX_TERMS }) as number[];
}
