import { withBase } from '../../shared/base-url.ts';
import {
  type PackedEntry,
  type PackedTerm,
  type SearchIndexFile,
  unpackEntry,
} from '../../shared/search/index-file.ts';
import { addSynonyms, type Keyword, keywordsOf, topicKeywords } from '../../shared/search/keywords.ts';
import { createTermIndex } from '../../shared/search/term-index.ts';
import { wordsOf } from '../../shared/search/words.ts';
import { type Candidate, findCandidates, pagesOf } from './candidates.ts';
import type { Query } from './finder.ts';
import { groupHits, type RankedPage } from './group-hits.ts';
import { findOnPage, prepareEntry, type SearchPage } from './hints.ts';
import type { SearchResult } from './protocol.ts';
import { createLocalTerms, createRemoteTerms, type TermSource } from './term-source.ts';

/** Maximum number of additional pages of a large index to examine, in addition to the limit. */
const MAX_LOOKED_AT = 12;
/** Minimum number of pages to examine at once. */
const BATCH = 4;
/** Maximum number of suggested terms. */
const MAX_NEAREST = 4;
/** Minimum length of a word that may be replaced by a similar word. */
const MIN_SIMILAR = 4;

export type SearchEngine = ReturnType<typeof createSearchEngine>;

/** `file` is the first file of the index; `load` loads the JSON of another file by name. */
export function createSearchEngine(file: SearchIndexFile, load: (name: string) => Promise<unknown>) {
  const pages = createPages(file, load);
  const terms = createTerms(file, load);
  return {
    /** `limit`: pages of a large index to load and show. */
    async search(query: string, { limit }: { limit: number }): Promise<SearchResult> {
      const { keywords: typed, instead } = await resolveKeywords(
        addSynonyms(keywordsOf(query), file.synonyms ?? []),
        terms,
      );
      const keywords = topicKeywords(typed);
      const { pages: candidates, rarity } = await findCandidates(keywords, terms, {
        pages: numberOfPages(file),
        titleWords: file.titleWords,
      });
      const bounds = file.pages
        ? { limit: candidates.length, most: candidates.length }
        : { limit, most: limit + MAX_LOOKED_AT };
      const { ranked, lookedAt } = await rankPages(candidates, { typed, keywords, rarity }, { ...bounds, pages });
      return {
        groups: groupHits(ranked, file.groupOrder),
        shown: ranked.length,
        // Examined pages where the keywords are not adjacent as they were typed are not hits. If the examined
        // candidates gave fewer hits than the limit, the other candidates are ignored.
        pages: ranked.length < bounds.limit ? ranked.length : candidates.length - (lookedAt - ranked.length),
        ...(instead.length > 0 && { instead }),
        ...(ranked.length === 0 && (await explainNothing(typed, terms))),
      };
    },
  };
}

function numberOfPages({ pages, pageFolders = [] }: SearchIndexFile): number {
  if (pages) return pages.length;
  return pageFolders.reduce((sum, [, ...counts]) => counts.reduce((all, count) => all + count, sum), 0);
}

type PageSource = (number: number) => Promise<SearchPage>;

function createTerms(file: SearchIndexFile, load: (name: string) => Promise<unknown>): TermSource {
  if (file.termFiles)
    return createRemoteTerms(
      file.termFiles.map(([first]) => first),
      async (number) => (await load(`${file.termFiles?.[number]?.[1]}.json`)) as PackedTerm[],
    );
  return createLocalTerms(createTermIndex((file.pages ?? []).map((page) => unpackEntry(page, file.nav))));
}

function createPages(file: SearchIndexFile, load: (name: string) => Promise<unknown>): PageSource {
  const prepared = new Map<number, Promise<SearchPage>>();
  const files = new Map<number, Promise<PackedEntry[]>>();
  const positions = file.pageFolders && placesOf(file.pageFolders);
  const packedOf = async (number: number): Promise<PackedEntry> => {
    if (!positions) return file.pages?.[number] as PackedEntry;
    const index = positions.findLastIndex(({ first }) => first <= number);
    const { name = '', first = 0 } = positions[index] ?? {};
    const entries = files.get(index) ?? (load(name) as Promise<PackedEntry[]>);
    files.set(index, entries);
    // The next query tries again.
    entries.catch(() => files.delete(index));
    return (await entries)[number - first] as PackedEntry;
  };
  return (number) => {
    const known = prepared.get(number);
    if (known) return known;
    const page = packedOf(number).then((packed) => {
      const entry = unpackEntry(packed, file.nav);
      const below = <Part extends { link: string }>(part: Part): Part => ({
        ...part,
        link: withBase(file.base, part.link),
      });
      return prepareEntry({ ...below(entry), sections: entry.sections.map(below), demos: entry.demos.map(below) });
    });
    prepared.set(number, page);
    page.catch(() => prepared.delete(number));
    return page;
  };
}

function placesOf(folders: NonNullable<SearchIndexFile['pageFolders']>): { name: string; first: number }[] {
  let next = 0;
  return folders.flatMap(([folder, ...counts]) =>
    counts.map((count, index) => {
      const first = next;
      next += count;
      return { name: `${folder}/${index}.json`, first };
    }),
  );
}

async function explainNothing(
  typed: Keyword[],
  terms: TermSource,
): Promise<Pick<SearchResult, 'nearest' | 'isOtherScript'>> {
  const words = typed.flatMap((keyword) => keyword.words.map(({ text }) => text));
  if (words.length === 0) return {};
  const [scripts, nearest] = await Promise.all([
    Promise.all(words.map((word) => terms.hasScriptOf(word))),
    Promise.all(words.map((word) => terms.nearest(word))),
  ]);
  return {
    nearest: [...new Set(nearest.flat())].slice(0, MAX_NEAREST),
    ...(!scripts.includes(true) && { isOtherScript: true }),
  };
}

/** Replaces keywords that no page contains with similar words. */
async function resolveKeywords(
  keywords: Keyword[],
  terms: TermSource,
): Promise<{ keywords: Keyword[]; instead: NonNullable<SearchResult['instead']> }> {
  const instead: NonNullable<SearchResult['instead']> = [];
  const resolved = await Promise.all(
    keywords.map(async (keyword) => {
      const [word, ...others] = keyword.words;
      if (!word || others.length > 0 || word.text.length < MIN_SIMILAR || word.single) return keyword;
      if ((await pagesOf(keyword, terms)).size > 0) return keyword;
      const [best] = (await terms.similar(word.text)).sort((a, b) => weight(b.postings) - weight(a.postings));
      if (!best) return keyword;
      instead.push({ typed: keyword.text, found: best.term });
      return { text: best.term, words: wordsOf(best.term) };
    }),
  );
  return { keywords: resolved, instead };
}

function weight({ titles, headings, texts }: { titles: number[]; headings: number[]; texts: number[] }): number {
  return titles.length * 100 + headings.length * 10 + texts.length;
}

/** For several keywords, examines further pages until the keywords are adjacent on one, up to `most` pages. */
async function rankPages(
  candidates: Candidate[],
  query: Query,
  { limit, most, pages }: { limit: number; most: number; pages: PageSource },
): Promise<{ ranked: RankedPage[]; lookedAt: number }> {
  const ranked: RankedPage[] = [];
  const end = Math.min(candidates.length, most);
  let lookedAt = 0;
  let together = query.typed.length < 2;
  while (lookedAt < end && (ranked.length < limit || !together)) {
    const batch = candidates.slice(lookedAt, Math.min(end, lookedAt + Math.max(BATCH, limit - ranked.length)));
    lookedAt += batch.length;
    const found = await Promise.all(
      batch.map(async ({ page }) => {
        const prepared = await pages(page);
        return { number: page, entry: prepared.entry, ...findOnPage(prepared, query) };
      }),
    );
    ranked.push(...found.filter(({ hits }) => hits.length > 0));
    together ||= found.some(({ neighbours }) => neighbours >= query.typed.length);
  }
  return { ranked, lookedAt };
}
