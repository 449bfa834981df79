import type { OnTime } from '../../base/meter.ts';
import { preciseNow } from '../../base/meter.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { eachInTime } from './each-in-time.ts';

export interface PageMakerOptions {
  includeDebug: boolean;
  onTime?: OnTime | undefined;
}

export interface CompiledJob {
  page: SourcePage;
  parts: CompiledPage[];
}

/** Compiles pages, and returns those that exceeded their time as `late`. */
export type CompilePages = (pages: SourcePage[]) => Promise<{ compiled: CompiledJob[]; late: SourcePage[] }>;

export function createPageCompiler(
  site: Site,
  loaded: LoadedSite,
  { includeDebug, onTime }: PageMakerOptions,
): CompilePages {
  const compiler = createCompiler({ site, ...loaded, includeDebug });
  return async (pages) => {
    const compile = await compiler.prepare(pages.flatMap(withTabs));
    const done: { page: SourcePage; parts: CompiledPage[]; start: number; time: number }[] = [];
    const late = eachInTime(pages, site.config.pageTimeout, (page) => {
      const start = preciseNow();
      done.push({ page, parts: withTabs(page).map(compile), start, time: preciseNow() - start });
    });
    const compiled = done.map(({ page, parts, ...timing }) => {
      onTime?.({ kind: 'page', name: page.sourcePath, worker: 'main', ...timing });
      return { page, parts };
    });
    return { compiled, late };
  };
}
