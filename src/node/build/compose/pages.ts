/** How the pages of a site are made: by which threads, and of what. */

import os from 'node:os';
import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { bundleRenderer } from '../../bundle/bundle-site.ts';
import { createNavigationLookup } from '../../content/navigation-lookup.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { createCompiler } from '../../markdown/compile-site.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { outputPathErrors } from '../../output/manifest.ts';
import { createWriter } from '../../output/place-file.ts';
import type { Site } from '../../project/config/types.ts';
import { placeOf } from '../../project/site-place.ts';
import { wholePage } from '../../render/documents.ts';
import { isChangeLog } from '../../render/feed.ts';
import { hasTwins, markdownTwin, twinPath } from '../../render/markdown-twin.ts';
import { createAllPages, createPageList } from '../../render/page-list.ts';
import { createPageOutputs } from '../../render/page-outputs.ts';
import { contentsOf, createPlaces } from '../../render/page-record.ts';
import type { RenderFailure } from '../../render/render-failure.ts';
import type { SiteFacts } from '../../render/render-page.ts';
import type { PageRenderer, ServerModule } from '../../render/server-module.ts';
import type { BuiltSite } from '../../render/types.ts';
import type { SearchParts } from '../../search/create-search-index.ts';
import { disk } from '../../store/observe-reads.ts';
import { makePage } from '../pages/make-page.ts';
import { mayNeedTypesIn } from '../pages/may-need-types.ts';
import { openPageEntries, type PageReasons } from '../pages/page-entries.ts';
import type { MadePages } from '../pages/page-outcomes.ts';
import { startPages } from '../pages/page-pool.ts';
import type { PipelineOptions } from '../pipeline-options.ts';
import { planShards, type Shards } from '../shards/plan-shards.ts';
import { composeContext } from './context.ts';

/** Pages that are being made. */
export interface PageWork {
  /** Pages that may hold demos or code of their own, with their tabs, once they are compiled. */
  first: Promise<CompiledPage[]>;
  /** All pages and tabs once they are compiled; those that are written are without what only making them needs. */
  compiled: Promise<CompiledPage[]>;
  /** Begins to make the pages of text alone; nothing without a folder for them. */
  prepare(facts: SiteFacts, renderer: PageRenderer): void;
  /** What other machines make pages of; to be asked before any is made. */
  divide(built: BuiltSite, count: number): Promise<Shards>;
  /** Makes the others, too, and waits until all are made; undefined without a folder for them. */
  make(built: BuiltSite): Promise<WrittenPages | undefined>;
  /** Waits until nothing is written any more, once the signal has aborted. */
  closed(): Promise<void>;
}

/** Pages that stand in the folder of the site. */
export interface WrittenPages extends Omit<MadePages, 'failed'> {
  failures: RenderFailure[];
  /** What search knows of pages that were made on other machines. */
  elsewhere?: SearchParts | undefined;
  /** Writes another file of the site now. */
  put(output: string, text: string): void;
  /** Of those that were not taken as an earlier build made them. */
  reasons: PageReasons[];
  /** Text of the Markdown twin of a page. */
  readTwin(page: SourcePage): string | undefined;
}

/** Pages from which on threads are worth their start: each costs about 0.2 s of a processor and 30 MB. */
const MANY = 600;
/** More threads than that wait for each other. */
const MOST_THREADS = 8;

/** Returns an error if pages cannot be in one folder: one would overwrite the other, or a name is reserved. */
export function checkPageOutputs(site: Site, loaded: LoadedSite): Diagnostic[] {
  return outputPathErrors(loaded.pages.flatMap(createPageOutputs(site, loaded).all));
}

/** Begins to compile the pages of a site; with a folder for them they are made, too. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what becomes of pages between the parts that make, keep and place them
export async function startPageWork(
  site: Site,
  loaded: LoadedSite,
  options: Pick<
    PipelineOptions,
    'into' | 'entries' | 'threads' | 'includeDebug' | 'onTime' | 'cache' | 'parts' | 'divides' | 'verification'
  >,
  signal: AbortSignal,
): Promise<PageWork> {
  const {
    into,
    entries: entryLog,
    threads,
    includeDebug = false,
    onTime,
    cache,
    parts,
    divides = false,
    verification,
  } = options;
  const { pages, texts } = loaded;
  const isFirst = (page: SourcePage): boolean => withTabs(page).some(({ look }) => look.mayRun);
  /** The feed is made of it, also where its twin stands nowhere. */
  const hasFeed = ({ routePath }: SourcePage): boolean => !hasTwins(site.config) && isChangeLog(routePath, site.config);
  const isText = (page: SourcePage): boolean => !isFirst(page) && !hasFeed(page) && !mayNeedTypesIn(page);
  // Where others have made pages, what they have left is made once it is known that theirs are right.
  const isPlain = (page: SourcePage): boolean => into !== undefined && !parts && isText(page);
  const isElsewhere = (page: SourcePage): boolean => divides || parts?.has(page) === true;
  const own = pages.filter((page) => !(isElsewhere(page) && isText(page)));
  // Read here, a text that changed has its own error. Read while a page is compiled, it would look like a bug of ours.
  for (const file of own.flatMap(withTabs)) texts.hold(file, texts.of(file));
  const most = (count: number): number => (count < MANY ? 1 : Math.min(os.availableParallelism(), MOST_THREADS));
  // What several machines make together, those keep that run them.
  const contents = parts || divides ? undefined : into?.contents;
  const entries =
    into &&
    contents &&
    entryLog &&
    openPageEntries(site, loaded, { ...into, includeDebug, contents, entries: entryLog, verification });
  const outputsOf = createPageOutputs(site, loaded).all;
  // Until the plan is known, nothing of the parts is published: the folder is removed where `verify` refuses them.
  const placing = into && parts?.place({ pages, isText, outputsOf }, { folder: into.folder, signal });
  const pool = startPages(site, loaded, own, {
    ...{ isFirst, isPlain, isElsewhere, includeDebug, signal },
    threads: (count) => (into ? Math.min(threads ?? most(count), Math.max(count, 1)) : 1),
    kept: entries && { entries, place: placeOf(site) },
    onTime,
  });
  const listPages = createPageList(site, pages);
  let known: SiteFacts | undefined;
  /** What was thrown, with what it takes to make the page again by another renderer. */
  const describe = (page: SourcePage, cause: Error, built: BuiltSite): RenderFailure => {
    const whole = wholePage(page, built.compiled);
    const render = async (server: ServerModule) => {
      const compiler = createCompiler({ site, pages, texts, includeDebug });
      const again = mayNeedTypesIn(page)
        ? whole
        : { page, parts: await Promise.all(withTabs(page).map(compiler.compile)) };
      const place = createPlaces(site, loaded, createNavigationLookup(loaded.navigation))(again);
      makePage(
        again,
        { ...contentsOf(again, built), ...place },
        composeContext(known as SiteFacts, { server, listPages, texts }),
      );
    };
    return { cause, whole, render };
  };
  const compiledHere = async (): Promise<CompiledPage[]> => {
    const here = new Map((await pool.compiled).map((page) => [page.sourcePath, page]));
    return pages.flatMap(
      (page) => parts?.compiledOf(page) ?? withTabs(page).flatMap(({ sourcePath }) => here.get(sourcePath) ?? []),
    );
  };
  const compiled = compiledHere();
  // Awaited by whoever asks.
  compiled.catch(() => undefined);
  const divide: PageWork['divide'] = async (built, count) => {
    const allPages = createAllPages(site, pages);
    const renderer = await bundleRenderer(site, [], { cache, allPages });
    return planShards({ built, facts: known as SiteFacts, renderer, allPages, isPlain: isText }, count);
  };
  return {
    ...pool,
    compiled,
    divide,
    closed: async () => void (await Promise.all([pool.closed(), placing?.closed()])),
    prepare(facts, renderer) {
      known = facts;
      if (!into) return;
      const { site: _site, ...plain } = facts;
      const { folder, shownAs } = into;
      pool.prepare({ facts: plain, renderer: renderer.script.code, folder, shownAs }, renderer);
    },
    async make(built) {
      if (!into) return undefined;
      const twins = new Map<SourcePage, string>();
      parts?.verify(await divide(built, parts.count));
      const { failed, ...here } = await pool.make((page) => {
        const whole = wholePage(page, built.compiled);
        const contents = contentsOf(whole, built);
        if (hasFeed(page)) {
          const place = createPlaces(site, loaded, createNavigationLookup(loaded.navigation))(whole);
          twins.set(page, markdownTwin(whole, { ...contents, ...place }, texts));
        }
        return { parts: whole.parts, contents };
      });
      const write = createWriter();
      const made = {
        ...here,
        files: (await placing?.written) ?? new Map<string, number>(),
        elsewhere: parts?.search,
        put(output: string, text: string): void {
          if (!contents?.placeSame(output, text, into.folder)) write(path.join(into.folder, output), text);
          made.files.set(output, Buffer.byteLength(text));
        },
      };
      for (const [output, bytes] of here.files) made.files.set(output, bytes);
      const madeHere = pages.filter((page) => !isElsewhere(page));
      return {
        ...made,
        reasons:
          entries?.made() ?? madeHere.map(({ routePath }) => ({ route: routePath, reasons: ['nothing is kept'] })),
        failures: [...failed].map(([page, cause]) => describe(page, cause, built)),
        readTwin(page) {
          const output = twinPath(page.routePath);
          const isWritten = made.files.has(output);
          // It was written by this build, which depends on nothing by it.
          return isWritten ? disk.readFile(path.join(into.folder, output), 'utf8').toString() : twins.get(page);
        },
      };
    },
  };
}
