import type { Location, Severity } from './codes/entry.ts';
import type { Code } from './codes.ts';

export type { Location } from './codes/entry.ts';

/** Message for the author: what happened, where, and how to fix it. */
export interface Diagnostic {
  severity: Severity;
  code: Code;
  /** Problem and cause in one sentence, without a period. */
  text: string;
  location?: Location;
  /** How to fix it: the exact option or line to write. */
  notes?: string[];
  /** Source-mapped stack, only for user code that threw while rendering. */
  stack?: string;
  /** Ids of the affected demos. */
  demos?: string[];
  /** Path of the affected key in the configuration or in front matter. */
  key?: readonly string[];
  /** The separate diagnostics that this diagnostic summarizes, if one cause affects many locations. */
  each?: Diagnostic[];
}

/** Thrown by a stage that cannot continue; contains all diagnostics of the stage. */
export class DiagnosticError extends Error {
  readonly diagnostics: Diagnostic[];
  /** Exit code of the command line: 1 for content, 2 for usage or configuration, 3 for input/output. */
  readonly exitCode: 1 | 2 | 3;

  constructor(diagnostics: Diagnostic[], exitCode: 1 | 2 | 3 = 1) {
    super(diagnostics[0]?.text ?? 'failed');
    this.name = 'DiagnosticError';
    this.diagnostics = diagnostics;
    this.exitCode = exitCode;
  }
}

/** If several tasks fail with diagnostics, throws one error with all of them, deduplicated, and the highest exit code. */
export async function allOrDiagnostics<Results extends unknown[]>(
  tasks: {
    [Key in keyof Results]: Promise<Results[Key]>;
  },
): Promise<Results> {
  const results = await Promise.allSettled(tasks);
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const found = new Map<string, Diagnostic>();
  let exitCode: 1 | 2 | 3 = 1;
  for (const failure of failures) {
    if (!(failure instanceof DiagnosticError)) throw failure;
    if (failure.exitCode > exitCode) exitCode = failure.exitCode;
    for (const entry of failure.diagnostics) found.set(JSON.stringify([entry.location, entry.text]), entry);
  }
  if (found.size > 0) throw new DiagnosticError([...found.values()], exitCode);
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as Results;
}

export function locate(file: string, source: string, offset: number, length = 1): Location {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const end = source.indexOf('\n', offset);
  let line = 1;
  for (let i = source.indexOf('\n'); i !== -1 && i < start; i = source.indexOf('\n', i + 1)) line++;
  return {
    file,
    line,
    column: offset - start + 1,
    length,
    lineText: source.slice(start, end === -1 ? undefined : end).replace(/\r$/, ''),
  };
}

/** Groups diagnostics by file, in the order in which the files first appear. Each group is sorted by location. */
export function groupByFile(diagnostics: readonly Diagnostic[]): Diagnostic[][] {
  const files = new Map<string | undefined, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { file } = diagnostic.location ?? {};
    const group = files.get(file);
    if (group) group.push(diagnostic);
    else files.set(file, [diagnostic]);
  }
  return [...files.values()].map((group) => group.sort(byPlace));
}

function byPlace({ location: a }: Diagnostic, { location: b }: Diagnostic): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

/** Returns a string that is the same for all diagnostics of one problem, such as a problem in a demo that several pages embed. */
export function problemKey({ severity, code, text, location }: Diagnostic): string {
  return JSON.stringify([severity, code, text, location?.file, location?.line, location?.column]);
}

/** Removes duplicate diagnostics, because several parts of a page can have the same problem. */
export function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [problemKey(diagnostic), diagnostic])).values()];
}
