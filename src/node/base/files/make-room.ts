import fs from 'node:fs';
import { hasCode } from './error-code.ts';

/**
 * Existing files may be hard-linked to the last output, so they are not overwritten. Throws `error` if nothing can be
 * removed.
 */
export function makeRoom(target: string, error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
  try {
    fs.rmSync(target, { recursive: true });
  } catch {
    throw error;
  }
}

/** Removes what is in its place, see {@link makeRoom}. */
export function createAnew(target: string, create: () => void): void {
  try {
    create();
  } catch (error) {
    makeRoom(target, error);
    create();
  }
}
