import fs from 'node:fs/promises';
import path from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { contentHash } from '../../base/hash.ts';

/** Extensions of files that scripts and style sheets can import as a URL. */
const EXTENSIONS = 'png jpg jpeg gif webp avif svg ico woff woff2 ttf eot otf mp4 webm mp3'.split(' ');
export const ASSET: RegExp = new RegExp(`\\.(${EXTENSIONS.join('|')})$`);

/** Returns the same loader for each asset, by file extension (with the dot). */
export function assetLoaders(loader: Loader): Record<string, Loader> {
  return Object.fromEntries(EXTENSIONS.map((extension) => [`.${extension}`, loader]));
}

export type PublishFile = (filePath: string) => Promise<string>;

/** `publicPath` is the URL of the assets folder. `files` collects the content by file name. */
export function createPublisher(publicPath: string, files: Map<string, Uint8Array> = new Map()): PublishFile {
  return async (filePath) => {
    const bytes = await fs.readFile(filePath);
    const { name, ext } = path.parse(filePath);
    const output = `${name}-${contentHash(bytes)}${ext}`;
    files.set(output, bytes);
    return `${publicPath}/${encodeURIComponent(output)}`;
  };
}

/** Publishes assets. The URL is the same in the browser and on the server. `others`: extensions with a configured loader. */
export function assetsPlugin(publish: PublishFile, others: string[] = []): Plugin {
  return {
    name: 'assets',
    setup(build) {
      build.onLoad({ filter: ASSET }, async ({ path: filePath }) =>
        others.includes(path.extname(filePath))
          ? undefined
          : { contents: JSON.stringify(await publish(filePath)), loader: 'json' },
      );
    },
  };
}
