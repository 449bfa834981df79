import { withBase } from '../../shared/base-url.ts';
import type { SearchEntry } from '../../shared/entities.ts';
import { type SearchIndexFile, unpackEntry } from '../../shared/search/index-file.ts';
import { addSynonyms, type Keyword, keywordsOf, topicKeywords } from '../../shared/search/keywords.ts';
import { createTermIndex } from '../../shared/search/term-index.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { findCandidates, pagesOf } from './candidates.ts';
import { groupHits } from './group-hits.ts';
import { findOnPage, prepareEntry, type SearchPage } from './hints.ts';
import type { SearchGroup, SearchResult } from './protocol.ts';
import { createTermSource, type TermSource } from './term-source.ts';

/** Maximum number of pages to examine. Readers do not look further. */
const MAX_PAGES = 50;
/** Maximum number of suggested terms. */
const MAX_NEAREST = 4;
/** Minimum length of a word that may be replaced by a similar word. */
const MIN_SIMILAR = 4;

export type SearchEngine = ReturnType<typeof createSearchEngine>;

export function createSearchEngine(file: SearchIndexFile) {
  const entries = file.pages.map((page) => unpackEntry(page, file.nav));
  const terms = createTermSource(createTermIndex(entries));
  const prepared = new Map<number, SearchPage>();
  const pageOf = (number: number): SearchPage => {
    const page = prepared.get(number) ?? prepareEntry(entries[number] as SearchEntry, file.base);
    prepared.set(number, page);
    return page;
  };
  return {
    /** An empty query returns the first pages of each group. */
    search(query: string): SearchResult {
      if (query === '') return { groups: firstPages(file), pages: 0 };
      const { keywords: typed, instead } = resolveKeywords(addSynonyms(keywordsOf(query), file.synonyms ?? []), terms);
      const keywords = topicKeywords(typed);
      const { pages: candidates, rarity } = findCandidates(keywords, terms, entries.length);
      const examined = candidates.slice(0, MAX_PAGES).map(({ page: number }) => {
        const page = pageOf(number);
        return { number, entry: page.entry, ...findOnPage(page, { typed, keywords, rarity }) };
      });
      const ranked = examined.filter(({ hits }) => hits.length > 0);
      return {
        groups: groupHits(ranked, file.groupOrder),
        pages: ranked.length,
        ...(instead.length > 0 && { instead }),
        ...(ranked.length === 0 && { nearest: nearestTo(typed, terms) }),
      };
    },
  };
}

/** An item with one page that has the same title is a main page, as are pages without an item. */
function firstPages({ base, nav, starts = [] }: SearchIndexFile): SearchGroup[] {
  const main: SearchGroup = { best: true, priority: null, hints: [] };
  const groups = new Map<number, SearchGroup>();
  for (const [title, link, item] of starts) {
    const [navTitle] = nav[item] ?? [];
    const isAlone = starts.filter((start) => start[2] === item).length === 1 && navTitle === title;
    const known = groups.get(item) ?? { ...(navTitle !== undefined && { title: navTitle }), priority: null, hints: [] };
    const group = navTitle === undefined || isAlone ? main : known;
    if (group !== main) groups.set(item, group);
    group.hints.push({
      type: 'page',
      link: withBase(base, link),
      pageTitle: title,
      parents: [],
      highlightTitleTexts: [{ text: title }],
      highlightTexts: [],
      priority: 0,
    });
  }
  return [main, ...groups.values()].filter(({ hints }) => hints.length > 0);
}

function nearestTo(typed: Keyword[], terms: TermSource): string[] {
  const words = typed.flatMap((keyword) => keyword.words.map(({ text }) => text));
  return [...new Set(words.flatMap(terms.nearest))].slice(0, MAX_NEAREST);
}

/** Replaces keywords that no page contains with similar words. */
function resolveKeywords(
  keywords: Keyword[],
  terms: TermSource,
): { keywords: Keyword[]; instead: NonNullable<SearchResult['instead']> } {
  const instead: NonNullable<SearchResult['instead']> = [];
  const resolved = keywords.map((keyword) => {
    const [word, ...others] = keyword.words;
    if (!word || others.length > 0 || word.text.length < MIN_SIMILAR || word.single) return keyword;
    if (pagesOf(keyword, terms).size > 0) return keyword;
    const [best] = terms.similar(word.text).sort((a, b) => weight(b.postings) - weight(a.postings));
    if (!best) return keyword;
    instead.push({ typed: keyword.text, found: best.term });
    return { text: best.term, words: wordsOf(best.term) };
  });
  return { keywords: resolved, instead };
}

function weight({ titles, headings, texts }: { titles: number[]; headings: number[]; texts: number[] }): number {
  return titles.length * 100 + headings.length * 10 + texts.length;
}
