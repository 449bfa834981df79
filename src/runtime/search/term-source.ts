import { type PackedTerm, unpackTerm } from '../../shared/search/index-file.ts';
import type { Postings, TermIndex } from '../../shared/search/term-index.ts';
import { createTermLookup, type TermLookup } from './term-lookup.ts';

/** Where terms are looked up: in memory, or in files that are loaded when they are needed. */
export interface TermSource {
  find: (term: string, options: { prefix: boolean }) => Promise<Postings[]>;
  similar: (term: string) => Promise<{ term: string; postings: Postings }[]>;
}

/** A beginning that more files have than that is looked up in the first of them. */
const MAX_FILES = 4;
/** Letters in which a term with a slip of the pen is like the one that is meant. */
const SAME_LETTERS = 2;

/** Terms in memory. */
export function createLocalTerms(index: TermIndex): TermSource {
  const lookup = createTermLookup(index);
  return {
    find: async (term, options) => lookup.find(term, options),
    similar: async (term) => lookup.similar(term),
  };
}

/**
 * Terms in files, each with a stretch of the alphabet.
 *
 * @param termFiles first term of each file
 * @param load gives the content of a file by its number; rejects when it cannot be loaded
 */
export function createRemoteTerms(termFiles: string[], load: (number: number) => Promise<PackedTerm[]>): TermSource {
  const lookups = new Map<number, Promise<TermLookup>>();
  const lookupOf = (number: number): Promise<TermLookup> => {
    let lookup = lookups.get(number);
    if (!lookup) {
      lookup = load(number).then((terms) => createTermLookup(terms.map((term) => [term[0], unpackTerm(term)])));
      lookups.set(number, lookup);
      // The next query tries again.
      lookup.catch(() => lookups.delete(number));
    }
    return lookup;
  };
  const lookupsFrom = (beginning: string): Promise<TermLookup[]> =>
    Promise.all(filesOf(termFiles, beginning).map(lookupOf));
  return {
    async find(term, options) {
      const found = options.prefix ? await lookupsFrom(term) : [await lookupOf(fileOf(termFiles, term))];
      return found.flatMap((lookup) => lookup.find(term, options));
    },
    async similar(term) {
      const found = await lookupsFrom(term.slice(0, SAME_LETTERS));
      return found.flatMap((lookup) => lookup.similar(term));
    },
  };
}

/** Number of the file that has a term, if any has it. */
function fileOf(termFiles: string[], term: string): number {
  let low = 0;
  let high = termFiles.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((termFiles[middle] ?? '') <= term) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Numbers of the first files that have terms with a beginning. */
function filesOf(termFiles: string[], beginning: string): number[] {
  const first = fileOf(termFiles, beginning);
  const numbers = [first];
  while (numbers.length < MAX_FILES && termFiles[first + numbers.length]?.startsWith(beginning))
    numbers.push(first + numbers.length);
  return numbers;
}
