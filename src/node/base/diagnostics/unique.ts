import type { Diagnostic } from './diagnostic.ts';

/** Returns a text that is the same for diagnostics of one problem, for example in a demo file that several pages embed. */
export function problemKey({ severity, code, text, location }: Diagnostic): string {
  return JSON.stringify([severity, code, text, location?.file, location?.line, location?.column]);
}

/** Removes duplicate diagnostics, since several parts of a page can have the same problem. */
export function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [problemKey(diagnostic), diagnostic])).values()];
}
