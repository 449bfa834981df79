import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { withoutBase } from '../../../shared/base-url.ts';
import { hashOf } from '../../base/hash.ts';
import { decodeEntities } from '../../base/html-text.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import { pageDataIn } from '../check/screenshots/other-screenshots.ts';

/** Types of pages: the home page, pages with demos, and all others. */
export type PageType = 'home' | 'demo' | 'text';

/** A page of a built site. */
export interface MeasuredPage {
  type: PageType;
  /** Bytes of the page with its scripts and style sheets, each compressed with Brotli. */
  size: number;
  /** Number of words of its text. Undefined if the site has no Markdown twins. */
  words?: number;
  text?: string;
}

/** Returns a function that measures the pages of a built site, by route. Files that sites share are compressed once. */
export function createPageMeter() {
  const sizes = new Map<string, Promise<number>>();
  const compressed = (bytes: Buffer): Promise<number> => {
    const hash = hashOf(bytes);
    const size = sizes.get(hash) ?? compress(bytes).then(({ length }) => length);
    sizes.set(hash, size);
    return size;
  };
  return (outputs: Outputs, base: string): Promise<Map<string, MeasuredPage>> =>
    measurePages(outputs, { base, compressed });
}

const compress = promisify<Buffer, Buffer>(brotliCompress);

interface Measuring {
  base: string;
  compressed: (bytes: Buffer) => Promise<number>;
}

async function measurePages(outputs: Outputs, { base, compressed }: Measuring): Promise<Map<string, MeasuredPage>> {
  const sizes = new Map<string, Promise<number>>();
  const read = async (output: string): Promise<Buffer | undefined> => {
    const content = outputs.get(output);
    return content === undefined ? undefined : Buffer.from(await contentOf(content));
  };
  const sizeOf = (output: string): Promise<number> => {
    const known = sizes.get(output) ?? read(output).then((bytes) => (bytes ? compressed(bytes) : 0));
    sizes.set(output, known);
    return known;
  };
  const pages = [...outputs.keys()].flatMap((output) => {
    const [, route] = /^(?![~.])((?:.*\/)?)index\.html$/.exec(output) ?? [];
    return route === undefined ? [] : [{ output, route: `/${route.replace(/\/$/, '')}` }];
  });
  const measured = await Promise.all(
    pages.map(async ({ output, route }): Promise<[string, MeasuredPage]> => {
      const html = String(await read(output));
      const sizes = await Promise.all([compressed(Buffer.from(html)), ...loadedFiles(html, base).map(sizeOf)]);
      const twin = await read(route === '/' ? 'index.md' : `${route.slice(1)}.md`);
      const text = twin === undefined ? undefined : String(twin);
      return [
        route,
        {
          type: typeOf(html),
          size: sizes.reduce((sum, size) => sum + size, 0),
          ...(text !== undefined && { text, words: text.split(/\s+/).filter(Boolean).length }),
        },
      ];
    }),
  );
  return new Map(measured);
}

/** Returns the scripts and style sheets of a page, as paths of outputs. */
export function loadedFiles(html: string, base: string): string[] {
  const urls = html.matchAll(/\s(?:src|href)="([^"]+\.(?:js|css))"/g);
  return [...new Set(Array.from(urls, ([, url = '']) => (withoutBase(base, decodeEntities(url)) ?? '').slice(1)))];
}

function typeOf(html: string): PageType {
  const { hero, demos = {} } = pageDataIn(html);
  return hero ? 'home' : Object.keys(demos).length > 0 ? 'demo' : 'text';
}

async function contentOf(content: NonNullable<ReturnType<Outputs['get']>>): Promise<string | Uint8Array> {
  return typeof content === 'function' ? await content() : content;
}
