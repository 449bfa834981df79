/** Returns a regular expression's source that matches the text itself. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
}
