import { randomUUID } from 'node:crypto';

/** Returns the path to which a file is written before it is renamed: in the same folder, with a unique name that watchers ignore. */
export function temporaryName(filePath: string): string {
  return `${filePath}.${randomUUID()}.tmp`;
}
