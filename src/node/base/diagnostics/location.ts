/** Location in a source file. */
export interface Location {
  /** Path relative to the site's root, with forward slashes. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  /** Number of characters that the code frame underlines. Default: 1. */
  length?: number;
  /** Text of the line, for the code frame. */
  lineText?: string;
}
