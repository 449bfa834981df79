import { messageOf } from '../../base/errors.ts';
import { type OnTime, preciseNow } from '../../base/meter.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { writeTree } from '../../output/write-tree.ts';
import type { Site } from '../../project/config/types.ts';
import { createPageSiteData } from '../../render/page-inputs.ts';
import type { RenderContext } from '../../render/render-page.ts';
import type { PageContents, PageInputs, WholePage } from '../../render/types.ts';
import type { AskedLists } from './compare-entry.ts';
import { eachInTime } from './each-in-time.ts';
import { makePage } from './make-page.ts';
import { createListRecorder } from './page-entries.ts';

export interface RenderJob extends WholePage {
  contents: PageContents;
}

export interface RenderedJob {
  job: RenderJob;
  made: ReturnType<typeof makePage>;
  inputs: PageInputs;
  lists: AskedLists;
}

export function createPageWriter(site: Site, loaded: LoadedSite, onTime: OnTime | undefined) {
  const siteDataOf = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
  let recordLists: ReturnType<typeof createListRecorder> | undefined;

  const renderOne = (job: RenderJob, context: RenderContext): RenderedJob => {
    const { contents, ...whole } = job;
    const inputs = { ...contents, ...siteDataOf(whole) };
    recordLists ??= createListRecorder(context.listPages);
    const { listPages, lists } = recordLists();
    return { job, made: makePage(whole, inputs, { ...context, listPages }), inputs, lists };
  };
  return {
    /** Renders pages in turn. Returns pages that threw an error as `failed`, and those that exceeded their time as `late`. */
    render(
      jobs: RenderJob[],
      context: RenderContext,
    ): { rendered: RenderedJob[]; failed: Map<SourcePage, Error>; late: RenderJob[] } {
      const rendered: RenderedJob[] = [];
      const failed = new Map<SourcePage, Error>();
      const late = eachInTime(jobs, site.config.pageTimeout, (job) => {
        const start = preciseNow();
        try {
          const result = renderOne(job, context);
          onTime?.({ kind: 'page', name: job.page.sourcePath, worker: 'main', start, time: preciseNow() - start });
          rendered.push(result);
        } catch (error) {
          failed.set(job.page, error instanceof Error ? error : new Error(messageOf(error)));
        }
      });
      return { rendered, failed, late };
    },
    /** Writes the files of a page. Resolves with the bytes of each. */
    async write(
      files: Map<string, string>,
      { folder, shownAs }: { folder: string; shownAs: string },
    ): Promise<[path: string, bytes: number][]> {
      await writeTree({ folder, files, shownAs });
      return Array.from(files, ([path, text]) => [path, Buffer.byteLength(text)]);
    },
  };
}
