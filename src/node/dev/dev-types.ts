/** The types of the library while a site is written: read in the background once a page asks for them. */
import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from '../content/types.ts';
import { renderComment } from '../markdown/compile-site.ts';
import type { CompiledPage } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteCodeTypes, type SiteCodeTypes } from '../types/code/site-code-types.ts';
import { needsTypes } from '../types/needs-types.ts';
import { addTables } from '../types/tables/add-tables.ts';
import { checkNames } from '../types/tables/check-names.ts';
import { createSiteApi, emptyTable, type SiteApi } from '../types/tables/site-api.ts';
import { createTypesCache } from '../types/types-cache.ts';
import { createTypesReader } from '../types/types-reader.ts';
import { createBackground } from './background.ts';
import { type KnownTypes, libraryTest, looksSame, readTypes, type SiteView } from './known-types.ts';

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

/**
 * @param look at the site, for what demos use and where they stand
 * @param onReady called when the types, or other ones, are known
 */
export function createDevTypes(site: Site, look: () => Promise<SiteView>, onReady: () => void): DevTypes {
  const { config } = site;
  const isLibrary = libraryTest(site);
  const reader = createTypesReader(site, { cache: createTypesCache(site) });
  let known: KnownTypes | undefined;
  let isClosed = false;
  const onChange = (): void => {
    if (!isClosed) onReady();
  };
  const code = createDevCode(createSiteCodeTypes(site, reader), onChange);
  // A bug of ours leaves the pages as they are.
  const reading = createBackground(async () => {
    const found = await readTypes(site, { reader, look, isLibrary });
    const isSame = known !== undefined && looksSame(known, found);
    known = found;
    if (!isSame) onChange();
  });
  const siteApi = (parts: KnownTypes): SiteApi => createSiteApi({ ...parts, site, renderMarkdown: renderComment });
  const isWanted = (page: CompiledPage): boolean =>
    config.apiParser !== false && (page.apis !== undefined || (reader.entry !== undefined && needsTypes(page)));

  return {
    apply(asWritten) {
      const compiled = code.place(asWritten);
      if (![...compiled.values()].some(isWanted)) return compiled;
      if (known) return addTables(compiled, known.components, renderComment, new Map([...known.compiled, ...compiled]));
      if (!reading.isRunning()) reading.begin();
      return compiled;
    },
    check(compiled) {
      const ofCode = code.check(compiled);
      const pages = [...compiled.values()].filter(isWanted);
      return known && pages.length > 0 ? [...ofCode, ...checkTables(pages, known)] : ofCode;
    },
    tables(pages, compiled) {
      if (config.apiParser === false || ![...compiled.values()].some(({ apis }) => apis)) return undefined;
      return known ? siteApi({ ...known, ...joinViews(known, { pages, compiled }) }) : RESOLVING;
    },
    file: (outputPath) => (known ? siteApi(known).outputs.get(outputPath)?.() : undefined),
    isReading: reading.isRunning,
    update(changed) {
      // What a block imports may be another thing.
      if ([...changed].some((file) => /\.[cm]?[jt]sx?$|\.json$/.test(file))) code.forget();
      if (!known && !reading.isRunning()) return;
      // What the first reading reads is known at its end.
      if (!known || [...changed].some((file) => known?.files.has(file) || isLibrary(file))) reader.forget();
      reading.begin();
    },
    async close() {
      isClosed = true;
      reading.close();
      await reader.close();
    },
  };
}

/** Code blocks whose types are shown. */
interface DevCode {
  /** Blocks are plain until the compiler has answered. */
  place(compiled: Map<string, CompiledPage>): Map<string, CompiledPage>;
  check(compiled: Map<string, CompiledPage>): Diagnostic[];
  forget(): void;
}

function createDevCode(code: SiteCodeTypes, onReady: () => void): DevCode {
  return {
    place(compiled) {
      const pages = [...compiled.values()].filter(({ typedBlocks }) => typedBlocks);
      if (pages.length === 0) return compiled;
      if (!pages.every(code.knows)) void code.read(pages).then(onReady, () => undefined);
      return new Map([...compiled].map(([sourcePath, page]) => [sourcePath, code.place(page)]));
    },
    check: (compiled) => [...compiled.values()].flatMap(code.check),
    forget: code.forget,
  };
}

/** What pages with tables say and the types do not; a diagnostic without a location gets that of the first table. */
function checkTables(pages: CompiledPage[], { diagnostics, components }: KnownTypes): Diagnostic[] {
  const location = pages.flatMap(({ apis = [] }) => apis)[0]?.location;
  return [
    ...diagnostics.map((entry) => ({ ...entry, location: entry.location ?? location })),
    ...(components.length > 0 ? checkNames(pages, components) : []),
  ];
}

/** The pages that are known, of which some have changed. */
function joinViews(known: SiteView, { pages, compiled }: SiteView): SiteView {
  const changed = new Set(pages.map(({ routePath }) => routePath));
  return {
    pages: [...pages, ...known.pages.filter(({ routePath }) => !changed.has(routePath))],
    compiled: new Map([...known.compiled, ...compiled]),
  };
}

/** Tables while the types are read. */
const RESOLVING: Pick<SiteApi, 'tablesOf'> = {
  tablesOf: ({ apis = [] }): Record<string, ApiTable> =>
    Object.fromEntries(apis.map(({ id, type }) => [apiTableKey(id, type), emptyTable(id, 'resolving')])),
};
