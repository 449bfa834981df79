import { preciseNow } from '../../base/meter.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { RecordedQueries } from '../../markdown/compile-page.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { NO_CONTENTS } from '../../render/page-inputs.ts';
import type { PageContents } from '../../render/types.ts';
import { eachInTime, type PageListener } from './each-in-time.ts';
import { type LookUp, takeLookUps } from './look-ups.ts';
import { withoutContent } from './may-need-types.ts';
import type { PageMakerData, PageTask } from './protocol.ts';

/** A task that compiles a page. */
export type CompileTask = Exclude<PageTask, { kind: 'make' }>;

/** A compiled page that can be rendered. */
export interface CompiledJob {
  number: number;
  page: SourcePage;
  parts: CompiledPage[];
  contents: PageContents;
}

/**
 * Creates a function that compiles pages and reports the data that the rest of the site needs.
 *
 * @returns a function that compiles pages and resolves with the pages that can be rendered at once
 */
export function createPageCompiler(
  { site, loaded, includeDebug, keep }: PageMakerData,
  listener: PageListener,
): (tasks: CompileTask[]) => Promise<CompiledJob[]> {
  const { send } = listener;
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

  return async (tasks) => {
    const compile = await compiler.prepare(tasks.flatMap(({ page }) => withTabs(page)));
    const compiled: { task: CompileTask; parts: CompiledPage[]; start: number; time: number }[] = [];
    eachInTime(tasks, site.config.pageTimeout, listener, (task) => {
      const start = preciseNow();
      compiled.push({ task, parts: withTabs(task.page).map(compile), start, time: preciseNow() - start });
    });
    const jobs: CompiledJob[] = [];
    for (const { task, parts, ...timing } of compiled) {
      const { number, page } = task;
      const isWhole = task.kind === 'whole';
      const compiling = takeAsked(page);
      send({ kind: 'compiled', number, parts: isWhole ? parts.map(withoutContent) : parts, compiling, ...timing });
      if (isWhole) jobs.push({ number, page, parts, contents: task.contents ?? NO_CONTENTS });
    }
    return jobs;
  };
}
