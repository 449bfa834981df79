const REFERENCES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML or XML, for content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => REFERENCES[character] ?? character);
}

/** Replaces all non-ASCII characters with references, for a document whose encoding is unknown. */
export function toReferences(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => `&#${character.codePointAt(0)};`);
}
