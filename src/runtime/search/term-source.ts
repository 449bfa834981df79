import { type PackedTerm, unpackTerm } from '../../shared/search/index-file.ts';
import type { Postings, TermIndex } from '../../shared/search/term-index.ts';
import { createTermLookup, type FindOptions, type TermLookup } from './term-lookup.ts';

/** Finds terms in memory, or in files that are loaded on demand. */
export interface TermSource {
  find: (term: string, options: FindOptions) => Promise<Postings[]>;
  similar: (term: string) => Promise<{ term: string; postings: Postings }[]>;
}

/** Maximum number of files to read for a prefix. Later files are ignored. */
const MAX_FILES = 4;
/** Number of leading letters that a misspelled term must share with the correct one. */
const SAME_LETTERS = 2;

/** Creates a source with all terms in memory. */
export function createLocalTerms(index: TermIndex): TermSource {
  const lookup = createTermLookup(index);
  return {
    find: async (term, options) => lookup.find(term, options),
    similar: async (term) => lookup.similar(term),
  };
}

/**
 * Creates a source with terms in files, each of which contains a range of the alphabet.
 *
 * @param termFiles first term of each file
 * @param load loads the content of a file by its number; rejects if it cannot be loaded
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

/** Returns the number of the file that contains a term, if any file does. */
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

/** Returns the numbers of the first files that contain terms with a prefix. */
function filesOf(termFiles: string[], beginning: string): number[] {
  const first = fileOf(termFiles, beginning);
  const numbers = [first];
  while (numbers.length < MAX_FILES && termFiles[first + numbers.length]?.startsWith(beginning))
    numbers.push(first + numbers.length);
  return numbers;
}
