import type { SearchHintType } from '../../shared/entities.ts';

/** A piece of text, marked or not. Always text, never HTML. */
export interface HighlightedText {
  text: string;
  highlighted?: boolean;
}

export interface SearchHint {
  type: SearchHintType;
  /** URL with base. */
  link: string;
  /** Item of the top navigation, for hits that are not in the item's group. */
  navTitle?: string;
  pageTitle: string;
  /** Titles between the page and the hit: its tab, or the heading of its table. */
  parents: string[];
  highlightTitleTexts: HighlightedText[];
  highlightTexts: HighlightedText[];
  /** Sum of word weights: 100 in the page's title, 10 in the hint's title, 1 in its text, 0.5 in a demo's code. */
  priority: number;
  exact?: true;
}

/** Hits of one item of the top navigation, or the best hits. */
export interface SearchGroup {
  /** True for hits that come before all groups, regardless of their item. */
  best?: true;
  /** Absent for pages without an item. */
  title?: string;
  /** Order of the item times 1000. Null for pages without an item, because JSON has no Infinity. */
  priority: number | null;
  hints: SearchHint[];
}

export interface SearchResult {
  groups: SearchGroup[];
  /** Number of pages in `groups`. */
  shown: number;
  /** Number of matching pages. A higher limit returns those that are missing from `groups`. */
  pages: number;
  /** Replacements for words that no page contains. */
  instead?: { typed: string; found: string }[];
  /** Without hits: terms with a similar spelling. */
  nearest?: string[];
  /** True if there are no hits, and the site has no text in the script of the query. */
  isOtherScript?: true;
}

/** The first request loads an index. Each request has a unique number. */
export type SearchRequest = { id: number } & (
  | { action: 'generate-metadata'; index: string }
  | { action: 'get-search-result'; keywords: string; limit: number }
);

export type SearchAnswer = { id: number; result?: SearchResult; error?: string };
