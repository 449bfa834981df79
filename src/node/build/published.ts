import fs from 'node:fs/promises';
import path from 'node:path';
import { withoutBase } from '../../shared/base-url.ts';
import { includesAnchor } from '../../shared/moved-anchors.ts';
import { createDiagnostic, failure } from '../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { nearestName } from '../base/diagnostics/did-you-mean.ts';
import { fetchText } from '../base/fetch-text.ts';
import { decodeEntities } from '../base/html-text.ts';
import { MARKER } from '../base/marker.ts';
import { successorOf } from '../content/redirects.ts';
import { routesOf, withTabs } from '../content/tabs.ts';
import type { LoadedSite, SourcePage } from '../content/types.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { isTableAnchor } from '../types/tables/anchors.ts';

/** Anchors by route. Routes from a list have no anchors. */
export type Published = ReadonlyMap<string, string[]>;

/** Omits the rows of generated tables, because rows may disappear, and the title's anchor, because the route itself leads to the title. */
export function anchorsByRoute(pages: SourcePage[], compiled: Map<string, CompiledPage>): Record<string, string[]> {
  const entries = pages.map((page): [string, string[]] => {
    const anchors = withTabs(page).flatMap(({ sourcePath }) => {
      const { anchors = [], titleAnchor } = compiled.get(sourcePath) ?? {};
      return anchors.filter((anchor) => anchor !== titleAnchor && !isTableAnchor(anchor));
    });
    return [page.routePath, [...new Set(anchors)].sort()];
  });
  return Object.fromEntries(entries);
}

/**
 * Reads the output folder or manifest of a build, a `sitemap.xml`, or a text file with one URL per line. Throws a
 * DiagnosticError (CD226).
 */
export async function readPublished(source: string, { root, config }: Site): Promise<Published> {
  const text = await readSource(source, root).catch((error: Error) => {
    throw unreadable(source, error.message);
  });
  const manifest = manifestOf(text, source);
  if (manifest) return manifest;
  const urls = /<(?:urlset|sitemapindex)\b/.test(text)
    ? [...text.matchAll(/<loc>\s*([^<]+?)\s*<\/loc>/g)].map(([, url = '']) => decodeEntities(url))
    : text.split(/\r?\n/).map((line) => line.trim());
  const routes = urls
    .filter((url) => url !== '' && !url.startsWith('#'))
    .map((url) => {
      const parsed = /^(?:https?:\/\/|\/)/.test(url) && parseUrl(url);
      if (!parsed) throw unreadable(source, `\`${url.slice(0, 80)}\` is not a URL`);
      const { pathname, hash } = parsed;
      return { route: withoutBase(config.base, decode(pathname)), url, anchor: decode(hash.slice(1)) };
    });
  const elsewhere = routes.find(({ route }) => route === undefined);
  if (elsewhere) throw unreadable(source, `\`${elsewhere.url}\` does not begin with the site's base, ${config.base}`);
  if (routes.length === 0) throw unreadable(source, 'it contains no URLs');
  const published = new Map<string, string[]>();
  for (const { route = '', anchor } of routes)
    published.set(route, [...(published.get(route) ?? []), ...(anchor ? [anchor] : [])]);
  return published;
}

async function readSource(source: string, root: string): Promise<string> {
  if (/^https?:\/\//.test(source)) {
    const { status, text } = await fetchText(source);
    if (text === undefined) throw new Error(`the response status was ${status}`);
    return text;
  }
  const file = path.resolve(root, source);
  const isFolder = (await fs.stat(file)).isDirectory();
  return await fs.readFile(isFolder ? path.join(file, MARKER) : file, 'utf8');
}

function unreadable(source: string, reason: string): DiagnosticError {
  return failure(1, 'unreadable-published-site', { source, reason });
}

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined;
}

function manifestOf(text: string, source: string): Published | undefined {
  let data: { files?: unknown; anchors?: unknown } | null;
  try {
    data = JSON.parse(text);
  } catch {
    // The text is a list of URLs or a sitemap.
    return undefined;
  }
  if (data?.anchors && typeof data.anchors === 'object') {
    const anchors = Object.entries(data.anchors as Record<string, unknown>);
    const wrong = anchors.find(([route, list]) => !route.startsWith('/') || !isTexts(list));
    if (wrong) throw unreadable(source, `\`${wrong[0].slice(0, 80)}\` is not a URL with a list of anchors`);
    return new Map(anchors as [string, string[]][]);
  }
  if (!Array.isArray(data?.files)) return undefined;
  const routes = data.files
    .map((file) => /^(?![~.])(?:(.*)\/)?index\.html$/.exec(String(file)))
    .flatMap((found) => (found ? [`/${found[1] ?? ''}`] : []));
  return new Map(routes.map((route) => [route, []]));
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text is not URL-encoded, so it is returned unchanged.
    return text;
  }
}

/**
 * Reports missing routes (CD227) and anchors (CD228), each with the line that fixes it. Interactive pages are not
 * checked, because the browser may create anchors.
 */
export function checkPublished(
  published: Published,
  { pages, redirects, movedAnchors, publicFiles }: LoadedSite,
  compiled: Map<string, CompiledPage>,
): Diagnostic[] {
  const byRoute = new Map(pages.flatMap((page) => routesOf(page).map((route): [string, SourcePage] => [route, page])));
  const existing = new Set([...redirects.map(({ from }) => from), ...publicFiles.map(({ output }) => `/${output}`)]);
  const anchorsOf = (page: SourcePage): Set<string> =>
    new Set(withTabs(page).flatMap(({ sourcePath }) => compiled.get(sourcePath)?.anchors ?? []));
  return [...published].flatMap(([route, anchors]): Diagnostic[] => {
    const page = byRoute.get(route);
    if (!page) return existing.has(route) || route.startsWith('/~') ? [] : [goneRoute(route, pages)];
    if (compiled.get(page.sourcePath)?.module !== undefined) return [];
    const known = anchorsOf(page);
    const moved = movedAnchors.filter(({ from }) => from === route);
    const isKnown = (anchor: string): boolean =>
      known.has(anchor) || moved.some((entry) => includesAnchor(entry.anchor, anchor));
    return anchors
      .filter((anchor) => !isKnown(anchor))
      .map((anchor) => {
        const successor = pages.find((other) => other !== page && anchorsOf(other).has(anchor));
        return goneAnchor(anchor, page, { known, successor });
      });
  });
}

function goneRoute(route: string, pages: SourcePage[]): Diagnostic {
  const page = successorOf(route, pages);
  if (!page) return createDiagnostic('published-url-gone', { route });
  const { sourcePath, frontmatter } = page;
  return createDiagnostic(
    'published-url-gone',
    { route, successor: { page: sourcePath, redirectFrom: frontmatter.redirectFrom ?? [] } },
    { location: { file: sourcePath, line: 1, column: 1 } },
  );
}

function goneAnchor(
  anchor: string,
  page: SourcePage,
  { known, successor }: { known: Set<string>; successor: SourcePage | undefined },
): Diagnostic {
  // One entry is enough for all rows of a table.
  const entry = `${page.routePath}#${isTableAnchor(anchor) ? 'api-*' : anchor}`;
  return createDiagnostic(
    'published-anchor-gone',
    {
      route: page.routePath,
      anchor,
      nearest: nearestName(anchor, known),
      successor: successor && {
        page: successor.sourcePath,
        redirectFrom: [...(successor.frontmatter.redirectFrom ?? []), entry],
      },
    },
    { location: { file: page.sourcePath, line: 1, column: 1 } },
  );
}
