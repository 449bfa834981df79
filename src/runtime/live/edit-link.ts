import { MOST_TEXT } from './protocol.ts';

/** Prefix of the hash of a URL with an edited demo: `#edit=<demo id>.<payload>`. */
const EDIT_HASH = '#edit=';
/**
 * Larger unpacked payloads, in characters, are rejected as an attack; JSON at most doubles the longest allowed text.
 */
const LIMIT = 2 * MOST_TEXT;

export interface EditLink {
  id: string;
  payload: string;
}

export function readEditHash(hash: string): EditLink | undefined {
  if (!hash.startsWith(EDIT_HASH)) return undefined;
  const text = hash.slice(EDIT_HASH.length);
  const dot = text.lastIndexOf('.');
  if (dot < 1) return undefined;
  try {
    return { id: decodeURIComponent(text.slice(0, dot)), payload: text.slice(dot + 1) };
  } catch {
    // Invalid percent encoding: not a URL of this site.
    return undefined;
  }
}

export async function writeEditHash(id: string, files: Record<string, string>): Promise<string> {
  const compressed = new Blob([JSON.stringify(files)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const payload = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${EDIT_HASH}${encodeURIComponent(id)}.${payload}`;
}

/** Rejects if it is damaged or too large. */
export async function readEditPayload(payload: string): Promise<Record<string, string>> {
  const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > LIMIT) {
      await reader.cancel();
      throw new RangeError('The edited demo in the URL is too large');
    }
  }
  const files: unknown = JSON.parse(text + decoder.decode());
  if (typeof files !== 'object' || files === null || Array.isArray(files)) throw new TypeError('Not a map of files');
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => {
      if (typeof value !== 'string') throw new TypeError('Not a map of files');
      return [name, value];
    }),
  );
}
