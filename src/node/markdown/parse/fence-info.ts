import { ownValue } from '../../../shared/own-value.ts';

const LINE_MARKS = ['highlighted', 'focused', 'error', 'warning', 'added', 'removed'] as const;

export type LineMark = (typeof LINE_MARKS)[number];

export interface FenceInfo {
  /** Language as written, or empty. */
  lang: string;
  title?: string;
  /** Marks by line, from 1. */
  lines: Map<number, LineMark[]>;
  /** Number of the first line, or false for no line numbers; undefined leaves it to the theme. */
  lineNumbers?: number | false;
  /** Visible lines of a folded block, or false to show all lines; undefined leaves it to the theme. */
  fold?: number | false;
  /** Wraps long lines; undefined leaves it to the theme. */
  wrap?: boolean;
  /**
   * `pure`, `demo`, `inline`, `check`, `twoslash`, `ts2js` after `|`; `pure`, `twoslash` and `ts2js` also without it.
   */
  flags: Set<string>;
}

/** Maximum number of lines in a range: `{1-999999999}` must not exhaust memory. */
const MOST_LINES = 10_000;
const FOLDED_LINES = 15;

/** Marks by name, as used before braces (`focus={1}`) and in comments (`[!code focus]`). */
const MARK_NAMES: Record<string, LineMark> = {
  highlight: 'highlighted',
  hl: 'highlighted',
  focus: 'focused',
  error: 'error',
  warning: 'warning',
  add: 'added',
  '++': 'added',
  remove: 'removed',
  '--': 'removed',
};

export function lineMark(name: string): LineMark | undefined {
  return ownValue(MARK_NAMES, name);
}

/** Example: `tsx {1,3-5} [index.tsx] focus={2} lineNumbers | pure`. White space between the parts is optional. */
export function parseFenceInfo(lang: string | null | undefined, meta: string | null | undefined): FenceInfo {
  const written = `${lang ?? ''} ${meta ?? ''}`;
  const name = /^[^\s{[|]*/.exec(written)?.[0] ?? '';
  const quoted = /\stitle=(?:"([^"]*)"|'([^']*)')/.exec(written);
  const lines: FenceInfo['lines'] = new Map();
  const info = (quoted ? written.replace(quoted[0], ' ') : written).replace(
    /\s([a-z]+)=\{([\d,\s-]*)\}/g,
    (whole, word: string, ranges: string) => {
      const mark = lineMark(word);
      if (mark) markLines(lines, ranges, mark);
      return mark ? ' ' : whole;
    },
  );
  markLines(lines, /\{([\d,\s-]+)\}/.exec(info)?.[1] ?? '', 'highlighted');
  const bar = info.search(/(^|[\s}\]\w])\|/);
  const head = bar === -1 ? info : info.slice(0, bar + 1);
  const tail = bar === -1 ? '' : info.slice(bar + 1);
  const title = quoted?.[1] ?? quoted?.[2] ?? /\[([^\]]+)\]/.exec(head + tail)?.[1];
  const words = head.slice(name.length).replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const bare = words.match(/(?<!\S)(?:pure|twoslash|ts2js)(?!\S)/g) ?? [];
  const lineNumbers = readOption(words, /(?:lineNumbers|showLineNumbers)/, 1);
  const fold = readOption(words, /fold/, FOLDED_LINES);
  const wrap = readOption(words, /wrap/, 1);
  return {
    lang: name,
    ...(title ? { title } : {}),
    lines,
    ...(lineNumbers === undefined ? {} : { lineNumbers }),
    ...(fold === undefined ? {} : { fold }),
    ...(wrap === undefined ? {} : { wrap: wrap !== false }),
    flags: new Set([...bare, ...(tail.replace(/\[[^\]]*\]/g, '').match(/[a-z]+/gi) ?? [])]),
  };
}

/** Reads an option of the info string: a word alone, with a number, or with `=true` or `=false`. */
function readOption(words: string, name: RegExp, byItself: number): number | false | undefined {
  const found = new RegExp(`(?:^|\\s)${name.source}(?:=(\\d{1,6}|true|false))?(?=\\s|$)`).exec(words);
  if (!found) return undefined;
  const value = found[1] ?? 'true';
  return value === 'true' ? byItself : value === 'false' ? false : Number(value);
}

function markLines(lines: FenceInfo['lines'], ranges: string, mark: LineMark): void {
  for (const range of ranges.split(',')) {
    const [, first, last] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(range) ?? [];
    if (!first) continue;
    const end = Math.min(Number(last ?? first), Number(first) + MOST_LINES);
    for (let line = Number(first); line <= end; line++) addMark(lines, line, mark);
  }
}

export function addMark(lines: FenceInfo['lines'], line: number, mark: LineMark): void {
  const marks = lines.get(line);
  if (!marks) lines.set(line, [mark]);
  else if (!marks.includes(mark)) marks.push(mark);
}
