import type { Element } from 'hast';
import { describeBlocked, isAllowed, policySources } from '../../project/csp.ts';
import { requestedAddresses } from '../../project/requested-addresses.ts';
import { type FileContext, locateIn } from '../context.ts';
import type { HastContent } from '../nodes.ts';

/** Content security policy directives for resources that a browser loads, by `element attribute`. */
const DIRECTIVES: Record<string, string> = {
  'img src': 'img-src',
  'img srcset': 'img-src',
  'source src': 'media-src',
  'source srcset': 'img-src',
  'video src': 'media-src',
  'video poster': 'img-src',
  'audio src': 'media-src',
  'track src': 'media-src',
  'iframe src': 'frame-src',
  'embed src': 'object-src',
  'object data': 'object-src',
};

/** CD507, once per page for each host and directive. The most common case is an `http:` URL of an image or a badge. */
export function checkBlocked(
  node: HastContent,
  name: string,
  attributes: Record<string, unknown>,
  context: FileContext,
): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    const lower = attribute.toLowerCase();
    const directive = DIRECTIVES[`${name} ${lower}`];
    if (directive === undefined || typeof value !== 'string') continue;
    const addresses = lower === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s/)[0] ?? '') : [value];
    for (const address of addresses) reportBlocked(node, address, directive, context);
  }
}

export function checkStyle(node: Element, context: FileContext): void {
  const text = node.children.map((child) => ('value' in child ? child.value : '')).join('');
  for (const { offset, length, directive } of requestedAddresses(text, true))
    reportBlocked(node, text.slice(offset, offset + length), directive, context);
}

function reportBlocked(node: HastContent, address: string, directive: string, context: FileContext): void {
  if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, 'https://site.invalid')) return;
  const url = new URL(address, 'https://site.invalid');
  const { site, out } = context.page;
  const sources = policySources(site.config, { inline: [], runsCode: true });
  if (!sources || isAllowed(sources, directive, url)) return;
  const https = new URL(url.href.replace(/^http:/, 'https:'));
  const secure = isAllowed(sources, directive, https) ? https.origin : undefined;
  const diagnostic = describeBlocked(directive, url, { secure, location: locateIn(context, node, address) });
  const isKnown = out.diagnostics.some(({ code, text, notes }) => {
    return code === diagnostic.code && text === diagnostic.text && String(notes) === String(diagnostic.notes);
  });
  if (!isKnown) out.diagnostics.push(diagnostic);
}
