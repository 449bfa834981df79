import { randomUUID } from 'node:crypto';

/** Where a file is written before it takes its place: beside it, under a name that nobody else has and no watcher heeds. */
export function temporaryName(filePath: string): string {
  return `${filePath}.${randomUUID()}.tmp`;
}
