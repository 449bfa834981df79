import { DiagnosticError } from '../diagnostics/diagnostic.ts';

/** An error of a plan or a part, which is none of the content. */
export function shardFailure(text: string, notes: string[] = []): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', code: 'CD612', text, notes }], 2);
}

/** Reads a file of a part. */
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
