import type { ApiComponent } from '../../shared/api.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { GraphFile } from '../bundle/demos/demo-graph.ts';
import type { SourcePage } from '../content/types.ts';
import { createCommentRenderer, highlight } from '../markdown/compile-site.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import type { Cache } from '../store/cache.ts';
import { type CompletedChanges, completeChanges } from './changes/changes-pages.ts';
import { isChangesPage } from './changes/changes-text.ts';
import { createSiteCodeTypes } from './code/site-code-types.ts';
import { readSitePlaygrounds, type SitePlaygrounds } from './controls/site-playgrounds.ts';
import type { LibraryHistory } from './history/library-history.ts';
import type { ReadHistory } from './history/read-history.ts';
import { libraryHistory } from './history/site-history.ts';
import { addTables } from './tables/add-tables.ts';
import { checkNames } from './tables/check-names.ts';
import { createSiteApi, readTableScript, type SiteApi } from './tables/site-api.ts';
import { createTypesReader, TYPES_ENTRY, type TypesReader } from './types-reader.ts';
import type { UsageDemo } from './usage/find-uses.ts';
import type { Usage } from './usage/usage.ts';

export interface LibraryApi {
  components: ApiComponent[];
  /** Absolute paths of the files that provide the types. */
  files: string[];
  /** Absent if the site has no history. */
  history?: LibraryHistory | undefined;
  changes: CompletedChanges;
  diagnostics: Diagnostic[];
}

/** A demo with its files, and the files that its card shows. */
export interface ShownDemo {
  demo: EmbeddedDemo;
  files: GraphFile[];
  shown: DemoFile[];
}

export interface TypesReading {
  /** Reader that queries the compiler. The reader closes when the tables are ready. */
  reader: TypesReader;
  /** Reads the controls of demos with the same compiler. Must be called before `applyTo()`. */
  playgrounds(demos: readonly EmbeddedDemo[]): Promise<SitePlaygrounds>;
  /** Adds types to pages. Returns undefined if it turns out that no page needs types. */
  applyTo(compiled: Map<string, CompiledPage>, always?: boolean): Promise<LibraryApi | undefined>;
  /** Starts to find what demos use. The compiler ends after that. */
  beginUsage(demos: readonly ShownDemo[]): void;
  makeTables(input: TablesInput): Promise<SiteApi>;
}

export interface TablesInput {
  api: LibraryApi;
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
  demos: Map<string, ShownDemo>;
}

/**
 * Starts reading if a page may need types, or if `always` is set. Returns undefined if no page needs types, or if the
 * configuration turns types off. `early`: see {@link readTypesEarly}.
 */
export function readTypes(
  site: Site,
  pages: SourcePage[],
  {
    always = false,
    early,
    history,
    ...options
  }: ReadingOptions & {
    always?: boolean;
    early?: TypesReader | undefined;
    history: ReadHistory;
  },
): TypesReading | undefined {
  if (
    site.config.apiParser === false ||
    !(always || namesLibrary(site) || pages.some(({ look }) => look.mayHaveTables))
  ) {
    void early?.close();
    return undefined;
  }
  return typesReading(site, pages, { reader: early ?? beginReading(site, options), read: history });
}

/** Starts reading if the last build needed types. Returns undefined otherwise. */
export function readTypesEarly(site: Site, options: ReadingOptions): TypesReader | undefined {
  if (site.config.apiParser === false || !options.cache.has(TYPES_ENTRY)) return undefined;
  return beginReading(site, options);
}

/** Returns true for a site that configures its library. Such a site publishes data for tools even if no page needs types. */
function namesLibrary({ config }: Site): boolean {
  return config.library !== undefined && config.library.length > 0;
}

interface ReadingOptions {
  cache: Cache;
  signal?: AbortSignal;
}

function beginReading(site: Site, options: ReadingOptions): TypesReader {
  const reader = createTypesReader(site, options);
  // The rejection is handled where the result is awaited.
  reader.extract().catch(() => undefined);
  return reader;
}

/** Adds types to the pages in the map. Does not close a given `reader`. Returns the errors in code blocks. */
export async function readCodeTypes(
  site: Site,
  compiled: Map<string, CompiledPage>,
  { reader, ...options }: ReadingOptions & { reader?: TypesReader | undefined },
): Promise<Diagnostic[]> {
  const pages = [...compiled].filter(([, { typedBlocks }]) => typedBlocks);
  if (pages.length === 0) return [];
  const own = reader ?? createTypesReader(site, options);
  try {
    const code = createSiteCodeTypes(site, own);
    await code.read(pages.map(([, page]) => page));
    for (const [sourcePath, page] of pages) compiled.set(sourcePath, code.place(page));
    return unique(pages.flatMap(([, page]) => code.check(page)));
  } finally {
    if (!reader) await own.close();
  }
}

/** Removes duplicates: several pages may embed the same file, and project errors occur on each page. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function typesReading(
  site: Site,
  all: SourcePage[],
  { reader, read }: { reader: TypesReader; read: ReadHistory },
): TypesReading {
  const toHtml = createCommentRenderer();
  let reading: Promise<SitePlaygrounds> | undefined;
  let known: readonly ApiComponent[] | undefined;
  let described: readonly ShownDemo[] | undefined;
  let using: Promise<Usage> | undefined;
  /** Starts when both the tables and the demos are known. Nothing else needs the compiler after that, so the compiler ends. */
  const use = (): Promise<Usage> | undefined => {
    if (!known || !described) return undefined;
    using ??= reader.usage(described.map(textsOf), [...known]).finally(reader.close);
    // The rejection is handled where the result is awaited.
    using.catch(() => undefined);
    return using;
  };
  return {
    reader,
    beginUsage(demos) {
      described = demos;
      void use();
    },
    playgrounds(demos) {
      reading = readSitePlaygrounds(site, demos, reader);
      return reading;
    },
    async applyTo(compiled, always = false) {
      const tags = [...compiled.values()].flatMap(({ apis = [] }) => apis);
      // Names in manually written tables are checked only if types are available.
      const isAsked = reader.entry === undefined ? tags.length > 0 : [...compiled.values()].some(needsTypes);
      if (!always && !isAsked && !namesLibrary(site)) {
        // Errors are handled where the result is awaited.
        await reading?.catch(() => undefined);
        await reader.close();
        return undefined;
      }
      const { components, files, diagnostics: found } = await reader.extract();
      // Errors about the entry are reported at the first table, which needs the entry.
      const diagnostics = found.map((entry) => ({ ...entry, location: entry.location ?? tags[0]?.location }));
      const { history, diagnostics: ofHistory } = libraryHistory(site, read, components);
      const tables = addTables(compiled, components, { toHtml, history });
      for (const [sourcePath, page] of tables) compiled.set(sourcePath, page);
      const changes = await completeChanges({ site, pages: all, compiled, history });
      for (const [sourcePath, page] of changes.pages) compiled.set(sourcePath, page);
      // Without any exports, an error would be reported for every table.
      const names = components.length > 0 ? checkNames(compiled.values(), components) : [];
      known = components;
      // To find uses, the compiler needs nothing that it has read so far.
      if (!use()) void reading?.then(reader.rest, () => undefined);
      return { components, files, history, changes, diagnostics: [...diagnostics, ...ofHistory, ...names] };
    },
    async makeTables({ api: { components, files, history, changes }, pages, compiled, demos }) {
      described ??= [...demos.values()];
      const [usage = {}, costs] = await Promise.all([use(), reader.costs(components)]);
      return createSiteApi({
        site,
        pages,
        compiled,
        components,
        typeFiles: files,
        history,
        usage,
        costs,
        renderMarkdown: toHtml,
        highlight,
        script: await readTableScript(site.config.base),
        files: changes.files,
        demoFiles: new Map([...demos].map(([id, { shown }]) => [id, shown])),
      });
    },
  };
}

/** Returns the files of a demo that its card shows. */
function textsOf({ demo: { id }, files, shown }: ShownDemo): UsageDemo {
  return {
    id,
    files: files.flatMap(({ name, imports }) => {
      const text = shown.find((file) => file.name === name)?.code;
      return text === undefined ? [] : [{ name, text, imports }];
    }),
  };
}

/** Returns true for API tables, manually written tables whose names are checked, and pages of changes. */
export function needsTypes({ apis, nameTables, sourcePath }: CompiledPage): boolean {
  return apis !== undefined || nameTables !== undefined || isChangesPage(sourcePath);
}
