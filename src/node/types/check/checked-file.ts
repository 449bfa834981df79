import { type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { relativePath, toPosix } from '../../base/files/paths.ts';
import type { CompilerError } from '../compiler/index.ts';

export interface CheckedBlock {
  /** Absolute path of the page. */
  page: string;
  text: string;
  lang: 'tsx' | 'ts';
  /** Line of the page at which the text starts, counted from 1. */
  line: number;
  /** Path of the page relative to the site's folder. */
  file: string;
}

export interface CheckedFile {
  /** Absolute path with forward slashes, which is the form that the compiler uses. */
  fileName: string;
  text?: string;
  isBlock: boolean;
  /** Returns true for errors that the author intends. Such errors are not reported. */
  isExpected?: (error: CompilerError) => boolean;
  /** Returns the location that the author sees for a position in the file's text. */
  locate: (text: string, start: number, length: number) => Location;
}

export function createDemoFile(filePath: string, root: string): CheckedFile {
  const file = relativePath(root, filePath);
  return {
    fileName: toPosix(filePath),
    isBlock: false,
    locate: (text, start, length) => locate(file, text, start, length),
  };
}

export function createBlockFiles(
  blocks: readonly CheckedBlock[],
  readFile: (filePath: string) => string | undefined,
): CheckedFile[] {
  const counts = new Map<string, number>();
  const pages = new Map<string, string[]>();
  return blocks.map((block) => {
    const { page, text, lang } = block;
    const number = (counts.get(page) ?? 0) + 1;
    counts.set(page, number);
    const lines = pages.get(page) ?? (readFile(page) ?? '').split(/\r?\n/);
    pages.set(page, lines);
    return {
      fileName: toPosix(`${page}.${number}.${lang}`),
      text,
      isBlock: true,
      locate: (_, start, length) => locateInPage(block, lines, start, length),
    };
  });
}

/** Returns the location in the page, where the lines of a block may be indented or quoted. */
function locateInPage(block: CheckedBlock, pageLines: readonly string[], start: number, length: number): Location {
  const within = locate(block.file, block.text, Math.min(start, block.text.length), length);
  const line = block.line + within.line - 1;
  const pageLine = pageLines[line - 1];
  const indent = pageLine?.indexOf(within.lineText ?? '') ?? -1;
  if (indent === -1) return { ...within, line };
  return { ...within, line, column: within.column + indent, lineText: pageLine };
}
