import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { VERSIONS_SCRIPT, type VersionPage } from '../../../shared/versions/versions.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { MARKER } from '../../base/marker.ts';
import { isAllowedBy } from '../../project/csp.ts';
import { listFiles } from '../../project/versions/archived-files.ts';
import type { VersionHeaders, VersionRedirect } from '../../project/versions/types.ts';
import { documentedBy, documentedVersion } from './documented-by.ts';
import { type BaseEvidence, createBaseEvidence } from './find-base.ts';
import { type HostRules, parseHeaders, parseRedirects, policiesFor, ROOT_FILES } from './host-rules.ts';
import type { Marking } from './mark-html.ts';
import { type HtmlFacts, readHtml } from './read-html.ts';

export interface ReadSite {
  paths: string[];
  evidence: BaseEvidence;
  pages: VersionPage[];
  isOurs: boolean;
  library: string | undefined;
  /** What each file of HTML gets. Files that are left alone are missing. */
  markings: Map<string, Marking>;
  /** Pages whose policy forbids the script. */
  withoutScript: string[];
  /** Files of HTML into which nothing can be inserted: parts of pages, and files in UTF-16. */
  unmarked: string[];
  headers: HostRules<VersionHeaders>;
  redirects: HostRules<VersionRedirect>;
  /** Files without effect below the root of a host. */
  rootFiles: string[];
}

/** Files that are not published at their place: their content is in the description, or hosts read them at the root only. */
const LEFT_OUT = new Set(['_headers', '_redirects', '.nojekyll', ...ROOT_FILES]);

/**
 * Throws a DiagnosticError with exit code 2 if the folder has links, special files, or names that cannot be published.
 * `shownAs`: folder that errors name.
 */
export async function readSite(
  folder: string,
  {
    base,
    origin,
    shownAs,
    signal,
  }: Record<'base' | 'shownAs', string> & { origin: URL | undefined; signal: AbortSignal | undefined },
): Promise<ReadSite> {
  const all = listFiles(folder);
  if (!Array.isArray(all)) throw failure(2, 'version-source-refused', { case: 'files', folder: shownAs, problem: all });
  if (!all.some((name) => name.endsWith('.html')))
    throw failure(2, 'version-source-refused', { case: 'no-site', folder: shownAs });
  const isOurs = existsSync(path.join(folder, MARKER));
  const files = new Set(all);
  const text = async (name: string): Promise<string> =>
    files.has(name) ? await fs.readFile(path.join(folder, name), 'utf8') : '';
  const headers = parseHeaders(await text('_headers'), base);
  const evidence = createBaseEvidence(files);
  const found = new Map<string, VersionPage>();
  const markings: ReadSite['markings'] = new Map();
  const withoutScript: string[] = [];
  const unmarked: string[] = [];
  // The base of the version is two folders below that of the site.
  const script = origin && new URL(`../../${VERSIONS_SCRIPT}`, new URL(base, origin));
  const paths = all.filter((name) => !LEFT_OUT.has(name));
  for (const file of paths.filter((name) => /\.html?$/i.test(name))) {
    signal?.throwIfAborted();
    const facts = readHtml(await fs.readFile(path.join(folder, file)));
    if (!facts?.isDocument) {
      unmarked.push(file);
      continue;
    }
    evidence.add(file, facts);
    const route = routeOf(file);
    const isPage = !isPartOfPage(file) && !facts.isRedirect;
    const policies = [...facts.policies, ...policiesFor(headers.rules, addressesOf(base, file, route))];
    const marking = !isPage ? 'unlisted' : allowsScript(policies, script) ? 'whole' : 'link';
    if (marking === 'link') withoutScript.push(file);
    markings.set(file, marking);
    if (isPage && !/(?:^|\/)404\.html$/.test(file) && !found.has(route)) found.set(route, pageOf(file, route, facts));
  }
  const components = await text('components.json');
  if (isOurs) addComponents(found, documentedBy(components, base));
  return {
    ...{ paths, isOurs, evidence, markings, withoutScript, unmarked, headers },
    library: documentedVersion(components),
    pages: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    redirects: parseRedirects(await text('_redirects'), base),
    rootFiles: ROOT_FILES.filter((name) => files.has(name)),
  };
}

/** Returns true for documents that are shown in pages, such as single demos. */
function isPartOfPage(file: string): boolean {
  return /(?:^|\/)~/.test(file);
}

function routeOf(file: string): string {
  return file.replace(/(?:^|\/)index\.html?$/i, '').replace(/\.html?$/i, '');
}

function addressesOf(base: string, file: string, route: string): string[] {
  return [file, route, `${route}/`].map((name) => encodeURI(`${base}${name}`.replace(/\/\/$/, '/')));
}

function pageOf(file: string, route: string, { heading, title, lang }: HtmlFacts): VersionPage {
  // Not every host serves `guide.html` at `/guide`.
  const isFolder = /(?:^|\/)index\.html?$/i.test(file);
  return {
    path: route,
    ...(!isFolder && { address: file }),
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

/** `script`: address of a script of the same site, in a file. */
export function allowsScript(policies: readonly string[], script: URL | undefined): boolean {
  // A header can contain several policies.
  const each = policies.flatMap((policy) => policy.split(',')).filter((policy) => policy.trim() !== '');
  return each.every((policy) => allows(policy, script));
}

function allows(policy: string, script: URL | undefined): boolean {
  const directives = new Map<string, string[]>();
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    // Browsers ignore a directive that is repeated.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  if (directives.has('sandbox') && !directives.get('sandbox')?.includes('allow-scripts')) return false;
  const sources = ['script-src-elem', 'script-src', 'default-src'].flatMap((name) => {
    const found = directives.get(name);
    return found ? [found.map((source) => (source.startsWith("'") ? source.toLowerCase() : source))] : [];
  })[0];
  if (sources === undefined) return true;
  // Then only scripts with a nonce or a hash run, and what they load.
  if (sources.includes("'strict-dynamic'")) return false;
  return (
    sources.includes("'self'") || sources.some((source) => /^(?:\*|https:)$/i.test(source)) || isAt(sources, script)
  );
}

function isAt(sources: string[], script: URL | undefined): boolean {
  return (
    script !== undefined &&
    isAllowedBy(
      sources.filter((source) => hasPath(source, script)),
      script,
    )
  );
}

/** Returns true if a source has no path, the path of the script, or that of a folder that contains it. */
function hasPath(source: string, { pathname }: URL): boolean {
  const [path = '/'] = /\/.*$/.exec(source.replace(/^[a-z]+:\/\//i, '')) ?? [];
  return path.endsWith('/') ? pathname.startsWith(path) : pathname === path;
}
