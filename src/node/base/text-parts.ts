import { startHash } from './hash.ts';

/** Text that is generated in pieces while it is written: the text of all pages would be too long for memory. */
export type TextParts = Iterable<string>;

/** Minimum number of characters in a chunk. */
const CHUNK = 1 << 20;

/** Returns the whole text. */
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

/** Returns the pieces of a string, and a function that returns the hash of the whole string after the last piece. */
export function withHash(parts: TextParts): { parts: TextParts; hash: () => string } {
  const hash = startHash();
  function* hashed(): Generator<string> {
    for (const chunk of chunksOf(parts)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { parts: hashed(), hash: () => hash.digest('base64url') };
}
