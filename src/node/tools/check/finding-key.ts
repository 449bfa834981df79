import type { Finding } from './types.ts';

/** Returns a key that findings of the same problem share, wherever they were found. */
export function keyOf({ rule, message, target }: Finding): string {
  return JSON.stringify([rule, message, target]);
}
