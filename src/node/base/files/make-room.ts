import fs from 'node:fs';
import { hasCode } from './error-code.ts';

/**
 * Existing files must not be overwritten: they may be hard-linked to the last output. `error` is thrown if nothing can
 * be removed.
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
