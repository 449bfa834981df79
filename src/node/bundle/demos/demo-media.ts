/** Pictures, fonts and texts that demos import, as the frame of edited demos and exported projects have them. */
import fs from 'node:fs';
import path from 'node:path';
import type { Site } from '../config/types.ts';
import type { GraphFile } from './demo-graph.ts';
import { svgComponent } from './svg-component.ts';

const MEDIA: Record<string, string> = {
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** Texts and `data:` URLs of files that scripts import, by `./name`. */
export function mediaOf(files: GraphFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ name, filePath, wanted }) => {
      if (wanted === 'raw') return [[`./${name}`, fs.readFileSync(filePath, 'utf8')]];
      const extension = path.extname(filePath).slice(1);
      const isMedia = extension in MEDIA || /^(png|jpeg|gif|webp|avif)$/.test(extension);
      return wanted === 'url' || (isMedia && !wanted) ? [[`./${name}`, dataUrl(filePath)]] : [];
    }),
  );
}

function dataUrl(filePath: string): string {
  const extension = path.extname(filePath).slice(1);
  const isImage = /^(png|jpeg|gif|webp|avif)$/.test(extension);
  const type = MEDIA[extension] ?? (isImage ? `image/${extension}` : 'application/octet-stream');
  return `data:${type};base64,${fs.readFileSync(filePath).toString('base64')}`;
}

/** Pictures that are imported as components, as modules. */
export async function componentsOf(files: GraphFile[], site: Site): Promise<Record<string, string>> {
  const made = await Promise.all(
    files.map(async ({ name, filePath, wanted }): Promise<[string, string][]> => {
      if (wanted !== 'svg-component' && wanted !== 'svg-both') return [];
      const url = wanted === 'svg-both' ? dataUrl(filePath) : undefined;
      return [[name, (await svgComponent(site, filePath, { url })) ?? '']];
    }),
  );
  return Object.fromEntries(made.flat());
}
