import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { DEAD_LINKS } from '../../base/diagnostics/groups.ts';

export interface Findings {
  add(...lists: (readonly Diagnostic[])[]): void;
  list(): Diagnostic[];
  filesWithErrors(): Set<string>;
}

export function createFindings(): Findings {
  const found = new Map<string, Diagnostic>();
  return {
    add(...lists) {
      for (const diagnostic of lists.flat())
        found.set(JSON.stringify([diagnostic.code, diagnostic.location, diagnostic.text]), diagnostic);
    },
    list: () => [...found.values()],
    filesWithErrors: () =>
      new Set(
        [...found.values()].flatMap(({ severity, code, location }) =>
          severity === 'error' && location && !DEAD_LINKS.has(code) ? location.file : [],
        ),
      ),
  };
}
