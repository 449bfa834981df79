import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';

/** Creates the id of a run, which distinguishes its work folders from those of other runs: twelve random hexadecimal digits. */
export function createWorkId(): string {
  return randomBytes(6).toString('hex');
}

/** Returns the path of an output folder's lock file. `dir` is the parent folder, or the output folder if the parent is not writable. */
export function lockPathOf(outDir: string, dir: string): string {
  return join(dir, `.${basename(outDir)}.cascader-docs-lock`);
}

/** Returns the path of the temporary folder for one run, in `dir`. */
export function temporaryPathOf(outDir: string, dir: string, id: string): string {
  return join(dir, `.${basename(outDir)}.cascader-docs-${id}`);
}

/** Returns the path to which the old site is moved while the new site replaces it. */
export function previousPathOf(outDir: string, dir: string, id: string): string {
  return `${temporaryPathOf(outDir, dir, id)}-old`;
}

/** Parses the name strictly, to distinguish output folders with similar names, such as `dist` and `dist.cascader-docs-x`. */
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
