import fs from 'node:fs/promises';
import { temporaryName } from './temporary-name.ts';
import { WriteError } from './write-error.ts';

/** Writes a text file so that it always has either its old or its new content, also if the process is killed. Throws a {@link WriteError}. */
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
