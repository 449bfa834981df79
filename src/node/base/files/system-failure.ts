import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { hasCode } from './error-code.ts';

/** Describes an operating system error and names its file: `EACCES: permission denied, open '/path'`. Undefined for other errors. */
export function describeSystemFailure(error: NodeJS.ErrnoException, folder: string): Diagnostic | undefined {
  const { code, syscall: call, path: file, message } = error;
  const [fewFiles] = openFilesFailure(error, message);
  if (fewFiles) return fewFiles;
  // Network and process errors have a different format, and need no change.
  if (code === undefined || call === undefined || !message.startsWith(`${code}: `)) return undefined;
  const reason = message.slice(code.length + 2).split(`, ${call}`, 1)[0] ?? '';
  const location = file === undefined ? undefined : { file: path.relative(folder, file) || '.', line: 1, column: 1 };
  return createDiagnostic('system-refusal', { call, reason, code }, { location });
}

/** Returns the error about too many open files, if that is what the system reported. Returns no diagnostics for other errors. */
export function openFilesFailure(error: unknown, reason: string): Diagnostic[] {
  return hasCode(error, 'EMFILE', 'ENFILE') ? [createDiagnostic('too-many-open-files', { reason })] : [];
}
