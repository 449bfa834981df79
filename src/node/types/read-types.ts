/** The types of the library, from the moment that a page may need them until its tables are made. */
import type { ApiComponent } from '../../shared/api.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from '../content/types.ts';
import type { DescribedDemo } from '../demos/built-demo.ts';
import { renderComment } from '../markdown/compile-site.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import type { Cache } from '../store/cache.ts';
import { createSiteCodeTypes } from './code/site-code-types.ts';
import { needsTypes } from './needs-types.ts';
import { addTables } from './tables/add-tables.ts';
import { checkNames } from './tables/check-names.ts';
import { readTableScript } from './tables/read-table-script.ts';
import { createSiteApi, type SiteApi } from './tables/site-api.ts';
import { createTypesReader, TYPES_ENTRY, type TypesReader } from './types-reader.ts';

/** What the types say, of pages that ask. */
export interface LibraryApi {
  components: ApiComponent[];
  diagnostics: Diagnostic[];
}

/** Reading that has begun. */
export interface TypesReading {
  /** By which the compiler is asked, until the tables are made. */
  reader: TypesReader;
  /**
   * Adds anchors and texts of generated tables to the pages, in place; undefined when no page asks for types after all.
   */
  applyTo(compiled: Map<string, CompiledPage>, always?: boolean): Promise<LibraryApi | undefined>;
  /** Looks at what demos use, and prepares the tables. */
  makeTables(input: TablesInput): Promise<SiteApi>;
}

export interface TablesInput {
  api: LibraryApi;
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
  /** By id. */
  demos: Map<string, DescribedDemo>;
}

/**
 * Begins to read the types when a page may need them, or `always`; undefined when none does, or the configuration turns it
 * off.
 *
 * @param options.cache keeps what was read
 * @param options.signal ends the reading, and the thread that reads
 * @param options.early a reader that has begun, see {@link readTypesEarly}
 */
export function readTypes(
  site: Site,
  pages: SourcePage[],
  { always = false, early, ...options }: ReadingOptions & { always?: boolean; early?: TypesReader | undefined },
): TypesReading | undefined {
  if (
    site.config.apiParser === false ||
    !(always || namesLibrary(site) || pages.some(({ look }) => look.mayHaveTables))
  ) {
    void early?.close();
    return undefined;
  }
  return typesReading(site, early ?? beginReading(site, options));
}

/** Begins to read before the pages are known, where a build before this one has needed the types; else undefined. */
export function readTypesEarly(site: Site, options: ReadingOptions): TypesReader | undefined {
  if (site.config.apiParser === false || !options.cache.has(TYPES_ENTRY)) return undefined;
  return beginReading(site, options);
}

/** A site that names its library has data for tools, whatever its pages ask for. */
function namesLibrary({ config }: Site): boolean {
  return config.library !== undefined && config.library.length > 0;
}

interface ReadingOptions {
  cache: Cache;
  signal?: AbortSignal;
}

function beginReading(site: Site, options: ReadingOptions): TypesReader {
  const reader = createTypesReader(site, options);
  // Awaited by who asks for it.
  reader.extract().catch(() => undefined);
  return reader;
}

/**
 * Puts code blocks whose types are shown into their pages.
 *
 * @param options.reader one that is at work already
 * @returns what is wrong with them
 */
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

/** A file that several pages embed, and the project, are told of once. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** The reading of a reader that may have been at work before. */
function typesReading(site: Site, reader: TypesReader): TypesReading {
  return {
    reader,
    async applyTo(compiled, always = false) {
      const tags = [...compiled.values()].flatMap(({ apis = [] }) => apis);
      // Names in tables by hand are checked where there is something to check them against.
      const isAsked = reader.entry === undefined ? tags.length > 0 : [...compiled.values()].some(needsTypes);
      if (!always && !isAsked && !namesLibrary(site)) {
        await reader.close();
        return undefined;
      }
      const { components, diagnostics: found } = await reader.extract();
      // What is wrong with the entry is told where the first table is asked for.
      const diagnostics = found.map((entry) => ({ ...entry, location: entry.location ?? tags[0]?.location }));
      for (const [sourcePath, page] of addTables(compiled, components, renderComment)) compiled.set(sourcePath, page);
      // Without exports every table would be told of.
      const names = components.length > 0 ? checkNames(compiled.values(), components) : [];
      return { components, diagnostics: [...diagnostics, ...names] };
    },
    async makeTables({ api: { components }, pages, compiled, demos }) {
      const texts = [...demos].map(([id, { files, shown }]) => ({
        id,
        files: files.flatMap(({ name, imports }) => {
          const text = shown.find((file) => file.name === name)?.code;
          return text === undefined ? [] : [{ name, text, imports }];
        }),
      }));
      const usage = await reader.usage(texts, components);
      await reader.close();
      return createSiteApi({
        site,
        pages,
        compiled,
        components,
        usage,
        renderMarkdown: renderComment,
        script: await readTableScript(site.config.base),
        demoFiles: new Map([...demos].map(([id, { shown }]) => [id, shown])),
      });
    },
  };
}
