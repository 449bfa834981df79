import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { VersionPage } from '../../../shared/versions/versions.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { MARKER } from '../../base/marker.ts';
import { listFiles } from '../../project/versions/archived-files.ts';
import { isLine, isPathIn } from '../../project/versions/check-version.ts';
import type { VersionHeaders, VersionRedirect } from '../../project/versions/types.ts';
import { type HtmlFacts, readHtml } from './read-html.ts';

export interface ReadSite {
  paths: string[];
  pages: VersionPage[];
  isOurs: boolean;
  library: string | undefined;
  /** HTML files into which something is inserted. The value is true for a stand-alone page. */
  marked: Map<string, boolean>;
  /** HTML files into which nothing can be inserted: fragments of pages, and files in UTF-16. */
  unmarked: string[];
  /** URLs that lead outside the base path. */
  outside: SiteUrl[];
  /** Script, style sheet or `base` element of a site that was built for another base path. */
  wrong: SiteUrl | undefined;
  headers: HostRules<VersionHeaders>;
  redirects: HostRules<VersionRedirect>;
  /** Files that only have an effect in the root folder of a host. */
  rootFiles: string[];
}

/** A path from the root of the host, with the first file that contains it. */
interface SiteUrl {
  url: string;
  file: string;
}

/** Maximum number of URLs to remember, and maximum number of characters in a URL. */
const MOST_URLS = 20_000;
const LONGEST = 2000;

/** Files that only have an effect in the root folder, and that contain nothing about pages. */
const ROOT_FILES = ['vercel.json', 'netlify.toml', 'CNAME'];

/** Files that are not published at their paths, because the description contains their content or hosts read them only in the root. */
const LEFT_OUT = new Set(['_headers', '_redirects', '.nojekyll', ...ROOT_FILES]);

/**
 * Reads a built site. Throws a DiagnosticError with exit code 2 if the folder contains links, special files, or names
 * that cannot be published. Errors show the folder as `shownAs`.
 */
export async function readSite(
  folder: string,
  { base, shownAs, signal }: Record<'base' | 'shownAs', string> & { signal: AbortSignal | undefined },
): Promise<ReadSite> {
  const all = listFiles(folder);
  if (!Array.isArray(all)) throw failure(2, 'version-source-refused', { case: 'files', folder: shownAs, problem: all });
  if (!all.some((name) => name.endsWith('.html')))
    throw failure(2, 'version-source-refused', { case: 'no-site', folder: shownAs });
  const isOurs = existsSync(path.join(folder, MARKER));
  const files = new Set(all);
  const text = async (name: string): Promise<string> =>
    files.has(name) ? await fs.readFile(path.join(folder, name), 'utf8') : '';
  const found = new Map<string, VersionPage>();
  const marked: ReadSite['marked'] = new Map();
  const unmarked: string[] = [];
  const assets = new Map<string, string>();
  const links = new Map<string, string>();
  const paths = all.filter((name) => !LEFT_OUT.has(name));
  for (const file of paths.filter((name) => /\.html?$/i.test(name))) {
    signal?.throwIfAborted();
    const facts = readHtml(await fs.readFile(path.join(folder, file)));
    if (!facts?.isDocument) {
      unmarked.push(file);
      continue;
    }
    for (const url of [...(facts.base ? [facts.base] : []), ...facts.assets]) noteUrl(assets, url, file);
    for (const url of facts.links) noteUrl(links, url, file);
    const route = routeOf(file);
    const isPage = !isPartOfPage(file) && !facts.isRedirect;
    marked.set(file, isPage);
    if (isPage && !/(?:^|\/)404\.html$/.test(file) && !found.has(route)) found.set(route, pageOf(file, route, facts));
  }
  const urlsOf = (urls: Map<string, string>): SiteUrl[] => Array.from(urls, ([url, file]) => ({ url, file }));
  const isOutside = ({ url }: SiteUrl): boolean => !`${url}/`.startsWith(base);
  const loaded = urlsOf(assets);
  const components = await text('components.json');
  if (isOurs) addComponents(found, documentedBy(components, base));
  return {
    ...{ paths, isOurs, marked, unmarked },
    outside: urlsOf(new Map([...assets, ...links])).filter(isOutside),
    wrong: loaded.every(isOutside) ? loaded[0] : undefined,
    headers: parseHeaders(await text('_headers'), base),
    library: documentedVersion(components),
    pages: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    redirects: parseRedirects(await text('_redirects'), base),
    rootFiles: ROOT_FILES.filter((name) => files.has(name)),
  };
}

/** Returns true for documents that are displayed inside pages, such as single demos. */
function isPartOfPage(file: string): boolean {
  return /(?:^|\/)~/.test(file);
}

function routeOf(file: string): string {
  return file.replace(/(?:^|\/)index\.html?$/i, '').replace(/\.html?$/i, '');
}

/** Records a URL that starts at the root of the host. */
function noteUrl(into: Map<string, string>, url: string, file: string): void {
  if (!/^\/(?![/\\])/.test(url) || url.length > LONGEST || into.size >= MOST_URLS) return;
  const [plain = ''] = url.split(/[?#]/, 1);
  const decoded = decodePath(plain);
  if (!into.has(decoded)) into.set(decoded, file);
}

function decodePath(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    // The text is not an encoded path.
    return text;
  }
}

function pageOf(file: string, route: string, { heading, title, lang }: HtmlFacts): VersionPage {
  // Not every host serves `guide.html` at `/guide`.
  const isFolder = /(?:^|\/)index\.html?$/i.test(file);
  return {
    path: route,
    ...(!isFolder && { url: file }),
    heading: (heading ?? title ?? route).slice(0, 300),
    ...(lang && lang.length < 50 && { lang }),
  };
}

function addComponents(pages: ReadonlyMap<string, VersionPage>, documented: ReadonlyMap<string, string[]>): void {
  for (const [route, names] of documented) {
    const page = pages.get(route);
    if (page) page.components = names;
  }
}

interface ComponentsFile {
  $schema?: unknown;
  packageVersion?: unknown;
  components?: { id?: unknown; kind?: unknown; demos?: { url?: unknown }[] }[];
}

/** Returns the components that each page documents. A component belongs to the page with most of its demos. `text` may be empty. */
export function documentedBy(text: string, base: string): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const { id, kind, demos = [] } of componentsIn(text)) {
    if (!isLine(id) || kind === 'type') continue;
    const counts = new Map<string, number>();
    for (const { url } of demos) {
      const route = typeof url === 'string' ? routeIn(url, base) : undefined;
      if (route !== undefined) counts.set(route, (counts.get(route) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most) pages.set(most[0], [...(pages.get(most[0]) ?? []), id]);
  }
  return pages;
}

/** Returns the library's version. Undefined if the site does not contain that version. `text` may be empty. */
export function documentedVersion(text: string): string | undefined {
  const { $schema, packageVersion } = parseComponents(text);
  // Other tools also write files with this name.
  return $schema === './components.schema.json' && isLine(packageVersion) ? packageVersion : undefined;
}

function componentsIn(text: string): NonNullable<ComponentsFile['components']> {
  const { components } = parseComponents(text);
  return Array.isArray(components) ? components : [];
}

function parseComponents(text: string): ComponentsFile {
  try {
    return (JSON.parse(text) as ComponentsFile | null) ?? {};
  } catch {
    // The site has no components, or the file is from another tool.
    return {};
  }
}

function routeIn(url: string, base: string): string | undefined {
  const [plain = ''] = url.split(/[?#]/, 1);
  return plain.startsWith(base) ? decodePath(plain.slice(base.length)).replace(/\/$/, '') : undefined;
}

/** Rules of a version, and names of rules that cannot apply below its base path. */
export interface HostRules<Rule> {
  rules: Rule[];
  others: string[];
}

export function parseHeaders(text: string, base: string): HostRules<VersionHeaders> {
  const blocks: VersionHeaders[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (/^\S/.test(line)) {
      blocks.push({ path: line.trim(), headers: [] });
      continue;
    }
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()];
    if (/^\S+$/.test(name) && value !== '') blocks.at(-1)?.headers.push([name, value]);
  }
  return split(
    blocks.filter(({ headers }) => headers.length > 0),
    ({ path }) => path,
    ({ path }) => isPathIn(path, base),
  );
}

export function parseRedirects(text: string, base: string): HostRules<VersionRedirect> {
  const redirects = text.split(/\r?\n/).flatMap((line): VersionRedirect[] => {
    const [from = '', to = '', status = '301', ...more] = line.trim().split(/\s+/);
    if (from === '' || from.startsWith('#')) return [];
    // Conditions of hosts come after the status. A rewrite has the status 200.
    return [{ from, to, status: more.length > 0 ? 0 : Number.parseInt(status, 10) }];
  });
  const isValid = ({ from, to, status }: VersionRedirect): boolean =>
    isPathIn(from, base) &&
    (isPathIn(to, base) || /^https?:\/\/[^\s"'<>]+$/.test(to)) &&
    [301, 302, 303, 307, 308].includes(status);
  return split(redirects, ({ from }) => from, isValid);
}

function split<Rule>(all: Rule[], nameOf: (rule: Rule) => string, isValid: (rule: Rule) => boolean): HostRules<Rule> {
  return { rules: all.filter(isValid), others: all.filter((rule) => !isValid(rule)).map(nameOf) };
}
