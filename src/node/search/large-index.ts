/** A large search index: pages and terms in separate files, so that a query loads few of them. */
import type { SearchIndexFile } from '../../shared/search/index-file.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { contentHashOfChunks, hashOf } from '../base/hash.ts';
import { divide, type GroupLimits } from './divide.ts';

/** Page text that is read on demand. */
export interface StoredText {
  length: number;
  read(): string;
}

/** Page of an index. */
export interface IndexedPage {
  /** Identifies the page across builds. */
  key: string;
  /** Packed entry as JSON. */
  text: string | StoredText;
  /** Hash of the text; absent if it is stored. */
  hash?: string | undefined;
}

/** Packed term as JSON. */
export interface IndexedTerm {
  key: string;
  text: string;
}

/** The parts of a large index that its first file lists. */
export type LargeIndex = Required<Pick<SearchIndexFile, 'pageFolders' | 'titleWords' | 'termFiles'>>;

/** A large index, as stored for the next build. */
export interface StoredIndex extends LargeIndex {
  /** Key of each page, and the hash of its packed entry. */
  pages: [key: string, hash: string][];
  /** Bytes and hashes of the files, by name. */
  files: Map<string, StoredFile>;
}

/** A file of an index. */
export type StoredFile = [bytes: number, hash: string];

/** Receives the name and the text of a file. */
export type PutFile = (file: string, text: string) => void;

/** Approximate sizes of the files, in characters. */
export const TERM_FILES: GroupLimits<IndexedTerm> = { sizeOf, least: 12_000, most: 24_000, every: 8 };
const PAGE_FILES = { sizeOf, most: 10_000 };
/** Approximate number of pages per folder. */
const FOLDER_PAGES = 32;
const PAGE_FOLDERS = { sizeOf: () => 1, least: 1, most: FOLDER_PAGES * 2, every: FOLDER_PAGES };

/** Collects the files of a large index. */
export interface LargeIndexFiles {
  index: StoredIndex;
  addTerms(terms: IndexedTerm[]): void;
  addPages(pages: IndexedPage[]): void;
}

export function createLargeIndexFiles(pages: IndexedPage[], put: PutFile): LargeIndexFiles {
  const index: StoredIndex = {
    pageFolders: [],
    titleWords: '',
    termFiles: [],
    pages: pages.map(({ key, hash = '' }) => [key, hash]),
    files: new Map(),
  };
  const add = (name: string, text: string): void => {
    index.files.set(name, [Buffer.byteLength(text), hashOf(text)]);
    put(name, text);
  };
  return {
    index,
    addTerms(terms) {
      const text = listOf(terms.map((term) => term.text));
      const name = contentHashOfChunks([text]);
      index.termFiles.push([terms[0]?.key ?? '', name]);
      add(termFile(name), text);
    },
    addPages(group) {
      const texts = group.map((page) => ({ key: page.key, text: textOf(page) }));
      const files = Array.from(divide(texts, PAGE_FILES), (file) => file.map(({ text }) => text));
      const name = contentHashOfChunks(files.flat());
      for (const [number, file] of files.entries()) add(pageFile(name, number), listOf(file));
      index.pageFolders.push([name, ...files.map(({ length }) => length)]);
      index.titleWords += files.flat().map(titleWordsOf).join('');
    },
  };
}

/** Creates the files of all pages and terms. */
export function createLargeIndex(pages: IndexedPage[], terms: Iterable<IndexedTerm>, put: PutFile): StoredIndex {
  const files = createLargeIndexFiles(pages, put);
  for (const group of divide(terms, TERM_FILES)) files.addTerms(group);
  for (const group of divide(pages, PAGE_FOLDERS)) files.addPages(group);
  return files.index;
}

/** Returns the name of a file of terms. */
export function termFile(name: string): string {
  return `${name}.json`;
}

/** Returns the name of a file of pages. */
export function pageFile(folder: string, number: number): string {
  return `${folder}/${number}.json`;
}

export function textOf({ text }: { text: string | StoredText }): string {
  return typeof text === 'string' ? text : text.read();
}

function listOf(texts: string[]): string {
  return `[${texts.join()}]`;
}

/** Returns the number of words in the title of a packed entry, at most 35, in base 36. The title is the first value in the JSON. */
function titleWordsOf(text: string): string {
  const title = JSON.parse(/^\[("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""') as string;
  return Math.min(wordsOf(title).length, 35).toString(36);
}

function sizeOf({ text }: { text: string | StoredText }): number {
  return text.length;
}
