export const PACK_FILE = 'pack.json';

export interface PackManifest {
  /** Version of this format. */
  format: 1;
  package: string;
  version: string;
  /** Name of the site. */
  title: string;
  /** Pages in the order of `llms.txt`. */
  pages: PackedPage[];
  /** Paths of all other files in the folder, sorted. */
  files: string[];
}

export interface PackedPage {
  /** Route of the page on the site. */
  route: string;
  /** Path of its Markdown in the folder. */
  file: string;
  title: string;
}
