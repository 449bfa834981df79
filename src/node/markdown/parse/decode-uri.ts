/** Decodes percent signs of an address; one that is no escape is text. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the author wrote it as it is.
    return text;
  }
}
