/** Reads a built site before it is sealed: its base, its pages, and what each file of HTML gets. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { VERSIONS_SCRIPT, type VersionPage } from '../../../shared/versions/versions.ts';
import { hexHash } from '../../base/hash.ts';
import { isLine } from '../../project/versions/check-list.ts';
import type { SealedHeaders, SealedRedirect } from '../../project/versions/types.ts';
import { allowsScript } from './allows-script.ts';
import { documentedBy, documentedVersion } from './documented-by.ts';
import { type BaseEvidence, createBaseEvidence } from './find-base.ts';
import { type HostRules, parseHeaders, parseRedirects, policiesFor, ROOT_FILES } from './host-rules.ts';
import type { BuiltFiles } from './list-site.ts';
import type { Marking } from './mark-html.ts';
import { type HtmlFacts, readHtml } from './read-html.ts';

/** A built site that can be sealed. */
export interface ReadSite {
  /** Files to seal, sorted. */
  paths: string[];
  evidence: BaseEvidence;
  pages: VersionPage[];
  generator: string | undefined;
  /** Version of the library, if the site names it. */
  library: string | undefined;
  /** What each file of HTML gets, with its hash. Files that are left alone are missing. */
  markings: Map<string, { marking: Marking; hash: string }>;
  /** Pages whose policy forbids the script. */
  withoutScript: string[];
  /** Files of HTML into which nothing can be inserted: parts of pages, and files in UTF-16. */
  unmarked: string[];
  headers: HostRules<SealedHeaders>;
  redirects: HostRules<SealedRedirect>;
  /** Files without effect below the root of a host. */
  rootFiles: string[];
}

/** Files that are not published at their place: their content is in the tree, or hosts read them at the root only. */
const LEFT_OUT = new Set(['_headers', '_redirects', '.nojekyll', ...ROOT_FILES]);

/**
 * Reads a site.
 *
 * @param options.base base that the site should have
 * @param options.origin address of the host, if it is known
 */
export async function readSite(
  { folder, paths: all, isOurs }: BuiltFiles,
  { base, origin, signal }: { base: string; origin: URL | undefined; signal: AbortSignal | undefined },
): Promise<ReadSite> {
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
  let generator: string | undefined;
  const paths = all.filter((name) => !LEFT_OUT.has(name));
  for (const file of paths.filter((name) => /\.html?$/i.test(name))) {
    signal?.throwIfAborted();
    const bytes = await fs.readFile(path.join(folder, file));
    const facts = readHtml(bytes);
    if (!facts?.isDocument) {
      unmarked.push(file);
      continue;
    }
    evidence.add(file, facts);
    if (file === 'index.html') generator = isLine(facts.generator) ? facts.generator : undefined;
    const route = routeOf(file);
    const isPage = !isPartOfPage(file) && !facts.isRedirect;
    const policies = [...facts.policies, ...policiesFor(headers.rules, addressesOf(base, file, route))];
    const marking = !isPage ? 'unlisted' : allowsScript(policies, script) ? 'whole' : 'link';
    if (marking === 'link') withoutScript.push(file);
    markings.set(file, { marking, hash: hexHash(bytes) });
    if (isPage && !/(?:^|\/)404\.html$/.test(file) && !found.has(route)) found.set(route, pageOf(file, route, facts));
  }
  const components = await text('components.json');
  if (isOurs) addComponents(found, documentedBy(components, base));
  return {
    ...{ paths, evidence, markings, withoutScript, unmarked, headers, generator },
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

/** Returns the path of a page without `index.html` or its extension. */
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
