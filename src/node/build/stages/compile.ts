import type { AllPages } from '../../bundle/pages-module.ts';
import { machineOutputs } from '../../content/machine-outputs.ts';
import { withTabs } from '../../content/tabs.ts';
import type { SourcePage } from '../../content/types.ts';
import { checkPages } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { createAllPages } from '../../render/page-list.ts';
import type { PageJob } from '../../render/types.ts';
import type { Cache } from '../../store/cache.ts';
import { checkSiteTypes } from '../../types/check-site-types.ts';
import { readPlaygroundsAlone } from '../../types/controls/site-playgrounds.ts';
import {
  type LibraryApi,
  readCodeTypes,
  readTypes,
  readTypesEarly,
  type TypesReading,
} from '../../types/read-types.ts';
import { createTypesCache, type TypesReader } from '../../types/types-reader.ts';
import { type BundleOptions, type Bundles, bundleAll, bundleEarly } from '../compose/bundles.ts';
import { type SearchScripts, searchScripts } from '../compose/search.ts';
import { checkPageOutputs, type PageWork, startPageWork } from '../pages/page-work.ts';
import type { PipelineOptions } from '../pipeline-options.ts';
import { checkPublished } from '../published.ts';
import type { Job } from '../run.ts';
import type { LoadStage } from './load.ts';

/** Compiled pages, and the work that has started in the meantime. */
export interface CompileStage {
  /** Compiled pages by source path, including tabs. */
  compiled: Map<string, CompiledPage>;
  /** Work on pages, which continues for text-only pages. */
  pages: PageWork;
  /** Pages and tabs that may contain demos or code. */
  live: PageJob[];
  runsCode: boolean;
  search: SearchScripts | undefined;
  /** The list of all pages, for code that imports it. */
  allPages: AllPages;
  /** Bundles, which the bundler builds while pages are compiled. */
  bundling: Promise<Bundles>;
  checkingTypes: ReturnType<typeof checkSiteTypes> | undefined;
  /** The library's types, and the data that pages need from them; absent if no page needs types. */
  library?: { types: TypesReading; words: LibraryApi };
}

/**
 * Compiles all pages. Pages that may run code are compiled first, so that the bundler works while other pages are
 * compiled. Records errors in pages, in links and in references to names of the library.
 */
export async function compileStage(job: Job, { loaded, ...load }: LoadStage, types: TypesJob): Promise<CompileStage> {
  const { site, options, run } = job;
  const all = loaded.pages.flatMap(withTabs);
  const reading = readTypes(site, all, { ...types, always: options.types, history: load.history });
  const begin = beginBundling(job, loaded, all, {
    readPlaygrounds: (demos) => (reading ? reading.playgrounds(demos) : readPlaygroundsAlone(site, demos, types)),
    onDescribed: reading?.beginUsage,
  });
  const conflicts = load.isWhole ? checkPageOutputs(site, loaded) : [];
  run.note(conflicts);
  // Nothing is written after an error, because two pages may have the same output path.
  const into = load.isWhole && conflicts.length === 0 ? options.into : undefined;
  const pages = run.open(await startPageWork(site, loaded, { ...options, into }, run.ending));
  const search = await searchScripts(site);
  const { live, runsCode, allPages, bundling } = begin(await pages.first);
  const compiled = new Map((await pages.compiled).map((page) => [page.sourcePath, page]));
  run.note([...compiled.values()].flatMap(({ diagnostics }) => diagnostics));
  const checkingTypes = run.later(options.checkTypes ? checkSiteTypes(site, compiled.values(), run.ending) : undefined);
  if (reading) options.onStage?.('types');
  run.note(await readCodeTypes(site, compiled, { ...types, reader: reading?.reader }));
  const words = await reading?.applyTo(compiled, options.types);
  run.note(words?.diagnostics ?? []);
  // Links can be checked only if all pages are known.
  const links = checkPages(compiled, loaded.pages, {
    root: site.root,
    moved: loaded.movedAnchors,
    versions: loaded.versions,
    files: machineOutputs(loaded.pages, site.config),
  });
  run.note(links.filter(({ code }) => !(load.areMissing && code === 'CD320')));
  if (options.published && load.isWhole) run.note(checkPublished(options.published, loaded, compiled));
  const library = reading && words && { types: reading, words };
  return { compiled, pages, live, runsCode, search, allPages, bundling, checkingTypes, library };
}

function beginBundling(
  { site, options, run, loader, cache }: Job,
  loaded: LoadStage['loaded'],
  all: SourcePage[],
  onDemos: Pick<BundleOptions, 'readPlaygrounds' | 'onDescribed'>,
) {
  const { omitDemos, development, comparesDemos, onTime } = options;
  const running = all.filter(({ look }) => look.mayRun);
  const allPages = createAllPages(site, loaded.pages);
  const early = bundleEarly(site, running, { loader, allPages, cache });
  return (first: CompiledPage[]) => {
    const compiled = new Map(first.map((page) => [page.sourcePath, page]));
    const live = running.map((page) => ({
      page,
      compiled: withoutDemos(compiled.get(page.sourcePath) as CompiledPage, omitDemos),
    }));
    const runsCode = live.some(({ compiled: { demos, module } }) => demos.length > 0 || module !== undefined);
    const bundling = bundleAll(site, live, early, {
      ...{ loader, allPages, texts: loaded.texts, development, comparesDemos, cache, ...onDemos, onTime },
      signal: run.ending,
    });
    return { live, runsCode, allPages, bundling: run.later(bundling) };
  };
}

function withoutDemos(page: CompiledPage, omitted: PipelineOptions['omitDemos']): CompiledPage {
  if (omitted === 'all') return { ...page, demos: [] };
  return omitted ? { ...page, demos: page.demos.filter(({ id }) => !omitted.has(id)) } : page;
}

interface TypesJob {
  cache: Cache;
  signal: AbortSignal;
  /** Reader that was started before the pages were known. */
  early: TypesReader | undefined;
}

/** Starts to read the library's types immediately if the last build needed them. */
export function beginTypes({ site, options, run }: Job): TypesJob {
  const { typesCache: cache = createTypesCache(site) } = options;
  const signal = run.ending;
  return { cache, signal, early: readTypesEarly(site, { cache, signal }) };
}
