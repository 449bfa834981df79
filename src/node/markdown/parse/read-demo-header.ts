import { type Document, isMap, isScalar, parseDocument } from 'yaml';

/** A demo's front matter. */
export interface DemoHeader {
  options: Record<string, unknown>;
  /** Keys with their offsets in the demo's code. */
  keys: { name: string; offset: number }[];
  /** Length of the comment in the code, in characters. */
  length: number;
}

/** A line of the comment without its star, and its offset in the code. */
interface Row {
  text: string;
  offset: number;
}

/**
 * Parses the leading block comment of a demo as YAML. It is front matter only if it is a map whose keys are single words: a
 * comment in prose stays part of the code.
 */
export function readDemoHeader(code: string): DemoHeader {
  const comment = /^(\s*\/\*\*)([\s\S]*?)\*\/[ \t]*(?:\r?\n)*/.exec(code);
  const [whole = '', opening = '', text = ''] = comment ?? [];
  const values = comment && parseValues(rowsOf(text, opening.length));
  return values ? { ...values, length: whole.length } : { options: {}, keys: [], length: 0 };
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

function parseValues(rows: Row[]): Omit<DemoHeader, 'length'> | undefined {
  const yaml = rows.map(({ text }) => text).join('\n');
  try {
    const document = parseDocument(yaml, { schema: 'core', stringKeys: true });
    if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
    const entries = Object.entries(document.toJS({ maxAliasCount: 50 }) as Record<string, unknown>);
    if (!entries.every(([key]) => /^[A-Za-z][\w.-]*$/.test(key))) return undefined;
    return { options: Object.fromEntries(entries), keys: keysOf(document, yaml, rows) };
  } catch {
    // Too many aliases: this is not a header that an author wrote.
    return undefined;
  }
}

function keysOf({ contents }: Document, yaml: string, rows: Row[]): DemoHeader['keys'] {
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const before = yaml.slice(0, key.range?.[0] ?? 0).split('\n');
    const offset = (rows[before.length - 1]?.offset ?? 0) + (before.at(-1) ?? '').length;
    return [{ name: String(key.value), offset }];
  });
}
