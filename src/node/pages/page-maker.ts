import { setImmediate } from 'node:timers/promises';
import { createCompiler } from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import { composeDocuments } from '../compose/documents.ts';
import type { SourcePage } from '../load/types.ts';
import type { Documents } from '../prerender/documents.ts';
import { importRenderer, type PageRenderer } from '../prerender/server-module.ts';
import { createSearchPage } from '../search/create-search-index.ts';
import { createTermScanner } from '../search/term-scanner.ts';
import { WriteError } from '../write/write-error.ts';
import { writeTree } from '../write/write-tree.ts';
import type { FromThread, NumberedPage, PageFacts, PageMakerData, ToThread } from './protocol.ts';

/** Pages whose files are being written at one time. */
const WRITING = 8;

/**
 * Makes pages, in whichever thread: compiles, renders and writes them, and tells what the rest of the site needs to know. It
 * does what it is told to in that order, one after the other.
 *
 * @param options.tell is told of each page
 * @param options.enter called with the number of the page that is worked at, or -1
 * @param options.renderer where it is loaded already
 * @returns takes a message
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
): (message: ToThread) => void {
  const compiler = createCompiler({ site, pages: loaded.pages, includeDebug });
  /** The page that is being made, by source path: documents and search look it up here. */
  const compiled = new Map<string, CompiledPage>();
  const waiting: CompiledJob[] = [];
  const scan = createTermScanner();
  const writing = new Set<Promise<void>>();
  let ready: { facts: PageFacts; documents: Documents; known: Set<string> } | undefined;

  const tellFault = (number: number, error: unknown): void => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    if (error instanceof WriteError) {
      const { code, errno, message: reason } = error.cause as NodeJS.ErrnoException;
      tell({ kind: 'fault', number, message: reason, path: error.path, code, errno });
    } else tell({ kind: 'fault', number, message, stack });
  };
  const write = async (number: number, files: Map<string, string>, time: number): Promise<void> => {
    const { folder, shownAs } = (ready as { facts: PageFacts }).facts;
    const sizes = [...files].map(([path, text]): [string, number] => [path, Buffer.byteLength(text)]);
    await writeTree({ folder, files, shownAs }).then(
      () => tell({ kind: 'made', number, files: sizes, time }),
      (error: unknown) => tellFault(number, error),
    );
  };
  const make = async ({ job: { number, page }, parts, time }: CompiledJob): Promise<void> => {
    const start = performance.now();
    if (!ready) throw new Error('A page was to be made before its site was known');
    const { documents, known, facts } = ready;
    const isWhole = parts.every(
      ({ diagnostics, components = [] }) =>
        diagnostics.every(({ severity }) => severity !== 'error') && components.every(({ name }) => known.has(name)),
    );
    enter(number);
    for (const part of parts) compiled.set(part.sourcePath, part);
    const files = isWhole ? documents.makePage({ page, compiled: parts[0] as CompiledPage }) : undefined;
    if (files && facts.search) tellSearch(number, page);
    compiled.clear();
    enter(-1);
    if (!files) {
      tell({ kind: 'failed', number });
      return;
    }
    const task = write(number, files, time + performance.now() - start).finally(() => writing.delete(task));
    writing.add(task);
    if (writing.size >= WRITING) await Promise.race(writing);
  };
  const tellSearch = (number: number, page: SourcePage): void => {
    const { locales } = site.config;
    const context = { compiled, navigation: loaded.navigation, locales, built: new Map(), shared: new Set<string>() };
    const { text, entry } = createSearchPage(page, context);
    tell({ kind: 'searched', number, text, terms: scan(entry) });
  };
  const answer = async (message: ToThread): Promise<void> => {
    if (message.kind === 'facts') {
      const { facts } = message;
      const { bundle, search, runsCode } = facts;
      const renderer = given?.() ?? (await importRenderer({ code: facts.renderer, map: async () => '' }));
      const parts = { site, loaded, compiled, bundle, renderer, search, runsCode, demos: new Map(), pages: [] };
      const documents = composeDocuments({ ...parts, pagesOnly: true });
      ready = { facts, documents, known: new Set(renderer.server.builtinNames) };
      for (const compiledJob of waiting.splice(0)) {
        await make(compiledJob);
        await setImmediate();
      }
      return;
    }
    const { number, page } = message.job;
    enter(number);
    const start = performance.now();
    const parts: CompiledPage[] = [];
    for (const part of [page, ...page.tabs.map((tab) => tab.page)]) parts.push(await compiler.compile(part));
    enter(-1);
    tell({ kind: 'compiled', number, parts: parts.map(withoutContent) });
    const compiledJob = { job: message.job, parts, time: performance.now() - start };
    if (ready) await make(compiledJob);
    else waiting.push(compiledJob);
  };
  let last = Promise.resolve();
  return (message) => {
    const number = message.kind === 'page' ? message.job.number : -1;
    last = last
      .then(() => answer(message))
      .catch((error: unknown) => tellFault(number, error))
      // Lets through what others have to say.
      .then(() => setImmediate());
  };
}

/** A page that is compiled, with the milliseconds that it took. */
interface CompiledJob {
  job: NumberedPage;
  parts: CompiledPage[];
  time: number;
}

/** A compiled page as links, types and lists need it. */
function withoutContent(page: CompiledPage): CompiledPage {
  return { ...page, content: [], statics: {}, texts: [], toc: [] };
}
