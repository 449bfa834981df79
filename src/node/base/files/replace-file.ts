import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { WriteError } from './write-error.ts';

/** Returns the temporary path for a file that is written and then renamed: in the same folder, with a unique name that watchers ignore. */
export function temporaryName(filePath: string): string {
  return `${filePath}.${randomUUID()}.tmp`;
}

/** Writes a text file. The file always has its old or its new content, even if the process is killed. Throws a {@link WriteError}. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = temporaryName(file);
  try {
    await fs.writeFile(temporary, text);
    await fs.rename(temporary, file);
  } catch (error) {
    throw new WriteError(file, error);
  } finally {
    await fs.rm(temporary, { force: true });
  }
}
