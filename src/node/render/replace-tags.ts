import type { Location } from '../base/diagnostics/diagnostic.ts';

export interface Replacement {
  location: Location;
  /** Name of the tag; undefined for text that is added to the end of a line. */
  tag: string | undefined;
  /** Position after the closing tag, from 1. Default: the next closing tag. */
  end?: { line: number; column: number };
  /** True if blank lines separate the text from the lines around it. */
  isBlock?: boolean;
  /** @param inner text between the opening and the closing tag, with its tags replaced */
  print(inner: string): string;
}

/** Placeholder in added text for the beginning of its line, since a block may be in a list or a quote. */
export const INDENT = '\0';

/** Returns the position of a location in the text of a generated page; any other location is unchanged. */
export function placeInText(location: Location): Location {
  return { ...location, ...location.inText, inText: undefined };
}

/** Groups replacements by file, in order. A file that is embedded twice was compiled twice, so its replacements are deduplicated. */
export function replacementsByFile(all: Replacement[]): Map<string, Replacement[]> {
  const files = new Map<string, Map<string, Replacement>>();
  for (const one of all) {
    const location = placeInText(one.location);
    const { file, line, column } = location;
    const own = files.get(file) ?? new Map();
    files.set(file, own.set([line, column, one.tag ?? one.print('')].join(':'), { ...one, location }));
  }
  return new Map(Array.from(files, ([file, own]) => [file, [...own.values()]]));
}

/** `text` begins at `line` of the file, counted from 1. Edits in the markup of a replaced tag are not applied. */
export function replaceTags(
  { text, line }: { text: string; line: number },
  replacements: Replacement[],
  edits: readonly TextEdit[] = [],
): string {
  const starts = lineStarts(text);
  const offsetOf = (place: { line: number; column: number }): number =>
    (starts[place.line - line] ?? text.length) + place.column - 1;
  const tags = replacements
    .filter(({ location }) => location.line >= line && location.line < line + starts.length)
    .flatMap((one) => editOf(one, text, offsetOf) ?? []);
  const ranges = [...tags, ...edits].sort((a, b) => a.start - b.start);
  let next = 0;
  const printRange = (from: number, to: number): string => {
    let printed = '';
    let at = from;
    for (let range = ranges[next]; range && range.start < to; range = ranges[next]) {
      next++;
      if (range.start < at) continue;
      const [innerStart, innerEnd] = range.inner;
      printed += text.slice(at, range.start);
      if (range.isBlock && /[^\n]\n$/.test(printed)) printed += '\n';
      printed += range.print(printRange(innerStart, innerEnd));
      if (range.isBlock && /^\n[^\n]/.test(text.slice(range.end, range.end + 2))) printed += '\n';
      at = range.end;
    }
    return printed + text.slice(at, to);
  };
  // Text that is added to the last line follows the end of the text.
  return printRange(0, text.length + 1);
}

export interface TextEdit {
  /** Offsets in the text. */
  start: number;
  end: number;
  /** Offsets of the text that `print` gets, such as the text between two tags. */
  inner: [start: number, end: number];
  isBlock?: boolean;
  /** @param inner that text, edited */
  print(inner: string): string;
}

function editOf(
  { location, tag, end, isBlock = false, print }: Replacement,
  text: string,
  offsetOf: (place: { line: number; column: number }) => number,
): TextEdit | undefined {
  const start = offsetOf(location);
  if (tag === undefined) {
    const lineEnd = endOf(text, '\n', start);
    const [indent = ''] = /^[\s>]*/.exec(text.slice(start, lineEnd)) ?? [];
    return {
      start: lineEnd,
      end: lineEnd,
      inner: [lineEnd, lineEnd],
      print: () => print('').replaceAll(INDENT, indent),
    };
  }
  const opening = new RegExp(`<${tag}\\b(?:[^>"']|"[^"]*"|'[^']*')*>`, 'y');
  opening.lastIndex = start;
  if (!opening.test(text)) return undefined;
  const innerStart = opening.lastIndex;
  if (text[innerStart - 2] === '/') return { start, end: innerStart, inner: [innerStart, innerStart], isBlock, print };
  const closing = `</${tag}>`;
  const innerEnd = end ? offsetOf(end) - closing.length : text.indexOf(closing, innerStart);
  // A tag without a closing tag ends after its opening tag.
  if (innerEnd < innerStart || !text.startsWith(closing, innerEnd))
    return { start, end: innerStart, inner: [innerStart, innerStart], isBlock, print };
  return { start, end: innerEnd + closing.length, inner: [innerStart, innerEnd], isBlock, print };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function endOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found === -1 ? text.length : found;
}
