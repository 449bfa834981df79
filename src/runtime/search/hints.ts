import type { SearchEntry } from '../../shared/entities.ts';
import {
  findKeyword,
  type Keyword,
  type Range,
  type SearchText,
  uniqueKeywords,
} from '../../shared/search/keywords.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { cutText, markRanges } from './highlight.ts';
import type { HighlightedText, SearchHint } from './protocol.ts';

/** Weights fixed by the specification. */
const PAGE_TITLE = 100;
const TITLE = 10;
const TEXT = 1;
/** Code is searched too, but ranked after all text that is visible without opening it. */
const CODE = 0.5;

/** A page's texts, split into words. */
export interface SearchPage {
  entry: SearchEntry;
  title: SearchText;
  sections: { link: string; rawTitle: SearchText; title: SearchText; paragraphs: SearchText[] }[];
  demos: { link: string; rawTitle: SearchText; title: SearchText; paragraphs: SearchText[]; code: SearchText[] }[];
}

/** The hits on a page. */
export interface PageHits {
  /** Sorted, best first. */
  hints: SearchHint[];
  /** Number of keywords that the page contains. */
  keywords: number;
  /** Number of keywords that match a whole word instead of a beginning. Code does not count. */
  exact: number;
  /** Number of adjacent keyword pairs that are also adjacent on the page, plus 1 if all keywords are adjacent. */
  neighbours: number;
}

/** Splits the texts of a page into words. */
export function prepareEntry(entry: SearchEntry): SearchPage {
  return {
    entry,
    title: prepare(entry.title),
    sections: entry.sections.map(({ link, rawTitle, title, paragraphs }) => ({
      link,
      rawTitle: prepare(rawTitle),
      title: prepare(title),
      paragraphs: paragraphs.map(prepare),
    })),
    demos: entry.demos.map(({ link, rawTitle, title, description, keywords, paragraphs, code }) => ({
      link,
      rawTitle: prepare(rawTitle),
      title: prepare(title),
      paragraphs: [description, keywords.join(', '), ...paragraphs].filter(Boolean).map(prepare),
      code: code.map(prepare),
    })),
  };
}

/**
 * Finds keywords on a page. Returns a hint for the page if its title matches, for each section whose text or title
 * matches, and for each demo that matches. A section's hint shows the paragraph with the most keywords.
 *
 * @param typed the keywords in the order in which they were typed
 */
export function findOnPage(page: SearchPage, typed: Keyword[]): PageHits {
  const keywords = uniqueKeywords(typed);
  const { entry, title, sections, demos } = page;
  const found = new Set<number>();
  const exact = new Set<number>();
  const search = (text: SearchText): TextHits => {
    const hits = findIn(text, keywords);
    for (const [index, ranges] of hits.places.entries()) {
      if (ranges.length > 0) found.add(index);
      if (ranges.some((range) => isWhole(text, range))) exact.add(index);
    }
    return hits;
  };
  const hints: SearchHint[] = [];
  const wanted = wordsText(typed.flatMap(({ words }) => words));
  const addHint = (name: SearchText, hint: Omit<SearchHint, 'pageTitle'>): void => {
    const exact = wordsText(name.words) === wanted;
    hints.push({ ...hint, pageTitle: entry.title, ...(exact && { exact }) });
  };

  const inTitle = search(title);
  if (inTitle.count > 0) {
    addHint(title, {
      type: 'page',
      link: entry.link,
      highlightTitleTexts: markRanges(title.text, inTitle.ranges),
      highlightTexts: cutText(
        markRanges(sections.find(({ paragraphs }) => paragraphs[0])?.paragraphs[0]?.text ?? '', []),
      ),
      priority: inTitle.count * PAGE_TITLE,
    });
  }
  for (const { link, rawTitle, title: sectionTitle, paragraphs } of sections) {
    const inHeading = search(sectionTitle);
    const inText = searchParagraphs(paragraphs, search);
    const highlightTitleTexts = markRanges(sectionTitle.text, inHeading.ranges);
    if (inText) {
      const priority = weigh(inHeading.found, inText.found);
      addHint(rawTitle, {
        type: 'content',
        link,
        highlightTitleTexts,
        highlightTexts: cutText(inText.shown, { fromStart: wordsText(rawTitle.words) === wanted }),
        priority,
      });
    } else if (search(rawTitle).found.some((isFound, index) => isFound && !inTitle.found[index])) {
      const highlightTexts = cutText(markRanges(paragraphs[0]?.text ?? '', []));
      addHint(rawTitle, { type: 'title', link, highlightTitleTexts, highlightTexts, priority: weigh(inHeading.found) });
    }
  }
  for (const { link, rawTitle, title: demoTitle, paragraphs, code } of demos) {
    const inDemoTitle = search(rawTitle);
    const inText = searchParagraphs(paragraphs, search);
    const inCode = searchParagraphs(code, (text) => findIn(text, keywords));
    for (const [index, isFound] of inCode?.found.entries() ?? []) if (isFound) found.add(index);
    if (inDemoTitle.count === 0 && !inText && !inCode) continue;
    addHint(rawTitle, {
      type: 'demo',
      link,
      highlightTitleTexts: markRanges(demoTitle.text, inDemoTitle.ranges),
      highlightTexts: cutText((inText ?? inCode)?.shown ?? markRanges(paragraphs[0]?.text ?? '', [])),
      priority: weigh(inDemoTitle.found, inText?.found, inCode?.found),
    });
  }
  return {
    hints: hints.sort((a, b) => b.priority - a.priority),
    keywords: found.size,
    exact: exact.size,
    neighbours: typed.length > 1 ? countNeighbours(page, typed) : 0,
  };
}

/** Matches of the keywords in a text. */
interface TextHits {
  /** Ranges by keyword. */
  places: Range[][];
  found: boolean[];
  count: number;
  ranges: Range[];
}

function findIn(text: SearchText, keywords: Keyword[]): TextHits {
  const places = keywords.map((keyword) => findKeyword(text, keyword));
  const found = places.map(({ length }) => length > 0);
  return { places, found, count: found.filter(Boolean).length, ranges: places.flat() };
}

/** Returns true if a range starts at the start of a word and ends at the end of a word. */
function isWhole({ words }: SearchText, [start, end]: Range): boolean {
  return words.some((word) => word.start === start) && words.some((word) => word.end === end);
}

/** Returns which keywords the paragraphs contain, and the first paragraph with the most of them, marked. */
function searchParagraphs(
  paragraphs: SearchText[],
  search: (text: SearchText) => TextHits,
): { found: boolean[]; shown: HighlightedText[] } | undefined {
  let best: { text: SearchText; hits: TextHits } | undefined;
  const found: boolean[] = [];
  for (const text of paragraphs) {
    const hits = search(text);
    for (const [index, isFound] of hits.found.entries()) found[index] ||= isFound;
    if (hits.count > (best?.hits.count ?? 0)) best = { text, hits };
  }
  return best && { found, shown: markRanges(best.text.text, best.hits.ranges) };
}

/** Returns the sum of the keywords' weights, each at its highest. */
function weigh(title: boolean[], text: boolean[] = [], code: boolean[] = []): number {
  const weightOf = (index: number): number => (title[index] ? TITLE : text[index] ? TEXT : code[index] ? CODE : 0);
  return title.reduce((sum, _, index) => sum + weightOf(index), 0);
}

function countNeighbours({ title, sections, demos }: SearchPage, keywords: Keyword[]): number {
  const texts = [
    title,
    ...[...sections, ...demos].flatMap((part) => [part.rawTitle, ...part.paragraphs]),
    ...demos.flatMap(({ code }) => code),
  ];
  const standTogether = (neighbours: Keyword[]): boolean => {
    const words = neighbours.flatMap((keyword) => keyword.words);
    return texts.some((text) => findKeyword(text, { words }).length > 0);
  };
  const pairs = keywords.slice(1).filter((keyword, index) => standTogether([keywords[index] as Keyword, keyword]));
  return pairs.length + (pairs.length === keywords.length - 1 && standTogether(keywords) ? 1 : 0);
}

function wordsText(words: Keyword['words']): string {
  return words.map(({ text }) => text).join(' ');
}

function prepare(text: string): SearchText {
  return { text, words: wordsOf(text) };
}
