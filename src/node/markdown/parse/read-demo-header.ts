import { parseFrontmatterYaml, tooLargeAt, type YamlProblem } from '../../content/frontmatter-yaml.ts';

export interface DemoHeader {
  options: Record<string, unknown>;
  keys: { name: string; offset: number }[];
  /** Errors in the YAML, with their offsets in the demo's code. */
  problems: YamlProblem[];
  length: number;
}

/** A line of the comment without its star, and its offset in the code. */
interface Row {
  text: string;
  offset: number;
}

const NO_HEADER: DemoHeader = { options: {}, keys: [], problems: [], length: 0 };

/**
 * Front matter is a map whose keys are single words, or YAML with errors whose lines include an option. Any other
 * comment is prose, which stays part of the code.
 */
export function readDemoHeader(code: string, isOption: (name: string) => boolean): DemoHeader {
  const comment = /^(\s*\/\*\*)([\s\S]*?)\*\/[ \t]*(?:\r?\n)*/.exec(code);
  if (!comment) return NO_HEADER;
  const [whole, opening = '', text = ''] = comment;
  const rows = rowsOf(text, opening.length);
  const yaml = rows.map((row) => row.text).join('\n');
  if (tooLargeAt(yaml) !== undefined) return NO_HEADER;
  const { values, problems } = parseFrontmatterYaml(yaml, 0);
  if (problems.length > 0 && !hasOptionLine(rows, isOption)) return NO_HEADER;
  const options = values ? optionsOf(values.value) : {};
  if (!options) return NO_HEADER;
  return {
    options,
    keys: Object.keys(options).map((name) => ({ name, offset: offsetInCode(values?.keyRanges.get(name)?.[0], rows) })),
    problems: problems.map((problem) => ({ ...problem, offset: offsetInCode(problem.offset, rows) })),
    length: whole.length,
  };
}

function rowsOf(comment: string, start: number): Row[] {
  let offset = start;
  return comment.split('\n').map((line) => {
    const star = /^\s*\* ?/.exec(line)?.[0].length ?? 0;
    const row = { text: line.slice(star).replace(/\r$/, ''), offset: offset + star };
    offset += line.length + 1;
    return row;
  });
}

/** Returns true if the first line has a key, and a line begins with an option such as `title` or `title.zh-CN`. */
function hasOptionLine(rows: Row[], isOption: (name: string) => boolean): boolean {
  const lines = rows.map(({ text }) => text.trim()).filter((line) => line !== '');
  const keys = lines.map((line) => /^([A-Za-z][\w-]*)[\w.-]*:(?:\s|$)/.exec(line)?.[1]);
  return keys[0] !== undefined && keys.some((key) => key !== undefined && isOption(key));
}

function optionsOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(([key]) => /^[A-Za-z][\w.-]*$/.test(key)) ? Object.fromEntries(entries) : undefined;
}

function offsetInCode(offset = 0, rows: Row[]): number {
  let start = 0;
  for (const row of rows) {
    if (offset <= start + row.text.length) return row.offset + offset - start;
    start += row.text.length + 1;
  }
  const last = rows.at(-1);
  return last ? last.offset + last.text.length : 0;
}
