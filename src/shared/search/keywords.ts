import { fold, type Word, wordsOf } from './words.ts';

/** One of the words that a visitor typed, between two spaces. It may hold several words of ours: `rc-form`, `级联`. */
export interface Keyword {
  /** As it was typed. */
  text: string;
  words: Word[];
}

/** From the first character to behind the last one. */
export type Range = [start: number, end: number];

/** A text with its words, which are looked at again and again. */
export interface SearchText {
  text: string;
  words: Word[];
}

/** What is pasted may be a book: more than that is not looked at. */
const MAX_QUERY = 1000;
const MAX_KEYWORDS = 20;

/** Cuts a query at white space; what has no letter, digit or pictograph is no keyword. */
export function keywordsOf(query: string): Keyword[] {
  const texts = query.slice(0, MAX_QUERY).trim().split(/\s+/).slice(0, MAX_KEYWORDS);
  return texts.map((text) => ({ text, words: wordsOf(text) })).filter(({ words }) => words.length > 0);
}

/** Every keyword once. */
export function uniqueKeywords(keywords: Keyword[]): Keyword[] {
  const keyOf = ({ words }: Keyword): string => words.map(({ text }) => text).join(' ');
  return [...new Map(keywords.map((keyword) => [keyOf(keyword), keyword])).values()];
}

/**
 * Where a keyword stands in a text: at the beginning of a word or of a part of a camelCase word. Of several words all but
 * the last must be whole, and they follow one another.
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
    // Characters of an unspaced script that were typed together stand together.
    if (offset > 0 && single && wanted[offset - 1]?.single && before?.end !== word.start) return undefined;
    const begins = offset === 0 ? [word.start, ...word.parts] : [word.start];
    const begin = begins.find((place) => {
      const rest = place === word.start ? word.text : fold(text.slice(place, word.end));
      return offset === last ? rest.startsWith(term) : rest === term;
    });
    if (begin === undefined) return undefined;
    start ??= begin;
    if (offset === last) return [start, begin + lengthOf(text, begin, word.end, term.length)];
  }
  return undefined;
}

/** Number of characters from `start` that give `length` characters when folded. */
function lengthOf(text: string, start: number, end: number, length: number): number {
  let folded = 0;
  let position = start;
  for (const character of text.slice(start, end)) {
    if (folded >= length) break;
    folded += fold(character).length;
    position += character.length;
  }
  // Marks belong to the letter before them.
  while (position < end && /^\p{M}/u.test(text.slice(position, position + 2))) position++;
  return position - start;
}
