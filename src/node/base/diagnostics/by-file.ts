import type { Diagnostic } from './diagnostic.ts';

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
