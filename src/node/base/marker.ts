/** File that marks an output folder as written by cascader-docs; it contains the list of the site's files. */
export const MARKER = '.cascader-docs';
