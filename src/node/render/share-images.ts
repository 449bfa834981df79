import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Resvg from '@resvg/resvg-js';
import { escapeHtml } from '../../shared/escape-html.ts';
import { ASSETS_DIR } from '../base/browser-scripts.ts';
import { contentHash } from '../base/hash.ts';
import type { SourcePage } from '../content/types.ts';
import type { Site } from '../project/config/types.ts';
import type { Cache } from '../store/cache.ts';

/** Size of an image in pixels, as social networks require it. */
export const SHARE_IMAGE = { width: 1200, height: 630 };
/** Margin around the text, and font size of the title, in pixels. */
const MARGIN = 80;
const TITLE_SIZE = 76;
const MOST_LINES = 4;
/** Approximate width of a letter relative to its height: Latin letters, and full-width letters. */
const WIDTH = { narrow: 0.56, wide: 1 };

/**
 * System fonts are not used, so that the bytes are the same on every machine. Sets `shareImage` on each page. Returns
 * an empty map if share images are not enabled.
 */
export async function drawShareImages(site: Site, pages: SourcePage[], cache: Cache): Promise<Map<string, Uint8Array>> {
  const { shareImages, themeConfig } = site.config;
  if (!shareImages) return new Map();
  const { font } = shareImages;
  const titles = [...new Set(pages.map(({ title }) => title))];
  const drawings = titles.map((title) => drawingOf(title, themeConfig));
  const pictures = await cache.remember('share-images', [drawings, font], async () => {
    const { renderAsync } = await importRenderer(site);
    const options = { font: { loadSystemFonts: false, fontFiles: [font] } };
    const result = await Promise.all(
      drawings.map(async (drawing) => new Uint8Array((await renderAsync(drawing, options)).asPng())),
    );
    return { result, files: [font] };
  });
  const outputs = pictures.map((bytes) => `${ASSETS_DIR}/share-${contentHash(bytes)}.png`);
  const byTitle = new Map(titles.map((title, index) => [title, outputs[index] ?? '']));
  for (const page of pages) page.shareImage = byTitle.get(page.title);
  return new Map(pictures.map((bytes, index) => [outputs[index] ?? '', bytes]));
}

/** The check of the configuration ensures that the package is installed in one of the two folders. */
async function importRenderer({ root, projectRoot }: Site): Promise<typeof Resvg> {
  const folder = [root, projectRoot].map((from) => createRequire(path.join(from, 'package.json')));
  for (const require of folder) {
    try {
      const module = await import(pathToFileURL(require.resolve('@resvg/resvg-js')).href);
      return module.default ?? module;
    } catch {
      // The package is not installed there.
    }
  }
  throw new Error('@resvg/resvg-js cannot be loaded');
}

function drawingOf(title: string, { name, brand = '#0b6b57', rtl }: Site['config']['themeConfig']): string {
  const { width, height } = SHARE_IMAGE;
  const lines = linesOf(title, (width - 2 * MARGIN) / TITLE_SIZE);
  const x = rtl ? width - MARGIN : MARGIN;
  const anchor = rtl ? ' text-anchor="end"' : '';
  const text = (y: number, size: number, colour: string, content: string): string =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}"${anchor}>${escapeHtml(content)}</text>`;
  const top = (height - MARGIN / 2 - (lines.length - 1) * TITLE_SIZE * 1.2) / 2 + TITLE_SIZE * 0.35;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-weight="700">`,
    `<rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="20" fill="${brand}"/>`,
    ...lines.map((line, index) => text(top + index * TITLE_SIZE * 1.2, TITLE_SIZE, '#16181d', line)),
    ...(name === title ? [] : [text(height - MARGIN, 36, '#565d6b', name)]),
    '</svg>',
  ].join('');
}

/** The width is relative to the font size. Breaks are between words in languages that separate words. */
function linesOf(title: string, width: number): string[] {
  const lines = [''];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(title)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && widthOf(line + segment) > width) lines.push(segment.trimStart());
    else lines[lines.length - 1] = line + segment;
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]?.trimEnd()}…`];
}

function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u1100' ? WIDTH.wide : WIDTH.narrow), 0);
}
