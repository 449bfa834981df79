/** Renders the pages of one shard, on any machine. */

import fs from 'node:fs';
import path from 'node:path';
import type { SidebarGroup } from '../../../shared/entities.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { eachLimited } from '../../base/files/each-limited.ts';
import { isOfPackage } from '../../base/files/paths.ts';
import { hashOf } from '../../base/hash.ts';
import { packageDir } from '../../base/package-dir.ts';
import { bundleRenderer } from '../../bundle/bundle-site.ts';
import { createPageTexts } from '../../content/page-texts.ts';
import { readPage } from '../../content/read-page.ts';
import { lookAt, traitsOf } from '../../content/text-look.ts';
import type { PageTexts, SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import { type CompileOptions, loadCompiler, type RecordedQueries } from '../../markdown/compile-page.ts';
import { queriedFiles } from '../../markdown/transform/resolve-link.ts';
import type { CompiledPage, PlainPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { interfaceStrings } from '../../project/languages/interface-strings.ts';
import { createRepositoryLinks } from '../../project/repository-links.ts';
import { foldersOf } from '../../project/site-folders.ts';
import { withinTime } from '../../project/within-time.ts';
import { NO_CONTENTS } from '../../render/page-inputs.ts';
import type { RenderContext } from '../../render/render-page.ts';
import { importRenderer } from '../../render/server-module.ts';
import type { PageSiteData, WholePage } from '../../render/types.ts';
import type { PackExport } from '../../store/exported-packs.ts';
import { observed, type Seen } from '../../store/observe-reads.ts';
import { toMovable } from '../../store/relocate.ts';
import { composeContext } from '../pages/context.ts';
import { type LookUp, takeLookUps } from '../pages/look-ups.ts';
import { makePage } from '../pages/make-page.ts';
import type { RenderEntry } from '../pages/page-entry.ts';
import { homeOf } from '../pages/page-key.ts';
import { isError } from '../run.ts';
import { answerOfDisk } from './foresee.ts';
import { contextOf, createPartKey } from './part-key.ts';
import { makerOf } from './plan-shards.ts';
import { createRelative } from './portable.ts';
import { createQueryScope } from './query-scope.ts';
import {
  type Answers,
  type PlainEntry,
  type PlannedPage,
  type ShardFacts,
  type ShardPage,
  type ShardSidebar,
  TASKS,
} from './types.ts';

/** Number of pages that are rendered before they are written. */
const BATCH = 32;

/** A shard, whose pages are read one by one. */
export interface Shard {
  /** First line of its data. */
  first: string;
  facts: ShardFacts;
  lines: Iterable<ShardPage | ShardSidebar>;
}

/**
 * Renders the pages of a shard and exports them as cache entries. Leaves a page to `merge` if it has a query that the plan did not
 * foresee or that `merge` would not accept, or if it cannot be rendered. Throws a DiagnosticError for errors of content, and if
 * sources, packages or the tool differ from the plan.
 *
 * @returns the number of pages that were rendered
 */
export async function makePart(
  site: Site,
  { first, facts, lines }: Shard,
  { packs, signal }: { packs: PackExport; signal: AbortSignal | undefined },
): Promise<number> {
  const script = await bundleRenderer(site, [], { allPages: () => facts.allPages ?? '[]' });
  if (makerOf(site, script.code) !== facts.maker) throw failure(2, 'part-mismatch', { case: 'other-tool' });
  const { server, seen } = await importRenderer(script, site.config.pageTimeout);
  const texts = createPageTexts();
  const context = composeContext({ ...facts.facts, site }, { server, listPages: refuseLists, texts });
  const compile = createShardCompiler(site, texts);
  const render = createShardRenderer(context, seen);
  const outOfScope = createQueryScope(site);
  const keyOf = createPartKey(site);
  const home = homeOf(site);
  const shared = { context: contextOf(first), compiling: [] };
  const diagnostics: Diagnostic[] = [];
  let count = 0;
  const makeAll = async (given: PlacedPage[]): Promise<void> => {
    signal?.throwIfAborted();
    const made: (() => void)[] = [];
    await eachLimited(given.entries(), async ([at, planned]) => {
      const page = await readSources(planned, { site, texts });
      const { key, ...source } = keyOf(page);
      const add = (task: keyof typeof TASKS, value: unknown): void =>
        packs.add(TASKS[task], page.sourcePath, { key, value });
      made[at] = () => add('left', {});
      if (planned.answers) checkDisk(planned.answers, site);
      const compiled = planned.compiled ? undefined : await compile(page, planned.answers);
      const parts = planned.compiled?.parts ?? compiled?.parts;
      if (!parts) return;
      const faults = (compiled?.parts ?? []).flatMap((part) => part.diagnostics).filter(isError);
      diagnostics.push(...faults);
      const result = faults.length > 0 ? undefined : render({ ...planned, page, parts });
      if (!result || outOfScope([...(compiled?.compiling ?? []), ...result.rendering]) !== undefined) return;
      made[at] = () => {
        const { search } = result.summary;
        const files = Array.from(result.files, ([output, text]): RenderEntry['files'][number] => {
          const { bytes, hash } = packs.addContent(text);
          return [output, bytes, hash];
        });
        if (compiled)
          add('compile', {
            compiling: compiled.compiling,
            parts: parts.map((part) => toPlainPage(part, home)),
          } satisfies PlainEntry);
        add('render', {
          key: { ...source, ...shared, inputs: planned.key, rendering: result.rendering },
          files,
          search: search && { text: search.text, hash: hashOf(search.text) },
        } satisfies RenderEntry);
        count++;
      };
    });
    // In the order of the shard, not in the order in which the pages were ready.
    for (const add of made) add();
  };
  const sidebars: SidebarGroup[][] = [];
  const batch: PlacedPage[] = [];
  for (const line of lines) {
    if ('sidebar' in line) sidebars.push(line.sidebar);
    else batch.push({ ...line, place: placeOf(line, sidebars) });
    if (batch.length === BATCH) await makeAll(batch.splice(0));
  }
  await makeAll(batch);
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  return count;
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

/** Rejects lists of pages: a shard does not know all pages, so `merge` renders a page that lists them. */
function refuseLists(): never {
  throw new Error('A shard does not know all pages');
}

/**
 * Creates a function that renders a page. It returns undefined for a page whose queries are unknown, and for one that cannot be
 * rendered.
 *
 * @param loading queries of the renderer while it was loaded
 */
function createShardRenderer(context: RenderContext, loading: Seen = NOTHING_SEEN) {
  const { site } = context;
  const ofLoading = takeLookUps(
    { seen: without((file) => isOfTool(file) || isOfPackage(file), loading) },
    foldersOf(site),
  );
  return ({ page, parts, compiled, place }: Omit<PlacedPage, 'page'> & WholePage) => {
    const inputs = { ...(compiled?.contents ?? NO_CONTENTS), ...place };
    try {
      const { result, seen } = withinTime(site.config.pageTimeout, () =>
        observed(() => makePage({ page, parts }, inputs, context)),
      );
      const ofPage = takeLookUps({ seen: without(isOfTool, seen) }, foldersOf(site));
      return ofLoading && ofPage && { ...result, rendering: [...ofLoading, ...ofPage] };
    } catch {
      // `merge` renders the page again and reports the error, because it knows the sources of the renderer.
      return undefined;
    }
  };
}

const NOTHING_SEEN: Seen = { reads: [], modules: new Set(), isUnknown: false };

/** Returns observed reads without those of some files. */
function without(isLeftOut: (file: string) => boolean, seen: Seen): Seen {
  return { ...seen, reads: seen.reads.filter(({ path: file }) => !isLeftOut(file)) };
}

/**
 * Creates a compiler whose queries of other pages and of the disk are answered by the plan. It returns undefined for a page with
 * any other query.
 */
function createShardCompiler(site: Site, texts: PageTexts) {
  const relative = createRelative(site.root);
  const isForeseen = ({ files, routes, seen: { reads: facts } }: RecordedQueries, answers: Answers): boolean => {
    const known = new Set(answers.asked.flatMap(queriedFiles));
    return (
      [...files.keys()].every((file) => known.has(relative(file))) &&
      [...routes.keys()].every((route) => Object.hasOwn(answers.routes, route)) &&
      facts.every(({ path: file }) => Object.hasOwn(answers.disk, relative(file)))
    );
  };
  const strings = interfaceStrings(site);
  const repositoryLink = createRepositoryLinks(site);
  return async (page: SourcePage, answers: Answers | undefined) => {
    if (!answers) return undefined;
    const files = withTabs(page);
    const compilePage = await loadCompiler(files, { site, texts });
    const parts: CompiledPage[] = [];
    const compiling: LookUp[] = [];
    for (const file of files) {
      const queries: RecordedQueries[] = [];
      const options: CompileOptions = {
        ...{ site, includeDebug: false, strings, repositoryLink },
        index: {
          byFile: { get: (filePath) => ownValue(answers.files, relative(filePath)) },
          byRoute: { has: (route) => ownValue(answers.routes, route) ?? false },
        },
        onAsked: (_sourcePath, { seen, ...found }) => void queries.push({ ...found, seen: without(isOfTool, seen) }),
      };
      parts.push(compilePage(file, options));
      const lookUps = queries.map((found) =>
        isForeseen(found, answers) ? takeLookUps(found, foldersOf(site)) : undefined,
      );
      if (lookUps.length === 0) return undefined;
      for (const own of lookUps) {
        if (!own) return undefined;
        compiling.push(...own);
      }
    }
    return { compiling, parts };
  };
}

/** Returns the data that the rest of the site needs of a page or tab that was compiled here, with movable paths. */
function toPlainPage(compiled: CompiledPage, home: string): PlainPage {
  const { sourcePath, hasHeading, description, titleAnchor, anchors } = compiled;
  const { links, assets, components, checkedBlocks, diagnostics } = compiled;
  return {
    ...{ sourcePath, hasHeading, description, titleAnchor, anchors },
    ...{ links, components, checkedBlocks, diagnostics },
    assets: assets.map((asset) => ({ ...asset, filePath: toMovable(asset.filePath, home) })),
  };
}

/** Returns true for a file of the tool, which is in the key by its contents. */
function isOfTool(file: string): boolean {
  return ['lib', 'src', 'node_modules'].some((folder) => file.startsWith(path.join(packageDir, folder) + path.sep));
}

/** Reads the text of a page and its tabs. Throws if it differs from the text in the plan. */
async function readSources(
  { page, sources }: Pick<ShardPage, 'page' | 'sources'>,
  { site, texts }: { site: Site; texts: PageTexts },
): Promise<SourcePage> {
  const read = async (file: PlannedPage, planned: string | undefined): Promise<SourcePage> => {
    const { source = file.generated ?? '' } = fs.existsSync(file.filePath)
      ? await readPage(file.filePath, file.sourcePath)
      : {};
    const hash = hashOf(source);
    if (hash !== planned) throw changedSince(file.sourcePath);
    const look = lookAt({ ...file, hash }, traitsOf(source, file.bodyOffset), file.frontmatter, site.config);
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
