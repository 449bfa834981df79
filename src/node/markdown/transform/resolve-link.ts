import { dirname, join, resolve } from 'node:path';
import type { Element } from 'hast';
import { isExternal, isSafeUrl, withBase, withoutBase } from '../../../shared/base-url.ts';
import { CHANGES_ROUTE } from '../../../shared/page-data.ts';
import { isBelow, normalizeRoute } from '../../../shared/route-path.ts';
import { isInside } from '../../base/files/paths.ts';
import type { SourcePage } from '../../content/types.ts';
import { type FileContext, locateIn, report } from '../context.ts';
import { externalLink } from '../markdown.ts';
import type { Position } from '../nodes.ts';
import type { PageIndex } from '../page-index.ts';
import { decodeUri } from '../parse/decode-uri.ts';
import { type FileReference, findFile, isFile, isFolder, isInDocs, missingSeverity } from './find-file.ts';
import { addAsset } from './resolve-media.ts';

/** Parts of a URL. `query` and `hash` include their first character, or are empty; `path` is decoded. */
interface ParsedHref {
  path: string;
  query: string;
  hash: string;
}

/**
 * Links to pages get their route; files in the folders of pages are copied, others are linked in the repository.
 * External links open in a new tab.
 */
export function resolveLink(node: Element, context: FileContext): undefined {
  const { href } = node.properties;
  if (typeof href !== 'string' || !isSafeUrl(href)) return;
  const url = isExternal(href) ? href : resolveHref(href, node, context);
  // A dead link becomes plain text.
  if (url === undefined) delete node.properties.href;
  else node.properties.href = url;
  if (url === undefined || !isExternal(url)) return;
  const { className = [], ...attributes } = externalLink(url);
  const classes = [...listOf(node.properties.className), ...className];
  node.properties = { ...attributes, ...node.properties };
  if (classes.length > 0) node.properties.className = classes;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(/\s+/) : [];
}

/**
 * Returns the URL with base. Records links to pages, to check routes and anchors later. Returns undefined if the target
 * is missing, which is reported.
 */
export function resolveHref(href: string, node: { position?: Position }, context: FileContext): string | undefined {
  const parsed = parseHref(href);
  const { page } = context.page;
  if (parsed.path === '') {
    if (parsed.hash) record({ routePath: page.routePath, hash: parsed.hash }, href, node, context);
    return href;
  }
  if (parsed.path.startsWith('/')) return resolveAbsolute(parsed, href, node, context);
  const filePath = resolve(dirname(context.file.filePath), parsed.path);
  const reference: Omit<FileReference, 'what'> = {
    missing: 'missing-linked-file',
    specifier: href,
    node,
    severity: missingSeverity(context),
  };
  const known = pageOfFile(filePath, context.page.index);
  if (known?.tab) {
    // The ids of a tab start with its key.
    const hash = parsed.hash && `#${known.tab}-${parsed.hash.slice(1)}`;
    return toRoute(known.routePath, { ...parsed, query: parsed.query || `?tab=${known.tab}`, hash });
  }
  if (known) return toRoute(known.routePath, parsed);
  const isMarkdown = /\.mdx?$/.test(parsed.path);
  if (isFile(filePath, context)) {
    // Files in the folders of pages are copied; other files are linked in the repository.
    const belongs = !isMarkdown && isInDocs(filePath, context.page.site);
    const inRepository = belongs ? undefined : context.page.repositoryLink(filePath, 'file');
    if (inRepository !== undefined) return inRepository + parsed.hash;
    return isMarkdown ? void reportNotPage(href, node, context) : copy(filePath);
  }
  if (isMarkdown) return void findFile(filePath, { ...reference, what: 'Linked page' }, context);
  const routePath = relativeRoute(parsed.path, page);
  if (context.page.index.byRoute.has(routePath)) return toRoute(routePath, parsed);
  const folder = isFolder(filePath, context) ? context.page.repositoryLink(filePath, 'folder') : undefined;
  if (folder !== undefined) return folder;
  return /\.\w+$/.test(parsed.path) ? copy(filePath) : toRoute(routePath, parsed);

  function toRoute(route: string, { query, hash }: ParsedHref): string {
    record({ routePath: route, hash }, href, node, context);
    return withBase(context.page.site.config.base, route) + query + hash;
  }

  function copy(path: string): string | undefined {
    const found = findFile(path, { ...reference, what: 'Linked file' }, context);
    return found && addAsset(found, context).href + parsed.hash;
  }
}

function resolveAbsolute(
  parsed: ParsedHref,
  href: string,
  node: { position?: Position },
  context: FileContext,
): string {
  const { site, index } = context.page;
  const { base, publicDir } = site.config;
  const route = routeOfPath(parsed.path, { base, index });
  const file = join(publicDir, parsed.path);
  const isPublic = isInside(publicDir, file) && isFile(file, context);
  if (isPublic) return withBase(base, parsed.path) + parsed.query + parsed.hash;
  // Other built-in documents (demo shells, the list of pages) are generated later.
  if (!route.startsWith('/~') || isBelow(route, CHANGES_ROUTE))
    record({ routePath: route, hash: parsed.hash }, href, node, context);
  return withBase(base, route) + parsed.query + parsed.hash;
}

/** A page at the path as written has priority. */
export function routeOfPath(
  path: string,
  { base, index: { byRoute } }: { base: string; index: Pick<PageIndex, 'byRoute'> },
): string {
  const route = normalizeRoute(path);
  const withinBase = withoutBase(base, route);
  return !byRoute.has(route) && withinBase && byRoute.has(withinBase) ? withinBase : route;
}

function record(
  { routePath, hash }: { routePath: string; hash: string },
  href: string,
  node: { position?: Position },
  context: FileContext,
): void {
  // The text of the line is read only if the link is reported: a site has many links, and most are valid.
  const { lineText: _lineText, ...location } = locateIn(context, node, href);
  const severity = missingSeverity(context);
  context.page.out.links.push({ routePath, hash: decodeUri(hash.slice(1)), location, severity });
}

/** Returns the page of a Markdown file; the extension may be omitted. */
export function pageOfFile(
  filePath: string,
  { byFile }: Pick<PageIndex, 'byFile'>,
): ReturnType<PageIndex['byFile']['get']> {
  for (const file of queriedFiles(filePath)) {
    const found = byFile.get(file);
    if (found) return found;
  }
  return undefined;
}

function queriedFiles(filePath: string): string[] {
  return ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md'].map((ending) => filePath + ending);
}

export function relativeRoute(path: string, page: Pick<SourcePage, 'routePath'>): string {
  return normalizeRoute(new URL(encodeURI(path), `http://site${page.routePath}`).pathname);
}

/** The text of the link is kept. */
function reportNotPage(href: string, node: { position?: Position }, context: FileContext): void {
  report(context, 'link-to-non-page', { href }, { at: locateIn(context, node, href) });
}

export function parseHref(href: string): ParsedHref {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  return { path: decodeUri(path), query, hash };
}
