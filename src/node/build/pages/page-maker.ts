import { setImmediate } from 'node:timers/promises';
import { createPageList } from '../../render/page-list.ts';
import type { RenderContext } from '../../render/render-page.ts';
import { importRenderer, type PageRenderer } from '../../render/server-module.ts';
import { composeContext } from '../compose/context.ts';
import type { PageListener } from './each-in-time.ts';
import { type CompiledJob, type CompileTask, createPageCompiler } from './page-compiler.ts';
import { createPageWriter, faultOf } from './page-writer.ts';
import type { PageFacts, PageMakerData, ToThread } from './protocol.ts';

/** Pages that are compiled, or rendered, one after the other before others are heard. */
const BATCH = 6;

/**
 * Compiles and makes pages, in whichever thread, writes them, and tells what the rest of the site needs to know.
 *
 * @param options.renderer where it is loaded already
 * @returns `take` takes a message; `stop` does no more, and waits for what is being written
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

  const prepare = async ({ facts, renderer }: PageFacts): Promise<RenderContext> => {
    const { server } =
      given?.() ?? (await importRenderer({ code: renderer, map: async () => '' }, site.config.pageTimeout));
    const listPages = createPageList(site, loaded.pages);
    return composeContext({ ...facts, site }, { server, listPages, texts: loaded.texts });
  };
  /** Does what was asked for, some pages at a time. */
  const work = async (): Promise<void> => {
    isWorking = true;
    try {
      while (!isStopped && (toCompile.length > 0 || (known && toMake.length > 0))) {
        toMake.push(...(await compile(toCompile.splice(0, BATCH))));
        if (known) {
          context ??= await prepare(known);
          await writer.make(toMake.splice(0, BATCH), context, known);
        }
        // Lets through what others have to say.
        await setImmediate();
      }
    } catch (error) {
      listener.tell(faultOf(error));
    }
    // At once: what comes next would be left lying.
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
