import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import zlib from 'node:zlib';

/** Size of a header in a tar archive. The sizes of entries are multiples of it. */
const BLOCK = 512;

/** Returns a TTF font with letters, from the package of the tests' browser. */
export async function readFont(): Promise<Uint8Array> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const folder = main.slice(0, main.lastIndexOf('chromium') + 'chromium'.length);
  const tar = zlib.brotliDecompressSync(await fs.readFile(path.join(folder, 'bin/fonts.tar.br')));
  for (let start = 0; start + BLOCK < tar.length; ) {
    const name = tar.toString('utf8', start, start + 100).replace(/\0.*/s, '');
    const size = Number.parseInt(tar.toString('utf8', start + 124, start + 136), 8) || 0;
    if (name.endsWith('OpenSans-Bold.ttf')) return tar.subarray(start + BLOCK, start + BLOCK + size);
    start += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  throw new Error('The browser brings another font');
}
