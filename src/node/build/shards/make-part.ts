/** Renders the pages of one shard, on any machine. */

import fs from 'node:fs';
import path from 'node:path';
import type { SidebarGroup } from '../../../shared/entities.ts';
import { packTerm } from '../../../shared/search/index-file.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../../base/files/each-limited.ts';
import { createLineFile } from '../../base/files/lines.ts';
import { hashOf } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import { bundleRenderer } from '../../bundle/bundle-site.ts';
import { createPageTexts } from '../../content/page-texts.ts';
import { readPage } from '../../content/read-page.ts';
import { lookAt } from '../../content/text-look.ts';
import type { PageTexts, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { type CompileOptions, loadCompiler, type RecordedQueries } from '../../markdown/compile-page.ts';
import { queriedFiles } from '../../markdown/transform/resolve-link.ts';
import type { CompiledPage, PlainPage } from '../../markdown/types.ts';
import { writeTree } from '../../output/write-tree.ts';
import type { Site } from '../../project/config/types.ts';
import { interfaceStrings } from '../../project/languages/interface-strings.ts';
import { createRepositoryLinks } from '../../project/repository-links.ts';
import { withinTime } from '../../project/within-time.ts';
import { NO_CONTENTS } from '../../render/page-inputs.ts';
import type { RenderContext } from '../../render/render-page.ts';
import { importRenderer } from '../../render/server-module.ts';
import type { PageSiteData, WholePage } from '../../render/types.ts';
import { createTermCollector, createTermScanner } from '../../search/term-scanner.ts';
import { composeContext } from '../compose/context.ts';
import { makePage, type PageSummary } from '../pages/make-page.ts';
import { isError } from '../run.ts';
import { answerOfDisk } from './foresee.ts';
import { PART, PART_FILES } from './part-files.ts';
import { makerOf } from './plan-shards.ts';
import { createRelative, toPortable } from './portable.ts';
import type { Answers, PartFile, PartPage, PlannedPage, ShardFacts, ShardPage, ShardSidebar } from './types.ts';

/** Number of pages that are rendered before they are written. */
const BATCH = 32;

/** A shard, whose pages are read one by one. */
export interface Shard {
  facts: ShardFacts;
  lines: Iterable<ShardPage | ShardSidebar>;
}

/** Result of rendering a shard. */
export interface MadePart {
  pages: number;
  /** Hashes of its lists by file. */
  lists: Record<string, string>;
  /** Sizes in bytes, by path in the shard output. */
  written: Map<string, number>;
}

/**
 * Renders the pages of a shard and writes them into a folder. Leaves a page to `merge` if it has a query that the plan did not
 * foresee, or if it cannot be rendered. Throws a DiagnosticError for errors of content, and if sources, packages or the tool differ
 * from the plan.
 */
export async function makePart(
  site: Site,
  { facts, lines }: Shard,
  { folder, shownAs, signal }: { folder: string; shownAs: string; signal?: AbortSignal },
): Promise<MadePart> {
  const script = await bundleRenderer(site, [], { allPages: () => facts.allPages ?? '[]' });
  if (makerOf(site, script.code) !== facts.maker) throw failure(2, 'part-mismatch', { case: 'other-tool' });
  const { server } = await importRenderer(script, site.config.pageTimeout);
  const texts = createPageTexts();
  const context = composeContext({ ...facts.facts, site }, { server, listPages: refuseLists, texts });
  const compile = createShardCompiler(site, texts);
  const lists = createLists(folder, site);
  const diagnostics: Diagnostic[] = [];
  const written = new Map<string, number>();
  const makeAll = async (given: PlacedPage[]): Promise<void> => {
    signal?.throwIfAborted();
    const files = new Map<string, string>();
    const made: (() => void)[] = [];
    await eachLimited(given.entries(), async ([at, planned]) => {
      const page = await readSources(planned, { site, texts });
      if (planned.answers) checkDisk(planned.answers, site);
      const parts = planned.compiled?.parts ?? (await compile(page, planned.answers));
      if (!parts) return;
      const faults = planned.compiled ? [] : parts.flatMap((part) => part.diagnostics).filter(isError);
      diagnostics.push(...faults);
      const result = faults.length > 0 ? undefined : render({ ...planned, page, parts }, context);
      if (!result) return;
      for (const [output, text] of result.files) files.set(`${PART_FILES}/${output}`, text);
      const line = {
        sourcePath: page.sourcePath,
        parts: planned.compiled ? undefined : parts.map(toPlainPage),
      };
      const own = Array.from(
        result.files,
        ([output, text]): PartFile => [output, hashOf(text), Buffer.byteLength(text)],
      );
      made[at] = () => lists.add({ line, files: own, locale: page.locale, search: result.summary.search });
    });
    // In the order of the shard, not in the order in which the pages were ready.
    for (const add of made) add?.();
    for (const [file, text] of files) written.set(file, Buffer.byteLength(text));
    await writeTree({ folder, files, shownAs, signal });
  };
  const sidebars: SidebarGroup[][] = [];
  const batch: PlacedPage[] = [];
  for (const line of lines) {
    if ('sidebar' in line) sidebars.push(line.sidebar);
    else batch.push({ ...line, place: placeOf(line, sidebars) });
    if (batch.length === BATCH) await makeAll(batch.splice(0));
  }
  await makeAll(batch);
  const { pages, bytes, hashes } = lists.end();
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  for (const [file, size] of bytes) written.set(file, size);
  return { pages, lists: hashes, written };
}

/** A page with its place among the other pages. */
interface PlacedPage extends Omit<ShardPage, 'place'> {
  place: PageSiteData;
}

function placeOf({ place }: ShardPage, sidebars: SidebarGroup[][]): PageSiteData {
  const withSidebar = <Place extends { sidebar: number }>(given: Place) => ({
    ...given,
    sidebar: sidebars[given.sidebar] ?? [],
  });
  return { ...withSidebar(place), fallbacks: place.fallbacks?.map(withSidebar) };
}

/** A rendered page, with its entries for the lists of the shard output. */
interface MadePage {
  line: Omit<PartPage, 'search'>;
  files: PartFile[];
  locale: string;
  search: PageSummary['search'];
}

/** Creates the lists of a shard output. Search terms are collected until the end. */
function createLists(folder: string, site: Site) {
  const files = new Map(
    [PART.pages, PART.files, PART.search].map((name) => [name, createLineFile(path.join(folder, name))]),
  );
  const scan = createTermScanner();
  const collector = createTermCollector();
  const terms = new Map<string, ReturnType<typeof collector.translate>[]>(
    site.config.locales.map(({ id }) => [id, []]),
  );
  let pages = 0;
  return {
    add({ line, files: own, locale, search }: MadePage): void {
      pages++;
      for (const file of own) files.get(PART.files)?.add(JSON.stringify(file));
      const size = (text: string): PartPage['search'] => [Buffer.byteLength(text), text.length];
      const page: PartPage = { ...line, search: search && size(search.text) };
      files.get(PART.pages)?.add(toPortable(page, site.root));
      if (!search) return;
      files.get(PART.search)?.add(search.text);
      terms.get(locale)?.push(collector.translate(scan(search.entry), scan));
    },
    end() {
      fs.mkdirSync(path.join(folder, path.dirname(PART.terms(''))));
      for (const [locale, own] of terms) {
        const file = createLineFile(path.join(folder, PART.terms(locale)));
        for (const { term, postings } of collector.collect(own)) file.add(JSON.stringify(packTerm(term, postings)));
        files.set(PART.terms(locale), file);
      }
      const ended = Array.from(files, ([name, file]) => ({ name, ...file.end() }));
      return {
        pages,
        bytes: ended.map(({ name, bytes }) => [name, bytes] as const),
        hashes: Object.fromEntries(ended.map(({ name, hash }) => [name, hash])),
      };
    },
  };
}

/** Rejects lists of pages: a shard does not know all pages, so `merge` renders a page that lists them. */
function refuseLists(): never {
  throw new Error('A shard does not know all pages');
}

function render(
  { page, parts, compiled, place }: Omit<PlacedPage, 'page'> & WholePage,
  context: RenderContext,
): ReturnType<typeof makePage> | undefined {
  const record = { ...(compiled?.contents ?? NO_CONTENTS), ...place };
  try {
    return withinTime(context.site.config.pageTimeout, () => makePage({ page, parts }, record, context));
  } catch {
    // `merge` renders the page again and reports the error, because it knows the sources of the renderer.
    return undefined;
  }
}

/**
 * Creates a compiler whose queries of other pages and of the disk are answered by the plan. It returns undefined for a page with
 * any other query.
 */
function createShardCompiler(
  site: Site,
  texts: PageTexts,
): (page: SourcePage, answers: Answers | undefined) => Promise<CompiledPage[] | undefined> {
  const relative = createRelative(site.root);
  const answer = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
    Object.hasOwn(record, key) ? record[key] : undefined;
  const isForeseen = ({ files, routes, seen: { reads: facts } }: RecordedQueries, answers: Answers): boolean => {
    const known = new Set(answers.asked.flatMap(queriedFiles));
    return (
      [...files.keys()].every((file) => known.has(relative(file))) &&
      [...routes.keys()].every((route) => Object.hasOwn(answers.routes, route)) &&
      facts.every(({ path: file }) => isOfTool(file) || Object.hasOwn(answers.disk, relative(file)))
    );
  };
  const strings = interfaceStrings(site);
  const repositoryLink = createRepositoryLinks(site);
  return async (page, answers) => {
    if (!answers) return undefined;
    const files = withTabs(page);
    const compilePage = await loadCompiler(files, { site, texts });
    const parts: CompiledPage[] = [];
    for (const file of files) {
      const queries: RecordedQueries[] = [];
      const options: CompileOptions = {
        ...{ site, includeDebug: false, strings, repositoryLink },
        index: {
          byFile: { get: (filePath) => answer(answers.files, relative(filePath)) },
          byRoute: { has: (route) => answer(answers.routes, route) ?? false },
        },
        onAsked: (_sourcePath, found) => void queries.push(found),
      };
      parts.push(compilePage(file, options));
      if (queries.length === 0 || !queries.every((found) => isForeseen(found, answers))) return undefined;
    }
    return parts;
  };
}

/** Returns the data that the rest of the site needs of a page or tab that was compiled here. */
function toPlainPage(compiled: CompiledPage): PlainPage {
  const { sourcePath, hasHeading, description, titleAnchor, anchors } = compiled;
  const { links, assets, components, checkedBlocks, diagnostics } = compiled;
  return {
    ...{ sourcePath, hasHeading, description, titleAnchor, anchors },
    ...{ links, assets, components, checkedBlocks, diagnostics },
  };
}

function isOfTool(file: string): boolean {
  return ['lib', 'src', 'node_modules'].some((folder) => file.startsWith(path.join(packageDir, folder) + path.sep));
}

/** Reads the texts of a page. Throws unless they are the texts of the plan. */
async function readSources(
  { page, sources }: Pick<ShardPage, 'page' | 'sources'>,
  { site, texts }: { site: Site; texts: PageTexts },
): Promise<SourcePage> {
  const read = async (file: PlannedPage, planned: string | undefined): Promise<SourcePage> => {
    const { source = '' } = fs.existsSync(file.filePath) ? await readPage(file.filePath, file.sourcePath) : {};
    const hash = hashOf(source);
    if (hash !== planned) throw changedSince(file.sourcePath);
    const look = lookAt({ ...file, source, hash }, file.frontmatter, site.config);
    const found: SourcePage = { ...file, look, tabs: [] };
    texts.hold(found, source);
    return found;
  };
  const [own, ...ofTabs] = sources;
  const [main, ...tabs] = await Promise.all([
    read(page, own),
    ...page.tabs.map((tab, at) => read(tab.page, ofTabs[at])),
  ]);
  return { ...main, tabs: page.tabs.map((tab, at) => ({ ...tab, page: tabs[at] as SourcePage })) };
}

function checkDisk({ disk }: Answers, { root }: Site): void {
  for (const [file, planned] of Object.entries(disk)) {
    if (answerOfDisk(path.resolve(root, file), planned === 'file') !== planned) throw changedSince(file);
  }
}

function changedSince(file: string): DiagnosticError {
  return failure(2, 'part-mismatch', { case: 'file-changed', file });
}
