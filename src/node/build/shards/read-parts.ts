/** Reads the shard outputs of a site for `merge`. They are untrusted: another machine may have written anything into them. */

import fs from 'node:fs';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { createFileHash } from '../../base/files/lines.ts';
import { hashOfParts } from '../../base/text-parts.ts';
import type { SourcePage } from '../../content/types.ts';
import { emptyPage } from '../../markdown/compile-page.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import type { SearchParts } from '../../search/create-search-index.ts';
import { PART } from './part-files.ts';
import { readLines, verifyFile } from './part-lines.ts';
import { checkAssets, checkPlanned, type PlannedPages } from './part-pages.ts';
import { PART_HEADER, PART_PAGE } from './part-schema.ts';
import { readPartSearch } from './part-search.ts';
import { type Placing, startPlacing } from './placing.ts';
import type { Shards } from './plan-shards.ts';
import { fromPortable } from './portable.ts';
import { damaged, wrongLine } from './shard-failure.ts';
import type { Part, PartHeader, PartPageAt } from './types.ts';

/** Pages that other machines have rendered. */
export interface Parts {
  /** Number of shards. */
  count: number;
  /** Returns whether a shard output contains a page. */
  has(page: SourcePage): boolean;
  /** Returns whether a shard output contains the compiled data of a page or tab, which is the case for text alone. */
  hasText(file: SourcePage): boolean;
  /**
   * Returns the data of a page of text alone and its tabs that other pages need. Returns undefined for a page that the plan
   * compiles.
   */
  compiledOf(page: SourcePage): CompiledPage[] | undefined;
  /** Search entries and terms of the pages. */
  search: SearchParts;
  /** Throws a DiagnosticError unless the shard outputs were built from these shards, and contain only pages of their shard. */
  verify(shards: Shards): void;
  /**
   * Starts to place the files of the pages in the folder of the site. Each file must match the list of its shard output. Throws a
   * DiagnosticError unless the shard outputs contain pages of this plan.
   */
  place(planned: PlannedPages, into: { folder: string; signal: AbortSignal }): Placing;
}

/**
 * Reads the lists of shard outputs. Throws a DiagnosticError if a shard output is missing, duplicated, truncated, changed or
 * malformed.
 *
 * @param folders absolute
 */
export function readParts(folders: string[], site: Site): Parts {
  const { root, config } = site;
  const lists = [PART.pages, PART.files, PART.search, ...config.locales.map(({ id }) => PART.terms(id))];
  const headers = folders.map((folder) => ({ folder, header: readHeader(folder) }));
  const count = checkNumbers(headers);
  const parts = headers.map(({ folder, header }): Part => {
    const hashOf = createFileHash();
    for (const name of lists) verifyFile(path.join(folder, name), { hash: header.lists[name] }, hashOf);
    return { folder, header, pages: readPages(folder, root) };
  });
  const pages = new Map<string, PartPageAt>();
  for (const page of parts.flatMap((part) => part.pages)) {
    const twin = pages.get(page.sourcePath);
    if (twin) throw wrongLine(page.at, { is: 'second', page: page.sourcePath, file: twin.at.file });
    pages.set(page.sourcePath, page);
  }
  const texts = new Set([...pages.values()].flatMap((page) => page.parts?.map(({ sourcePath }) => sourcePath) ?? []));
  return {
    count,
    has: ({ sourcePath }) => pages.has(sourcePath),
    hasText: ({ sourcePath }) => texts.has(sourcePath),
    compiledOf: ({ sourcePath }) =>
      pages.get(sourcePath)?.parts?.map((part) => ({ ...emptyPage(part.sourcePath), ...part })),
    search: readPartSearch(parts),
    verify(shards) {
      for (const { folder, header, pages: own } of parts) {
        if (hashOfParts(shards.lines(header.shard)) !== header.made)
          throw failure(2, 'part-mismatch', { case: 'other-plan', folder });
        const planned = new Map(shards.pages(header.shard).map((page) => [page.sourcePath, page]));
        for (const page of own) checkAssets(page, planned.get(page.sourcePath), { site, answersOf: shards.answersOf });
      }
    },
    place(planned, into) {
      const bySource = new Map(planned.pages.map((page) => [page.sourcePath, page]));
      const outputs = parts.map(({ folder, pages: own }) => ({
        part: folder,
        outputs: own.flatMap((page) => planned.outputsOf(checkPlanned(page, bySource.get(page.sourcePath), planned))),
      }));
      return startPlacing(outputs, into);
    },
  };
}

/** Checks that there is one shard output for each shard. Returns their number. */
function checkNumbers(parts: Omit<Part, 'pages'>[]): number {
  const byShard = new Map<number, string>();
  const count = parts[0]?.header.of ?? 0;
  for (const { folder, header } of parts) {
    const twin = byShard.get(header.shard);
    if (header.of !== count)
      throw failure(2, 'part-mismatch', { case: 'other-count', folder, of: header.of, others: count });
    if (twin !== undefined)
      throw failure(2, 'part-mismatch', { case: 'doubled', folders: [twin, folder], shard: header.shard });
    byShard.set(header.shard, folder);
  }
  if (count === 0) throw failure(2, 'part-mismatch', { case: 'no-parts' });
  if (byShard.size === count) return count;
  const numbers: number[] = [];
  for (let number = 0; number < count && numbers.length < MOST_NAMED; number++)
    if (!byShard.has(number)) numbers.push(number);
  const more = count - byShard.size > numbers.length;
  throw failure(2, 'part-mismatch', { case: 'missing', numbers, of: count, more });
}

/** Maximum number of missing shard outputs in a message. */
const MOST_NAMED = 20;

function readPages(folder: string, root: string): PartPageAt[] {
  const file = path.join(folder, PART.pages);
  const pages = readLines(file, (line) => PART_PAGE.parse(fromPortable(line, root)));
  return Array.from(pages, (page, index): PartPageAt => {
    // Let all links of a page share one string.
    for (const { links, sourcePath } of page.parts ?? [])
      for (const { location } of links) if (location.file === sourcePath) location.file = sourcePath;
    return { ...page, at: { file, number: index + 1 } };
  });
}

function readHeader(folder: string): PartHeader {
  const file = path.join(folder, PART.header);
  let text: string;
  try {
    if (!fs.statSync(file).isFile()) throw new Error('no file');
    text = fs.readFileSync(file, 'utf8');
  } catch {
    throw failure(2, 'part-mismatch', { case: 'no-part', folder, header: PART.header });
  }
  try {
    const header = PART_HEADER.parse(JSON.parse(text));
    if (header.shard < header.of) return header;
  } catch {
    // Reported below.
  }
  throw damaged(file);
}
