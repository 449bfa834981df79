import { haveOneStem, isStopWord, stemOf } from './english.ts';
import { fold, type Word, wordsOf } from './words.ts';

/** A keyword of the query, separated by spaces. It may contain several indexed words: `rc-form`, `级联`. */
export interface Keyword {
  text: string;
  words: Word[];
  synonyms?: Keyword[];
}

/**
 * Quality of a match: whole word, inflection, synonym, last part of a camelCase word (`allowClear`), other part
 * (`clearIcon`), start of a word.
 */
export const QUALITY = { whole: 1, inflection: 0.6, synonym: 0.8, part: 0.8, firstPart: 0.65, prefix: 0.5 };

/** A match of a keyword: a range of characters, of which `end` is exclusive. */
export type Range = [start: number, end: number, quality: number];

/** Text with its words, which are split once and matched many times. */
export interface SearchText {
  text: string;
  words: Word[];
}

/** Maximum number of characters of a query. Pasted text may be long. */
const MAX_QUERY = 1000;
const MAX_KEYWORDS = 20;

/** Ignores parts without a letter, digit or pictograph. */
export function keywordsOf(query: string): Keyword[] {
  const texts = query.slice(0, MAX_QUERY).trim().split(/\s+/).slice(0, MAX_KEYWORDS);
  return texts.map((text) => ({ text, words: wordsOf(text) })).filter(({ words }) => words.length > 0);
}

/** Adds synonyms to keywords. Each word of a phrase with synonyms has them too, so that the phrase matches word by word. */
export function addSynonyms(keywords: Keyword[], groups: string[][]): Keyword[] {
  const known = groups.map((texts) => texts.map((text): Keyword => ({ text, words: wordsOf(text) })));
  const expanded: Keyword[] = [];
  for (let index = 0; index < keywords.length; ) {
    const { length, synonyms } = longestSynonym(keywords.slice(index), known);
    const own = keywords.slice(index, index + length);
    expanded.push(...own.map((keyword) => (synonyms.length > 0 ? { ...keyword, synonyms } : keyword)));
    index += length;
  }
  return expanded;
}

/** Returns the number of keywords at the start of a list that form the longest word or phrase with synonyms, or 1. */
function longestSynonym(keywords: Keyword[], groups: Keyword[][]): { length: number; synonyms: Keyword[] } {
  for (let length = keywords.length; length > 0; length--) {
    const stems = stemsOf(keywords.slice(0, length).flatMap(({ words }) => words));
    const found = groups.filter((group) => group.some(({ words }) => stemsOf(words) === stems));
    const synonyms = found.flat().filter(({ words }) => stemsOf(words) !== stems);
    if (synonyms.length > 0) return { length, synonyms };
  }
  return { length: 1, synonyms: [] };
}

function stemsOf(words: Word[]): string {
  return words.map(({ text }) => stemOf(text)).join(' ');
}

/** Removes duplicate keywords, and English words that say nothing about a topic, unless the query has no others. */
export function topicKeywords(keywords: Keyword[]): Keyword[] {
  const unique = [...new Map(keywords.map((keyword) => [textOfWords(keyword.words), keyword])).values()];
  const topic = unique.filter(({ words: [word, ...others] }) => !word || others.length > 0 || !isStopWord(word.text));
  return topic.length > 0 ? topic : unique;
}

export function textOfWords(words: Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/**
 * A match starts at a word or at a part of a camelCase word. Words of a keyword must be consecutive; all but the last
 * must be whole.
 */
export function findKeyword(
  { text, words }: SearchText,
  { words: wanted, synonyms = [] }: Pick<Keyword, 'words' | 'synonyms'>,
): Range[] {
  const ranges: Range[] = [];
  const stem = stemOf(wanted.at(-1)?.text ?? '');
  for (let index = 0; index + wanted.length <= words.length; index++) {
    const range = matchAt(text, words, index, wanted, stem);
    if (range) ranges.push(range);
  }
  for (const synonym of synonyms)
    for (const [start, end, quality] of findKeyword({ text, words }, synonym))
      ranges.push([start, end, quality * QUALITY.synonym]);
  return ranges;
}

function matchAt(text: string, words: Word[], index: number, wanted: Word[], stem: string): Range | undefined {
  const last = wanted.length - 1;
  let start: number | undefined;
  for (const [offset, { text: term, single }] of wanted.entries()) {
    const word = words[index + offset];
    const before = words[index + offset - 1];
    if (!word) return undefined;
    // Characters of a script without spaces that were typed together must be adjacent.
    if (offset > 0 && single && wanted[offset - 1]?.single && before?.end !== word.start) return undefined;
    const begins = offset === 0 ? [word.start, ...word.parts] : [word.start];
    let isInflection = false;
    const begin = begins.find((offsetInText) => {
      const rest = offsetInText === word.start ? word.text : fold(text.slice(offsetInText, word.end));
      if (offset !== last) return rest === term;
      isInflection = rest !== term && haveOneStem(rest, stem);
      return isInflection || rest.startsWith(term);
    });
    if (begin === undefined) return undefined;
    start ??= begin;
    if (offset < last) continue;
    const isPrefix = fold(text.slice(begin, word.end)).startsWith(term);
    const end = isPrefix ? begin + lengthOf(text, begin, word.end, term.length) : word.end;
    if (isInflection) return [start, end, QUALITY.inflection];
    if (end === word.end) return [start, end, begin === word.start ? QUALITY.whole : QUALITY.part];
    return [start, end, word.parts.includes(end) ? QUALITY.firstPart : QUALITY.prefix];
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
