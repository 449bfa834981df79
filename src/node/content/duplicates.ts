import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/**
 * Errors (CD206) for pages that share a route, also when the routes differ by case only: such pages would be one file
 * on many systems. Each names both files.
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
    const same = other.routePath === page.routePath;
    diagnostics.push({
      severity: 'error',
      code: 'CD206',
      text: same
        ? `Duplicate route ${page.routePath}: ${other.sourcePath} and ${page.sourcePath} give the same page`
        : `Duplicate route: ${other.sourcePath} (${other.routePath}) and ${page.sourcePath} (${page.routePath}) differ only by case`,
      location: { file: page.sourcePath, line: 1, column: 1 },
      notes: ['Rename one of the two files, or start its name with "_" to leave it out.'],
    });
  }
  return diagnostics;
}
