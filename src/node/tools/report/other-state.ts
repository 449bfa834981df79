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
import { folderPathOf } from '../../render/address.ts';
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

/** A built site. */
export type BuiltState = Awaited<ReturnType<typeof openBuilt>>;

/** The state that the working tree is compared with. Without `built`, it cannot be read. */
export type OtherState = ReturnType<typeof createState>;

export function createState(label: string) {
  return {
    label,
    built: undefined as BuiltState | undefined,
    published: undefined as Published | undefined,
    api: undefined as ApiDiff | undefined,
    imports: new Map() as ReadonlyMap<string, ImportCost>,
    /** What cannot be compared, and why. */
    notComparable: [] as string[],
    diagnostics: [] as Diagnostic[],
  };
}

/** Opens a folder, or the files of a published site. */
export async function openBuilt(from: { folder: string } | PublishedSite, base: string) {
  const outputs = 'folder' in from ? await outputsIn(from.folder) : from.outputs;
  return {
    outputs,
    base: 'url' in from ? new URL(from.url).pathname : base,
    ids: new Set(demoFilesIn(outputs).map(({ id }) => id)),
    /** Returns a URL that ends with the base. */
    serve: async (): Promise<{ url: string; close: () => Promise<void> }> =>
      'url' in from ? { url: from.url, close: async () => {} } : await serve(outputs, base),
  };
}

/** Like `resolveAgainst()`, but returns the reason if there is nothing to compare with. */
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
  /** Caches the costs of imports at a commit. */
  cache: Cache;
  /** Paths of files that the new site has, which a published site may have too. */
  candidates: () => Promise<readonly string[]>;
  onBuild?: ((commit: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What cannot be read is in `notComparable`, with the reason. */
export async function openOther(site: Site, other: OtherSide, options: OpenOptions): Promise<OtherState> {
  if (other.is === 'commit') return await openCommit(site, other.commit, options);
  const state = createState('url' in other ? other.url : other.folder);
  const attempt = createAttempt(state.notComparable);
  await attempt('Everything', async () => {
    if (other.is !== 'site' && other.is !== 'address')
      throw failure(2, 'unknown-other-side', { case: 'no-built-site', text: other.folder });
    const from = other.is === 'site' ? other : await readAddress(other.url, options);
    state.built = await openBuilt(from, site.config.base);
    state.notComparable.push('Costs of imports and translations: a built site does not contain its source');
    const list = 'folder' in from ? from.folder : from.list;
    await attempt('Lost addresses', async () => {
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
  // Otherwise, the types of the library are those of the commit.
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
  // The checkout is needed for the sources, and takes time.
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
    await attempt('Lost addresses', async () => {
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

/** Throws all errors but those that have diagnostics. */
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
  /** Ends with the base. */
  url: string;
  outputs: Outputs;
  /** URL of a list of its pages. */
  list: string;
}

/** Maximum number of simultaneous requests. */
const AT_ONCE = 8;

/**
 * Finds the files of a published site by its list of files. If the host does not serve the list, by its sitemap, the files that
 * its pages load, and the files of the new site.
 */
async function readAddress(address: string, { candidates, signal }: OpenOptions): Promise<PublishedSite> {
  const url = new URL(address.replace(/(?:[^/]*\.html)?(?:[?#].*)?$/, '').replace(/\/?$/, '/'));
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
    // Some hosts respond with a page for each path.
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
    throw failure(1, 'unreadable-published-site', { source: address, reason: cause?.message || message });
  }
}

/** Returns the files of a page in a sitemap, which may have another host. */
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
