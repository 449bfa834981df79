import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';

/** Reports diagnostics, each only once until it is fixed. */
export interface Reports {
  /** Sets the current diagnostics of a subject, such as a page. Missing diagnostics count as fixed. */
  put(subject: string, diagnostics: Diagnostic[]): void;
  /** Returns the subjects that have diagnostics. */
  failing(): string[];
}

/** @param report receives diagnostics that were not reported before for any subject */
export function createReports(report: (diagnostics: Diagnostic[]) => void): Reports {
  const reported = new Map<string, ReadonlySet<string>>();
  return {
    put(subject, diagnostics) {
      const known = new Set([...reported.values()].flatMap((keys) => [...keys]));
      if (diagnostics.length === 0) reported.delete(subject);
      else reported.set(subject, new Set(diagnostics.map(keyOf)));
      const fresh = unique(diagnostics).filter((diagnostic) => !known.has(keyOf(diagnostic)));
      if (fresh.length > 0) report(fresh);
    },
    failing: () => [...reported.keys()],
  };
}

/** Removes duplicate diagnostics, since several parts of a page can have the same problem. */
export function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic])).values()];
}

function keyOf({ severity, code, text, location }: Diagnostic): string {
  return JSON.stringify([severity, code, text, location?.file, location?.line, location?.column]);
}
