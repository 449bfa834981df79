import type { SearchEntry } from '../../shared/entities.ts';
import { findKeyword, type Keyword, type SearchText } from '../../shared/search/keywords.ts';
import { wordsOf } from '../../shared/search/words.ts';
import {
  createFinder,
  type Finder,
  type Found,
  type Hit,
  type Query,
  type RankedHint,
  searchParagraphs,
  shareOf,
  type TextHits,
} from './finder.ts';
import { cutText, markRanges } from './highlight.ts';

/** Weights fixed by the specification. */
const PAGE_TITLE = 100;
const TITLE = 10;
const TEXT = 1;
/** Code is searched too, but ranked after all text that is visible without opening it. */
const CODE = 0.5;

/** Weights of a keyword for the relevance of a hit, by where it was found. */
const RELEVANCE = { title: 3, keywords: 2.5, description: 1.6, context: 1.2, text: 1, code: 0.3 };
/** Share of its relevance that each other hit adds to the page, and the maximum for all of them as a share of the best hit. */
const OTHERS = { each: 0.05, most: 0.4 };
/** Bonus for adjacent keyword pairs, by their share, and for all keywords together. */
const ADJACENT = { pairs: 0.3, all: 0.8 };

export interface SearchPage {
  entry: SearchEntry;
  title: SearchText;
  description: SearchText;
  keywords: SearchText;
  sections: { link: string; rawTitle: SearchText; title: SearchText; paragraphs: SearchText[] }[];
  demos: { link: string; rawTitle: SearchText; title: SearchText; paragraphs: SearchText[]; code: SearchText[] }[];
}

export interface PageHits {
  hits: RankedHint[];
  relevance: number;
  /** Number of keywords that the page contains. A keyword that only starts a word counts half, unless it was typed last. */
  keywords: number;
  /** Like `keywords`, for the hit with the most keywords. */
  covered: number;
  /** Number of keywords that match a whole word instead of a beginning. Code does not count. */
  exact: number;
  /** Number of adjacent keyword pairs that are also adjacent on the page, plus 1 if all keywords are adjacent. */
  neighbours: number;
  /** False if the only keyword occurs in no title of the page, and elsewhere only in code, or as the start or a form of a word. */
  isCertain: boolean;
  /** True if the page contains a phrase of at least three words exactly as the reader typed it. */
  isTogether: boolean;
}

export function prepareEntry(entry: SearchEntry): SearchPage {
  return {
    entry,
    title: prepare(entry.title),
    description: prepare(entry.description ?? ''),
    keywords: prepare((entry.keywords ?? []).join(', ')),
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

/** Returns hints: one for the page if its title, keywords or description match, and one for each matching section and demo. */
export function findOnPage(page: SearchPage, query: Query): PageHits {
  const { typed, rarity } = query;
  const finder = createFinder(query);
  const ofPage = findPage(page, finder);
  const others = [...findSections(page, finder, ofPage), ...findDemos(page, finder, ofPage)];
  const most = Math.max(0, ...others.map(({ relevance }) => relevance));
  // A page that matches only by its description adds nothing to the hits of its sections.
  const own = ofPage.hit && (ofPage.title.count > 0 || ofPage.hit.relevance > most) ? [ofPage.hit] : [];
  const hits = [...own, ...others.sort((a, b) => b.relevance - a.relevance || b.hint.priority - a.hint.priority)];
  const best = Math.max(0, ...hits.map(({ relevance }) => relevance));
  const rest = hits.reduce((sum, { relevance }) => sum + relevance, 0) - best;
  const neighbours = typed.length > 1 ? countNeighbours(page, typed) : 0;
  const isTogether = neighbours === typed.length && neighbours > 0;
  const adjacent = (ADJACENT.pairs * neighbours) / typed.length + (isTogether ? ADJACENT.all : 0);
  return {
    hits: hits.map(({ hint, relevance }) => ({ hint, relevance })),
    relevance:
      best + Math.min(rest * OTHERS.each, best * OTHERS.most) + adjacent * rarity.reduce((sum, one) => sum + one, 0),
    keywords: finder.count(finder.best),
    covered: Math.max(0, ...hits.map(({ found }) => found)),
    exact: finder.exact.size,
    neighbours,
    isCertain: query.keywords.length > 1 || ofPage.title.count > 0 || finder.exact.size > 0,
    isTogether: isTogether && typed.length > 2,
  };
}

/** Matches in a page's title, keywords and description, which describe the topic of its sections. */
interface FoundPage {
  title: TextHits;
  context: Found;
  hit?: Hit;
}

function findPage(page: SearchPage, finder: Finder): FoundPage {
  const { entry, title, description, keywords, sections } = page;
  const inTitle = finder.searchTitle(title);
  const inKeywords = finder.search(keywords);
  const inDescription = finder.search(description);
  const context = {
    quality: inTitle.quality.map((quality, index) =>
      Math.max(quality, inKeywords.quality[index] ?? 0, inDescription.quality[index] ?? 0),
    ),
  };
  if (!context.quality.some(Boolean)) return { title: inTitle, context };
  const shown = description.text
    ? markRanges(description.text, inDescription.ranges)
    : markRanges(sections.find(({ paragraphs }) => paragraphs[0])?.paragraphs[0]?.text ?? '', []);
  const hit = finder.createHit(
    title,
    {
      type: 'page',
      link: entry.link,
      pageTitle: entry.title,
      parents: [],
      highlightTitleTexts: markRanges(title.text, inTitle.ranges),
      highlightTexts: cutText(shown),
      priority: inTitle.count * PAGE_TITLE || weigh(inKeywords, inDescription),
    },
    [
      [RELEVANCE.title * shareOf(title, inTitle), inTitle],
      [RELEVANCE.keywords, inKeywords],
      [RELEVANCE.description, inDescription],
    ],
  );
  return { title: inTitle, context, hit };
}

function findSections({ entry, sections }: SearchPage, finder: Finder, ofPage: FoundPage): Hit[] {
  return sections.flatMap(({ link, rawTitle, title, paragraphs }) => {
    const inHeading = finder.search(title);
    const inRawTitle = finder.searchTitle(rawTitle);
    const inText = searchParagraphs(paragraphs, finder.search);
    const isNew = inRawTitle.quality.some((quality, index) => quality > 0 && !ofPage.title.quality[index]);
    if (!inText && !isNew) return [];
    const isExact = rawTitle.words.length > 0 && inRawTitle.count === rawTitle.words.length;
    const texts = inText
      ? cutText(inText.shown, { fromStart: isExact })
      : cutText(markRanges(paragraphs[0]?.text ?? '', []));
    const parents = title.text
      .slice(entry.title.length, title.text.length - rawTitle.text.length)
      .split(' - ')
      .filter(Boolean);
    return finder.createHit(
      rawTitle,
      {
        type: inText ? 'content' : 'title',
        link,
        pageTitle: entry.title,
        parents: rawTitle.text ? parents : [],
        highlightTitleTexts: rawTitle.text
          ? markRanges(rawTitle.text, inRawTitle.ranges)
          : markRanges(title.text, inHeading.ranges),
        highlightTexts: texts,
        priority: weigh(inHeading, inText),
      },
      [
        [RELEVANCE.title * shareOf(rawTitle, inRawTitle), inRawTitle],
        [RELEVANCE.context, inHeading],
        [RELEVANCE.context, ofPage.context],
        [RELEVANCE.text, inText],
      ],
    );
  });
}

function findDemos({ entry, demos }: SearchPage, finder: Finder, { context }: FoundPage): Hit[] {
  return demos.flatMap(({ link, rawTitle, title, paragraphs, code }) => {
    const inTitle = finder.searchTitle(rawTitle);
    const inText = searchParagraphs(paragraphs, finder.search);
    const inCode = searchParagraphs(code, finder.searchCode);
    if (inTitle.count === 0 && !inText && !inCode) return [];
    return finder.createHit(
      rawTitle,
      {
        type: 'demo',
        link,
        pageTitle: entry.title,
        parents: [],
        highlightTitleTexts: markRanges(title.text, inTitle.ranges),
        highlightTexts: cutText((inText ?? inCode)?.shown ?? markRanges(paragraphs[0]?.text ?? '', [])),
        priority: weigh(inTitle, inText, inCode),
      },
      [
        [RELEVANCE.title * shareOf(rawTitle, inTitle), inTitle],
        [RELEVANCE.context, context],
        [RELEVANCE.text, inText],
        [RELEVANCE.code, inCode],
      ],
    );
  });
}

function weigh(title: Found, text?: Found, code?: Found): number {
  const weightOf = (index: number): number =>
    title.quality[index] ? TITLE : text?.quality[index] ? TEXT : code?.quality[index] ? CODE : 0;
  return title.quality.reduce((sum, _, index) => sum + weightOf(index), 0);
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

function prepare(text: string): SearchText {
  return { text, words: wordsOf(text) };
}
