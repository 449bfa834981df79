import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ApiComponent } from '../../shared/api.ts';
import { createDiagnostic } from '../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { hashOf } from '../base/hash.ts';
import { packageVersion } from '../base/package-dir.ts';
import { type CompressedSize, importedNames, shownCosts } from '../bundle/import-cost.ts';
import type { Site } from '../project/config/types.ts';
import { isPackage, type Library, librariesOf } from '../project/libraries.ts';
import { createSiteDependencies, createSiteEntries } from '../project/site-folders.ts';
import { type Cache, createCache, type OnFiles } from '../store/cache.ts';
import type { Entries } from '../store/entries.ts';
import type { CheckFilesOptions, CheckFilesResult } from './check/check-files.ts';
import type { CodeTypesOptions, CodeTypesResult } from './code/code-types.ts';
import { EndedCompilerError, MissingCompilerError, SilentCompilerError } from './compiler/binary.ts';
import type { PlaygroundsOptions, PlaygroundsResult } from './controls/read-playgrounds.ts';
import type { ExtractApiOptions, ExtractedApi } from './extract/extract-api.ts';
import { type TypesScope, typesScope } from './extract/refused-imports.ts';
import { createTypesThread, TYPES_WORKER, type TypesThread } from './types-thread.ts';
import type { UsageDemo } from './usage/find-uses.ts';
import { type Usage, usageOf } from './usage/usage.ts';

/** Name of the cache entry for the API of the first package. */
export const TYPES_ENTRY = 'api';

export type TypesReader = ReturnType<typeof createTypesReader>;

/** Creates a reader, which `signal` closes. For `limit` and `pause`, see {@link createTypesThread}. */
export function createTypesReader(
  site: Site,
  { cache, signal, ...options }: { cache: Cache; signal?: AbortSignal; limit?: number; pause?: number },
) {
  const { projectRoot } = site;
  const libraries = librariesOf(site);
  const thread: TypesThread = createTypesThread(options);
  signal?.addEventListener('abort', () => void thread.close(), { once: true });
  const { entry, entries } = entriesOf(site, libraries);
  let extracting: Promise<ExtractedApi> | undefined;
  /** Returns the cached or new answer. If the compiler fails, returns `nothing` and the reason. */
  const answered = async <Answer extends { files: string[]; diagnostics: Diagnostic[] }>(
    task: string,
    wanted: Omit<CheckFilesOptions, 'files' | 'blocks'>,
    ask: () => Promise<Answer>,
    nothing: Omit<Answer, 'files' | 'diagnostics'>,
  ): Promise<Omit<Answer, 'files'>> => {
    const key = { ...portable(wanted), root: path.relative(projectRoot, wanted.root) };
    try {
      return await cache.remember(task, key, async () => {
        const { files, ...result } = await ask();
        return { result, files };
      });
    } catch (error) {
      return { ...nothing, diagnostics: [noCompiler(error)] } as unknown as Omit<Answer, 'files'>;
    }
  };
  return {
    entry,
    /** Returns all exports. The promise is the same until `forget` is called. */
    extract(): Promise<ExtractedApi> {
      if (extracting) return extracting;
      const begun = extractAll(site, entries, { cache, thread });
      extracting = begun;
      // A failed result is discarded, so that the next call tries again.
      begun.catch(() => {
        if (extracting === begun) extracting = undefined;
      });
      return begun;
    },
    async usage(demos: UsageDemo[], components: ApiComponent[]): Promise<Usage> {
      const names = isPackage(entry ?? '.') ? [entry] : libraries.map(({ name }) => name);
      const library = names.filter((name) => name !== undefined);
      if (components.length === 0) return {};
      const ofAll = hashOf(JSON.stringify([library, components]));
      const keys = new Map(demos.map((demo) => [demo.id, [demo, ofAll]]));
      const uses = await cache
        .rememberEach('api-usage', keys, (ids) => {
          const wanted = new Set(ids);
          return thread.request({
            type: 'usage',
            demos: demos.filter(({ id }) => wanted.has(id)),
            library,
            components,
          });
        })
        .catch((error: unknown) => {
          throw new DiagnosticError([noCompiler(error)]);
        });
      return usageOf(uses, components);
    },
    /** Returns the size of each export in an application, by id. Empty unless the configuration enables sizes. */
    async costs(components: readonly ApiComponent[]): Promise<ReadonlyMap<string, CompressedSize>> {
      const ofLibrary = components.filter(({ package: name = libraries[0]?.name }) => name === libraries[0]?.name);
      return await shownCosts(site, { names: importedNames(ofLibrary), cache, signal });
    },
    check: async (wanted: CheckFilesOptions): Promise<CheckFilesResult> => {
      try {
        return await thread.request({ type: 'check', options: wanted });
      } catch (error) {
        return { diagnostics: [noCompiler(error)], files: [] };
      }
    },
    async code(wanted: CodeTypesOptions): Promise<Omit<CodeTypesResult, 'files'>> {
      const ask = () => thread.request({ type: 'code', options: wanted });
      return await answered('code-types', wanted, ask, { blocks: [] });
    },
    async playgrounds(wanted: PlaygroundsOptions): Promise<Omit<PlaygroundsResult, 'files'>> {
      const ask = () => thread.request({ type: 'playgrounds', options: wanted });
      return await answered('playgrounds', wanted, ask, { playgrounds: [] });
    },
    forget(): void {
      extracting = undefined;
    },
    /** Frees the compiler's memory after the pending requests. If the reader is closed in the meantime, the compiler also ends. */
    rest: (): void => void thread.rest().catch(() => undefined),
    close: (): Promise<void> => thread.close(),
  };
}

/** Returns the entries to read: the configured entry, or else the source of each documented package. */
function entriesOf({ config, packageJson }: Site, libraries: Library[]): { entry?: string; entries: ApiEntryOf[] } {
  const { entry } = optionsOf(config);
  if (entry) {
    const packageName = isPackage(entry) ? undefined : (libraries[0]?.name ?? packageJson.name);
    return { entry, entries: [{ entry, packageName }] };
  }
  return {
    entry: entry ?? libraries[0]?.entry,
    entries: libraries.map((library) => ({ entry: library.entry, packageName: library.name, dir: library.dir })),
  };
}

function optionsOf({ apiParser }: Site['config']) {
  return apiParser === false ? {} : apiParser;
}

interface ExtractTools {
  cache: Cache;
  thread: TypesThread;
}

async function extractAll(site: Site, entries: ApiEntryOf[], tools: ExtractTools): Promise<ExtractedApi> {
  if (entries.length === 0) return { components: [], diagnostics: [noEntry()], files: [] };
  const found: ExtractedApi[] = [];
  try {
    for (const [index, one] of entries.entries())
      found.push(await extractOne(site, one, index === 0 ? TYPES_ENTRY : `${TYPES_ENTRY}-${index}`, tools));
  } catch (error) {
    return { components: [], diagnostics: [noCompiler(error)], files: [] };
  }
  return joinApis(found, entries);
}

async function extractOne(
  site: Site,
  { entry, packageName }: ApiEntryOf,
  name: string,
  { cache, thread }: ExtractTools,
): Promise<ExtractedApi> {
  const { projectRoot, config } = site;
  const { tsconfig } = optionsOf(config);
  const wanted: ExtractApiOptions = {
    projectRoot,
    entry,
    scope: typesScope(site),
    ...(packageName === undefined ? {} : { packageName }),
    ...(tsconfig === undefined ? {} : { tsconfig }),
  };
  const { files, ...found } = await cache.remember(name, portable(wanted), async () => {
    const result = await thread.request({ type: 'extract', options: wanted });
    // A cached result may be used in a checkout at another path.
    const files = result.files.map((file) => path.relative(projectRoot, file));
    return { result: { ...result, files }, files: result.files };
  });
  return { ...found, files: files.map((file) => path.join(projectRoot, file)) };
}

/** Returns the options without the folders on this machine, so that they are equal in every checkout. */
function portable<Options extends { projectRoot: string; scope?: TypesScope }>(options: Options): Options {
  const { projectRoot, scope } = options;
  const allowed = scope?.allowed?.map((folder) => path.relative(projectRoot, folder));
  return { ...options, projectRoot: '', scope: scope && { ...scope, projectRoot: '', allowed } };
}

interface ApiEntryOf {
  entry: string;
  packageName?: string;
  dir?: string;
}

/** Joins APIs. If two declarations have the same name, uses the first and reports the second. */
function joinApis(found: ExtractedApi[], entries: ApiEntryOf[]): ExtractedApi {
  const [first] = found;
  if (first && found.length === 1) return first;
  const owners = new Map<string, { packageName: string | undefined; place: string }>();
  const diagnostics = found.flatMap((api) => api.diagnostics);
  const components = found.flatMap((api, index) =>
    api.components.flatMap((component) => {
      const { id, source } = component;
      const { packageName, dir = '' } = entries[index] ?? {};
      // Two entries of the same package may export the same declaration.
      const place = `${path.join(dir, source.file)}:${source.line}`;
      const owner = owners.get(id);
      if (!owner) {
        owners.set(id, { packageName, place });
        return [{ ...component, ...(packageName !== undefined && { package: packageName }) }];
      }
      const data = { id, first: owner.packageName, second: packageName };
      if (owner.place !== place) diagnostics.push(createDiagnostic('duplicate-export', data));
      return [];
    }),
  );
  return { components, diagnostics, files: [...new Set(found.flatMap(({ files }) => files))].sort() };
}

/** Describes a compiler that is not installed, has ended or does not respond. Rethrows any other error. */
export function noCompiler(error: unknown): Diagnostic {
  if (error instanceof SilentCompilerError) return createDiagnostic('compiler-timeout', { reason: error.message });
  if (error instanceof EndedCompilerError) return createDiagnostic('compiler-ended', { printed: error.printed });
  if (!(error instanceof MissingCompilerError)) throw error;
  return createDiagnostic('missing-compiler', { name: error.packageName });
}

function noEntry(): Diagnostic {
  return createDiagnostic('no-documented-library', {});
}

/** Creates a cache that is also valid in a fresh checkout. `onFiles` receives the files that the results depend on. */
export function createTypesCache(
  site: Site,
  {
    entries = createSiteEntries(site),
    reader = () => createSiteDependencies(site),
    onFiles,
  }: { entries?: Entries; reader?: () => ReturnType<typeof createSiteDependencies>; onFiles?: OnFiles } = {},
): Cache {
  const version = [packageVersion, typescriptVersion(), workerHash()].join(' ');
  return createCache({
    entries,
    version,
    reader,
    onFiles,
  });
}

/** Returns a hash of the worker script, because a rebuilt version of the tool may read types differently. */
function workerHash(): string {
  return hashOf(fs.readFileSync(TYPES_WORKER));
}

function typescriptVersion(): string {
  return createRequire(import.meta.url)('typescript/package.json').version;
}
