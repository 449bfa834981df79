/** Rules of English for search. Words with letters other than a to z are never changed. */

/** Words that say nothing about the topic of a query. Words such as `all`, `not` and `off` do, so they are not listed. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could did do does for from get had has have how i if in into is it its ' +
    'make me my need of on or our please put should so some than that the their them then there these they this ' +
    'those to too us use was want we were what when where which who why will with would you your'
  ).split(' '),
);
/** Shorter words have no inflections that are worth the wrong matches. */
const INFLECTED = /^[a-z]{4,}$/;
const VOWEL = /[aeiouy]/;

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Returns a stem that is always a prefix of the word, so that it finds terms with the same stem: `translat` for "translations". */
export function stemOf(word: string): string {
  if (!INFLECTED.test(word)) return word;
  const base = cut(cut(word, /(?:ies|(?<=ss|sh|ch|x|z)es|(?<![su])s(?<!is))$/), /ment$/, 5);
  let stem = cut(base, /(?:ation|ated|ate|ating)$/, 4);
  if (stem === base) stem = cut(base, /(?:ion|ied|ing|(?<!e)ed)$/);
  return cut(cut(stem, /[ey]$/), /(?<=([^aeiouy]))\1$/);
}

/** Returns true if two folded words are inflections of one word. */
export function haveOneStem(word: string, stem: string): boolean {
  return word.startsWith(stem) && INFLECTED.test(word) && !STOP_WORDS.has(word) && stemOf(word) === stem;
}

/** Removes an ending, unless less than `least` letters or no vowel would remain. */
function cut(word: string, ending: RegExp, least = 3): string {
  const stem = word.replace(ending, '');
  return stem.length >= least && VOWEL.test(stem) ? stem : word;
}
