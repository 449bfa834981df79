/** Reads the parts of a site for `merge`. Whoever made a part may have written anything into it. */

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

/** Pages that were made elsewhere. */
export interface Parts {
  /** How many shards there are. */
  count: number;
  /** Whether a part has a page. */
  has(page: SourcePage): boolean;
  /** Whether a part has what a file, a page or a tab, is compiled to: it has text alone. */
  hasText(file: SourcePage): boolean;
  /** A page of text alone and its tabs, as others see them; undefined for one that the plan compiles. */
  compiledOf(page: SourcePage): CompiledPage[] | undefined;
  /** What search knows of the pages. */
  search: SearchParts;
  /** Throws a DiagnosticError unless the parts were made of these shards, and have pages of theirs alone. */
  verify(shards: Shards): void;
  /**
   * Begins to put the files of the pages into the folder of the site, each when it is what its part says. Throws a
   * DiagnosticError unless the parts have pages of this plan.
   */
  place(planned: PlannedPages, into: { folder: string; signal: AbortSignal }): Placing;
}

/**
 * Reads the lists of parts. Throws a DiagnosticError where one is missing, doubled, cut, changed or malformed.
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

/** Checks that there is one part for each shard. Returns how many there are. */
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

/** Missing parts that a message names. */
const MOST_NAMED = 20;

function readPages(folder: string, root: string): PartPageAt[] {
  const file = path.join(folder, PART.pages);
  const pages = readLines(file, (line) => PART_PAGE.parse(fromPortable(line, root)));
  return Array.from(pages, (page, index): PartPageAt => {
    // One text for what all links of a page have.
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
    // Told below.
  }
  throw damaged(file);
}
