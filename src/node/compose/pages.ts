/** Which pages are made by threads, and what those are told. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { mayNeedTypes } from '../api/site-api.ts';
import type { SiteBundle } from '../bundle/types.ts';
import { mayRun } from '../compile/compile-site.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { LoadedSite, SourcePage } from '../load/types.ts';
import { type MadePages, startPages } from '../pages/page-pool.ts';
import type { PipelineOptions } from '../pipeline-types.ts';
import { outputPathOf } from '../prerender/documents.ts';
import { twinPath } from '../prerender/markdown-twin.ts';
import type { PageRenderer } from '../prerender/server-module.ts';
import { readSearchScripts } from '../search/search-scripts.ts';
import { checkOutputPaths } from '../write/manifest.ts';

/** Pages that are made by threads; none where they are few. */
export interface PageThreads {
  /** Whether a page or tab is among them. */
  has(page: SourcePage): boolean;
  /** The pages and tabs once they are compiled, without what only making them needs. */
  compiled: Promise<CompiledPage[]>;
  /** Says what pages are made with, and waits until all are. */
  make(facts: { bundle: SiteBundle; renderer: PageRenderer; runsCode: boolean }): Promise<MadePages | undefined>;
  /** Text of the Markdown twin of a page that was made, by its output path. */
  readTwin(outputPath: string): string | undefined;
  /** Waits until nothing is written any more, once the signal has aborted. */
  closed(): Promise<void>;
}

/** Pages from which on threads are worth their start: each costs about 0.2 s of a processor and 30 MB. */
const MANY = 600;
/** Pages from which on memory is worth more than a tenth of the time. */
const VERY_MANY = 4000;
/** More threads than that wait for each other. */
const MOST_THREADS = 8;

const NONE: PageThreads = {
  has: () => false,
  compiled: Promise.resolve([]),
  make: async () => undefined,
  readTwin: () => undefined,
  closed: async () => undefined,
};

/** Starts the threads of a site. Pages with demos, code or types of their own are not theirs: what they show is made here. */
export function startPageThreads(
  site: Site,
  loaded: LoadedSite,
  {
    into,
    threads,
    includeDebug = false,
    onTime,
  }: Pick<PipelineOptions, 'into' | 'threads' | 'includeDebug' | 'onTime'>,
  signal: AbortSignal,
): PageThreads {
  if (!into) return NONE;
  const { folder, shownAs } = into;
  const partsOf = (page: SourcePage): SourcePage[] => [page, ...page.tabs.map((tab) => tab.page)];
  const pages = loaded.pages.filter((page) =>
    partsOf(page).every((part) => !mayRun(part, site) && !mayNeedTypes(part.source)),
  );
  const count = threads ?? (pages.length < MANY ? 1 : Math.min(os.availableParallelism(), MOST_THREADS));
  if (pages.length === 0) return NONE;
  // The engine would let each thread's memory grow to a multiple of what it holds before it looks what is still needed.
  if (pages.length >= VERY_MANY) setFlagsFromString('--heap-growing-percent=30');
  // A page that cannot stand beside another is told before one is written over the other.
  checkOutputPaths(
    pages.flatMap((page) => [outputPathOf(page), ...(site.config.llms ? [twinPath(page.routePath)] : [])]),
  );
  const pool = startPages(site, loaded, pages, {
    includeDebug,
    threads: count,
    onTime: (sourcePath, time) => onTime?.('page', sourcePath, time),
    signal,
  });
  const own = new Set(pages.flatMap(partsOf));
  let written: ReadonlyMap<string, number> = new Map();
  return {
    has: (page) => own.has(page),
    compiled: pool.compiled,
    closed: pool.closed,
    async make({ bundle, renderer, runsCode }) {
      const { config } = site;
      const search = config.search ? await readSearchScripts(config.base) : undefined;
      const made = await pool.make(
        {
          bundle: { ...bundle, files: new Map(), sheets: new Map(), sheetImports: new Map(), inputs: [] },
          renderer: renderer.script.code,
          search: search && { dialog: search.dialog, worker: search.worker },
          ...{ runsCode, folder, shownAs },
        },
        renderer,
      );
      written = made.files;
      return made;
    },
    readTwin: (outputPath) =>
      written.has(outputPath) ? fs.readFileSync(path.join(folder, outputPath), 'utf8') : undefined,
  };
}
