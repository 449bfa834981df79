import type { LineProblem } from '../../base/diagnostics/codes/machines.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import type { ShardLine } from './types.ts';

/** Reads a file of a shard output. Throws a DiagnosticError if that fails. */
export function readOfPart<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch {
    throw failure(2, 'damaged-shard', { case: 'missing-file', file });
  }
}

/** Creates the error of a file of a shard output. */
export function damaged(file: string): DiagnosticError {
  return failure(2, 'damaged-shard', { case: 'file', file });
}

/** The command that writes a file. */
export type ShardCommand = 'plan' | 'pages';

/** Creates the error of a line. It does not contain the line, because a list may be a symbolic link to any file. */
export function wrongLine(
  { file, number }: ShardLine,
  problem: LineProblem,
  command: ShardCommand = 'pages',
): DiagnosticError {
  const location = { file, line: number, column: 1 };
  return failure(2, 'damaged-shard', { case: 'line', problem, command }, { location });
}
