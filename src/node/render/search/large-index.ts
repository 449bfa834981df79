import type { SearchIndexFile } from '../../../shared/search/index-file.ts';
import { wordsOf } from '../../../shared/search/words.ts';
import { contentHashOfChunks } from '../../base/hash.ts';

export interface IndexedText {
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
const FOLDER_PAGES = 32;
const PAGE_FOLDERS = { sizeOf: () => 1, least: 1, most: FOLDER_PAGES * 2, every: FOLDER_PAGES };

export function createLargeIndex(pages: IndexedText[], terms: Iterable<IndexedTerm>, put: PutFile): LargeIndex {
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

/** Divides a list into groups whose boundaries depend on the items near them, so that an edit changes few groups. */

interface Divisible {
  key: string;
}

interface GroupLimits<Item> {
  sizeOf: (item: Item) => number;
  /** Maximum total size; a larger item forms its own group. */
  most: number;
  /** Minimum size at which a group may end early: one key in `every` begins a new group. Default: groups do not end early. */
  least?: number;
  every?: number;
}

function* divide<Item extends Divisible>(items: Iterable<Item>, limits: GroupLimits<Item>): Generator<Item[]> {
  const { sizeOf, most, least = Number.POSITIVE_INFINITY, every = 1 } = limits;
  let group: Item[] = [];
  let length = 0;
  for (const item of items) {
    // This boundary depends only on the item's key, so that soon after a changed item, groups are the same again.
    const mayEnd = length >= least && fnv1a(item.key) % every === 0;
    if (group.length > 0 && (mayEnd || length + sizeOf(item) > most)) {
      yield group;
      group = [];
      length = 0;
    }
    group.push(item);
    length += sizeOf(item);
  }
  if (group.length > 0) yield group;
}

/** Returns the FNV-1a hash of a string: fast, and the same on every system. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
