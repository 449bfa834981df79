import { dirname } from 'node:path';
import { hasCode } from '../base/files/error-code.ts';
import { lockPathOf } from '../base/files/work-names.ts';
import { exists } from './fs-presence.ts';
import { acquireLock, type OutputLock } from './lock.ts';

/**
 * Takes the lock of an output folder: a file beside it, or inside when nothing can be written beside it (`closedParent`).
 * `shown` is the folder's name in messages. Throws a {@link DiagnosticError} (exit code 2) while another build holds it.
 */
export async function lockOutput(outDir: string, shown: string): Promise<{ lock: OutputLock; closedParent: boolean }> {
  try {
    return { lock: await acquireLock(lockPathOf(outDir, dirname(outDir)), shown), closedParent: false };
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS') || !(await exists(outDir))) throw error;
    return { lock: await acquireLock(lockPathOf(outDir, outDir), shown), closedParent: true };
  }
}
