/** What the search worker is asked, and what it answers. */
import type { SearchHintType } from '../../shared/entities.ts';

/** A piece of a text that is shown as it is, or marked. Always text, never HTML. */
export interface HighlightedText {
  text: string;
  highlighted?: boolean;
}

/** A place that was found. */
export interface SearchHint {
  type: SearchHintType;
  /** With base. */
  link: string;
  pageTitle: string;
  highlightTitleTexts: HighlightedText[];
  highlightTexts: HighlightedText[];
  /** Sum of the weights of the words found: 100 in the page's title, 10 in the hint's, 1 in its text, 0.5 in a demo's code. */
  priority: number;
  /** Its title is what was typed: that of a page, or of a part of one. */
  exact?: true;
}

/** Hits of one item of the top navigation. */
export interface SearchGroup {
  /** Absent for pages of no item. */
  title?: string;
  /** Order of the item times 1000; null (Infinity, as JSON has none) for pages of no item. */
  priority: number | null;
  hints: SearchHint[];
}

/** Answer to a query. */
export interface SearchResult {
  groups: SearchGroup[];
  /** Number of pages in `groups`. */
  shown: number;
  /** Number of pages that were found; those that are not in `groups` come with a higher limit. */
  pages: number;
  /** What was searched for instead of words that stand nowhere. */
  instead?: { typed: string; found: string }[];
}

/** The two actions of the worker. The first loads an index; each request has a number of its own. */
export type SearchRequest = { id: number } & (
  | { action: 'generate-metadata'; index: string }
  | { action: 'get-search-result'; keywords: string; limit: number }
);

/** Answer to the request of the same number. */
export type SearchAnswer = { id: number; result?: SearchResult; error?: string };
