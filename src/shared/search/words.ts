/** Scripts that are written without spaces: each character is a word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** A character of a script without spaces, a pictograph, or a run of letters, digits and marks. */
const WORD = new RegExp(
  `(?<single>[${UNSPACED}]\\p{M}*|\\p{Extended_Pictographic})|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);
/** Where a part of a camelCase word begins: `onPopup`, `HTMLElement`. */
const PART = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
/** Maximum length of an indexed word. Longer words are truncated, because they are data rather than language. */
const MAX_LENGTH = 64;
const ASCII = /^[\t\n\r -~]*$/;
const ASCII_WORD = /[A-Za-z0-9]+/g;

export interface Word {
  /** Folded: lower case, without diacritics. */
  text: string;
  start: number;
  end: number;
  single: boolean;
  /** Offsets in the text of the parts of a camelCase word, without the first part. */
  parts: number[];
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: match, index, groups } of text.matchAll(WORD)) {
    const word = match.slice(0, MAX_LENGTH);
    const single = groups?.single !== undefined;
    const parts = single ? [] : [...word.matchAll(PART)].map((part) => index + part.index);
    words.push({ text: fold(word), start: index, end: index + match.length, single, parts });
  }
  return words;
}

/** Folds a text for search: lower case, without diacritics and compatibility forms. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Finds terms: each word; the rest of a camelCase word after each boundary; each pair of adjacent characters of a
 * script without spaces. Caches entries, because it reads all text of a site.
 */
export function createTermReader<Found>(
  entryOf: (term: string) => Found,
): (text: string, visit: (entry: Found) => void) => void {
  const known = new Map<string, Found[]>();
  const entriesOfWord = (word: string): Found[] => {
    let entries = known.get(word);
    if (!entries) {
      const cut = word.slice(0, MAX_LENGTH);
      const starts = [0, ...[...cut.matchAll(PART)].map(({ index }) => index)];
      entries = starts.map((start) => entryOf(fold(cut.slice(start))));
      known.set(word, entries);
    }
    return entries;
  };
  return (text, visit) => {
    if (ASCII.test(text)) {
      for (const word of text.match(ASCII_WORD) ?? []) for (const entry of entriesOfWord(word)) visit(entry);
      return;
    }
    let before: Word | undefined;
    for (const word of wordsOf(text)) {
      if (word.single) visit(entryOf(word.text));
      else for (const entry of entriesOfWord(text.slice(word.start, word.end))) visit(entry);
      if (before?.single && word.single && before.end === word.start) visit(entryOf(before.text + word.text));
      before = word;
    }
  };
}
