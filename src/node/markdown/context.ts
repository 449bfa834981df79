import type { Site } from '../config/types.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import type { SourcePage } from '../load/types.ts';
import type { Point } from './nodes.ts';
import type { PageIndex } from './page-index.ts';
import { locationAt, type SourceFile } from './source-file.ts';
import type { CompiledPage } from './types.ts';

/** What the transforms of one page share. */
export interface PageContext {
  site: Site;
  page: SourcePage;
  index: PageIndex;
  /** True in dev: debug demos are kept, `skip` and `only` are obeyed. */
  includeDebug: boolean;
  /** Strings of the interface by id, in the language that pages are pre-rendered in. */
  strings: Record<string, string>;
  /** Address of a file or folder at the repository's host; undefined when that is not known. */
  repositoryLink: (filePath: string, kind: 'file' | 'folder') => string | undefined;
  /** Put before the ids of a tab, which stands in one document with its page; empty for a page. */
  idPrefix: string;
  /** What headings up to here tell of the next one; `depth` is undefined when it is not known. */
  headings: { hasTitle: boolean; depth: number | undefined };
  /** Counts fenced demos, embedded files and pictures, for their ids. */
  counts: { fences: number; embeds: number; pictures: number };
  /** Makes JavaScript of TypeScript, on a page that may have both. */
  toJavaScript?: (code: string) => string;
  /** The result, filled by the transforms. */
  out: CompiledPage;
}

/** What the transforms of one file of a page share: positions and relative paths belong to the file. */
export interface FileContext {
  page: PageContext;
  file: SourceFile;
  /** Absolute paths of the files being embedded, the page first. */
  chain: string[];
}

/** The message of a diagnostic, and where. */
export interface Report {
  code: Code;
  text: string;
  /** A point in the file, or a finished location. */
  at: Point | Location | undefined;
  length?: number;
  notes?: string[];
}

/** Records an error at a place in the file. */
export function reportError(context: FileContext, entry: Report): void {
  report(context, 'error', entry);
}

/** Records a warning at a place in the file. */
export function reportWarning(context: FileContext, entry: Report): void {
  report(context, 'warning', entry);
}

/** Records something at a place in the file. */
export function report(
  context: FileContext,
  severity: Diagnostic['severity'],
  { code, text, at, length, notes }: Report,
): void {
  const location = at && 'file' in at ? at : locationAt(context.file, at, length);
  context.page.out.diagnostics.push({ severity, code, text, location, ...(notes?.length ? { notes } : {}) });
}

/** The location of `literal`, in any case, inside a node, or of the node itself. */
export function locateIn(
  context: FileContext,
  node: { position?: { start: Point; end: Point } },
  literal: string,
): Location {
  const { position } = node;
  const { file } = context;
  if (position && literal) {
    for (let line = position.start.line; line <= position.end.line; line++) {
      const from = line === position.start.line ? position.start.column - 1 : 0;
      const found = (file.lines[line - 1] ?? '').toLowerCase().indexOf(literal.toLowerCase(), from);
      if (found !== -1) return locationAt(file, { line, column: found + 1 }, literal.length);
    }
  }
  return locationAt(file, position?.start);
}
