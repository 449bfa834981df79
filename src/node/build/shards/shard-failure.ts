import type { EntryProblem } from '../../base/diagnostics/codes/machines.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';

/**
 * Reads one line of a plan. Throws a located DiagnosticError if the line is invalid. The error does not quote the line, because it
 * may be from any file.
 */
export function readLine<Data>({ file, line }: { file: string; line: number }, read: () => Data): Data {
  try {
    return read();
  } catch {
    throw failure(2, 'damaged-shard', { case: 'line' }, { location: { file, line, column: 1 } });
  }
}

/** Creates the error of a file of a shard output. */
export function damaged(file: string): DiagnosticError {
  return failure(2, 'damaged-shard', { case: 'file', file });
}

/** Creates the error of a page of a shard output. */
export function wrongEntry(file: string, problem: EntryProblem): DiagnosticError {
  return failure(2, 'damaged-shard', { case: 'entry', file, problem });
}
