/** The types of the library while a site is written: read in the background once a page asks for them. */
import path from 'node:path';
import type { ApiComponent } from '../../shared/api.ts';
import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import { type Diagnostic, DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import { isInside, isOfPackage } from '../base/files/paths.ts';
import type { SourcePage } from '../content/types.ts';
import { renderComment } from '../markdown/compile-site.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { librariesOf } from '../project/libraries.ts';
import { createSiteCodeTypes } from '../types/code/site-code-types.ts';
import { needsTypes } from '../types/needs-types.ts';
import { addTables } from '../types/tables/add-tables.ts';
import { checkNames } from '../types/tables/check-names.ts';
import { readTableScript, type TableScript } from '../types/tables/read-table-script.ts';
import { createSiteApi, emptyTable, type SiteApi, type SiteApiInput } from '../types/tables/site-api.ts';
import { createTypesCache } from '../types/types-cache.ts';
import { createTypesReader } from '../types/types-reader.ts';
import type { Usage } from '../types/usage/usage.ts';
import { readDemoTexts } from './demo-texts.ts';

/** Tables of properties in pages that are being written. */
export interface DevTypes {
  /** Adds what is known of tables to pages; the first page that asks for types begins the reading. */
  apply(compiled: Map<string, CompiledPage>): Map<string, CompiledPage>;
  /** What the pages say and the types do not. */
  check(compiled: Map<string, CompiledPage>): Diagnostic[];
  /** Tables of the pages; undefined when they ask for none. While the types are read, tables say so. */
  tables(pages: SourcePage[], compiled: Map<string, CompiledPage>): Pick<SiteApi, 'tablesOf'> | undefined;
  /** Data for tools, by output path; undefined while no page has asked for types. */
  file(outputPath: string): string | undefined;
  /** True when a link to a row cannot be judged yet. */
  isReading(): boolean;
  /** Takes note of changed files: types and what demos use are looked at again, in the background. */
  update(changed: ReadonlySet<string>): void;
  close(): Promise<void>;
}

/** The pages of the site that hold demos or tables, compiled. */
export interface SiteView {
  pages: SourcePage[];
  compiled: Map<string, CompiledPage>;
}

interface KnownTypes extends SiteView {
  components: ApiComponent[];
  usage: Usage;
  script: TableScript;
  demoFiles: SiteApiInput['demoFiles'];
  diagnostics: Diagnostic[];
  /** Absolute paths of what was read. */
  files: ReadonlySet<string>;
}

/**
 * @param look at the site, for what demos use and where they stand
 * @param onReady told when the types, or other ones, are known
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state: what is read, what is asked for, what is stale
export function createDevTypes(site: Site, look: () => Promise<SiteView>, onReady: () => void): DevTypes {
  const { config } = site;
  const folders = librariesOf(site).map(({ entry }) => path.dirname(entry));
  const reader = createTypesReader(site, { cache: createTypesCache(site) });
  const code = createSiteCodeTypes(site, reader);
  let known: KnownTypes | undefined;
  let reading: Promise<void> | undefined;
  let isStale = false;
  let isClosed = false;

  const isLibrary = (filePath: string): boolean => folders.some((folder) => isInside(folder, filePath));
  const read = async (): Promise<void> => {
    let found: KnownTypes;
    try {
      const { components, diagnostics, files } = await reader.extract();
      const view = await look();
      const embedded = [...view.compiled.values()].flatMap((page) => page.demos);
      const demos = await Promise.all(embedded.map((demo) => readDemoTexts(demo, isLibrary)));
      const usage = await reader.usage(demos, components);
      const own = files.filter((file) => !isOfPackage(file));
      const script = await readTableScript(config.base);
      const demoFiles = new Map(
        demos.map(({ id, files }) => [id, files.map(({ name, text }) => ({ name, code: text }))]),
      );
      found = { ...view, components, diagnostics, usage, script, demoFiles, files: new Set(own) };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      found = { ...NOTHING, diagnostics: error.diagnostics };
    }
    const isSame = known !== undefined && JSON.stringify(shownOf(known)) === JSON.stringify(shownOf(found));
    known = found;
    if (!isClosed && !isSame) onReady();
  };
  /** Reads once more when something has changed meanwhile; a fault of ours leaves the pages as they are. */
  const begin = (): void => {
    isStale = reading !== undefined;
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
        if (isStale && !isClosed) begin();
      });
  };
  const siteApi = (parts: SiteView & Pick<KnownTypes, 'components' | 'usage' | 'script' | 'demoFiles'>): SiteApi =>
    createSiteApi({ ...parts, site, renderMarkdown: renderComment });
  const isWanted = (page: CompiledPage): boolean =>
    config.apiParser !== false && (page.apis !== undefined || (reader.entry !== undefined && needsTypes(page)));

  /** Blocks whose types are shown: plain until the compiler has answered. */
  const placeCode = (compiled: Map<string, CompiledPage>): Map<string, CompiledPage> => {
    const pages = [...compiled.values()].filter(({ typedBlocks }) => typedBlocks);
    if (pages.length === 0) return compiled;
    if (!pages.every(code.knows))
      void code.read(pages).then(
        () => !isClosed && onReady(),
        () => undefined,
      );
    return new Map([...compiled].map(([sourcePath, page]) => [sourcePath, code.place(page)]));
  };

  return {
    apply(asWritten) {
      const compiled = placeCode(asWritten);
      if (![...compiled.values()].some(isWanted)) return compiled;
      if (!known) {
        if (!reading) begin();
        return compiled;
      }
      return addTables(compiled, known.components, renderComment, new Map([...known.compiled, ...compiled]));
    },
    check(compiled) {
      const pages = [...compiled.values()].filter(isWanted);
      const ofCode = [...compiled.values()].flatMap(code.check);
      if (!known || pages.length === 0) return ofCode;
      const place = pages.flatMap(({ apis = [] }) => apis)[0]?.location;
      return [
        ...ofCode,
        ...known.diagnostics.map((entry) => ({ ...entry, location: entry.location ?? place })),
        ...(known.components.length > 0 ? checkNames(pages, known.components) : []),
      ];
    },
    tables(pages, compiled) {
      if (config.apiParser === false || ![...compiled.values()].some(({ apis }) => apis)) return undefined;
      if (known) {
        const { components, usage, script, demoFiles } = known;
        const view = {
          pages: [
            ...pages,
            ...known.pages.filter(({ routePath }) => pages.every((page) => page.routePath !== routePath)),
          ],
          compiled: new Map([...known.compiled, ...compiled]),
        };
        return siteApi({ ...view, components, usage, script, demoFiles });
      }
      return {
        tablesOf: ({ apis = [] }): Record<string, ApiTable> =>
          Object.fromEntries(apis.map(({ id, type }) => [apiTableKey(id, type), emptyTable(id, 'resolving')])),
      };
    },
    file: (outputPath) => (known ? siteApi(known).outputs.get(outputPath)?.() : undefined),
    isReading: () => reading !== undefined,
    update(changed) {
      // What a block imports may be another thing.
      if ([...changed].some((file) => /\.[cm]?[jt]sx?$|\.json$/.test(file))) code.forget();
      if (!known && !reading) return;
      // What the first reading reads is known at its end.
      if (!known || [...changed].some((file) => known?.files.has(file) || isLibrary(file))) reader.forget();
      begin();
    },
    async close() {
      isClosed = true;
      await reader.close();
    },
  };
}

const NOTHING: KnownTypes = {
  pages: [],
  compiled: new Map(),
  components: [],
  usage: {},
  script: { file: '', url: '', text: '' },
  demoFiles: new Map(),
  diagnostics: [],
  files: new Set(),
};

/** What is seen of the types in pages. */
function shownOf({ components, usage, diagnostics, pages, compiled }: KnownTypes) {
  const places = pages.map(({ sourcePath, routePath }) => [
    routePath,
    compiled.get(sourcePath)?.demos.map(({ id, title }) => [id, title]),
  ]);
  return { components, usage, diagnostics, places };
}
