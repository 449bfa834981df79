import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentTypeOf } from '../../base/files/content-types.ts';
import { hashOf } from '../../base/hash.ts';
import { createLru } from '../../base/lru.ts';

/** Content of an output, or a function that reads it when it is requested. */
export type OutputContent = string | Uint8Array | (() => Promise<Uint8Array>);
/** Outputs of a site by path: relative, forward slashes. */
export type Outputs = ReadonlyMap<string, OutputContent>;

export interface SentOutput {
  path: string;
  content: OutputContent;
  status: 200 | 404;
  /** Forbids caching, because the content contains a secret of this process. Default false. */
  secret?: boolean;
}

interface Prepared {
  content: OutputContent;
  bytes: Uint8Array;
  etag: string;
  encoded: Map<Encoding, Uint8Array>;
}

/** Minimum size in bytes for compression. Smaller responses do not become smaller on the wire. */
const MIN_COMPRESSED = 1024;
/** Size of the cache in bytes, without the compressed copies, which add about a third. */
const KEPT_BYTES = 32 * 2 ** 20;
const HASHED_ASSET = /^assets\/(?!~).*[.-][A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/;

/** Caches read and compressed content until the output changes. */
export function createResponder() {
  const cached = createLru<Prepared>(KEPT_BYTES, ({ bytes }) => bytes.byteLength);
  const prepare = async (path: string, content: OutputContent): Promise<Prepared> => {
    const known = cached.get(path);
    if (known?.content === content) return known;
    const bytes = typeof content === 'function' ? await content() : Buffer.from(content);
    const hash = hashOf(bytes).slice(0, 22);
    // Text has the same tag compressed and uncompressed, so the tag is weak.
    const etag = contentTypeOf(path).compressible ? `W/"${hash}"` : `"${hash}"`;
    const prepared = { content, bytes, etag, encoded: new Map() };
    cached.set(path, prepared);
    return prepared;
  };

  return {
    async send(
      request: IncomingMessage,
      response: ServerResponse,
      { path, content, status, secret = false }: SentOutput,
    ): Promise<void> {
      const prepared = await prepare(path, content);
      const { type, compressible } = contentTypeOf(path);
      response.setHeader('Content-Type', type);
      response.setHeader('ETag', prepared.etag);
      response.setHeader('Cache-Control', cacheControl(path, status, secret));
      if (compressible) response.setHeader('Vary', 'Accept-Encoding');
      if (status === 200 && isUnchanged(request.headers['if-none-match'], prepared.etag)) {
        response.writeHead(304).end();
        return;
      }
      let body = prepared.bytes;
      response.setHeader('Accept-Ranges', 'bytes');
      const range = status === 200 ? rangeOf(request, prepared) : undefined;
      if (range === 'unsatisfiable') {
        response.writeHead(416, { 'Content-Range': `bytes */${body.byteLength}`, 'Content-Length': 0 }).end();
        return;
      }
      if (range) {
        const part = body.subarray(range.start, range.end + 1);
        response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${body.byteLength}`);
        response.writeHead(206, { 'Content-Length': part.byteLength }).end(part);
        return;
      }
      if (compressible && body.byteLength >= MIN_COMPRESSED) {
        const encoding = negotiateEncoding(request.headers['accept-encoding'] as string | undefined);
        body = await encodeOnce(prepared, encoding);
        if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
      }
      response.writeHead(status, { 'Content-Length': body.byteLength });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  };
}

function rangeOf({ method, headers }: IncomingMessage, { bytes, etag }: Prepared): ReturnType<typeof readRange> {
  if (method !== 'GET') return undefined;
  const { range, 'if-range': validator } = headers;
  // A weak tag or a date does not guarantee identical bytes.
  if (validator !== undefined && (validator !== etag || etag.startsWith('W/'))) return undefined;
  return readRange(range, bytes.byteLength);
}

function cacheControl(path: string, status: SentOutput['status'], secret: boolean): string {
  if (secret) return 'no-store';
  return status === 200 && HASHED_ASSET.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function encodeOnce({ bytes, encoded }: Prepared, encoding: Encoding): Promise<Uint8Array> {
  const known = encoded.get(encoding);
  if (known) return known;
  const body = await encode(bytes, encoding);
  encoded.set(encoding, body);
  return body;
}

function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque);
}

type Encoding = 'br' | 'gzip' | 'identity';

/** Returns the preferred encoding of an `Accept-Encoding` header. Ties go to the encoding with the smaller output. */
function negotiateEncoding(header: string | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    if (name !== '') weights.set(name, weight ? Number(weight.slice(2)) || 0 : 1);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const br = weightOf('br');
  const gz = weightOf('gzip');
  if (br > 0 && br >= gz) return 'br';
  return gz > 0 ? 'gzip' : 'identity';
}

/** Compresses content with the settings that static hosts use on the fly. */
async function encode(content: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'gzip') return promisify(gzip)(content);
  if (encoding === 'br') return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return content;
}

interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns undefined if the whole file must be sent: for other units, several ranges, or an invalid range.
 * `unsatisfiable` means that the range begins after the end of the file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
