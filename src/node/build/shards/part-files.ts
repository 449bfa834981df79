/** Names of the files in a shard output. */

/** Folder of the rendered pages. */
export const PART_FILES = 'files';

/** All other files. */
export const PART = {
  header: 'part.json',
  pages: 'pages.jsonl',
  files: 'files.jsonl',
  search: 'search.jsonl',
  /** Search terms of a content locale, with the numbers that its pages have in this shard output. */
  terms: (locale: string): string => `terms/${locale}.jsonl`,
};
