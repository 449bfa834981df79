import { dirname } from 'node:path';
import { failure } from '../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../base/files/error-code.ts';
import { lockPathOf } from '../base/files/work-names.ts';
import { acquireLock, type OutputLock } from './lock.ts';

/**
 * The lock is a file next to the folder. Throws a {@link DiagnosticError} (exit code 2) if another build holds it, or
 * if the parent folder is not writable.
 */
export async function lockOutput(outDir: string, shown: string): Promise<OutputLock> {
  try {
    return await acquireLock(lockPathOf(outDir, dirname(outDir)), shown);
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    throw failure(2, 'output-not-replaceable', { case: 'closed-parent', folder: shown });
  }
}
