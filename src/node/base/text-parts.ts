/** Text that is generated in pieces while it is written: the text of all pages would be too long for memory. */
export type TextParts = Iterable<string>;

/** Minimum number of characters in a chunk. */
const CHUNK = 1 << 20;

export function joinParts(text: string | TextParts): string {
  return typeof text === 'string' ? text : [...text].join('');
}

/** Yields the pieces of a string, joined into chunks that are large enough to write. */
export function* chunksOf(parts: TextParts): Generator<string> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
