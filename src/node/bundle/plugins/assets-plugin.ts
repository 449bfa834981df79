import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { contentHash } from '../../base/hash.ts';

/** Matches files that a script can import as a URL. */
const ASSET = /\.(png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|eot|otf|mp4|webm|mp3)$/;

export type PublishFile = (filePath: string) => Promise<string>;

/** `publicPath`: URL of the assets folder. `files` receives the bytes by file name. */
export function createPublisher(publicPath: string, files: Map<string, Uint8Array> = new Map()): PublishFile {
  return async (filePath) => {
    const bytes = await fs.readFile(filePath);
    const { name, ext } = path.parse(filePath);
    const output = `${name}-${contentHash(bytes)}${ext}`;
    files.set(output, bytes);
    return `${publicPath}/${encodeURIComponent(output)}`;
  };
}

/** The URL is the same for browser and server. `others`: file extensions with a configured loader. */
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
