import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import type { Playground } from '../../shared/playground/schema.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { SourcePage } from '../content/types.ts';
import { highlight, renderComment } from '../markdown/compile-site.ts';
import type { CompiledPage, EmbeddedDemo } from '../markdown/types.ts';
import type { Site } from '../project/config/types.ts';
import { createSiteCodeTypes, type SiteCodeTypes } from '../types/code/site-code-types.ts';
import { needsTypes } from '../types/needs-types.ts';
import { addTables } from '../types/tables/add-tables.ts';
import { checkNames } from '../types/tables/check-names.ts';
import { createSiteApi, emptyTable, type SiteApi } from '../types/tables/site-api.ts';
import { createTypesCache } from '../types/types-cache.ts';
import { createTypesReader } from '../types/types-reader.ts';
import { createBackground } from './background.ts';
import { createDevPlaygrounds } from './dev-playgrounds.ts';
import { type KnownTypes, libraryTest, looksSame, readKnownTypes, type SiteView } from './known-types.ts';

export interface DevTypes {
  /** The first page that needs types starts reading them. */
  apply(compiled: Map<string, CompiledPage>): Map<string, CompiledPage>;
  /** Returns diagnostics, for example for names that pages use but the types do not contain. */
  check(compiled: Map<string, CompiledPage>): Diagnostic[];
  /** Undefined if nothing is known. While types are read, tables have the state `resolving`. */
  tables(
    pages: SourcePage[],
    compiled: Map<string, CompiledPage>,
  ): Pick<SiteApi, 'tablesOf' | 'propertiesOf'> | undefined;
  /** Others are read in the background. */
  playgrounds(demos: readonly EmbeddedDemo[]): ReadonlyMap<string, Playground>;
  file(outputPath: string): string | undefined;
  /** Returns true while types are read, so links to table rows cannot be checked yet. */
  isReading(): boolean;
  /** Types and their uses in demos are read again in the background. */
  update(changed: ReadonlySet<string>): void;
  close(): Promise<void>;
}

/** `look` returns the compiled pages, for the uses of types in demos. */
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
  const playgrounds = createDevPlaygrounds(site, reader, onChange);
  // If our code throws, the pages stay unchanged.
  const reading = createBackground(async () => {
    const found = await readKnownTypes(site, { reader, look, isLibrary });
    const isSame = known !== undefined && looksSame(known, found);
    known = found;
    if (!isSame) onChange();
  });
  const siteApi = (parts: KnownTypes): SiteApi =>
    createSiteApi({ ...parts, files: parts.changes.files, site, renderMarkdown: renderComment, highlight });
  const isWanted = (page: CompiledPage): boolean =>
    config.apiParser !== false && (page.apis !== undefined || (reader.entry !== undefined && needsTypes(page)));

  return {
    apply(asWritten) {
      const compiled = code.place(asWritten);
      if (![...compiled.values()].some(isWanted)) return compiled;
      if (known) {
        const { components, history, changes } = known;
        const context = { toHtml: renderComment, history, site: new Map([...known.compiled, ...compiled]) };
        const pages = Array.from(compiled, ([sourcePath, page]): [string, CompiledPage] => {
          return [sourcePath, changes.pages.get(sourcePath) ?? page];
        });
        return addTables(new Map(pages), components, context);
      }
      if (!reading.isRunning()) reading.begin();
      return compiled;
    },
    check(compiled) {
      const ofCode = [...code.check(compiled), ...playgrounds.check(compiled)];
      const pages = [...compiled.values()].filter(isWanted);
      return known && pages.length > 0 ? [...ofCode, ...checkTables(pages, known)] : ofCode;
    },
    tables(pages, compiled) {
      if (config.apiParser === false) return undefined;
      const hasTables = [...compiled.values()].some(({ apis }) => apis);
      if (!hasTables && !known) return undefined;
      return known ? siteApi({ ...known, ...joinViews(known, { pages, compiled }) }) : RESOLVING;
    },
    playgrounds: playgrounds.of,
    file: (outputPath) => (known ? siteApi(known).outputs.get(outputPath)?.() : undefined),
    isReading: reading.isRunning,
    update(changed) {
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
    async close() {
      isClosed = true;
      reading.close();
      playgrounds.close();
      await reader.close();
    },
  };
}

interface DevCode {
  /** Until the compiler has answered, blocks stay plain. */
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

/** A diagnostic without a location gets that of the first table. */
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
