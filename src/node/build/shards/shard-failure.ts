import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { ShardLine } from './types.ts';

/** An error of a plan or a part, which is none of the content. */
export function shardFailure(text: string, notes: string[] = []): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', code: 'CD612', text, notes }], 2);
}

/** Reads a file of a part. Throws a DiagnosticError where that fails. */
export function readOfPart<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch {
    throw shardFailure(`${file} is missing, and its part says that it is there`, ['Make the part again']);
  }
}

/** The error of a file of a part. */
export function damaged(file: string): DiagnosticError {
  return shardFailure(`${file} is not what it was when its part was made`, ['Make the part again']);
}

/** The command that writes a file. */
export type ShardCommand = 'plan' | 'pages';

/** The error of a line. The line itself is not shown: a list may be a link to any file. */
export function wrongLine({ file, number }: ShardLine, text: string, command: ShardCommand = 'pages'): DiagnosticError {
  const location = { file, line: number, column: 1 };
  const notes = [`Run \`cascader-docs ${command}\` again, with the version of the tool that is here`];
  return new DiagnosticError([{ severity: 'error', code: 'CD612', text, location, notes }], 2);
}
