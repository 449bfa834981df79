import { isStopWord } from '../../shared/search/english.ts';
import {
  findKeyword,
  type Keyword,
  QUALITY,
  type Range,
  type SearchText,
  textOfWords,
} from '../../shared/search/keywords.ts';
import { fold } from '../../shared/search/words.ts';
import { markRanges } from './highlight.ts';
import type { HighlightedText, SearchHint } from './protocol.ts';

/** Part of a title's weight that does not depend on the keywords' share of the title. */
const TITLE_BASE = 0.5;
/** Share of the other fields' weights that a keyword adds if it was found in several fields. */
const FURTHER = 0.25;

export interface Query {
  typed: Keyword[];
  keywords: Keyword[];
  /** How rare each of `keywords` is on the site. */
  rarity: number[];
}

export interface RankedHint {
  hint: SearchHint;
  relevance: number;
}

/** A hit before the page is complete. `found` is the number of keywords in it. */
export interface Hit extends RankedHint {
  found: number;
}

/** Quality of each keyword's best match; 0 if there is none. */
export type Found = Pick<TextHits, 'quality'>;

export type Finder = ReturnType<typeof createFinder>;

export function createFinder({ typed, keywords, rarity }: Query) {
  const best = keywords.map(() => 0);
  const exact = new Set<number>();
  const last = keywords.length - 1;
  const count = (quality: number[]): number =>
    quality.reduce(
      (sum, one, index) => sum + (one > QUALITY.prefix || (one > 0 && index === last) ? 1 : one && 0.5),
      0,
    );
  const wanted = textOfWords(typed.flatMap(({ words }) => words));
  const note = (hits: TextHits): TextHits => {
    for (const [index, quality] of hits.quality.entries()) {
      best[index] = Math.max(quality, best[index] ?? 0);
      if (quality > QUALITY.inflection) exact.add(index);
    }
    return hits;
  };
  const search = (text: SearchText): TextHits => note(findIn(text, keywords));
  return {
    /** Quality of each keyword's best match on the page. */
    best,
    exact,
    count,
    search,
    /**
     * A single camelCase word also finds titles of its parts: `changeOnSelect` finds "Change on select", `showSearch`
     * "Search".
     */
    searchTitle(text: SearchText): TextHits {
      const hits = search(text);
      const quality = keywords.length === 1 ? qualityOfParts(text, keywords[0]) : 0;
      const [first, last] = [text.words[0], text.words.at(-1)];
      if (!first || !last || quality <= (hits.quality[0] ?? 0)) return hits;
      return note(hitsOf([[[first.start, last.end, quality]]]));
    },
    /** Finds the keywords in code, which counts less. */
    searchCode(text: SearchText): TextHits {
      const hits = findIn(text, keywords);
      for (const [index, quality] of hits.quality.entries()) best[index] = Math.max(quality, best[index] ?? 0);
      return hits;
    },
    /** Creates a hit. `fields` are the keywords that were found, by weight. */
    createHit(name: SearchText, hint: Omit<SearchHint, 'exact'>, fields: [weight: number, hits?: Found][]): Hit {
      const isExact = textOfWords(name.words) === wanted;
      const weights = keywords.map((_, index) => {
        const all = fields.map(([weight, hits]) => weight * (hits?.quality[index] ?? 0));
        const best = Math.max(...all);
        return best + (all.reduce((sum, one) => sum + one, 0) - best) * FURTHER;
      });
      return {
        hint: { ...hint, ...(isExact && { exact: true }) },
        relevance: weights.reduce((sum, weight, index) => sum + weight * (rarity[index] ?? 1), 0),
        found: count(keywords.map((_, index) => Math.max(...fields.map(([, hits]) => hits?.quality[index] ?? 0)))),
      };
    },
  };
}

/** Returns 1 if a title is a camelCase keyword in words, less if it has some of its parts, 0 for other titles. */
function qualityOfParts({ words }: SearchText, keyword: Keyword | undefined): number {
  const [word, ...others] = keyword?.words ?? [];
  if (!keyword || !word || others.length > 0 || word.parts.length === 0) return 0;
  if (words.map(({ text }) => text).join('') === word.text) return 1;
  const starts = [word.start, ...word.parts];
  const parts = starts.map((start, index) => fold(keyword.text.slice(start, starts[index + 1] ?? word.end)));
  const isPart = words.every(({ text }) => parts.includes(text) || isStopWord(text));
  return isPart ? words.filter(({ text }) => parts.includes(text)).length / parts.length : 0;
}

export interface TextHits {
  /** Quality of each keyword's best match; 0 if there is none. */
  quality: number[];
  count: number;
  ranges: Range[];
}

function findIn(text: SearchText, keywords: Keyword[]): TextHits {
  return hitsOf(keywords.map((keyword) => findKeyword(text, keyword)));
}

function hitsOf(places: Range[][]): TextHits {
  const quality = places.map((ranges) => Math.max(0, ...ranges.map((range) => range[2])));
  return { quality, count: quality.filter(Boolean).length, ranges: places.flat() };
}

/** Returns the share of a title's weight that remains if the keywords are only a part of the title. */
export function shareOf({ words }: SearchText, { count }: TextHits): number {
  const all = words.filter(({ text }) => !isStopWord(text)).length;
  return TITLE_BASE + (1 - TITLE_BASE) * Math.min(1, count / Math.max(1, all));
}

/** A keyword counts up to twice in a paragraph with few other words, such as the title of a note. */
export function searchParagraphs(
  paragraphs: SearchText[],
  search: (text: SearchText) => TextHits,
): (Found & { shown: HighlightedText[] }) | undefined {
  let best: { text: SearchText; hits: TextHits } | undefined;
  const quality: number[] = [];
  for (const text of paragraphs) {
    const hits = search(text);
    const share = hits.count / Math.max(1, text.words.length);
    for (const [index, one] of hits.quality.entries())
      quality[index] = Math.max(one * (1 + share), quality[index] ?? 0);
    if (hits.count > (best?.hits.count ?? 0)) best = { text, hits };
  }
  return best && { quality, shown: markRanges(best.text.text, best.hits.ranges) };
}
