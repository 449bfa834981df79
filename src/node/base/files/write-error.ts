import { getSystemErrorMap } from 'node:util';
import { failure } from '../diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { errorCode } from './error-code.ts';
import { shownPath } from './paths.ts';
import { openFilesFailure } from './system-failure.ts';

/** Failed write, with the path that the author knows: the path in the output, not that in a temporary folder. */
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
 * Exit code 3. Returns any value but a system error unchanged. Names the path of a {@link WriteError}, else `path`,
 * else that of the system error.
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
