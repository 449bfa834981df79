import { withBase } from '../../shared/base-url.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { outputPathOf } from '../../shared/route-path.ts';
import { integrityOf } from '../base/hash.ts';
import type { LoadedSite } from '../content/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { addressOf, NOT_LISTED } from './address.ts';

/** Keeps the query and the hash of the address, which a refresh would lose. */
const SCRIPT = 'location.replace(document.links[0].href+location.search+location.hash)';

/** Returns the outputs for former addresses: a page for each, which redirects even without a script. */
export function redirectPages(loaded: LoadedSite, config: ResolvedConfig): Map<string, () => string> {
  const outputs = new Map<string, () => string>();
  const { redirects, pages } = loaded;
  const byRoute = new Map(pages.map((page) => [page.routePath, page]));
  for (const { from, to } of redirects) {
    const page = byRoute.get(to);
    if (page) outputs.set(outputOf(from), () => stub({ title: page.title, lang: page.frontmatter.lang, to }, config));
  }
  return outputs;
}

function outputOf(from: string): string {
  return /\.html?$/.test(from) ? from.slice(1) : outputPathOf(from);
}

function hrefOf(route: string, { base }: ResolvedConfig): string {
  return encodeURI(withBase(base, route));
}

function stub({ title, lang, to }: { title: string; lang?: string; to: string }, config: ResolvedConfig): string {
  const href = escapeHtml(hrefOf(to, config));
  const { sitemap } = config;
  const canonical = sitemap ? escapeHtml(addressOf(to, config)) : href;
  const policy = `default-src 'none'; script-src '${integrityOf(SCRIPT)}'; base-uri 'none'`;
  return [
    `<!doctype html><html lang="${escapeHtml(lang ?? config.defaultLocale)}"><head><meta charset="utf-8">`,
    config.csp === false ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`,
    `${NOT_LISTED}<link rel="canonical" href="${canonical}">`,
    `<meta http-equiv="refresh" content="0; url=${href}"></head>`,
    `<body><p><a href="${href}">${escapeHtml(title)}</a></p><script>${SCRIPT}</script></body></html>`,
  ].join('');
}
