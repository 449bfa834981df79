import path from 'node:path';
import { withoutBase } from '../../../shared/base-url.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { createLimit } from '../../base/files/each-limited.ts';
import { decodeEntities } from '../../base/html-text.ts';
import { MARKER } from '../../base/marker.ts';
import { type Published, readPublished } from '../../build/published.ts';
import { loadSite } from '../../build/site.ts';
import { type ImportCost, measureImports } from '../../bundle/import-cost.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedLibrary } from '../../project/libraries.ts';
import { folderPathOf } from '../../render/page-url.ts';
import type { Cache } from '../../store/cache.ts';
import type { AffectedResult } from '../affected/affected.ts';
import { demoFilesIn, outputsIn } from '../check/screenshots/other-screenshots.ts';
import { serve } from '../check/serve.ts';
import { buildAt, type CheckoutFolders } from '../checkout/build-at.ts';
import { haveSamePackages } from '../checkout/link-packages.ts';
import { shortCommit } from '../checkout/resolve-commit.ts';
import { type OtherSide, type OtherSideOptions, resolveAgainst } from '../checkout/resolve-other-side.ts';
import { type ApiDiff, diffCheckout, equalApis } from '../history/diff-api.ts';
import { loadedFiles } from './measure-pages.ts';

/** A built site that can be served. */
export type BuiltState = Awaited<ReturnType<typeof openBuilt>>;

/** The state that the working tree is compared with. If `built` is undefined, the state could not be read. */
export type OtherState = ReturnType<typeof createState>;

export function createState(label: string) {
  return {
    label,
    built: undefined as BuiltState | undefined,
    published: undefined as Published | undefined,
    api: undefined as ApiDiff | undefined,
    imports: new Map() as ReadonlyMap<string, ImportCost>,
    /** What cannot be compared, with the reasons. */
    notComparable: [] as string[],
    diagnostics: [] as Diagnostic[],
  };
}

/** Opens the site in a folder, or the files of a published site. */
export async function openBuilt(from: { folder: string } | PublishedSite, base: string) {
  const outputs = 'folder' in from ? await outputsIn(from.folder) : from.outputs;
  return {
    outputs,
    base: 'url' in from ? new URL(from.url).pathname : base,
    ids: new Set(demoFilesIn(outputs).map(({ id }) => id)),
    /** Serves the site. Returns a URL that ends with the base path. */
    serve: async (): Promise<{ url: string; close: () => Promise<void> }> =>
      'url' in from ? { url: from.url, close: async () => {} } : await serve(outputs, base),
  };
}

/** Does the same as `resolveAgainst()`, but returns the reason if there is nothing to compare with. */
export async function resolveOther(
  against: string | undefined,
  options: OtherSideOptions,
): Promise<{ other?: OtherSide; diagnostics: Diagnostic[]; reason?: string }> {
  try {
    return await resolveAgainst(against, options);
  } catch (error) {
    return { diagnostics: diagnosticsOf(error), reason: reasonOf(error) };
  }
}

interface OpenOptions {
  /** What the changes since a commit can reach. */
  reached?: Pick<AffectedResult, 'changed' | 'exports' | 'types'> | undefined;
  /** Cache for the import costs at a commit. */
  cache: Cache;
  /** Returns paths of files in the new site, which a published site may also have. */
  candidates: () => Promise<readonly string[]>;
  onBuild?: ((commit: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Opens the state. `notComparable` lists what cannot be read, with the reason. */
export async function openOther(site: Site, other: OtherSide, options: OpenOptions): Promise<OtherState> {
  if (other.is === 'commit') return await openCommit(site, other.commit, options);
  const state = createState('url' in other ? other.url : other.folder);
  const attempt = createAttempt(state.notComparable);
  await attempt('Everything', async () => {
    if (other.is !== 'site' && other.is !== 'url')
      throw failure(2, 'unknown-other-side', { case: 'no-built-site', text: other.folder });
    const from = other.is === 'site' ? other : await readUrl(other.url, options);
    state.built = await openBuilt(from, site.config.base);
    state.notComparable.push('Costs of imports and translations: a built site does not contain its source');
    const list = 'folder' in from ? from.folder : from.list;
    await attempt('Lost URLs', async () => {
      state.published = await readPublished(list, {
        ...site,
        config: { ...site.config, base: state.built?.base ?? '/' },
      });
    });
  });
  return state;
}

async function openCommit(
  site: Site,
  commit: string,
  { reached, cache, onBuild, signal }: OpenOptions,
): Promise<OtherState> {
  const label = shortCommit(commit);
  const names = reached?.exports.map(({ id }) => id) ?? [];
  // If the types have not changed, the library's types are those of the commit.
  const hasOtherTypes = reached?.types ?? true;
  const hasSamePackages = reached !== undefined && haveSamePackages(reached.changed);
  const state = createState(label);
  const attempt = createAttempt(state.notComparable);
  const library = documentedLibrary(site);
  if (!library) state.notComparable.push('The API: the site documents no library');
  else if (!hasOtherTypes) state.api = equalApis(label);
  const inCheckout = async ({ root }: CheckoutFolders): Promise<void> => {
    const projectRoot = path.resolve(root, path.relative(site.root, site.projectRoot));
    if (library && hasOtherTypes)
      await attempt('The API', async () => {
        state.api = await diffCheckout(site, { projectRoot, label, signal });
      });
    await attempt('Costs of imports', async () => {
      state.imports = await cache.rememberEach('costs', new Map(names.map((name) => [name, commit])), async (missing) =>
        importsOf((await loadSite(root, { signal })).site, { names: missing, signal }),
      );
    });
  };
  // The checkout, which takes time, is needed only for the sources.
  const needsSource = library !== undefined && (hasOtherTypes || names.length > 0);
  await attempt('Demos, pages and sizes', async () => {
    const { folder, diagnostics } = await buildAt(site, commit, {
      ...(signal && { signal }),
      onProgress: (step) => step === 'checkout' && onBuild?.(commit),
      ...(needsSource && { inCheckout, hasSamePackages }),
    });
    state.diagnostics.push(...diagnostics);
    state.notComparable.push(...diagnostics.flatMap(({ code, text }) => (code === 'CD187' ? [text] : [])));
    state.built = await openBuilt({ folder }, site.config.base);
    await attempt('Lost URLs', async () => {
      state.published = await readPublished(folder, site);
    });
  });
  return state;
}

/** Returns a function that runs a task, and records why it failed. */
export function createAttempt(notComparable: string[]) {
  return async (what: string, task: () => Promise<unknown>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      notComparable.push(`${what}: ${reasonOf(error)}`);
    }
  };
}

/** Returns the diagnostics of an error. Rethrows an error without diagnostics. */
function diagnosticsOf(error: unknown): Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  throw error;
}

function reasonOf(error: unknown): string {
  return diagnosticsOf(error)
    .map(({ text }) => text)
    .join('. ');
}

interface PublishedSite {
  /** URL of the site, ending with the base path. */
  url: string;
  outputs: Outputs;
  /** URL of a list of the site's pages. */
  list: string;
}

/** Maximum number of simultaneous requests. */
const AT_ONCE = 8;

/**
 * Finds the files of a published site by its list of files. If the host does not serve that list, finds them by its
 * sitemap, the files that its pages load, and the files of the new site.
 */
async function readUrl(siteUrl: string, { candidates, signal }: OpenOptions): Promise<PublishedSite> {
  const url = new URL(siteUrl.replace(/(?:[^/]*\.html)?(?:[?#].*)?$/, '').replace(/\/?$/, '/'));
  const limit = createLimit(AT_ONCE, signal);
  const read = (name: string): Promise<Buffer | undefined> =>
    limit(async () => {
      const response = await fetch(new URL(encodeURI(name), url), { ...(signal && { signal }) });
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
    });
  try {
    const marker = filesIn(String((await read(MARKER)) ?? ''));
    const list = new URL(marker ? MARKER : 'sitemap.xml', url).href;
    if (marker) {
      const outputs = marker.map((name) => [name, async () => (await read(name)) ?? Buffer.of()] as const);
      return { url: url.href, outputs: new Map(outputs), list };
    }
    // Some hosts respond with a page for every path.
    const missing = await read(`~missing-${Date.now()}`);
    const outputs = new Map<string, Buffer>();
    const add = async (names: Iterable<string>): Promise<void> => {
      const wanted = [...new Set(names)].filter((name) => !outputs.has(name));
      for (const [index, bytes] of (await Promise.all(wanted.map(read))).entries())
        if (bytes && !(missing && bytes.equals(missing))) outputs.set(wanted[index] ?? '', bytes);
    };
    const sitemap = String((await read('sitemap.xml')) ?? '');
    const pages = Array.from(sitemap.matchAll(/<loc>\s*([^<]+?)\s*<\/loc>/g), ([, page = '']) => decodeEntities(page));
    await add([...(await candidates()), ...pages.flatMap((page) => pageFilesOf(page, url))]);
    await add(
      Array.from(outputs).flatMap(([name, bytes]) =>
        name.endsWith('.html') ? loadedFiles(String(bytes), url.pathname) : [],
      ),
    );
    if (outputs.size === 0) throw new Error('it has no pages of this site');
    return { url: url.href, outputs, list };
  } catch (error) {
    signal?.throwIfAborted();
    const { message, cause } = error as Error & { cause?: Error };
    throw failure(1, 'unreadable-published-site', { source: siteUrl, reason: cause?.message || message });
  }
}

/** Returns the output paths of a page in a sitemap. The sitemap may contain another host name. */
function pageFilesOf(page: string, url: URL): string[] {
  const route = URL.canParse(page) ? withoutBase(url.pathname, decodeURI(new URL(page).pathname)) : undefined;
  if (route === undefined) return [];
  return route === '/' ? ['index.html', 'index.md'] : [folderPathOf(route), `${route.slice(1)}.md`];
}

function filesIn(marker: string): string[] | undefined {
  try {
    return (JSON.parse(marker) as { files?: string[] }).files;
  } catch {
    // The host does not serve the list.
    return undefined;
  }
}

/** Returns the costs of exports of a site. Throws a DiagnosticError if its library cannot be bundled. */
export async function importsOf(
  site: Site,
  wanted: { names: string[]; signal: AbortSignal | undefined },
): Promise<Map<string, ImportCost>> {
  const library = documentedLibrary(site);
  return library && wanted.names.length > 0 ? await measureImports(site, library, wanted) : new Map();
}
