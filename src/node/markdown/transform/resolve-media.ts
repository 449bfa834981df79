import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Element } from 'hast';
import { imageSize as readHeader } from 'image-size';
import { isExternal, isSafeUrl, withBase } from '../../../shared/base-url.ts';
import { isInside } from '../../base/files/paths.ts';
import { hexHash } from '../../base/hash.ts';
import { type FileContext, locateIn, report } from '../context.ts';
import { decodeUri } from '../parse/decode-uri.ts';
import { type FileReference, findFile, isFile, missingSeverity } from './find-file.ts';

interface ImageSize {
  width: number;
  height: number;
}

/** First orientation value of images that are stored sideways, which browsers rotate. */
const FIRST_TURNED = 5;

/** Returns the size of an image as browsers show it, read from its header; undefined if the size is unknown. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    const { width, height, orientation = 1 } = readHeader(bytes);
    if (!(width > 0 && height > 0)) return undefined;
    const size = { width: Math.round(width), height: Math.round(height) };
    return orientation < FIRST_TURNED ? size : { width: size.height, height: size.width };
  } catch {
    // Not an image, or an unsupported format: it is shown without a size.
    return undefined;
  }
}

/** Resolves the files of an image or another medium. Images are loaded lazily, and get their size to prevent layout shifts. */
export function resolveMedia(node: Element, context: FileContext): undefined {
  const { properties } = node;
  for (const name of ['src', 'poster'] as const) {
    const value = properties[name];
    if (typeof value !== 'string') continue;
    if (value.trim() === '') {
      reportEmpty(node, context);
      continue;
    }
    const file = resolveFile(value, node, context);
    if (!file) continue;
    properties[name] = file.href;
    if (node.tagName !== 'img' || !file.bytes || 'width' in properties || 'height' in properties) continue;
    Object.assign(properties, imageSize(file.bytes));
  }
  for (const name of ['srcSet', 'srcset'] as const) {
    const candidates = properties[name];
    if (typeof candidates !== 'string') continue;
    if (candidates.trim() === '') reportEmpty(node, context);
    properties[name] = candidates.replace(/(^|,)(\s*)([^\s,]+)/g, (_, comma: string, space: string, url: string) => {
      return comma + space + (resolveFile(url, node, context)?.href ?? url);
    });
  }
  if (node.tagName === 'img') properties.loading ??= 'lazy';
}

/** Reports an empty URL, which would load the page itself. */
function reportEmpty(node: Element, context: FileContext): void {
  const location = { at: locateIn(context, node, ''), severity: missingSeverity(context) };
  report(context, 'image-without-url', { element: node.tagName }, location);
}

function resolveFile(url: string, node: Element, context: FileContext): { href: string; bytes?: Buffer } | undefined {
  if (isExternal(url) || !isSafeUrl(url)) return undefined;
  const path = decodeUri(url.replace(/[?#].*$/s, ''));
  const severity = missingSeverity(context);
  const reference: FileReference = { what: 'Image', missing: 'missing-image', specifier: url, node, severity };
  if (!path.startsWith('/')) {
    const found = findFile(resolve(dirname(context.file.filePath), path), reference, context);
    return found === undefined ? undefined : addAsset(found, context);
  }
  const { publicDir, base } = context.page.site.config;
  const file = join(publicDir, path);
  if (isInside(publicDir, file) && isFile(file, context)) return { href: withBase(base, url) };
  const data = { what: 'Image', specifier: url, inPublicFolder: true } as const;
  report(context, 'missing-image', data, { at: locateIn(context, node, url), severity });
  return undefined;
}

function assetPath(filePath: string, bytes: Buffer): string {
  const extension = extname(filePath);
  const name = basename(filePath, extension).replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const hash = hexHash(bytes, 8);
  return `assets/${name}.${hash}${extension}`;
}

export function addAsset(filePath: string, context: FileContext): { href: string; bytes: Buffer } {
  const { out, site } = context.page;
  const bytes = readFileSync(filePath);
  const output = assetPath(filePath, bytes);
  if (!out.assets.some((asset) => asset.output === output)) out.assets.push({ filePath, output });
  if (!out.dependencies.includes(filePath)) out.dependencies.push(filePath);
  return { href: withBase(site.config.base, `/${encodeURI(output)}`), bytes };
}
