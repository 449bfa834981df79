import { createHash, type Hash, hash } from 'node:crypto';

const CONTENT_DIGITS = 10;

export function startHash(): Hash {
  return createHash('sha256');
}

/** Returns the hash for keys, comparisons and caches: base64url, 43 characters. */
export function hashOf(content: Uint8Array | string): string {
  return digestOf(content, 'base64url');
}

/** Returns the hash in hexadecimal digits: all 64, or the first ones. */
export function hexHash(content: Uint8Array | string, digits?: number): string {
  return digestOf(content, 'hex').slice(0, digits);
}

/** Returns the hash that distinguishes contents in file names: ten hexadecimal digits. */
export function contentHash(content: Uint8Array | string): string {
  return hexHash(content, CONTENT_DIGITS);
}

/** Returns the {@link contentHash} of several chunks, without concatenating them. */
export function contentHashOfChunks(chunks: Iterable<Uint8Array | string>): string {
  const hash = startHash();
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex').slice(0, CONTENT_DIGITS);
}

/** Returns the hash of a file or inline script for an `integrity` attribute or, in quotes, for a content security policy. */
export function integrityOf(content: Uint8Array | string): string {
  return `sha256-${digestOf(content, 'base64')}`;
}

/** Creates no object for the hash: a build computes many thousands of hashes of short texts. */
function digestOf(content: Uint8Array | string, encoding: 'base64url' | 'hex' | 'base64'): string {
  return hash('sha256', content, encoding);
}
