import { createHash, type Hash, hash } from 'node:crypto';

const CONTENT_DIGITS = 10;

export function startHash(): Hash {
  return createHash('sha256');
}

/** Returns the hash for keys, comparisons and caches: 43 characters in base64url. */
export function hashOf(content: Uint8Array | string): string {
  return digestOf(content, 'base64url');
}

/** Returns all 64 hexadecimal digits of the hash, or only the first `digits`. */
export function hexHash(content: Uint8Array | string, digits?: number): string {
  return digestOf(content, 'hex').slice(0, digits);
}

/** Returns the hash for file names, which distinguishes contents: ten hexadecimal digits. */
export function contentHash(content: Uint8Array | string): string {
  return hexHash(content, CONTENT_DIGITS);
}

/** Returns the {@link contentHash} of several chunks, without concatenating them. */
export function contentHashOfChunks(chunks: Iterable<Uint8Array | string>): string {
  const hash = startHash();
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex').slice(0, CONTENT_DIGITS);
}

/** Returns the hash of a file or inline script for an `integrity` attribute or, when quoted, for a content security policy. */
export function integrityOf(content: Uint8Array | string): string {
  return `sha256-${digestOf(content, 'base64')}`;
}

/** Creates no hash object, because a build computes many thousands of hashes of short texts. */
function digestOf(content: Uint8Array | string, encoding: 'base64url' | 'hex' | 'base64'): string {
  return hash('sha256', content, encoding);
}
