import { dirname } from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { lockPathOf } from '../base/files/work-names.ts';
import { exists } from './fs-presence.ts';
import { acquireLock, type OutputLock } from './lock.ts';

/**
 * Acquires the lock of an output folder: a file next to it, or inside if the parent folder is not writable (`closedParent`).
 *
 * Throws a {@link DiagnosticError} (exit code 2) if another build holds the lock.
 *
 * @param shown name of the folder in messages
 */
export async function lockOutput(outDir: string, shown: string): Promise<{ lock: OutputLock; closedParent: boolean }> {
  try {
    return { lock: await acquireLock(lockPathOf(outDir, dirname(outDir)), shown), closedParent: false };
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS') || !(await exists(outDir))) throw error;
    return { lock: await acquireLock(lockPathOf(outDir, outDir), shown), closedParent: true };
  }
}
