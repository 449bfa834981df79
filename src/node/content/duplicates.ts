import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from './types.ts';

/** CD206, ignoring case: on many systems, the pages would be one file. */
export function findDuplicateRoutes(pages: Pick<SourcePage, 'sourcePath' | 'routePath' | 'entry'>[]): Diagnostic[] {
  const first = new Map<string, { sourcePath: string; routePath: string }>();
  const diagnostics: Diagnostic[] = [];
  for (const { routePath, sourcePath: ownPath, entry } of pages) {
    const page = { routePath, sourcePath: entry?.origin ?? ownPath };
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
