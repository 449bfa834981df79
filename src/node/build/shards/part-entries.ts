/** Treats pages of shard outputs like cached pages: a page is reused if all of its inputs are the same in this build. */

import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { LoadedSite, SourcePage } from '../../content/types.ts';
import { emptyPage } from '../../markdown/compile-page.ts';
import { createPageIndex } from '../../markdown/page-index.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { createSiteDependencies } from '../../project/site-folders.ts';
import { createPageList } from '../../render/page-list.ts';
import { createPageOutputs } from '../../render/page-outputs.ts';
import type { BuiltSite } from '../../render/types.ts';
import type { StoredText } from '../../search/create-search-index.ts';
import { fromMovable } from '../../store/relocate.ts';
import { createLookUpCheck, type LookUp } from '../pages/look-ups.ts';
import type { PageEntries } from '../pages/page-entries.ts';
import type { RenderEntry } from '../pages/page-entry.ts';
import { homeOf, isSameKey, type PageKey } from '../pages/page-key.ts';
import { reasonsOf } from '../pages/page-reasons.ts';
import { createForesight } from './foresee.ts';
import { contextOf, createPartKey } from './part-key.ts';
import { checkCompiled, checkFiles, checkSearch } from './part-pages.ts';
import { createPageInputs, isLeft } from './plan-shards.ts';
import { createQueryScope } from './query-scope.ts';
import type { PartPage, Parts } from './read-parts.ts';
import { wrongEntry } from './shard-failure.ts';
import type { PlainEntry } from './types.ts';

export interface PartEntriesOptions {
  /** Folder of the new site. */
  folder: string;
  parts: Parts;
  /** Pages of text alone, which shards compile. */
  isPlain: (page: SourcePage) => boolean;
}

/** The pages of shard outputs. */
export interface PartEntries extends PageEntries {
  /** Sets the inputs that all pages share, see `shardFacts`. Until then no page is placed. */
  setFacts(facts: string): void;
  /** Checks that the shard outputs have all pages of the plan. Throws a DiagnosticError. */
  checkAll(built: Pick<BuiltSite, 'site' | 'compiled'>): void;
}

/** Opens the pages of shard outputs. Unless missing pages are made, a page that cannot be accepted is an error. */
export function openPartEntries(
  site: Site,
  loaded: LoadedSite,
  { parts, folder, isPlain }: PartEntriesOptions,
): PartEntries {
  const home = homeOf(site);
  const index = createPageIndex(loaded.pages);
  const isSame = createLookUpCheck(
    { index, listPages: createPageList(site, loaded.pages) },
    createSiteDependencies(site),
  );
  const keyOf = createPartKey(site);
  const inputsOf = createPageInputs(site, loaded, isPlain);
  const outputsOf = createPageOutputs(site, loaded).all;
  const answersOf = createForesight(index, { site, texts: loaded.texts });
  const placed = new Set<SourcePage>();
  let context: PageKey['context'] = {};
  const findMade = ({ sourcePath }: SourcePage): PartPage | undefined => {
    const found = parts.pages.get(sourcePath);
    return found?.render && found;
  };
  const { compiledOf, renderedOf } = createEntryReader(site);
  const reasons = (before: PageKey, now: PageKey): string[] =>
    reasonsOf([before], now, { isSame, titles: () => ({ before: undefined, now: undefined }) });
  const checkAll = checkPages(site, loaded, parts);
  return {
    checkAll,
    find(page) {
      const found = isPlain(page) ? findMade(page) : undefined;
      if (!found) return undefined;
      const { part } = found;
      const { key, ...source } = keyOf(page);
      const isSameText = found.render?.[0] === key;
      if (isSameText && found.compile?.[0] !== key)
        throw wrongEntry(part.file, { is: 'not-compiled', page: page.sourcePath });
      const { compiling, parts: own } = isSameText ? compiledOf(found) : { compiling: [], parts: [] };
      if (!isSameText || !compiling.every(isSame)) {
        const before = { ...renderedOf(found).key, compiling };
        return refuse(parts, found, reasons(before, { ...before, ...source }));
      }
      const compiled = own.map((one) => toCompiled(one, home));
      checkCompiled(page, compiled, { file: part.file, site, answersOf });
      // Each page is looked up once. All locations together would take megabytes.
      found.compile = undefined;
      return compiled;
    },
    setFacts(facts) {
      context = contextOf(facts);
    },
    prepare: () => undefined,
    place(page, compiled, contents) {
      const found = findMade(page);
      if (!found) return undefined;
      const { part } = found;
      const { key, ...source } = keyOf(page);
      const { key: before, files, search } = renderedOf(found);
      const { key: inputs } = inputsOf({ page, parts: compiled }, contents);
      const isSameInput = isSameKey(before.context, context) && isSameKey(before.inputs, inputs);
      if (found.render?.[0] !== key || !isSameInput || !before.rendering.every(isSame))
        return refuse(parts, found, reasons(before, { ...before, ...source, context, inputs }));
      checkFiles(
        files.map(([output]) => output),
        outputsOf(page),
        part.file,
      );
      if (search) checkSearch(page, search.text, part.file);
      part.write(files, folder);
      placed.add(page);
      return {
        files: files.map(([output, bytes]) => [output, bytes]),
        search: search && { text: storedText(found, search.text.length) },
      };
    },
    keep: () => undefined,
    made: () =>
      loaded.pages.flatMap((page) => (placed.has(page) ? [] : [{ route: page.routePath, reasons: [NOT_THERE] }])),
  };
}

/** Reads the entries of pages. Throws a DiagnosticError if one has a query that is out of scope. */
interface EntryReader {
  compiledOf: (found: PartPage) => PlainEntry;
  renderedOf: (found: PartPage) => RenderEntry;
}

function createEntryReader(site: Site): EntryReader {
  const outOfScope = createQueryScope(site);
  const checkQueries = (lookUps: LookUp[], { part, sourcePath }: PartPage): void => {
    const strange = outOfScope(lookUps);
    if (strange !== undefined)
      throw wrongEntry(part.file, { is: 'query-out-of-scope', page: sourcePath, path: strange });
  };
  return {
    compiledOf(found) {
      const entry = found.part.compiled(found);
      checkQueries(entry.compiling, found);
      return entry;
    },
    renderedOf(found) {
      const entry = found.part.rendered(found);
      checkQueries(entry.key.rendering, found);
      return entry;
    },
  };
}

/** Completes a page that a shard compiled, with the paths of its assets on this machine. */
function toCompiled(part: PlainEntry['parts'][number], home: string): CompiledPage {
  // All links of a page share one text.
  for (const { location } of part.links) if (location.file === part.sourcePath) location.file = part.sourcePath;
  const assets = part.assets.map((asset) => ({ ...asset, filePath: fromMovable(asset.filePath, home) }));
  return { ...emptyPage(part.sourcePath), ...part, assets };
}

/** Throws the error of a page that differs from the page that was rendered, unless such pages are built here. */
function refuse({ makesMissing }: Parts, { sourcePath: page, part }: PartPage, changed: string[]): undefined {
  if (makesMissing) return undefined;
  throw failure(2, 'part-mismatch', { case: 'other-plan', folder: part.folder, page, changed });
}

/**
 * Checks that shard outputs have only pages that shards render, as far as that is known before pages are compiled. Throws a
 * DiagnosticError.
 *
 * @returns a function that checks the rest: the shard outputs must have all of these pages
 */
function checkPages(site: Site, loaded: LoadedSite, parts: Parts): PartEntries['checkAll'] {
  const keyOf = createPartKey(site);
  const check = (page: SourcePage, built: Pick<BuiltSite, 'site' | 'compiled'>, isWhole: boolean): void => {
    const { sourcePath } = page;
    const found = parts.pages.get(sourcePath);
    const isElsewhere = !isLeft(page, built);
    if (found && !isElsewhere) throw wrongEntry(found.part.file, { is: 'left', page: sourcePath });
    if (!isWhole) return;
    if (found?.left && found.left[0] !== keyOf(page).key) refuse(parts, found, ['its text changed']);
    if (!found && isElsewhere) throw failure(2, 'part-mismatch', { case: 'no-page', page: sourcePath });
  };
  if (parts.makesMissing) return () => undefined;
  const names = new Set(loaded.pages.map(({ sourcePath }) => sourcePath));
  for (const [page, { part }] of parts.pages)
    if (!names.has(page)) throw wrongEntry(part.file, { is: 'no-page', page });
  for (const page of loaded.pages) check(page, { site, compiled: new Map() }, false);
  return (built) => {
    for (const page of loaded.pages) check(page, built, true);
  };
}

/** Returns the search text of a page, which is read again when it is needed. */
function storedText(page: PartPage, length: number): StoredText {
  return { length, read: () => page.part.searchText(page) };
}

const NOT_THERE = 'no shard output has it';
