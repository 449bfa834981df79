import { getSystemErrorMap } from 'node:util';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { errorCode } from '../files/error-code.ts';
import { shownPath } from '../files/paths.ts';

/** A failed write with the path that the reader knows: the one in the output, not the one in a temporary folder. */
export class WriteError extends Error {
  readonly path: string;
  readonly code: string | undefined;

  constructor(path: string, cause: unknown) {
    super(`cannot write ${path}`, { cause });
    this.path = path;
    this.code = errorCode(cause);
  }
}

/** A {@link DiagnosticError} with one error. */
export function failure(
  exitCode: 1 | 2 | 3,
  diagnostic: Omit<Diagnostic, 'severity'> & { code: `CD${number}` },
): DiagnosticError {
  return new DiagnosticError([{ severity: 'error', ...diagnostic }], exitCode);
}

/**
 * Turns a system error into a diagnostic with exit code 3; anything else (our own bug, an abort) is returned as it is.
 * A {@link WriteError} names its own path, any other error `path` (default: the one that the system names).
 */
export function toWriteFailure(root: string, error: unknown, path?: string): unknown {
  if (error instanceof DiagnosticError) return error;
  const cause = (error instanceof WriteError ? error.cause : error) as NodeJS.ErrnoException;
  const code = errorCode(cause);
  if (code === undefined || cause.errno === undefined) return error;
  const shown = shownPath(root, (error instanceof WriteError ? error.path : (path ?? cause.path)) ?? root);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return failure(3, {
      code: 'CD603',
      text: `No space left writing ${shown} (${code})`,
      notes: ['The old site is as it was. Free some space, or choose another folder with --out'],
    });
  }
  const reason = getSystemErrorMap().get(cause.errno)?.[1] ?? cause.message;
  return failure(3, { code: 'CD604', text: `Cannot write ${shown}: ${reason} (${code})` });
}
