import { readFileSync } from 'node:fs';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { Point, Position } from './nodes.ts';
import { rewriteLines } from './parse/rewrite-lines.ts';

/** A Markdown file as the parsers see it: the page itself, or a file that it embeds. */
export interface SourceFile {
  /** Absolute. */
  filePath: string;
  /** Relative to the site's root, forward slashes. */
  path: string;
  /** Lines of the file as it is, for code frames. */
  lines: string[];
  /** Text to parse: front matter blanked out, every line where it was. */
  text: string;
}

/**
 * Makes a source file of text that is already at hand.
 * `keep` limits what is parsed to a range of offsets; everything else is blanked out, so that lines keep their numbers.
 */
export function createSourceFile(file: {
  filePath: string;
  path: string;
  source: string;
  keep: [start: number, end: number];
}): SourceFile {
  const [start, end] = file.keep;
  const text = blank(file.source.slice(0, start)) + file.source.slice(start, end);
  return { filePath: file.filePath, path: file.path, lines: file.source.split('\n'), text: rewriteLines(text) };
}

function blank(text: string): string {
  return text.replace(/[^\n]+/g, '');
}

/** Reads a text file without byte-order mark and with `\n` line ends. */
export function readText(filePath: string): string {
  return readFileSync(filePath, 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}

/** Offset behind the front matter, 0 without one. */
export function frontmatterEnd(source: string): number {
  return /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(source)?.[0].length ?? 0;
}

/** The place of a point, for a diagnostic; `length` characters are underlined. */
export function locationAt(file: SourceFile, point: Point | undefined, length = 1): Location {
  const { line, column } = point ?? { line: 1, column: 1 };
  return { file: file.path, line, column, length, lineText: file.lines[line - 1] ?? '' };
}

/** The places of points by name, with the names underlined. */
export function locationsOf(
  points: Record<string, Point> | undefined,
  { file }: { file: SourceFile },
): Record<string, Location> | undefined {
  if (!points) return undefined;
  const places = Object.entries(points).map(([name, point]) => [name, locationAt(file, point, name.length)]);
  return Object.fromEntries(places);
}

/** How many characters a diagnostic underlines for a node: all when it stands on one line, else 1. */
export function lengthOf(position: Position | undefined): number {
  const { start, end } = position ?? {};
  return start && start.line === end?.line ? end.column - start.column : 1;
}

/** Offset of a point in the text that was parsed. */
export function offsetAt(file: SourceFile, point: Point): number {
  let start = 0;
  for (let line = 1; line < point.line; line++) start = file.text.indexOf('\n', start) + 1;
  return start + point.column - 1;
}
