import type { Severity } from '../base/diagnostics/codes/entry.ts';
import { createDiagnostic, type DataOf, type DiagnosticName } from '../base/diagnostics/create-diagnostic.ts';
import type { Location } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import type { MdastRoot, Point } from './nodes.ts';
import type { PageIndex } from './page-index.ts';
import { locationAt, type SourceFile } from './source-file.ts';
import type { CompiledPage } from './types.ts';

export interface PageContext {
  site: Site;
  page: SourcePage;
  /** Locations of front matter values by key path; the first call parses them. */
  frontmatterLocations: () => Record<string, Location>;
  index: PageIndex;
  /** True in `dev`: debug demos are kept, and `skip` and `only` apply. */
  includeDebug: boolean;
  strings: Record<string, string>;
  /** Returns the URL of a file or folder on the repository host, or undefined if the host is unknown. */
  repositoryLink: (filePath: string, kind: 'file' | 'folder') => string | undefined;
  /** Prefix for the ids of a tab, which shares a document with its page; empty for a page. */
  idPrefix: string;
  /** State of the headings so far, to check the next heading. */
  headings: { hasTitle: boolean };
  counts: { fences: number; embeds: number; pictures: number };
  parse: (file: SourceFile) => MdastRoot;
  /** Converts TypeScript to JavaScript; set if any page being compiled may need it. */
  toJavaScript?: (code: string) => string;
  /** Finds stories; set if any page being compiled may have one. */
  stories?: ReturnType<typeof import('./stories/embed-story.ts').createStories>;
  out: CompiledPage;
}

/** A page and the files that it embeds have separate positions and base paths. */
export interface FileContext {
  page: PageContext;
  file: SourceFile;
  /** Absolute paths of the page and the nested files being embedded, outermost first. */
  chain: string[];
}

export interface ReportOptions {
  at: Point | Location | undefined;
  length?: number;
  /** Overrides the default severity of the diagnostic's code. */
  severity?: Severity | undefined;
}

export function report<Name extends DiagnosticName>(
  context: FileContext,
  name: Name,
  data: DataOf<Name>,
  { at, length, severity }: ReportOptions,
): void {
  const location = at && 'file' in at ? at : locationAt(context.file, at, length);
  context.page.out.diagnostics.push(createDiagnostic(name, data, { severity, location }));
}

/** Returns the location of `literal` inside a node, ignoring case, or the start of the node if it is not found. */
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
