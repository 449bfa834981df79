import { createHash } from 'node:crypto';

/** A text that is made part by part while it is written: that of all pages is too long to be in memory at once. */
export type TextParts = Iterable<string>;

/** Characters that are worth a turn of their own. */
const CHUNK = 1 << 20;

/** The whole of a text. */
export function joinParts(text: string | TextParts): string {
  return typeof text === 'string' ? text : [...text].join('');
}

/** The parts of a text in chunks that are worth being written. */
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

/** The parts of a text, and their hash once all are made: that of the whole text. */
export function withHash(parts: TextParts): { parts: TextParts; hash: () => string } {
  const hash = createHash('sha256');
  function* hashed(): Generator<string> {
    for (const chunk of chunksOf(parts)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { parts: hashed(), hash: () => hash.digest('base64url') };
}

/** The hash of a whole text, of which no part is kept. */
export function hashOfParts(parts: TextParts): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(parts)) hash.update(chunk);
  return hash.digest('base64url');
}
