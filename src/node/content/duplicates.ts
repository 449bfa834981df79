import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';

/**
 * Reports pages that share a route (CD206), ignoring case: on many systems, the pages would be one file. Each error names both
 * files.
 */
export function findDuplicateRoutes(pages: { sourcePath: string; routePath: string }[]): Diagnostic[] {
  const first = new Map<string, { sourcePath: string; routePath: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const page of pages) {
    const key = page.routePath.toLowerCase();
    const other = first.get(key);
    if (!other) {
      first.set(key, page);
      continue;
    }
    const location = { file: page.sourcePath, line: 1, column: 1 };
    diagnostics.push(createDiagnostic('duplicate-route', { first: other, second: page }, { location }));
  }
  return diagnostics;
}
