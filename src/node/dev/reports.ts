import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { problemKey, unique } from '../base/diagnostics/unique.ts';

export type Reports = ReturnType<typeof createReports>;

export function createReports(report: (diagnostics: Diagnostic[]) => void) {
  const reported = new Map<string, ReadonlySet<string>>();
  return {
    /** Sets the current diagnostics of a subject, such as a page. Missing diagnostics count as fixed. */
    put(subject: string, diagnostics: Diagnostic[]): void {
      const known = new Set([...reported.values()].flatMap((keys) => [...keys]));
      if (diagnostics.length === 0) reported.delete(subject);
      else reported.set(subject, new Set(diagnostics.map(problemKey)));
      const fresh = unique(diagnostics).filter((diagnostic) => !known.has(problemKey(diagnostic)));
      if (fresh.length > 0) report(fresh);
    },
    failing: (): string[] => [...reported.keys()],
  };
}
