import type { SearchIndexFile } from '../../shared/search/index-file.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { contentHashOfChunks } from '../base/hash.ts';
import { divide, type GroupLimits } from './divide.ts';

export interface IndexedPage {
  /** Identifies the page across builds. */
  key: string;
  text: string;
}

export interface IndexedTerm {
  key: string;
  text: string;
}

/** The parts of a large index that its first file lists. */
export type LargeIndex = Required<Pick<SearchIndexFile, 'pageFolders' | 'titleWords' | 'termFiles'>>;

export type PutFile = (file: string, text: string) => void;

const TERM_FILES: GroupLimits<IndexedTerm> = { sizeOf, least: 12_000, most: 24_000, every: 8 };
const PAGE_FILES = { sizeOf, most: 10_000 };
/** Approximate number of pages per folder. */
const FOLDER_PAGES = 32;
const PAGE_FOLDERS = { sizeOf: () => 1, least: 1, most: FOLDER_PAGES * 2, every: FOLDER_PAGES };

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

/** The title is the first value in the JSON. */
function titleWordsOf(text: string): string {
  const title = JSON.parse(/^\[("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""') as string;
  return Math.min(wordsOf(title).length, 35).toString(36);
}

function sizeOf({ text }: { text: string }): number {
  return text.length;
}
