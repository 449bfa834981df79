import type { Element } from 'hast';
import { isSafeUrl } from '../../../shared/base-url.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import { describeBlocked, isAllowed, policySources } from '../../project/csp.ts';
import { requestedUrls } from '../../project/requested-urls.ts';
import { type FileContext, locateIn, report } from '../context.ts';
import type { HastContent } from '../nodes.ts';
import { decodeUri } from '../parse/decode-uri.ts';

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

function checkTag(node: HastContent, name: string, attributes: Record<string, unknown>, context: FileContext): void {
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

/** Reports blocked URLs (CD507), once per page for each host and directive. Most are `http:` URLs of images or badges. */
function checkBlocked(
  node: HastContent,
  name: string,
  attributes: Record<string, unknown>,
  context: FileContext,
): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    const lower = attribute.toLowerCase();
    const directive = DIRECTIVES[`${name} ${lower}`];
    if (directive === undefined || typeof value !== 'string') continue;
    const urls = lower === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s/)[0] ?? '') : [value];
    for (const written of urls) reportBlocked(node, written, directive, context);
  }
}

function checkStyle(node: Element, context: FileContext): void {
  const text = node.children.map((child) => ('value' in child ? child.value : '')).join('');
  for (const { offset, length, directive } of requestedUrls(text, true))
    reportBlocked(node, text.slice(offset, offset + length), directive, context);
}

function reportBlocked(node: HastContent, written: string, directive: string, context: FileContext): void {
  if (!/^(?:https?:)?\/\//i.test(written) || !URL.canParse(written, 'https://site.invalid')) return;
  const url = new URL(written, 'https://site.invalid');
  const { site, out } = context.page;
  const sources = policySources(site.config, { inline: [], runsCode: true });
  if (!sources || isAllowed(sources, directive, url)) return;
  const https = new URL(url.href.replace(/^http:/, 'https:'));
  const secure = isAllowed(sources, directive, https) ? https.origin : undefined;
  const diagnostic = describeBlocked(directive, url, { secure, location: locateIn(context, node, written) });
  const isKnown = out.diagnostics.some(({ code, text, notes }) => {
    return code === diagnostic.code && text === diagnostic.text && String(notes) === String(diagnostic.notes);
  });
  if (!isKnown) out.diagnostics.push(diagnostic);
}

/** Attributes with expressions and spreads are not checked. */
export function checkJsx(
  node: Extract<HastContent, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>,
  context: FileContext,
): void {
  const written = node.attributes.filter((attribute) => attribute.type === 'mdxJsxAttribute');
  const attributes = Object.fromEntries(written.map(({ name, value }) => [name, value]));
  checkTag(node, node.name ?? '', attributes, context);
  checkAttributes(node, attributes, context);
  checkBlocked(node, node.name ?? '', attributes, context);
}
