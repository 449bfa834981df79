/** Returns the words of a text, for long lists of short words. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
