import { withBase } from '../../shared/base-url.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { integrityOf } from '../base/hash.ts';
import { routesOf } from '../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { folderPathOf, NOT_LISTED, outputPathOf, routeOfFile, urlOf } from './page-url.ts';
import { aliasPages } from './version-aliases.ts';

/** Keeps the query and the hash of the URL, which a refresh would lose. */
const SCRIPT = 'location.replace(document.links[0].href+location.search+location.hash)';

/** Documents for former URLs and, on GitHub Pages, for URLs with a trailing slash. Each redirects even without a script. */
export function redirectPages(
  loaded: LoadedSite,
  config: ResolvedConfig,
  extra: Iterable<string>,
): Map<string, () => string> {
  const outputs = new Map<string, () => string>();
  const { redirects, pages } = loaded;
  const byRoute = new Map(pages.flatMap((page) => routesOf(page).map((route): [string, SourcePage] => [route, page])));
  const documents = new Set([...Array.from(byRoute.keys(), (route) => outputPathOf(route, config)), ...extra]);
  const add = (output: string, to: string): void => {
    const { title = to, frontmatter } = byRoute.get(to) ?? {};
    // A host may return `a.html` for `/a`, so the file that redirects from `/a.html` leads to `/a/`.
    const end = output === `${to.slice(1)}.html` ? '/' : '';
    outputs.set(output, () => stub({ title, lang: frontmatter?.lang, to, end }, config));
  };
  // The other hosts that return `a.html` for `/a` redirect `/a/` to `/a`.
  if (config.target === 'github-pages')
    for (const output of documents) {
      const route = routeOfFile(output);
      if (route !== undefined) add(folderPathOf(route), route);
    }
  for (const { from, to } of redirects) {
    const output = /\.html?$/.test(from) ? from.slice(1) : outputPathOf(from, config);
    // The document of the page `/a` may be `a.html`.
    if (byRoute.has(to) && !documents.has(output)) add(output, to);
  }
  for (const { from, to, title } of aliasPages(loaded)) {
    const output = folderPathOf(from);
    if (!documents.has(output)) outputs.set(output, () => stub({ title, to }, config));
  }
  return outputs;
}

function hrefOf(route: string, { base }: ResolvedConfig): string {
  return encodeURI(withBase(base, route));
}

function stub(
  { title, lang, to, end = '' }: { title: string; lang?: string; to: string; end?: string },
  config: ResolvedConfig,
): string {
  const href = escapeHtml(hrefOf(to, config) + end);
  const { sitemap } = config;
  const canonical = sitemap ? escapeHtml(urlOf(to, config)) : href;
  const head = `<link rel="canonical" href="${canonical}"><meta http-equiv="refresh" content="0; url=${href}">`;
  const body = `<p><a href="${href}">${escapeHtml(title)}</a></p>`;
  return plainDocument({ title, lang, head, body, script: SCRIPT }, config);
}

interface PlainDocument {
  title: string;
  lang?: string | undefined;
  /** HTML. */
  head?: string;
  body: string;
  script: string;
}

/** Returns a document without the theme that links to other documents, and is not listed. */
export function plainDocument(
  { title, lang, head = '', body, script }: PlainDocument,
  { csp, defaultLocale }: ResolvedConfig,
): string {
  const policy = `default-src 'none'; script-src '${integrityOf(script)}'; base-uri 'none'`;
  return [
    `<!doctype html><html lang="${escapeHtml(lang ?? defaultLocale)}"><head><meta charset="utf-8">`,
    csp === false ? '' : `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`,
    `${NOT_LISTED}${head}</head><body>${body}<script>${script}</script></body></html>`,
  ].join('');
}
