import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { hashOf } from '../../base/hash.ts';
import type { PageTexts, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { emptyPage } from '../../markdown/compile-page.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { PageContents } from '../../render/types.ts';
import type { SearchPage } from '../../search/create-search-index.ts';
import { createTermCollector, type TermCollector } from '../../search/term-scanner.ts';
import type { LookUp } from './look-ups.ts';
import type { PageEntries } from './page-entries.ts';
import type { FromThread, PageTask } from './protocol.ts';

/** Pages that were written into the folder of the site. */
export interface MadePages {
  /** Bytes by output path. */
  files: Map<string, number>;
  /** Search data of the pages, by source path. Rendered pages have terms of `collector`. */
  search: Map<string, SearchPage>;
  collector: TermCollector;
  /** Errors that were thrown while pages were rendered. */
  failed: Map<SourcePage, Error>;
  /** Errors of pages that timed out or ended their worker. */
  diagnostics: Diagnostic[];
}

/** A message about a page, not about a worker. */
export type PageMessage = Exclude<FromThread, { kind: 'read' | 'fault' }>;

/** Why a page is given up: its worker ended, with the error that was thrown in it, or timed out. */
export interface PageEnd {
  why: 'end' | 'timeout';
  reason?: unknown;
}

export interface OutcomeOptions {
  /** Tasks of all pages, by their numbers. */
  tasks: PageTask[];
  /** A page that has been written releases its text, because page text uses most of a large site's memory. */
  texts: PageTexts;
  /** Returns whether other work waits for a page. */
  isFirst: (page: SourcePage) => boolean;
  /** Compiled pages of the cache, by number. */
  found: ReadonlyMap<number, CompiledPage[]>;
  /** The cache of pages. */
  entries?: PageEntries;
  /** Time limit for a page, in milliseconds. */
  pageTimeout: number;
}

/** The results of all pages so far. */
export interface PageOutcomes {
  /** Resolves with the first pages and their tabs when they are compiled. */
  first: Promise<CompiledPage[]>;
  /** Resolves with all pages and their tabs when they are compiled. */
  compiled: Promise<CompiledPage[]>;
  /** Resolves when all pages that are rendered here are written. */
  made: () => Promise<MadePages>;
  /** Returns whether the compiled page was a cache hit. Its content is not available then. */
  isFound: (number: number) => boolean;
  /** Returns the compiled page and its tabs. */
  partsOf: (number: number) => CompiledPage[] | undefined;
  /** Replaces the compiled page and its tabs. */
  setParts: (number: number, parts: CompiledPage[]) => void;
  /** Records the message of a worker. */
  hear: (task: PageTask, message: PageMessage, thread: object) => void;
  /** Restores a page from the cache. Returns false if it must be rendered. */
  take: (task: PageTask, contents: PageContents) => boolean;
  /** Returns the pages that were only compiled and must be rendered. */
  toMake: () => PageTask[];
  /** Gives up a page and adds an error for it. */
  giveUp: (number: number, end: PageEnd) => void;
  /** Settles the promises whose pages are done. Returns true if all pages are done. */
  settle: () => boolean;
  /** Rejects all promises that are not settled. */
  fail: (error: unknown) => void;
}

/** Creates the results, which contain only the compiled pages of the cache so far. */
export function createPageOutcomes(options: OutcomeOptions): PageOutcomes {
  const { tasks, texts, isFirst, entries, pageTimeout } = options;
  const first = tasks.filter(({ page }) => isFirst(page));
  const parts = new Map(options.found);
  const found = new Set(parts.keys());
  const openFirst = new Set(first.map(({ number }) => number).filter((number) => !found.has(number)));
  /** Queries of pages while they were compiled. */
  const queries = new Map<number, LookUp[]>();
  const rendered = createRendered();
  const settled = { first: deferred(), compiled: deferred(), made: deferred() };

  const setParts = (number: number, compiled: CompiledPage[]): void => {
    parts.set(number, compiled);
    openFirst.delete(number);
  };
  const keep = ({ number, page }: PageTask, { files, inputs, rendering }: PageMessage & { kind: 'made' }): void => {
    const compiling = queries.get(number);
    const own = parts.get(number);
    if (!own || !inputs) return;
    const { text, hash } = rendered.search.get(number) ?? {};
    const search = typeof text === 'string' && hash !== undefined ? { text, hash } : undefined;
    entries?.keep(page, { parts: own, compiling, inputs, rendering, files, search });
  };
  const giveUp = (number: number, { why, reason }: PageEnd): void => {
    const { page } = tasks[number] as PageTask;
    const diagnostic = reportEnd(page, { why, reason }, pageTimeout);
    const [main, ...tabs] = withTabs(page).map(({ sourcePath }) => emptyPage(sourcePath));
    setParts(number, [{ ...(main as CompiledPage), diagnostics: [diagnostic] }, ...tabs]);
    rendered.givenUp.set(number, diagnostic);
  };
  return {
    first: handled(settled.first.promise.then(() => first.flatMap(({ number }) => parts.get(number) ?? []))),
    compiled: handled(settled.compiled.promise.then(() => tasks.flatMap(({ number }) => parts.get(number) ?? []))),
    made: () => settled.made.promise.then(() => toMadePages(rendered, tasks)),
    isFound: (number) => found.has(number),
    partsOf: (number) => parts.get(number),
    setParts,
    hear(task, message, thread) {
      const { number } = task;
      if (message.kind === 'compiled') {
        setParts(number, message.parts);
        if (message.compiling) queries.set(number, message.compiling);
      } else if (message.kind === 'searched') {
        const { text, terms } = message;
        const { search, collector } = rendered;
        search.set(number, { text, hash: hashOf(text), terms: collector.translate(terms, thread) });
      } else if (message.kind === 'late') giveUp(number, { why: 'timeout' });
      else if (message.kind === 'failed') rendered.failed.set(number, Object.assign(new Error(), message.cause));
      else {
        rendered.files.set(number, sizesOf(message.files));
        keep(task, message);
        release(task, texts);
      }
    },
    take(task, contents) {
      const { number, page } = task;
      const placed = entries?.place(page, parts.get(number) as CompiledPage[], contents);
      if (!placed) return false;
      rendered.files.set(number, placed.files);
      if (placed.search) rendered.search.set(number, placed.search);
      release(task, texts);
      return true;
    },
    toMake: () => tasks.filter(({ kind, number }) => kind === 'compile' && !rendered.givenUp.has(number)),
    giveUp,
    settle() {
      if (openFirst.size === 0) settled.first.resolve();
      if (parts.size < tasks.length) return false;
      settled.compiled.resolve();
      const { files, failed, givenUp } = rendered;
      if (files.size + failed.size + givenUp.size < tasks.length) return false;
      settled.made.resolve();
      return true;
    },
    fail(error) {
      for (const each of Object.values(settled)) each.reject(error);
    },
  };
}

/** Results of rendering, by the numbers of the pages. */
interface Rendered {
  files: Map<number, [path: string, bytes: number][]>;
  search: Map<number, SearchPage>;
  failed: Map<number, Error>;
  givenUp: Map<number, Diagnostic>;
  collector: TermCollector;
}

function createRendered(): Rendered {
  return {
    files: new Map(),
    search: new Map(),
    failed: new Map(),
    givenUp: new Map(),
    collector: createTermCollector(),
  };
}

/** Converts the results of rendering to their final form, in which no page has a number. */
function toMadePages({ files, search, failed, givenUp, collector }: Rendered, tasks: PageTask[]): MadePages {
  const pageOf = (number: number): SourcePage => (tasks[number] as PageTask).page;
  return {
    files: new Map(tasks.flatMap(({ number }) => files.get(number) ?? [])),
    search: new Map([...search].map(([number, known]) => [pageOf(number).sourcePath, known])),
    collector,
    failed: new Map([...failed].map(([number, cause]) => [pageOf(number), cause])),
    diagnostics: [...givenUp.values()],
  };
}

function sizesOf(files: [path: string, bytes: number, hash: string][]): [path: string, bytes: number][] {
  return files.map(([file, bytes]) => [file, bytes]);
}

/** Releases the text of a page that has been written, because it is not read again. */
function release(task: PageTask, texts: PageTexts): void {
  for (const file of withTabs(task.page)) texts.release(file);
  if (task.kind !== 'make') return;
  for (const part of task.parts) Object.assign(part, { content: [], statics: {}, texts: [], toc: [] });
}

/** Creates a promise that is settled from outside. */
function deferred(): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } {
  let settle: { resolve: () => void; reject: (reason: unknown) => void } | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise: handled(promise), ...(settle as NonNullable<typeof settle>) };
}

/** Returns a promise that may be rejected before it is awaited, or that is never awaited. */
function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}

function reportEnd(page: SourcePage, { why, reason }: PageEnd, pageTimeout: number): Diagnostic {
  const { sourcePath } = page;
  const location = { file: sourcePath, line: 1, column: 1 };
  return why === 'timeout'
    ? createDiagnostic('page-timeout', { seconds: pageTimeout / 1000 }, { location })
    : createDiagnostic(
        'page-ends-worker',
        { reason: reason instanceof Error ? reason.message : undefined },
        { location },
      );
}
