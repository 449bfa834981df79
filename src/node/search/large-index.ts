/** A large search index: pages and terms in separate files, so that a query loads few of them. */
import type { SearchIndexFile } from '../../shared/search/index-file.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { contentHashOfChunks } from '../base/hash.ts';
import { divide, type GroupLimits } from './divide.ts';

/** Page of an index. */
export interface IndexedPage {
  /** Identifies the page across builds. */
  key: string;
  /** Packed entry as JSON. */
  text: string;
}

/** Packed term as JSON. */
export interface IndexedTerm {
  key: string;
  text: string;
}

/** The parts of a large index that its first file lists. */
export type LargeIndex = Required<Pick<SearchIndexFile, 'pageFolders' | 'titleWords' | 'termFiles'>>;

/** Receives the name and the text of a file. */
export type PutFile = (file: string, text: string) => void;

/** Approximate sizes of the files, in characters. */
const TERM_FILES: GroupLimits<IndexedTerm> = { sizeOf, least: 12_000, most: 24_000, every: 8 };
const PAGE_FILES = { sizeOf, most: 10_000 };
/** Approximate number of pages per folder. */
const FOLDER_PAGES = 32;
const PAGE_FOLDERS = { sizeOf: () => 1, least: 1, most: FOLDER_PAGES * 2, every: FOLDER_PAGES };

/** Creates the files of all pages and terms. */
export function createLargeIndex(pages: IndexedPage[], terms: Iterable<IndexedTerm>, put: PutFile): LargeIndex {
  const index: LargeIndex = { pageFolders: [], titleWords: '', termFiles: [] };
  for (const group of divide(terms, TERM_FILES)) {
    const text = listOf(group.map((term) => term.text));
    const name = contentHashOfChunks([text]);
    index.termFiles.push([group[0]?.key ?? '', name]);
    put(`${name}.json`, text);
  }
  for (const group of divide(pages, PAGE_FOLDERS)) {
    const files = Array.from(divide(group, PAGE_FILES), (file) => file.map(({ text }) => text));
    const name = contentHashOfChunks(files.flat());
    for (const [number, file] of files.entries()) put(`${name}/${number}.json`, listOf(file));
    index.pageFolders.push([name, ...files.map(({ length }) => length)]);
    index.titleWords += files.flat().map(titleWordsOf).join('');
  }
  return index;
}

function listOf(texts: string[]): string {
  return `[${texts.join()}]`;
}

/** Returns the number of words in the title of a packed entry, at most 35, in base 36. The title is the first value in the JSON. */
function titleWordsOf(text: string): string {
  const title = JSON.parse(/^\[("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""') as string;
  return Math.min(wordsOf(title).length, 35).toString(36);
}

function sizeOf({ text }: { text: string }): number {
  return text.length;
}
