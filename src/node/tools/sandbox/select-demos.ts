import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';

/**
 * In the order of the site; all if no name is given. `names`: ids, or the last part after `-demo-`. Throws a
 * DiagnosticError with exit code 2 that lists every name that matches none or several.
 */
export function selectDemos(names: string[], known: string[]): string[] {
  if (names.length === 0) return known;
  const selected = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    const found = known.includes(name) ? [name] : known.filter((id) => lastPart(id) === name);
    const [id] = found;
    if (id !== undefined && found.length === 1) selected.add(id);
    else diagnostics.push(describeName(name, found, known));
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
  return known.filter((id) => selected.has(id));
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('-demo-') + 1).replace(/^demo-/, '');
}

function describeName(name: string, ids: string[], known: string[]): Diagnostic {
  if (ids.length > 1) return createDiagnostic('unresolved-demo-name', { case: 'ambiguous', name, ids });
  const nearest = nearestName(name, [...known.map(lastPart), ...known]);
  return createDiagnostic('unresolved-demo-name', { case: 'unknown', name, nearest });
}
