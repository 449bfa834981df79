import type { Finding } from './types.ts';

/** What two findings have in common that are about the same fault, wherever it was found. */
export function keyOf({ rule, message, target }: Finding): string {
  return JSON.stringify([rule, message, target]);
}
