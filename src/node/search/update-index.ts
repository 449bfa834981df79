/** Updates the large search index of the last build after edits of few pages. Its other files are reused without reading them. */
import {
  type PackedEntry,
  type PackedTerm,
  packTerm,
  unpackEntry,
  unpackTerm,
} from '../../shared/search/index-file.ts';
import type { Postings } from '../../shared/search/term-index.ts';
import { createDivider } from './divide.ts';
import {
  createLargeIndexFiles,
  type IndexedPage,
  type IndexedTerm,
  type LargeIndexFiles,
  type PutFile,
  pageFile,
  type StoredFile,
  type StoredIndex,
  TERM_FILES,
  termFile,
  textOf,
} from './large-index.ts';
import { createTermScanner } from './term-scanner.ts';

/** The index of the last build. */
export interface LastIndex {
  index: StoredIndex;
  /** Returns the text of a file. Throws an error if it is missing. */
  read(name: string): string;
  /** Reuses files in this build. Returns false if that is not possible. */
  reuse(files: [name: string, file: StoredFile][]): boolean;
}

/** Terms that a page gained or lost, by kind of text. */
interface TermEdit {
  kind: keyof Postings;
  page: number;
  isAdded: boolean;
}

/** Number of edited pages, or share of all pages, above which creating the whole index takes less time. */
const MOST_EDITED = { pages: 4, share: 0.02 };

/**
 * Returns the index that `createLargeIndex` would create. Returns undefined if pages were added, removed or moved, if many pages
 * were edited, or if a file of the last index is missing.
 */
export function updateIndex(pages: IndexedPage[], last: LastIndex, put: PutFile): StoredIndex | undefined {
  const before = last.index.pages;
  if (before.length !== pages.length || pages.some(({ key }, number) => key !== before[number]?.[0])) return undefined;
  const edited = new Map<number, PackedEntry | undefined>();
  for (const [number, { hash }] of pages.entries())
    if (hash === undefined || hash !== before[number]?.[1]) edited.set(number, undefined);
  if (edited.size > Math.max(MOST_EDITED.pages, pages.length * MOST_EDITED.share)) return undefined;
  const fresh = new Map<string, string>();
  const files = createLargeIndexFiles(pages, (name, text) => fresh.set(name, text));
  try {
    updatePages(pages, { edited, last, files });
    updateTerms(findTermEdits(pages, edited), last, files);
  } catch {
    // A file of the last index is missing or damaged.
    return undefined;
  }
  if (!last.reuse([...files.index.files].filter(([name]) => !fresh.has(name)))) return undefined;
  for (const [name, text] of fresh) put(name, text);
  return edited.size > 0 ? files.index : last.index;
}

/** Adds the folders of pages, and notes the last entry of each edited page. Keys decide which pages share a folder. */
function updatePages(
  pages: IndexedPage[],
  { edited, last, files }: { edited: Map<number, PackedEntry | undefined>; last: LastIndex; files: LargeIndexFiles },
): void {
  let start = 0;
  for (const folder of last.index.pageFolders) {
    const [name, ...counts] = folder;
    const names = counts.map((_, number) => pageFile(name, number));
    const end = counts.reduce((sum, count) => sum + count, start);
    const numbers = [...edited.keys()].filter((number) => number >= start && number < end);
    if (numbers.length > 0) {
      const entries = names.flatMap((file) => JSON.parse(last.read(file)) as PackedEntry[]);
      for (const number of numbers) edited.set(number, entries[number - start]);
      files.addPages(pages.slice(start, end));
    } else {
      files.index.pageFolders.push(folder);
      files.index.titleWords += last.index.titleWords.slice(start, end);
      addStored(names, last, files);
    }
    start = end;
  }
}

/** Returns the terms that edited pages gained or lost. */
function findTermEdits(pages: IndexedPage[], edited: Map<number, PackedEntry | undefined>): Map<string, TermEdit[]> {
  const scan = createTermScanner();
  const terms: string[] = [];
  const termsOf = (entry: PackedEntry) => {
    const found = scan(unpackEntry(entry, []));
    terms.push(...found.added);
    return found;
  };
  const edits = new Map<string, TermEdit[]>();
  for (const [page, entry] of edited) {
    const before = termsOf(entry as PackedEntry);
    const now = termsOf(JSON.parse(textOf(pages[page] as IndexedPage)) as PackedEntry);
    for (const kind of ['texts', 'headings', 'titles'] as const) {
      const [old, own] = [new Set(before[kind]), new Set(now[kind])];
      for (const number of new Set([...old, ...own])) {
        if (old.has(number) && own.has(number)) continue;
        const term = terms[number] as string;
        edits.set(term, [...(edits.get(term) ?? []), { kind, page, isAdded: own.has(number) }]);
      }
    }
  }
  return edits;
}

/** Adds the files of terms: those with edited terms, and those after them until a boundary is the same as before. */
function updateTerms(edits: Map<string, TermEdit[]>, last: LastIndex, files: LargeIndexFiles): void {
  const { termFiles } = last.index;
  const editsIn = termFiles.map((): [string, TermEdit[]][] => []);
  const isTouched = new Set<number>();
  for (const [term, ofTerm] of edits) {
    const next = termFiles.findIndex(([first], number) => number > 0 && first > term);
    const number = (next < 0 ? termFiles.length : next) - 1;
    editsIn[number]?.push([term, ofTerm]);
    isTouched.add(number);
    // Whether a file ends depends on the first term of the next file.
    if (termFiles[number]?.[0] === term) isTouched.add(number - 1);
  }
  const itemsOf = (number: number): IndexedTerm[] => {
    const terms = JSON.parse(last.read(termFile(termFiles[number]?.[1] ?? ''))) as PackedTerm[];
    return withEdits(terms, editsIn[number] ?? []);
  };
  const divider = createDivider(TERM_FILES);
  const addGroup = (group: IndexedTerm[]): void => {
    if (group.length > 0) files.addTerms(group);
  };
  let isOpen = false;
  for (const [number, file] of termFiles.entries()) {
    const items: IndexedTerm[] = isOpen || isTouched.has(number) ? itemsOf(number) : [];
    const isSame: boolean = !isTouched.has(number) && (!isOpen || divider.begins(items[0] as IndexedTerm));
    if (isSame) {
      addGroup(divider.end());
      files.index.termFiles.push(file);
      addStored([termFile(file[1])], last, files);
    } else for (const item of items) addGroup(divider.add(item));
    isOpen = !isSame;
  }
  addGroup(divider.end());
}

/** Returns the terms of a file after the edits, sorted by code units. */
function withEdits(packed: PackedTerm[], edits: [string, TermEdit[]][]): IndexedTerm[] {
  const terms = new Map(packed.map((term) => [term[0], term]));
  for (const [term, ofTerm] of edits) {
    const postings = unpackTerm(terms.get(term) ?? [term, []]);
    for (const { kind, page, isAdded } of ofTerm) {
      const others = postings[kind].filter((number) => number !== page);
      postings[kind] = isAdded ? [...others, page].sort((a, b) => a - b) : others;
    }
    const isFound = Object.values(postings).some((pages) => pages.length > 0);
    if (isFound) terms.set(term, packTerm(term, postings));
    else terms.delete(term);
  }
  return Array.from(terms, ([key, term]) => ({ key, text: JSON.stringify(term) })).sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
}

/** Adds files of the last index. */
function addStored(names: string[], { index }: LastIndex, files: LargeIndexFiles): void {
  for (const name of names) files.index.files.set(name, index.files.get(name) as StoredFile);
}
