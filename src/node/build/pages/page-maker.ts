import { setImmediate } from 'node:timers/promises';
import { createPageList } from '../../render/page-list.ts';
import type { RenderContext } from '../../render/render-page.ts';
import { importRenderer, type PageRenderer } from '../../render/server-module.ts';
import { composeContext } from './context.ts';
import type { PageListener } from './each-in-time.ts';
import { type CompiledJob, type CompileTask, createPageCompiler } from './page-compiler.ts';
import { createPageWriter, errorOf } from './page-writer.ts';
import type { PageFacts, PageMakerData, ToThread } from './protocol.ts';

/** Number of pages that are compiled or rendered before the worker handles messages. */
const BATCH = 6;

/**
 * Compiles, renders and writes pages, in the main thread or in a worker, and reports the data that the rest of the site needs.
 *
 * @param options.renderer returns the renderer if it is loaded already
 * @returns `take` handles a message; `stop` starts nothing more and waits for running writes
 */
export function createPageMaker(
  data: PageMakerData,
  { renderer: given, ...listener }: PageListener & { renderer?: () => PageRenderer | undefined },
): { take: (message: ToThread) => void; stop: () => Promise<void> } {
  const { site, loaded } = data;
  const compile = createPageCompiler(data, listener);
  const writer = createPageWriter(data, listener);
  const toCompile: CompileTask[] = [];
  const toMake: CompiledJob[] = [];
  let isStopped = false;
  let isWorking = false;
  let working: Promise<void> | undefined;
  let known: PageFacts | undefined;
  let context: RenderContext | undefined;

  const prepare = async ({ context: siteContext, renderer }: PageFacts): Promise<RenderContext> => {
    const { server } =
      given?.() ?? (await importRenderer({ code: renderer, map: async () => '' }, site.config.pageTimeout));
    const listPages = createPageList(site, loaded.pages);
    return composeContext({ ...siteContext, site }, { server, listPages, texts: loaded.texts });
  };
  /** Runs the queued tasks, some pages at a time. */
  const work = async (): Promise<void> => {
    isWorking = true;
    try {
      while (!isStopped && (toCompile.length > 0 || (known && toMake.length > 0))) {
        toMake.push(...(await compile(toCompile.splice(0, BATCH))));
        if (known) {
          context ??= await prepare(known);
          await writer.make(toMake.splice(0, BATCH), context, known);
        }
        // Lets messages be handled.
        await setImmediate();
      }
    } catch (error) {
      listener.send(errorOf(error));
    }
    // Reset synchronously. Otherwise a task that arrives now would not start the loop again.
    isWorking = false;
  };
  return {
    take(message) {
      if (message.kind === 'site') known = message.known;
      else if (message.kind === 'make') toMake.push(message);
      else toCompile.push(message);
      if (!isWorking) working = work();
    },
    async stop() {
      isStopped = true;
      const written = writer.stop();
      await working;
      await written;
    },
  };
}
