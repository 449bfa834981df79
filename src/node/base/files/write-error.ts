import path from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { createDiagnostic, failure } from '../diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { errorCode, hasCode } from '../errors.ts';
import { shownPath } from './paths.ts';

/** Describes an operating system error and the file in it: `EACCES: permission denied, open '/path'`. Undefined for other errors. */
export function describeSystemFailure(error: NodeJS.ErrnoException, folder: string): Diagnostic | undefined {
  const { code, syscall: call, path: file, message } = error;
  const [fewFiles] = openFilesFailure(error, message);
  if (fewFiles) return fewFiles;
  // Network and process errors have a different format and need no change.
  if (code === undefined || call === undefined || !message.startsWith(`${code}: `)) return undefined;
  const reason = message.slice(code.length + 2).split(`, ${call}`, 1)[0] ?? '';
  const location = file === undefined ? undefined : { file: path.relative(folder, file) || '.', line: 1, column: 1 };
  return createDiagnostic('system-refusal', { call, reason, code }, { location });
}

/** Returns the diagnostic about too many open files if the system reported that error, otherwise no diagnostics. */
export function openFilesFailure(error: unknown, reason: string): Diagnostic[] {
  return hasCode(error, 'EMFILE', 'ENFILE') ? [createDiagnostic('too-many-open-files', { reason })] : [];
}

/** Failed write. The path is the one that the author knows: the path in the output, not the path in a temporary folder. */
export class WriteError extends Error {
  readonly path: string;
  readonly code: string | undefined;

  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}`, { cause });
    this.path = path;
    this.code = errorCode(cause);
  }
}

/**
 * Converts a system error to a DiagnosticError (exit code 3), and returns any other value unchanged. The message
 * contains the path of a {@link WriteError}, otherwise `path`, otherwise the path in the system error.
 */
export function toWriteFailure(root: string, error: unknown, path?: string): unknown {
  if (error instanceof DiagnosticError) return error;
  const cause = (error instanceof WriteError ? error.cause : error) as NodeJS.ErrnoException;
  const code = errorCode(cause);
  if (code === undefined || cause.errno === undefined) return error;
  const file = shownPath(root, (error instanceof WriteError ? error.path : (path ?? cause.path)) ?? root);
  if (code === 'ENOSPC' || code === 'EDQUOT') return failure(3, 'no-space-left', { file, code });
  const reason = getSystemErrorMap().get(cause.errno)?.[1] ?? cause.message;
  const { diagnostics } = failure(3, 'write-failed', { file, reason, code });
  return new DiagnosticError([...diagnostics, ...openFilesFailure(cause, diagnostics[0]?.text ?? '')], 3);
}
