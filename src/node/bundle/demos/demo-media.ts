import fs from 'node:fs';
import path from 'node:path';
import type { Site } from '../../project/config/types.ts';
import { svgComponent } from '../esbuild/file-imports.ts';
import type { GraphFile } from './demo-graph.ts';

const MEDIA: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** Returns the content or the `data:` URL of each file that scripts import, by `./name`. */
export function mediaOf(files: GraphFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ name, filePath, wanted }) => {
      if (wanted === 'raw') return [[`./${name}`, fs.readFileSync(filePath, 'utf8')]];
      const extension = path.extname(filePath).slice(1);
      const isMedia = Object.hasOwn(MEDIA, extension);
      return wanted === 'url' || (isMedia && !wanted) ? [[`./${name}`, dataUrl(filePath)]] : [];
    }),
  );
}

function dataUrl(filePath: string): string {
  const type = MEDIA[path.extname(filePath).slice(1)] ?? 'application/octet-stream';
  return `data:${type};base64,${fs.readFileSync(filePath).toString('base64')}`;
}

/** Returns the modules of data files, and of pictures that are imported as components, by name. */
export async function componentsOf(files: GraphFile[], site: Site): Promise<Record<string, string>> {
  const made = await Promise.all(
    files.map(async ({ name, filePath, wanted }): Promise<[string, string][]> => {
      if (wanted === 'site-data') return [[name, (await site.data?.read(filePath))?.code ?? '']];
      if (wanted !== 'svg-component' && wanted !== 'svg-both') return [];
      const url = wanted === 'svg-both' ? dataUrl(filePath) : undefined;
      return [[name, (await svgComponent(site, filePath, { url })) ?? '']];
    }),
  );
  return Object.fromEntries(made.flat());
}
