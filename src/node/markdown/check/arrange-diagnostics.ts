import { groupByFile } from '../../base/diagnostics/by-file.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { ABOUT_WRITING } from '../../base/diagnostics/groups.ts';

/** Most warnings of one kind that are reported in full per file. */
const MOST = 3;
/** Most line numbers in the note about the remaining warnings. */
const MOST_LINES = 20;

/**
 * For warnings about the writing, keeps the first of each kind per file; a note of the last one lists the lines of the
 * others.
 */
export function arrangeDiagnostics(diagnostics: Diagnostic[]): Diagnostic[] {
  return groupByFile(diagnostics).flatMap(foldWarnings);
}

function foldWarnings(diagnostics: Diagnostic[]): Diagnostic[] {
  const kinds = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics)
    if (ABOUT_WRITING.has(diagnostic.code)) append(kinds, diagnostic.code, diagnostic);
  const left = new Set(diagnostics);
  const noted = new Map<Diagnostic, string>();
  for (const kind of kinds.values()) {
    const rest = kind.splice(MOST);
    for (const diagnostic of rest) left.delete(diagnostic);
    const last = kind[MOST - 1];
    if (last && rest.length > 0) noted.set(last, furtherLines(rest));
  }
  return [...left].map((diagnostic) => {
    const note = noted.get(diagnostic);
    return note ? { ...diagnostic, notes: [...(diagnostic.notes ?? []), note] } : diagnostic;
  });
}

function furtherLines(diagnostics: Diagnostic[]): string {
  const lines = [...new Set(diagnostics.map(({ location }) => location?.line))];
  const named = lines.slice(0, MOST_LINES).join(', ') + (lines.length > MOST_LINES ? ', …' : '');
  return `${diagnostics.length} more in this file: line${lines.length > 1 ? 's' : ''} ${named}`;
}

function append<Key>(groups: Map<Key, Diagnostic[]>, key: Key, diagnostic: Diagnostic): void {
  const group = groups.get(key);
  if (group) group.push(diagnostic);
  else groups.set(key, [diagnostic]);
}
