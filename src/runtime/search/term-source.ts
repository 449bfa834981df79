import { Index } from 'flexsearch';
import { editDistance } from '../../shared/edit-distance.ts';
import { type PackedTerm, unpackTerm } from '../../shared/search/index-file.ts';
import type { Postings, TermIndex } from '../../shared/search/term-index.ts';

export interface TermSource {
  find: (term: string, options: FindOptions) => Promise<Postings[]>;
  similar: (term: string) => Promise<{ term: string; postings: Postings }[]>;
  nearest: (term: string) => Promise<string[]>;
  /** A few words, for example in the code of a demo, do not count as text. */
  hasScriptOf: (term: string) => Promise<boolean>;
}

/** Maximum number of files to read for a prefix. Later files are ignored. */
const MAX_FILES = 4;
/** Number of leading letters that a misspelled term must share with the correct one. */
const SAME_LETTERS = 2;

/** Share of a term's letters by which a nearest term may differ. */
const MAX_DIFFERENCE = 0.4;
/** Minimum length of a term for which the nearest term is suggested. */
const MIN_LENGTH = 3;
const MAX_NEAREST = 4;
/** A site counts as having text in a writing system if at least this share of its terms is written in it. */
const MIN_SHARE = 0.02;
/** Scripts of a term. Each script is roughly one range of code units. */
const SCRIPTS = [
  'Latin',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));

export function createLocalTerms(index: TermIndex): TermSource {
  const lookup = createTermLookup(index);
  return {
    find: async (term, options) => lookup.find(term, options),
    similar: async (term) => lookup.similar(term),
    nearest: async (term) => nearestOf([lookup], term),
    hasScriptOf: async (term) => hasScript([lookup], term),
  };
}

/** Each file contains a range of the alphabet; `termFiles` has the first term of each. */
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
    nearest: async (term) => nearestOf(await lookupsFrom(term.slice(0, SAME_LETTERS)), term),
    // Terms are sorted by code units, so terms of one script are neighbors.
    hasScriptOf: async (term) => hasScript([await lookupOf(fileOf(termFiles, term))], term),
  };
}

function nearestOf(lookups: TermLookup[], term: string): string[] {
  const most = Math.ceil(term.length * MAX_DIFFERENCE);
  const near = lookups.flatMap(({ terms }) => {
    const similar = terms.filter(
      (other) => other.length >= MIN_LENGTH && Math.abs(other.length - term.length) <= most && other[0] === term[0],
    );
    return similar.map((other) => ({ other, distance: editDistance(term, other) }));
  });
  const sorted = near.filter(({ distance }) => distance <= most).sort((a, b) => a.distance - b.distance);
  return sorted.slice(0, MAX_NEAREST).map(({ other }) => other);
}

function hasScript(lookups: TermLookup[], term: string): boolean {
  const script = SCRIPTS.find((one) => one.test(term));
  if (!script) return true;
  return lookups.some(({ terms }) => terms.filter((other) => script.test(other)).length > terms.length * MIN_SHARE);
}

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

function filesOf(termFiles: string[], beginning: string): number[] {
  const first = fileOf(termFiles, beginning);
  const numbers = [first];
  while (numbers.length < MAX_FILES && termFiles[first + numbers.length]?.startsWith(beginning))
    numbers.push(first + numbers.length);
  return numbers;
}

/** Which terms to find: a term alone, or those that start with it, and of these only the accepted ones. */
interface FindOptions {
  prefix: boolean;
  accept?: (term: string) => boolean;
}

/** Maximum number of terms. More matches would not narrow the search. */
const MAX_TERMS = 2000;

type TermLookup = ReturnType<typeof createTermLookup>;

/** Creates the index of terms. The index for similar spelling is built on first use. */
function createTermLookup(entries: Iterable<[term: string, postings: Postings]>) {
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
