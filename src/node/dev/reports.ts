import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';

/** Tells what is wrong, each thing once until it is mended. */
export interface Reports {
  /** Says what is wrong with a subject now, such as a page; what is not said any more is mended. */
  put(subject: string, diagnostics: Diagnostic[]): void;
  /** Subjects with which something is wrong. */
  faulty(): string[];
}

/** @param tell called with what nobody was told yet, about any subject */
export function createReports(tell: (diagnostics: Diagnostic[]) => void): Reports {
  const told = new Map<string, ReadonlySet<string>>();
  return {
    put(subject, diagnostics) {
      const known = new Set([...told.values()].flatMap((keys) => [...keys]));
      if (diagnostics.length === 0) told.delete(subject);
      else told.set(subject, new Set(diagnostics.map(keyOf)));
      const fresh = unique(diagnostics).filter((diagnostic) => !known.has(keyOf(diagnostic)));
      if (fresh.length > 0) tell(fresh);
    },
    faulty: () => [...told.keys()],
  };
}

/** Each diagnostic once: what several parts of a page meet is one thing. */
export function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic])).values()];
}

function keyOf({ severity, code, text, location }: Diagnostic): string {
  return JSON.stringify([severity, code, text, location?.file, location?.line, location?.column]);
}
