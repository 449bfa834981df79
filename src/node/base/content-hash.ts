import { createHash } from 'node:crypto';

/** What tells a file in its name from another of that name. */
export function contentHash(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 10);
}

/** A file or an inline script as browsers are told of it: its integrity, or in quotes a source of a policy. */
export function integrityOf(content: Uint8Array | string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
