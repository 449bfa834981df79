import { setImmediate } from 'node:timers/promises';
import { createCompiler } from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import { composeDocuments } from '../compose/documents.ts';
import type { Documents } from '../prerender/documents.ts';
import { importRenderer, type PageRenderer } from '../prerender/server-module.ts';
import { createSearchPage } from '../search/create-search-index.ts';
import { createTermScanner } from '../search/term-scanner.ts';
import { TimeoutError, withinTime } from '../within-time.ts';
import { WriteError } from '../write/write-error.ts';
import { writeTree } from '../write/write-tree.ts';
import type { FromThread, NumberedPage, PageFacts, PageMakerData, ToThread } from './protocol.ts';

/** Pages that are compiled, or rendered, one after the other before others are heard. */
const BATCH = 6;
/** Pages whose files are being written at one time. */
const WRITING = 8;

/**
 * Makes pages, in whichever thread: compiles, renders and writes them, and tells what the rest of the site needs to know. It
 * does what it is told to in that order, one after the other.
 *
 * @param options.tell is told of each page
 * @param options.enter called with the number of the page that is worked at, or -1
 * @param options.renderer where it is loaded already
 * @returns `take` takes a message; `stop` does no more, and waits for what is being written
 */
export function createPageMaker(
  { site, loaded, includeDebug }: PageMakerData,
  {
    tell,
    enter,
    renderer: given,
  }: {
    tell: (message: FromThread) => void;
    enter: (number: number) => void;
    renderer?: () => PageRenderer | undefined;
  },
): { take: (message: ToThread) => void; stop: () => Promise<void> } {
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug });
  /** The page that is being made, by source path: documents and search look it up here. */
  const compiled = new Map<string, CompiledPage>();
  const asked: ToThread[] = [];
  const waiting: CompiledJob[] = [];
  const scan = createTermScanner();
  const writing = new Set<Promise<void>>();
  let isStopped = false;
  let ready: { facts: PageFacts; documents: Documents; known: Set<string> } | undefined;

  const tellFault = (error: unknown): void => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    if (error instanceof WriteError) {
      const { code, errno, message: reason } = error.cause as NodeJS.ErrnoException;
      tell({ kind: 'fault', message: reason, path: error.path, code, errno });
    } else tell({ kind: 'fault', message, stack });
  };
  /**
   * Does something for pages in turn, each within its time. They share a watch: one for each would cost a tenth of what is
   * watched. A page that does not come to an end is told, and left.
   */
  const eachInTime = <Job extends { number: number }>(jobs: Job[], task: (job: Job) => void): void => {
    let at = 0;
    while (at < jobs.length) {
      const first = at;
      try {
        withinTime(site.config.pageTimeout, () => {
          for (; at < jobs.length; at++) {
            const job = jobs[at] as Job;
            enter(job.number);
            task(job);
          }
        });
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        // One that was not the first has its own time still.
        if (at === first) tell({ kind: 'late', number: (jobs[at++] as Job).number });
      }
    }
    enter(-1);
  };
  const compile = async (jobs: NumberedPage[]): Promise<CompiledJob[]> => {
    const begun: { job: NumberedPage; parts: Promise<CompiledPage>[]; time: number }[] = [];
    eachInTime(jobs, (job) => {
      const start = performance.now();
      // Of Markdown nothing is left for later.
      const parts = [job.page, ...job.page.tabs.map((tab) => tab.page)].map(compiler.compile);
      begun.push({ job, parts, time: performance.now() - start });
    });
    const done: CompiledJob[] = [];
    for (const { job, parts: compiling, time } of begun) {
      const parts = await Promise.all(compiling);
      tell({ kind: 'compiled', number: job.number, parts: parts.map(withoutContent) });
      done.push({ ...job, parts, time });
    }
    return done;
  };
  const make = async (jobs: CompiledJob[]): Promise<void> => {
    if (!ready) throw new Error('Pages were to be made before their site was known');
    const { documents, known, facts } = ready;
    const rendered: { job: CompiledJob; files: Map<string, string> | undefined; time: number }[] = [];
    eachInTime(jobs, (job) => {
      const start = performance.now();
      enterPage(job);
      const isWhole = job.parts.every(
        ({ diagnostics, components = [] }) =>
          diagnostics.every(({ severity }) => severity !== 'error') && components.every(({ name }) => known.has(name)),
      );
      const files = isWhole
        ? documents.makePage({ page: job.page, compiled: job.parts[0] as CompiledPage })
        : undefined;
      rendered.push({ job, files, time: job.time + performance.now() - start });
    });
    for (const { job, files, time } of rendered) {
      if (isStopped) return;
      const { number } = job;
      if (files) {
        if (facts.search) tellSearch(job);
        const task = write(number, files, time).finally(() => writing.delete(task));
        writing.add(task);
        if (writing.size >= WRITING) await Promise.race(writing);
      } else tell({ kind: 'failed', number });
    }
  };
  const enterPage = ({ parts }: CompiledJob): void => {
    compiled.clear();
    for (const part of parts) compiled.set(part.sourcePath, part);
  };
  const tellSearch = (job: CompiledJob): void => {
    enterPage(job);
    const { locales } = site.config;
    const context = { compiled, navigation: loaded.navigation, locales, built: new Map(), shared: new Set<string>() };
    const { text, entry } = createSearchPage(job.page, context);
    tell({ kind: 'searched', number: job.number, text, terms: scan(entry) });
  };
  const write = async (number: number, files: Map<string, string>, time: number): Promise<void> => {
    const { folder, shownAs } = (ready as { facts: PageFacts }).facts;
    const sizes = [...files].map(([path, text]): [string, number] => [path, Buffer.byteLength(text)]);
    await writeTree({ folder, files, shownAs }).then(
      () => tell({ kind: 'made', number, files: sizes, time }),
      tellFault,
    );
  };
  const prepare = async (facts: PageFacts): Promise<void> => {
    const { bundle, search, runsCode } = facts;
    const renderer =
      given?.() ?? (await importRenderer({ code: facts.renderer, map: async () => '' }, site.config.pageTimeout));
    const parts = { site, loaded, compiled, bundle, renderer, search, runsCode, demos: new Map(), pages: [] };
    const documents = composeDocuments({ ...parts, pagesOnly: true });
    ready = { facts, documents, known: new Set(renderer.server.builtinNames) };
  };
  /** Does what was asked for, some pages at a time. */
  const work = async (): Promise<void> => {
    while (!isStopped && (asked.length > 0 || (ready && waiting.length > 0))) {
      const next = asked.findIndex(({ kind }) => kind === 'facts');
      const [first] = asked;
      if (first?.kind === 'facts') {
        asked.shift();
        await prepare(first.facts);
      } else {
        const jobs = asked.splice(0, Math.min(BATCH, next === -1 ? asked.length : next));
        waiting.push(...(await compile(jobs.flatMap((message) => (message.kind === 'page' ? message.job : [])))));
      }
      if (ready) await make(waiting.splice(0, BATCH));
      // Lets through what others have to say.
      await setImmediate();
    }
  };
  let working: Promise<void> | undefined;
  return {
    take(message) {
      asked.push(message);
      working ??= work()
        .catch(tellFault)
        .then(() => {
          working = undefined;
        });
    },
    async stop() {
      isStopped = true;
      await working;
      await Promise.all(writing);
    },
  };
}

/** A page that is compiled, with the milliseconds that it took. */
interface CompiledJob extends NumberedPage {
  parts: CompiledPage[];
  time: number;
}

/** A compiled page as links, types and lists need it. */
function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
