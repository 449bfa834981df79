import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { DEAD_LINKS } from '../../base/diagnostics/groups.ts';

export type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const found = new Map<string, Diagnostic>();
  return {
    add(...lists: (readonly Diagnostic[])[]): void {
      for (const diagnostic of lists.flat())
        found.set(JSON.stringify([diagnostic.code, diagnostic.location, diagnostic.text]), diagnostic);
    },
    list: (): Diagnostic[] => [...found.values()],
    filesWithErrors: (): Set<string> =>
      new Set(
        [...found.values()].flatMap(({ severity, code, location }) =>
          severity === 'error' && location && !DEAD_LINKS.has(code) ? location.file : [],
        ),
      ),
  };
}
