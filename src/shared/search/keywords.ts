import { fold, type Word, wordsOf } from './words.ts';

/** A keyword of the query, separated by spaces. It may contain several indexed words: `rc-form`, `级联`. */
export interface Keyword {
  /** Text as typed. */
  text: string;
  words: Word[];
}

/** Range of characters; `end` is exclusive. */
export type Range = [start: number, end: number];

/** A text with its words, which are split once and matched many times. */
export interface SearchText {
  text: string;
  words: Word[];
}

/** Maximum number of characters of a query. Pasted text may be long. */
const MAX_QUERY = 1000;
const MAX_KEYWORDS = 20;

/** Splits a query at white space. Ignores parts without a letter, digit or pictograph. */
export function keywordsOf(query: string): Keyword[] {
  const texts = query.slice(0, MAX_QUERY).trim().split(/\s+/).slice(0, MAX_KEYWORDS);
  return texts.map((text) => ({ text, words: wordsOf(text) })).filter(({ words }) => words.length > 0);
}

/** Removes duplicate keywords. */
export function uniqueKeywords(keywords: Keyword[]): Keyword[] {
  const keyOf = ({ words }: Keyword): string => words.map(({ text }) => text).join(' ');
  return [...new Map(keywords.map((keyword) => [keyOf(keyword), keyword])).values()];
}

/**
 * Returns the ranges of a keyword in a text. A match starts at a word or at a part of a camelCase word. If a keyword
 * has several words, they must be consecutive, and all but the last must match whole words.
 */
export function findKeyword({ text, words }: SearchText, keyword: Pick<Keyword, 'words'>): Range[] {
  const ranges: Range[] = [];
  for (let index = 0; index + keyword.words.length <= words.length; index++) {
    const range = matchAt(text, words, index, keyword.words);
    if (range) ranges.push(range);
  }
  return ranges;
}

function matchAt(text: string, words: Word[], index: number, wanted: Word[]): Range | undefined {
  const last = wanted.length - 1;
  let start: number | undefined;
  for (const [offset, { text: term, single }] of wanted.entries()) {
    const word = words[index + offset];
    const before = words[index + offset - 1];
    if (!word) return undefined;
    // Characters of a script without spaces that were typed together must be adjacent.
    if (offset > 0 && single && wanted[offset - 1]?.single && before?.end !== word.start) return undefined;
    const begins = offset === 0 ? [word.start, ...word.parts] : [word.start];
    const begin = begins.find((position) => {
      const rest = position === word.start ? word.text : fold(text.slice(position, word.end));
      return offset === last ? rest.startsWith(term) : rest === term;
    });
    if (begin === undefined) return undefined;
    start ??= begin;
    if (offset === last) return [start, begin + lengthOf(text, begin, word.end, term.length)];
  }
  return undefined;
}

/** Returns the number of characters from `start` that are `length` characters after folding. */
function lengthOf(text: string, start: number, end: number, length: number): number {
  let folded = 0;
  let position = start;
  for (const character of text.slice(start, end)) {
    if (folded >= length) break;
    folded += fold(character).length;
    position += character.length;
  }
  // Combining marks belong to the preceding letter.
  while (position < end && /^\p{M}/u.test(text.slice(position, position + 2))) position++;
  return position - start;
}
