import type { Element } from 'hast';
import { isSafeUrl } from '../../../shared/base-url.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import { type FileContext, locateIn, report } from '../context.ts';
import type { HastContent } from '../nodes.ts';
import { decodeUri } from '../parse/decode-uri.ts';
import { checkBlocked, checkStyle } from './blocked-media.ts';

const URL_ATTRIBUTES = new Set(
  'href src to link url action formaction poster data xlinkhref xlink:href srcset ping background cite longdesc manifest'.split(
    ' ',
  ),
);

type Refused = DataOf<'forbidden-element'>['refused'];

/** Elements that run scripts, hide markup from these checks, change the URLs or the policy of the document, or animate URLs. */
const REFUSED: Record<string, string | ((attributes: Record<string, unknown>) => Refused | undefined)> = {
  script: '<script>',
  template: '<template>',
  base: '<base>',
  iframe: ({ srcdoc }) => (srcdoc === undefined ? undefined : '<iframe srcdoc>'),
  meta: (attributes) => ('http-equiv' in attributes || 'httpequiv' in attributes ? '<meta http-equiv>' : undefined),
  animate: animated,
  set: animated,
};

function animated({ attributename }: Record<string, unknown>): Refused | undefined {
  return /(?:^|:)href$/i.test(String(attributename)) ? { animated: String(attributename) } : undefined;
}

/** Reports forbidden elements, `on…` attributes (the site's policy blocks them), unsafe URLs, and URLs that the policy blocks. */
export function checkElement(node: Element, context: FileContext): void {
  checkTag(node, node.tagName, node.properties, context);
  checkAttributes(node, node.properties, context);
  checkBlocked(node, node.tagName, node.properties, context);
  if (node.tagName === 'style') checkStyle(node, context);
}

export function checkTag(
  node: HastContent,
  name: string,
  attributes: Record<string, unknown>,
  context: FileContext,
): void {
  const rule = ownValue(REFUSED, name);
  const byName = Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]);
  const refused = typeof rule === 'function' ? rule(Object.fromEntries(byName)) : rule;
  if (refused === undefined) return;
  report(context, 'forbidden-element', { refused }, { at: node.position?.start, length: name.length + 1 });
}

/** Reports unsafe URLs and `on…` attributes, also of components. */
export function checkAttributes(node: HastContent, attributes: Record<string, unknown>, context: FileContext): void {
  for (const [name, value] of Object.entries(attributes)) {
    const lower = name.toLowerCase();
    if (lower.startsWith('on') && typeof value === 'string') reportHandler(node, name, context);
    if (!URL_ATTRIBUTES.has(lower) || typeof value !== 'string') continue;
    const urls =
      lower === 'srcset' ? value.split(',').map((candidate) => candidate.trim().split(/\s/)[0] ?? '') : [value];
    for (const url of urls) if (!isSafe(url)) reportUrl(node, url, context);
  }
}

function reportHandler(node: HastContent, name: string, context: FileContext): void {
  report(context, 'inline-handler', { attribute: name.toLowerCase() }, { at: locateIn(context, node, name) });
}

/** Browsers strip control characters, Markdown encodes them, and no legitimate URL contains them. */
function isSafe(url: string): boolean {
  return isSafeUrl(url.replace(/%(?:[01][\da-f]|20|7f)/gi, decodeUri));
}

function reportUrl(node: HastContent, url: string, context: FileContext): void {
  report(context, 'unsafe-url', { url, where: 'page' }, { at: locateIn(context, node, url) });
}
