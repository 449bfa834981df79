import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { didYouMean, nearestName } from '../diagnostics/did-you-mean.ts';

/**
 * Ids of the demos that are asked for, each once, in the order of the site; all when no name is given. Throws a
 * DiagnosticError with exit code 2 that lists every name that means no demo, or more than one.
 *
 * @param names ids, or what stands in them after the last `-demo-`, such as `simple`
 * @param known ids of all demos with a project
 */
export function selectDemos(names: string[], known: string[]): string[] {
  if (names.length === 0) return known;
  const selected = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const name of names) {
    const found = known.includes(name) ? [name] : known.filter((id) => lastPart(id) === name);
    const [id] = found;
    if (id !== undefined && found.length === 1) selected.add(id);
    else diagnostics.push(found.length > 1 ? ambiguous(name, found) : unknown(name, known));
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics, 2);
  return known.filter((id) => selected.has(id));
}

function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('-demo-') + 1).replace(/^demo-/, '');
}

function ambiguous(name: string, found: string[]): Diagnostic {
  const text = `${found.length} demos are called ${name}`;
  return { severity: 'error', code: 'CD162', text, notes: [`Give the whole id: ${found.join(', ')}.`] };
}

function unknown(name: string, known: string[]): Diagnostic {
  const suggestion = didYouMean(nearestName(name, [...known.map(lastPart), ...known]));
  return {
    severity: 'error',
    code: 'CD162',
    text: `There is no demo ${name} with a project${suggestion}`,
    notes: ['A name is the id of a demo, or the end of it; --dry-run lists them all. Inline demos have no project.'],
  };
}
