/** Reads what shards came to, and trusts nothing of it. */
import fs from 'node:fs';
import path from 'node:path';
import { type PackedTerm, unpackTerm } from '../../shared/search/index-file.ts';
import type { CompiledPage } from '../compile/types.ts';
import { createFileHash, linesOf } from '../files/lines.ts';
import type { SourcePage } from '../load/types.ts';
import type { SearchParts } from '../search/create-search-index.ts';
import type { FoundTerm } from '../search/term-scanner.ts';
import { hashOfParts } from '../text-parts.ts';
import { PART } from './part-files.ts';
import { type Placing, startPlacing } from './placing.ts';
import type { Shards } from './plan-shards.ts';
import { fromPortable } from './portable.ts';
import { damaged, readOfPart, shardFailure } from './shard-failure.ts';
import type { PartHeader, PartPage } from './types.ts';

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
  /** Throws a DiagnosticError unless the parts were made of these shards. */
  verify(shards: Shards): void;
  /** Begins to put the pages into the folder of the site, each when it is what its part says. */
  place(into: { folder: string; signal: AbortSignal }): Placing;
}

interface Part {
  folder: string;
  header: PartHeader;
}

/** A page, and where it is. */
interface FoundPage extends Pick<PartPage, 'parts'> {
  part: Part;
  /** Where its entry is: place and size in bytes, length in characters. */
  search?: { at: number; size: number; length: number };
}

/**
 * Reads the lists of parts. Throws a DiagnosticError where one is missing, doubled, cut or changed.
 *
 * @param root folder of the site, against which paths of the lists are read
 */
export function readParts(folders: string[], root: string): Parts {
  const parts = folders.map((folder): Part => ({ folder, header: readHeader(folder) }));
  const byShard = new Map<number, string>();
  const count = parts[0]?.header.of ?? 0;
  for (const { folder, header } of parts) {
    const twin = byShard.get(header.shard);
    if (header.of !== count)
      throw shardFailure(`${folder} is of a plan with ${header.of} shards, others with ${count}`);
    if (twin !== undefined) throw shardFailure(`${twin} and ${folder} are both of shard ${header.shard}`);
    byShard.set(header.shard, folder);
  }
  const missing = Array.from({ length: count }, (_, number) => number).filter((number) => !byShard.has(number));
  if (count === 0 || missing.length > 0)
    throw shardFailure(
      count === 0 ? 'There are no parts to put together' : `Of ${count} parts these are missing: ${missing.join(', ')}`,
      ['Make each with `cascader-docs pages <plan>/<number>`, and name all of them'],
    );
  const pages = new Map<string, FoundPage>();
  for (const part of parts) readPages(part, root, pages);
  const texts = new Set([...pages.values()].flatMap((page) => page.parts?.map(({ sourcePath }) => sourcePath) ?? []));
  return {
    count,
    has: ({ sourcePath }) => pages.has(sourcePath),
    hasText: ({ sourcePath }) => texts.has(sourcePath),
    compiledOf: ({ sourcePath }) => pages.get(sourcePath)?.parts,
    search: readSearch(parts, pages),
    verify(shards) {
      for (const { folder, header } of parts) {
        if (hashOfParts(shards.lines(header.shard)) === header.made) continue;
        throw shardFailure(`${folder} was made of another plan than that of this folder`, [
          'Make the plan and all parts from the commit that is here, with its whole history, the same packages and options',
          'A demo that shows another thing each time says so with `volatile`: its page is made here then',
        ]);
      }
    },
    place: (into) => startPlacing(folders, into),
  };
}

function readPages(part: Part, root: string, pages: Map<string, FoundPage>): void {
  const { folder, header } = part;
  const hashOf = createFileHash();
  for (const [name, hash] of Object.entries(header.lists)) {
    const file = path.join(folder, name);
    if (readOfPart(file, () => hashOf(file)) !== hash) throw damaged(file);
  }
  let at = 0;
  for (const line of linesOf(path.join(folder, PART.pages))) {
    const { sourcePath, parts, search } = fromPortable<PartPage>(line, root);
    const twin = pages.get(sourcePath);
    if (twin) throw shardFailure(`${twin.part.folder} and ${folder} both have ${sourcePath}`);
    const [size = 0, length = 0] = search ?? [];
    // One text for what all links of a page have.
    for (const own of parts ?? [])
      for (const { location } of own.links) if (location.file === own.sourcePath) location.file = own.sourcePath;
    pages.set(sourcePath, { part, parts, search: search && { at, size, length } });
    if (search) at += size + 1;
  }
}

/** The entries are read when they are asked for. */
function readSearch(parts: Part[], pages: Map<string, FoundPage>): SearchParts {
  return {
    textOf({ sourcePath }) {
      const { part, search } = pages.get(sourcePath) ?? {};
      if (!part || !search) return undefined;
      const file = path.join(part.folder, PART.search);
      return { length: search.length, read: () => readPiece(file, search) };
    },
    *terms(locale, own) {
      for (const part of parts) {
        const numbers = own.flatMap(({ sourcePath }, number) => {
          const page = pages.get(sourcePath);
          return page?.part === part && page.search ? [number] : [];
        });
        const toOwn = (list: number[]): number[] => list.map((number) => numbers[number] as number);
        yield termsOf(path.join(part.folder, PART.terms(locale)), toOwn);
      }
    },
  };
}

/** Terms of a part, with the numbers that its pages have in the whole. */
function* termsOf(file: string, toOwn: (numbers: number[]) => number[]): Generator<FoundTerm> {
  for (const line of linesOf(file)) {
    const packed = JSON.parse(line) as PackedTerm;
    const { titles, headings, texts } = unpackTerm(packed);
    yield { term: packed[0], postings: { titles: toOwn(titles), headings: toOwn(headings), texts: toOwn(texts) } };
  }
}

function readPiece(file: string, { at, size }: { at: number; size: number }): string {
  const descriptor = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(size);
    fs.readSync(descriptor, buffer, 0, size, at);
    return buffer.toString();
  } finally {
    fs.closeSync(descriptor);
  }
}

function readHeader(folder: string): PartHeader {
  const file = path.join(folder, PART.header);
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    throw shardFailure(`${folder} is no part of a site: it has no ${PART.header}`, [
      'Name the folders that `cascader-docs pages` has written',
    ]);
  }
  try {
    const header = JSON.parse(text) as PartHeader;
    const { version, shard, of } = header;
    if (version === 1 && Number.isInteger(shard) && Number.isInteger(of) && shard >= 0 && shard < of) return header;
  } catch {
    // Told below.
  }
  throw damaged(file);
}
