import { DiagnosticError } from '../diagnostics/diagnostic.ts';

/** An error of a plan or a part, which is none of the content. */
export function shardFailure(text: string, notes: string[] = []): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', code: 'CD612', text, notes }], 2);
}
