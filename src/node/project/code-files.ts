/** A page that a paths file generates. */
export interface PathsFileEntry {
  /** Values of the parameters in the name of the template, and further values for the page. */
  params: Record<string, string | number>;
  /** Markdown that replaces the line `<!-- @content -->` of the template, or follows its text. */
  content?: string;
  /** Front matter in addition to that of the template. */
  frontmatter?: Record<string, unknown>;
}

/** Default export of a `[name].paths.ts` file, which generates pages from the template `[name].md` or `[name].mdx`. */
export interface PathsFile {
  /** Patterns of files that the pages depend on, relative to this file. */
  watch?: string[];
  /** Returns the pages. `files` are the absolute paths of the files that match `watch`, sorted. */
  paths(files: string[]): PathsFileEntry[] | Promise<PathsFileEntry[]>;
}
