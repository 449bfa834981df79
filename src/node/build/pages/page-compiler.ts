import type { OnTime } from '../../base/meter.ts';
import { preciseNow } from '../../base/meter.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { RecordedQueries } from '../../markdown/compile-page.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { SiteFolders } from '../../store/dependencies.ts';
import { eachInTime } from './each-in-time.ts';
import { type LookUp, takeLookUps } from './look-ups.ts';

/** What building the pages of a site needs to know. */
export interface PageMakerOptions {
  includeDebug: boolean;
  /** Folders that pages may read. If set, keys and queries are reported so that pages can be cached. */
  keep?: SiteFolders | undefined;
  /** Called when a page is compiled or rendered, with its time. */
  onTime?: OnTime | undefined;
}

/** A compiled page. */
export interface CompiledJob {
  page: SourcePage;
  /** The page and its tabs. */
  parts: CompiledPage[];
  /** Queries of the page during compilation. Undefined if they are unknown. */
  compiling?: LookUp[] | undefined;
}

/** Compiles pages, and returns those that exceeded their time as `late`. */
export type CompilePages = (pages: SourcePage[]) => Promise<{ compiled: CompiledJob[]; late: SourcePage[] }>;

export function createPageCompiler(
  site: Site,
  loaded: LoadedSite,
  { includeDebug, keep, onTime }: PageMakerOptions,
): CompilePages {
  const queries = new Map<string, RecordedQueries>();
  const onAsked = keep && ((sourcePath: string, found: RecordedQueries): void => void queries.set(sourcePath, found));
  const compiler = createCompiler({ site, ...loaded, includeDebug, onAsked });

  /** Returns the queries of a page and its tabs during compilation. */
  const takeAsked = (page: SourcePage): LookUp[] | undefined => {
    if (!keep) return undefined;
    const all = withTabs(page).map(({ sourcePath }) => {
      const found = queries.get(sourcePath);
      queries.delete(sourcePath);
      return found && takeLookUps(found, keep);
    });
    return all.every((list) => list !== undefined) ? all.flat() : undefined;
  };

  return async (pages) => {
    const compile = await compiler.prepare(pages.flatMap(withTabs));
    const done: { page: SourcePage; parts: CompiledPage[]; start: number; time: number }[] = [];
    const late = eachInTime(pages, site.config.pageTimeout, (page) => {
      const start = preciseNow();
      done.push({ page, parts: withTabs(page).map(compile), start, time: preciseNow() - start });
    });
    const compiled = done.map(({ page, parts, ...timing }) => {
      onTime?.({ kind: 'page', name: page.sourcePath, worker: 'main', ...timing });
      return { page, parts, compiling: takeAsked(page) };
    });
    return { compiled, late };
  };
}
