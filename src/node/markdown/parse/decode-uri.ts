/** Returns the text unchanged if it has an invalid escape. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is literal text.
    return text;
  }
}
