import fs from 'node:fs';
import { hasCode } from './error-code.ts';

/**
 * Removes what is in the place of a new file. The folder of a new site may contain files of an earlier one, which must not be
 * overwritten: they may be hard-linked to the last output.
 *
 * @param error error of creating the file; it is thrown if nothing can be removed
 */
export function makeRoom(target: string, error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
  try {
    fs.rmSync(target, { recursive: true });
  } catch {
    throw error;
  }
}

/** Creates a file. Removes what is in its place, see {@link makeRoom}. */
export function createAnew(target: string, create: () => void): void {
  try {
    create();
  } catch (error) {
    makeRoom(target, error);
    create();
  }
}
