import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';

/** Twelve random hexadecimal digits, the part that tells the work folders of two runs apart. */
export function createWorkId(): string {
  return randomBytes(6).toString('hex');
}

/** Lock file of an output folder, in `dir`: the folder's parent, or the folder itself when the parent cannot be written. */
export function lockPathOf(outDir: string, dir: string): string {
  return join(dir, `.${basename(outDir)}.cascader-docs-lock`);
}

/** Temporary folder of one run, in `dir`. */
export function temporaryPathOf(outDir: string, dir: string, id: string): string {
  return join(dir, `.${basename(outDir)}.cascader-docs-${id}`);
}

/** Where the old site stands for a moment, while the new one takes its place. */
export function previousPathOf(outDir: string, dir: string, id: string): string {
  return `${temporaryPathOf(outDir, dir, id)}-old`;
}

/**
 * Reads a file name as one of those above.
 * Returns undefined for any other name; the strict form keeps neighbours such as `dist` and `dist.cascader-docs-x` apart.
 */
export function parseWorkName(
  outDir: string,
  entry: string,
): { kind: 'lock' | 'staleLock' | 'temporary' | 'previous'; id: string } | undefined {
  const prefix = `.${basename(outDir)}.cascader-docs-`;
  if (!entry.startsWith(prefix)) return undefined;
  const match = /^(?:(?<lock>lock)(?:-(?<stale>[0-9a-f]{12}))?|(?<id>[0-9a-f]{12})(?<old>-old)?)$/.exec(
    entry.slice(prefix.length),
  );
  if (!match?.groups) return undefined;
  const { lock, stale, id, old } = match.groups;
  if (lock) return stale ? { kind: 'staleLock', id: stale } : { kind: 'lock', id: '' };
  return { kind: old ? 'previous' : 'temporary', id: id ?? '' };
}
