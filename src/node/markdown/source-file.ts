import { readFileSync } from 'node:fs';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { Point, Position } from './nodes.ts';
import { rewriteLines } from './parse/rewrite-lines.ts';

export interface SourceFile {
  filePath: string;
  /** Path relative to the site's root, with forward slashes. */
  path: string;
  /** Lines of the unmodified file, for code frames. */
  lines: string[];
  /** Text to parse. Front matter is blanked out, so that line numbers stay the same. */
  text: string;
  /** `keep`: offsets to parse; the rest is blanked out, so that line numbers stay the same. */
  originOf?: (line: number) => { path: string; line: number };
}

/**
 * Creates a source file from text that is already loaded.
 *
 * @param file.keep range of offsets to parse; the rest is blanked out, so that line numbers stay the same
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

export function readText(filePath: string): string {
  return readFileSync(filePath, 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
}

/** Returns the offset of the first character after the front matter, 0 without front matter. */
export function frontmatterEnd(source: string): number {
  return /^---[ \t]*\n(?:[\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(source)?.[0].length ?? 0;
}

/** Converts a point to the location of a diagnostic that underlines `length` characters. */
export function locationAt(file: SourceFile, point: Point | undefined, length = 1): Location {
  const { line, column } = point ?? { line: 1, column: 1 };
  const lineText = file.lines[line - 1] ?? '';
  const origin = file.originOf?.(line);
  if (!origin) return { file: file.path, line, column, length, lineText };
  return { file: origin.path, line: origin.line, column, length, lineText, inText: { file: file.path, line } };
}

export function locationsOf(
  points: Record<string, Point> | undefined,
  { file }: { file: SourceFile },
): Record<string, Location> | undefined {
  if (!points) return undefined;
  const locations = Object.entries(points).map(([name, point]) => [name, locationAt(file, point, name.length)]);
  return Object.fromEntries(locations);
}

/** Returns the number of characters that a diagnostic underlines: the whole node if it is on one line, else 1. */
export function lengthOf(position: Position | undefined): number {
  const { start, end } = position ?? {};
  return start && start.line === end?.line ? end.column - start.column : 1;
}

export function offsetAt(file: SourceFile, point: Point): number {
  let start = 0;
  for (let line = 1; line < point.line; line++) start = file.text.indexOf('\n', start) + 1;
  return start + point.column - 1;
}
