import { messageOf } from '../../base/diagnostics/message-of.ts';
import { WriteError } from '../../base/files/write-error.ts';
import { hashOf } from '../../base/hash.ts';
import { preciseNow } from '../../base/meter.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import { writeTree } from '../../output/write-tree.ts';
import { createPageSiteData } from '../../render/page-inputs.ts';
import type { RenderContext } from '../../render/render-page.ts';
import { createTermScanner } from '../../search/term-scanner.ts';
import { observed } from '../../store/observe-reads.ts';
import { eachInTime, type PageListener } from './each-in-time.ts';
import { createListRecorder, type LookUp, takeLookUps } from './look-ups.ts';
import { type MadePage, makePage } from './make-page.ts';
import { mayNeedTypesIn } from './may-need-types.ts';
import type { CompiledJob } from './page-compiler.ts';
import { createDigest, createInputsKey, type Key } from './page-key.ts';
import type { FromThread, PageFacts, PageMakerData } from './protocol.ts';

/** Maximum number of pages whose files are written at the same time. */
const WRITING = 8;

/** A rendered page, with its key and its queries. */
interface MadeJob {
  number: number;
  page: MadePage;
  inputs?: Key;
  rendering?: LookUp[];
  start: number;
  time: number;
}

/** Renders compiled pages, and writes their files. */
export interface PageWriter {
  /** Renders pages in turn. When it resolves, the files of some pages may not be written yet. */
  make(jobs: CompiledJob[], context: RenderContext, siteContext: PageFacts): Promise<void>;
  /** Starts nothing more, and waits for running writes. */
  stop(): Promise<void>;
}

/** Creates the renderer and writer of pages, in the main thread or in a worker. */
export function createPageWriter({ site, loaded, keep }: PageMakerData, listener: PageListener): PageWriter {
  const { send } = listener;
  const inputsKey = createInputsKey(createDigest(site));
  const siteDataOf = createPageSiteData(site, loaded, createNavigationLookup(loaded.navigation));
  const scan = createTermScanner();
  const writing = new Set<Promise<void>>();
  let recordLists: ReturnType<typeof createListRecorder> | undefined;
  let isStopped = false;

  const makeObserved = (
    { number, contents, ...whole }: CompiledJob,
    used: RenderContext,
  ): Omit<MadeJob, 'start' | 'time'> => {
    const inputs = { ...contents, ...siteDataOf(whole) };
    if (!keep) return { number, page: makePage(whole, inputs, used) };
    const key = inputsKey(whole.page.routePath, inputs, mayNeedTypesIn(whole.page) ? whole.parts : undefined);
    // Nothing is awaited, so that all observed queries are queries of this page.
    recordLists ??= createListRecorder(used.listPages);
    const { listPages, lists } = recordLists();
    const { result, seen } = observed(() => makePage(whole, inputs, { ...used, listPages }));
    return { number, page: result, inputs: key, rendering: takeLookUps({ seen, lists }, keep) };
  };
  const makeAll = (jobs: CompiledJob[], used: RenderContext): MadeJob[] => {
    const made: MadeJob[] = [];
    const failures: { number: number; error: unknown }[] = [];
    eachInTime(jobs, site.config.pageTimeout, listener, (job) => {
      const start = preciseNow();
      try {
        made.push({ ...makeObserved(job, used), start, time: preciseNow() - start });
      } catch (error) {
        failures.push({ number: job.number, error });
      }
    });
    for (const { number, error } of failures) {
      const { message, stack } = toError(error);
      send({ kind: 'failed', number, cause: { message, stack } });
    }
    return made;
  };
  const write = async ({ page: { files }, ...job }: MadeJob, { folder, shownAs }: PageFacts): Promise<void> => {
    const written = Array.from(files, ([path, text]): [string, number, string] => {
      const bytes = Buffer.byteLength(text);
      return [path, bytes, keep ? hashOf(text) : ''];
    });
    await writeTree({ folder, files, shownAs }).then(
      () => send({ kind: 'made', ...job, files: written }),
      (error: unknown) => send(errorOf(error)),
    );
  };
  return {
    async make(jobs, context, siteContext) {
      for (const job of makeAll(jobs, context)) {
        if (isStopped) return;
        const { number } = job;
        const { search } = job.page.summary;
        if (search) send({ kind: 'searched', number, text: search.text, terms: scan(search.entry) });
        const task = write(job, siteContext).finally(() => writing.delete(task));
        writing.add(task);
        if (writing.size >= WRITING) await Promise.race(writing);
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all(writing);
    },
  };
}

/** Creates the message for an error that no page caused: writing failed, or the tool has a bug. */
export function errorOf(error: unknown): FromThread {
  const { message, stack } = toError(error);
  if (!(error instanceof WriteError)) return { kind: 'fault', message, stack };
  const { code, errno, message: reason } = error.cause as NodeJS.ErrnoException;
  return { kind: 'fault', message: reason, path: error.path, code, errno };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(messageOf(error));
}
