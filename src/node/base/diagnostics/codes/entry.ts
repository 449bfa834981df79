export type CodeExample =
  | { page: string }
  /** An `.mdx` page. */
  | { mdx: string }
  /** Files of a site, by path. A site without pages also gets a home page. */
  | { files: Record<string, string> }
  /** Description of a situation that files alone do not produce. */
  | { when: string };

/** Severity of a diagnostic. `info` needs no fix, and `--strict` ignores it. */
export type Severity = 'error' | 'warning' | 'info';

export interface Message {
  /** Problem and cause in one sentence, without a period. A question about a similar name may follow. */
  text: string;
  /** How to fix it: the exact option or line to write. */
  notes?: string[] | undefined;
}

/** Entry of the table. `says`, `fix` and `example` describe the code in general terms, for the handbook. */
export interface CodeEntry {
  /** Unique name, in kebab-case. */
  name: string;
  severity: Severity;
  says: string;
  fix: string;
  example: CodeExample;
  /** Returns the text and the notes of one case from its data. */
  message: (data: never) => Message;
}

type CaseTable = Record<string, (data: never) => Message>;

/** Data of one of several cases: the name as `case`, and the argument of its function. */
type CaseData<Table extends CaseTable> = {
  [Case in keyof Table]: { case: Case } & (Parameters<Table[Case]> extends [infer Data] ? Data : unknown);
}[keyof Table];

/** Returns the function `message` of a code that has one meaning but several wordings. The data selects one by `case`. */
export function cases<const Table extends CaseTable>(table: Table): (data: CaseData<Table>) => Message {
  return (data) => (table[data.case] as (data: CaseData<Table>) => Message)(data);
}

export const config = (keys: string): CodeExample => ({
  files: { 'cascader-docs.config.ts': `export default { ${keys} };\n` },
});

export const dumi = (keys: string, files: Record<string, string> = {}): CodeExample => ({
  files: { '.dumirc.ts': `export default { ${keys} };\n`, ...files },
});

export const frontMatter = (lines: string): CodeExample => ({ page: `---\n${lines}\n---\n\n# Page\n` });
