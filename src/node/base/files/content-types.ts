import { extname } from 'node:path';
import { ownValue } from '../../../shared/own-value.ts';

const TEXT_TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.csv': 'text/csv',
};

const BINARY_TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.bmp': 'image/bmp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
};

export interface ContentType {
  /** Value of the `Content-Type` header. */
  type: string;
  /** True if the file should be compressed: text, and binary formats without built-in compression. */
  compressible: boolean;
}

/** Returns the content type for the extension of an output path. Default: `application/octet-stream`. */
export function contentTypeOf(path: string): ContentType {
  const extension = extname(path).toLowerCase();
  const text = ownValue(TEXT_TYPES, extension);
  if (text) return { type: `${text}; charset=utf-8`, compressible: true };
  const type = ownValue(BINARY_TYPES, extension) ?? 'application/octet-stream';
  return { type, compressible: ['.wasm', '.ttf', '.otf', '.bmp', '.ico'].includes(extension) };
}
