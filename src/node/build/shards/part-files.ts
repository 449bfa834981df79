/** What lies in a part, and where. */

/** Folder in which the pages stand. */
export const PART_FILES = 'files';

/** Files besides the pages. */
export const PART = {
  header: 'part.json',
  pages: 'pages.jsonl',
  files: 'files.jsonl',
  search: 'search.jsonl',
  /** Terms of a content locale, with the numbers of its pages here. */
  terms: (locale: string): string => `terms/${locale}.jsonl`,
};
