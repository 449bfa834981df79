export type CodeExample =
  | { page: string }
  /** An `.mdx` page. */
  | { mdx: string }
  /** Files of a site, by path. A site without pages also gets a home page. */
  | { files: Record<string, string> }
  /** Description of a situation that files alone cannot produce. */
  | { when: string };

/** Severity of a diagnostic. `info` needs no fix, and `--strict` ignores it. */
export type Severity = 'error' | 'warning' | 'info';

export interface Message {
  /** Problem and cause in one sentence, without a period. A suggestion of a similar name may follow. */
  text: string;
  /** How to fix it: the exact option or line to write. */
  notes?: string[] | undefined;
}

/** Entry of the table. The handbook shows the entry's messages, with placeholders in capitals, and its example. */
export interface CodeEntry {
  /** Unique name, in kebab-case. */
  name: string;
  /** Default: `error`. */
  severity?: Severity;
  example: CodeExample;
  /** Returns the message for its data. A code with one meaning but several wordings has a function for each case. */
  message: WriteMessage | Record<string, WriteMessage>;
}

type WriteMessage = (data: never) => Message;

/** Data of a message. If the message has several cases, the data also contains the name of the case. */
export type MessageData<Write> = Write extends (data: infer Data) => unknown
  ? unknown extends Data
    ? Record<string, never>
    : Data
  : {
      [Case in keyof Write]: { case: Case } & (Write[Case] extends (data: infer Data) => unknown ? Data : never);
    }[keyof Write];

export const config = (keys: string): CodeExample => ({
  files: { 'cascader-docs.config.ts': `export default { ${keys} };\n` },
});

export const dumi = (keys: string, files: Record<string, string> = {}): CodeExample => ({
  files: { '.dumirc.ts': `export default { ${keys} };\n`, ...files },
});

export const frontMatter = (lines: string): CodeExample => ({ page: `---\n${lines}\n---\n\n# Page\n` });

/** Location in a source file. */
export interface Location {
  /** Path relative to the site's root, with forward slashes. */
  file: string;
  /** Line number, starting at 1. */
  line: number;
  /** Column number in UTF-16 code units, starting at 1. */
  column: number;
  /** Number of characters that the code frame underlines. Default: 1. */
  length?: number;
  /** Text of the line, for the code frame. */
  lineText?: string;
  /** Location in the compiled text, if that text was generated from the file. */
  inText?: { file: string; line: number };
}
