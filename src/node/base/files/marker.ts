/** Marks an output folder as written by this tool; holds the list of the site's files. */
export const MARKER = '.cascader-docs';
