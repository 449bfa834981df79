import { dirname, join, resolve } from 'node:path';
import type { Element } from 'hast';
import { isExternal, isSafeUrl, withBase } from '../../../shared/base-url.ts';
import { isInside } from '../../files/paths.ts';
import { type FileContext, locateIn, report } from '../context.ts';
import { decodeUri } from '../parse/decode-uri.ts';
import { addAsset } from './add-asset.ts';
import { type FileReference, findFile, isFile, missingSeverity } from './find-file.ts';
import { imageSize } from './image-size.ts';

/** Resolves the files of an image or another medium; an image is loaded late and gets its size, against jumps. */
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

/** An empty address is that of the page itself, which is no picture. */
function reportEmpty(node: Element, context: FileContext): void {
  report(context, missingSeverity(context), {
    code: 'CD316',
    text: `The ${node.tagName === 'img' ? 'image' : node.tagName} has no address`,
    at: locateIn(context, node, ''),
    notes: ['Write the path of a file between its brackets or quotes, such as `./picture.png`'],
  });
}

function resolveFile(url: string, node: Element, context: FileContext): { href: string; bytes?: Buffer } | undefined {
  if (isExternal(url) || !isSafeUrl(url)) return undefined;
  const path = decodeUri(url.replace(/[?#].*$/s, ''));
  const severity = missingSeverity(context);
  const reference: FileReference = { what: 'Image', code: 'CD316', specifier: url, node, severity };
  if (!path.startsWith('/')) {
    const found = findFile(resolve(dirname(context.file.filePath), path), reference, context);
    return found === undefined ? undefined : addAsset(found, context);
  }
  const { publicDir, base } = context.page.site.config;
  const file = join(publicDir, path);
  if (isInside(publicDir, file) && isFile(file)) return { href: withBase(base, url) };
  report(context, severity, {
    code: 'CD316',
    text: `Image \`${url}\` does not exist in the public folder`,
    at: locateIn(context, node, url),
    notes: ['A path that begins with `/` is looked for in `publicDir`; write `./` for a file beside the page'],
  });
  return undefined;
}
