import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { CLOCK_STEP, type StatesReader } from './cache.ts';

/** Hashes of contents by path relative to the project. */
export type ContentStates = Record<string, string>;

/** What is in files. It costs more than a look at their times, and is the same in a fresh checkout too. */
export function createContentStates(projectRoot: string): StatesReader<ContentStates> {
  return {
    async take(paths, since) {
      const files = [...paths];
      // Neither the bytes of a file that changed meanwhile nor its time tell what the result was made of.
      const times = await Promise.all(files.map(changedAt));
      if (times.some((time) => time > since - CLOCK_STEP)) return undefined;
      const hashes = await Promise.all(
        files.map(async (file) => [path.relative(projectRoot, file), await hashOfFile(file)] as const),
      );
      return hashes.every(([, hash]) => hash !== undefined) ? (Object.fromEntries(hashes) as ContentStates) : undefined;
    },
    pathsOf: (states) => Object.keys(states).map((file) => path.join(projectRoot, file)),
    async areSame(states) {
      const same = await Promise.all(
        Object.entries(states).map(async ([file, hash]) => (await hashOfFile(path.join(projectRoot, file))) === hash),
      );
      return same.every(Boolean);
    },
  };
}

async function changedAt(file: string): Promise<number> {
  try {
    const { mtimeMs, ctimeMs } = await fs.stat(file);
    return Math.max(mtimeMs, ctimeMs);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

async function hashOfFile(file: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await fs.readFile(file))
      .digest('base64url');
  } catch {
    // Gone: whatever was made of it is not what it was.
    return undefined;
  }
}
