import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { withoutBase } from '../../../shared/base-url.ts';
import { hashOf } from '../../base/hash.ts';
import { decodeEntities } from '../../base/html-text.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { Cache } from '../../store/cache.ts';
import { pageDataIn } from '../check/screenshots/other-screenshots.ts';

/** Types of pages: the home page, pages with demos, and all other pages. */
export type PageType = 'home' | 'demo' | 'text';

/** A page of a built site. */
export interface MeasuredPage {
  type: PageType;
  /** Bytes of the page with its scripts and style sheets, each compressed with Brotli. */
  size: number;
  /** Number of words in the page's text. Undefined if the site has no Markdown versions of its pages. */
  words?: number;
  text?: string;
}

/** Returns a function that measures the pages of a built site by route. Sites share the cache of compressed sizes. */
export function createPageMeter(cache: Cache) {
  const known = new Map<string, number>();
  const sizeOf = async (hash: string, bytes: Buffer): Promise<number> =>
    known.get(hash) ?? (await compress(bytes)).length;
  return async (outputs: Outputs, base: string): Promise<Map<string, MeasuredPage>> => {
    const files = new Map<string, Promise<MeasuredFile>>();
    const read = (output: string): Promise<MeasuredFile> => {
      const file = files.get(output) ?? readFrom(outputs, output).then((bytes) => ({ bytes, hash: hashOf(bytes) }));
      files.set(output, file);
      return file;
    };
    const pages = await Promise.all(
      Array.from(outputs.keys(), async (output) => {
        const [, folder] = /^(?![~.])((?:.*\/)?)index\.html$/.exec(output) ?? [];
        if (folder === undefined) return [];
        const page = await read(output);
        const html = String(page.bytes);
        const loaded = loadedFiles(html, base).filter((file) => outputs.has(file));
        const parts = [page, ...(await Promise.all(loaded.map(read)))];
        return [{ route: `/${folder.replace(/\/$/, '')}`, type: typeOf(html), parts }];
      }),
    );
    const contents = new Map(pages.flat().flatMap(({ parts }) => parts.map(({ hash, bytes }) => [hash, bytes])));
    const sizes = await cache.remember('compressed-sizes', [...contents.keys()].sort(), async () => ({
      result: new Map(
        await Promise.all(Array.from(contents, async ([hash, bytes]) => [hash, await sizeOf(hash, bytes)] as const)),
      ),
      files: [],
    }));
    for (const [hash, size] of sizes) known.set(hash, size);
    return new Map(
      await Promise.all(
        pages.flat().map(async ({ route, type, parts }): Promise<[string, MeasuredPage]> => {
          const size = parts.reduce((sum, { hash }) => sum + (sizes.get(hash) ?? 0), 0);
          const twin = route === '/' ? 'index.md' : `${route.slice(1)}.md`;
          if (!outputs.has(twin)) return [route, { type, size }];
          const text = String(await readFrom(outputs, twin));
          return [route, { type, size, text, words: text.split(/\s+/).filter(Boolean).length }];
        }),
      ),
    );
  };
}

const compress = promisify<Buffer, Buffer>(brotliCompress);

interface MeasuredFile {
  bytes: Buffer;
  hash: string;
}

/** Returns the content of a file. Empty if the file does not exist. */
async function readFrom(outputs: Outputs, output: string): Promise<Buffer> {
  const content = outputs.get(output);
  return Buffer.from(content === undefined ? '' : typeof content === 'function' ? await content() : content);
}

/** Returns the output paths of a page's scripts and style sheets. */
export function loadedFiles(html: string, base: string): string[] {
  const urls = html.matchAll(/\s(?:src|href)="([^"]+\.(?:js|css))"/g);
  return [...new Set(Array.from(urls, ([, url = '']) => (withoutBase(base, decodeEntities(url)) ?? '').slice(1)))];
}

function typeOf(html: string): PageType {
  const { hero, demos = {} } = pageDataIn(html);
  return hero ? 'home' : Object.keys(demos).length > 0 ? 'demo' : 'text';
}
