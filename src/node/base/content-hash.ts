import { createHash } from 'node:crypto';

/** Returns the hash that distinguishes contents in file names: ten hexadecimal digits. */
export function contentHash(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}

/** Returns the SHA-256 hash of a file or inline script for an `integrity` attribute or, in quotes, for a content security policy. */
export function integrityOf(content: Uint8Array | string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
