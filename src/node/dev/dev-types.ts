import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from '../content/types.ts';
import { createCommentRenderer, highlight } from '../markdown/compile-site.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteDependencies } from '../project/site-folders.ts';
import { createSiteCodeTypes, type SiteCodeTypes } from '../types/code/site-code-types.ts';
import { needsTypes } from '../types/read-types.ts';
import { addTables } from '../types/tables/add-tables.ts';
import { checkNames } from '../types/tables/check-names.ts';
import { createSiteApi, emptyTable, type SiteApi } from '../types/tables/site-api.ts';
import { createTypesCache, createTypesReader } from '../types/types-reader.ts';
import { createBackground } from './background.ts';
import { createDevPlaygrounds } from './dev-playgrounds.ts';
import { type KnownTypes, libraryTest, looksSame, readKnownTypes, type SiteView } from './known-types.ts';
import type { Requests } from './requests.ts';

export type DevTypes = ReturnType<typeof createDevTypes>;

/** Milliseconds to wait before types are read. After the first page, browsers also load scripts; after an edit, only the page. */
const FIRST_PAUSE = 500;
const PAUSE = 100;
const COMPILER_PAUSE = 30_000;

interface DevTypesOptions {
  /** Returns the compiled pages, to find uses of types in demos. */
  look: () => Promise<SiteView>;
  onReady: () => void;
  requests: Requests;
}

export function createDevTypes(site: Site, { look, onReady, requests }: DevTypesOptions) {
  const { config } = site;
  const isLibrary = libraryTest(site);
  /** Shared until the next change, because the results of all visited pages depend on the same packages. */
  let disk: ReturnType<typeof createSiteDependencies> | undefined;
  const cache = createTypesCache(site, { reader: () => (disk ??= createSiteDependencies(site)) });
  const reader = createTypesReader(site, { cache, pause: COMPILER_PAUSE });
  const toHtml = createCommentRenderer();
  let known: KnownTypes | undefined;
  let isClosed = false;
  const onChange = (): void => {
    if (!isClosed) onReady();
  };
  const code = createDevCode(createSiteCodeTypes(site, reader), onChange);
  const rest = (): Promise<void> => requests.rest(known ? PAUSE : FIRST_PAUSE);
  const playgrounds = createDevPlaygrounds(site, { reader, onReady: onChange, rest });
  // If code of this tool throws, the pages stay unchanged.
  const reading = createBackground(async () => {
    const found = await readKnownTypes(site, { reader, look, isLibrary, toHtml });
    const isSame = known !== undefined && looksSame(known, found);
    known = found;
    if (!isSame) onChange();
  }, rest);
  const siteApi = (parts: KnownTypes): SiteApi =>
    createSiteApi({ ...parts, typeFiles: [], files: parts.changes.files, site, renderMarkdown: toHtml, highlight });
  const isWanted = (page: CompiledPage): boolean =>
    config.apiParser !== false && (page.apis !== undefined || (reader.entry !== undefined && needsTypes(page)));

  return {
    /** The first page that needs types starts reading them. */
    apply(asWritten: Map<string, CompiledPage>): Map<string, CompiledPage> {
      const compiled = code.place(asWritten);
      if (![...compiled.values()].some(isWanted)) return compiled;
      if (known) {
        const { components, history, changes } = known;
        const context = { toHtml, history, site: new Map([...known.compiled, ...compiled]) };
        const pages = Array.from(compiled, ([sourcePath, page]): [string, CompiledPage] => {
          return [sourcePath, changes.pages.get(sourcePath) ?? page];
        });
        return addTables(new Map(pages), components, context);
      }
      if (!reading.isRunning()) reading.begin();
      return compiled;
    },
    /** Returns diagnostics, for example for names that pages use but the types do not contain. */
    check(compiled: Map<string, CompiledPage>): Diagnostic[] {
      const ofCode = [...code.check(compiled), ...playgrounds.check(compiled)];
      const pages = [...compiled.values()].filter(isWanted);
      return known && pages.length > 0 ? [...ofCode, ...checkTables(pages, known)] : ofCode;
    },
    /** Returns undefined if no page has tables and no types are known. While types are read, tables have the state `resolving`. */
    tables(
      pages: SourcePage[],
      compiled: Map<string, CompiledPage>,
    ): Pick<SiteApi, 'tablesOf' | 'propertiesOf'> | undefined {
      if (config.apiParser === false) return undefined;
      const hasTables = [...compiled.values()].some(({ apis }) => apis);
      if (!hasTables && !known) return undefined;
      return known ? siteApi({ ...known, ...joinViews(known, { pages, compiled }) }) : RESOLVING;
    },
    /** Unknown playgrounds are read in the background. */
    playgrounds: playgrounds.of,
    file: (outputPath: string): string | undefined => (known ? siteApi(known).outputs.get(outputPath)?.() : undefined),
    /** Returns true while types are read, so links to table rows cannot be checked yet. */
    isReading: reading.isRunning,
    /** Reads types and their uses in demos again, in the background. */
    update(changed: ReadonlySet<string>): void {
      disk = undefined;
      // A changed file may change the types that a block imports.
      if ([...changed].some((file) => /\.[cm]?[jt]sx?$|\.json$/.test(file))) {
        code.forget();
        playgrounds.update();
      }
      if (!known && !reading.isRunning()) return;
      // The files that the first read uses are known only after that read has ended.
      if (!known || [...changed].some((file) => known?.files.has(file) || isLibrary(file))) reader.forget();
      reading.begin();
    },
    async close(): Promise<void> {
      isClosed = true;
      reading.close();
      playgrounds.close();
      await reader.close();
    },
  };
}

function createDevCode(code: SiteCodeTypes, onReady: () => void) {
  return {
    /** Until the compiler has answered, blocks stay plain. */
    place(compiled: Map<string, CompiledPage>): Map<string, CompiledPage> {
      const pages = [...compiled.values()].filter(({ typedBlocks }) => typedBlocks);
      if (pages.length === 0) return compiled;
      if (!pages.every(code.knows)) void code.read(pages).then(onReady, () => undefined);
      return new Map([...compiled].map(([sourcePath, page]) => [sourcePath, code.place(page)]));
    },
    check: (compiled: Map<string, CompiledPage>): Diagnostic[] => [...compiled.values()].flatMap(code.check),
    forget: code.forget,
  };
}

/** A diagnostic without a location gets the location of the first table. */
function checkTables(pages: CompiledPage[], { diagnostics, components }: KnownTypes): Diagnostic[] {
  const location = pages.flatMap(({ apis = [] }) => apis)[0]?.location;
  return [
    ...diagnostics.map((entry) => ({ ...entry, location: entry.location ?? location })),
    ...(components.length > 0 ? checkNames(pages, components) : []),
  ];
}

function joinViews(known: SiteView, { pages, compiled }: SiteView): SiteView {
  const changed = new Set(pages.map(({ routePath }) => routePath));
  return {
    pages: [...pages, ...known.pages.filter(({ routePath }) => !changed.has(routePath))],
    compiled: new Map([...known.compiled, ...compiled]),
  };
}

const RESOLVING: Pick<SiteApi, 'tablesOf' | 'propertiesOf'> = {
  propertiesOf: () => [],
  tablesOf: ({ apis = [] }): Record<string, ApiTable> =>
    Object.fromEntries(apis.map((tag) => [apiTableKey(tag.id, tag), emptyTable(tag.id, 'resolving')])),
};
