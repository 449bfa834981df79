import fs from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { contentHash } from '../../base/content-hash.ts';

/** Endings of files that a script can import for their URL. */
const ASSET = /\.(png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|eot|otf|mp4|webm|mp3)$/;

/** Publishes a file that a script wants the URL of, and gives that URL; its name is made from its bytes. */
export type PublishFile = (filePath: string) => Promise<string>;

/**
 * Creates the publisher of a bundle's files.
 *
 * @param publicPath URL of the folder of assets
 * @param files receives the bytes by file name
 */
export function createPublisher(publicPath: string, files: Map<string, Uint8Array> = new Map()): PublishFile {
  return async (filePath) => {
    const bytes = await fs.readFile(filePath);
    const { name, ext } = path.parse(filePath);
    const output = `${name}-${contentHash(bytes)}${ext}`;
    files.set(output, bytes);
    return `${publicPath}/${encodeURIComponent(output)}`;
  };
}

/**
 * Gives `import url from './logo.svg'` the file's final URL, the same in the browser's bundle and in the server's.
 *
 * @param others endings that the project has a loader of its own for
 */
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
