import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { withBase } from '../../../shared/base-url.ts';
import { hexHash } from '../../base/hash.ts';
import type { FileContext } from '../context.ts';

function assetPath(filePath: string, bytes: Buffer): string {
  const extension = extname(filePath);
  const name = basename(filePath, extension).replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const hash = hexHash(bytes, 8);
  return `assets/${name}.${hash}${extension}`;
}

/** Returns its URL and content. */
export function addAsset(filePath: string, context: FileContext): { href: string; bytes: Buffer } {
  const { out, site } = context.page;
  const bytes = readFileSync(filePath);
  const output = assetPath(filePath, bytes);
  if (!out.assets.some((asset) => asset.output === output)) out.assets.push({ filePath, output });
  if (!out.dependencies.includes(filePath)) out.dependencies.push(filePath);
  return { href: withBase(site.config.base, `/${encodeURI(output)}`), bytes };
}
