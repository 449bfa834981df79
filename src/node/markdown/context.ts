import type { Severity } from '../base/diagnostics/codes/entry.ts';
import { createDiagnostic, type DataOf, type DiagnosticName } from '../base/diagnostics/create-diagnostic.ts';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import type { Point } from './nodes.ts';
import type { PageIndex } from './page-index.ts';
import { locationAt, type SourceFile } from './source-file.ts';
import type { CompiledPage } from './types.ts';

/** What the transforms of one page share. */
export interface PageContext {
  site: Site;
  page: SourcePage;
  /** Locations of front matter values by key path; the first call parses them. */
  frontmatterLocations: () => Record<string, Location>;
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

/** Where a diagnostic is. */
export interface Place {
  /** A point in the file, or a finished location. */
  at: Point | Location | undefined;
  length?: number;
  /** Overrides the severity of the table. */
  severity?: Severity | undefined;
}

/** Records a diagnostic at a place in the file. */
export function report<Name extends DiagnosticName>(
  context: FileContext,
  name: Name,
  data: DataOf<Name>,
  { at, length, severity }: Place,
): void {
  const location = at && 'file' in at ? at : locationAt(context.file, at, length);
  context.page.out.diagnostics.push(createDiagnostic(name, data, { severity, location }));
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
