/** Escapes text so that a regular expression matches it literally. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
}
