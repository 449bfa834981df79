import { createHash } from 'node:crypto';
import path from 'node:path';

/** Folders a shard from which on they are divided as wholes. */
const ENOUGH = 8;

/**
 * The shard of each page, from 0 on: all pages of a folder in one, where there are many folders and none is large; else one by
 * one. Where a page goes is a matter of its name, so that a new one moves no other.
 */
export function divide(sourcePaths: string[], count: number): number[] {
  const sizes = new Map<string, number>();
  for (const file of sourcePaths) sizes.set(path.posix.dirname(file), (sizes.get(path.posix.dirname(file)) ?? 0) + 1);
  const largest = Math.max(0, ...sizes.values());
  const byFolder = sizes.size >= count * ENOUGH && largest * count * 2 <= sourcePaths.length;
  return sourcePaths.map((file) => numberOf(byFolder ? path.posix.dirname(file) : file) % count);
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
