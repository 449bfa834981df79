/** Reads the shard outputs of a site for `merge`. They are untrusted: another machine may have written anything into them. */

import path from 'node:path';
import type * as z from 'zod';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { hashOf } from '../../base/hash.ts';
import { createWriter } from '../../output/place-file.ts';
import { type Indexed, readValue } from '../../store/entry-log.ts';
import { EXPORTED, type ExportedPack, openExportedPack } from '../../store/exported-packs.ts';
import type { RenderEntry } from '../pages/page-entry.ts';
import { isDense } from './is-dense.ts';
import { CONTENT_INDEX, ENTRY_INDEX, PART_HEADER, PLAIN_ENTRY, RENDER_ENTRY } from './part-schema.ts';
import { damaged, wrongEntry } from './shard-failure.ts';
import { type PartHeader, type PlainEntry, TASKS } from './types.ts';

/** A page in a shard output, with the locations of its results. */
export interface PartPage extends Partial<Record<'compile' | 'render' | 'left', Indexed | undefined>> {
  part: Omit<Part, 'header'>;
  sourcePath: string;
}

/** A shard output. Each function throws a DiagnosticError if it is damaged. */
interface Part {
  folder: string;
  /** The pack with the results, for messages. */
  file: string;
  header: PartHeader;
  pages: PartPage[];
  compiled(page: PartPage): PlainEntry;
  rendered(page: PartPage): RenderEntry;
  /** Returns the search text of a page that was rendered. */
  searchText(page: PartPage): string;
  /** Writes files into the folder of the site. */
  write(files: RenderEntry['files'], folder: string): void;
}

export interface PartsOptions {
  /** Folders of shard outputs. */
  folders: string[];
  /** Pages that are missing, or that have changed since, are built. Otherwise they are errors. */
  makesMissing: boolean;
}

/** Shard outputs. */
export interface Parts extends Pick<PartsOptions, 'makesMissing'> {
  /** Pages that other machines have rendered, by source path. */
  pages: ReadonlyMap<string, PartPage>;
}

/**
 * Reads the indexes of shard outputs. Throws a DiagnosticError if a shard output is missing, duplicated, truncated or malformed.
 *
 * @param options.folders absolute
 */
export function readParts({ folders, makesMissing }: PartsOptions): Parts {
  const parts = folders.map(openPart);
  checkNumbers(parts, makesMissing);
  const pages = new Map<string, PartPage>();
  for (const page of parts.flatMap((part) => part.pages)) {
    const { sourcePath } = page;
    const twin = pages.get(sourcePath);
    if (twin) throw wrongEntry(page.part.file, { is: 'second', page: sourcePath, file: twin.part.file });
    pages.set(sourcePath, page);
  }
  return { pages, makesMissing };
}

function openPart(folder: string): Part {
  const entries = openExportedPack(folder, 'entries');
  if (!entries.isFile) throw failure(2, 'part-mismatch', { case: 'no-part', folder, header: EXPORTED.entries });
  const index = parsed(ENTRY_INDEX, entries.index) ?? fail(damaged(entries.file));
  const part = createPart(folder, entries);
  for (const [name, [located]] of index) {
    const at = name.indexOf(' ');
    const [task, sourcePath] = [name.slice(0, at), name.slice(at + 1)];
    if (task === TASKS.left) part.pages.push({ part, sourcePath, left: located });
    if (task === TASKS.render) {
      const [compile] = index.get(`${TASKS.compile} ${sourcePath}`) ?? [];
      part.pages.push({ part, sourcePath, compile, render: located });
    }
  }
  return { ...part, header: part.readHeader(index.get(`${TASKS.header} `)?.[0]) };
}

/** Creates a shard output without pages. The shard output does not hold the index of the results, which would take much memory. */
function createPart(folder: string, { file, read: readEntry }: ExportedPack) {
  const { file: contents, index, read: readBytes } = openExportedPack(folder, 'contents');
  const offsets = parsed(CONTENT_INDEX, index) ?? fail(damaged(contents));
  const read = ([, hash, offset, bytes]: Indexed = fail(damaged(file))): unknown =>
    readValue(readEntry({ offset, bytes }), hash) ?? fail(damaged(file));
  const readPage = <Entry>(schema: z.ZodType<Entry>, { sourcePath }: PartPage, located: Indexed | undefined): Entry =>
    parsed(schema, read(located)) ?? fail(wrongEntry(file, { is: 'unknown-form', page: sourcePath }));
  const readContent = (hash: string, bytes: number): Buffer => {
    const offset = offsets.get(hash);
    const content = offset === undefined ? undefined : readBytes({ offset, bytes });
    return content && hashOf(content) === hash ? content : fail(damaged(contents));
  };
  const writeFile = createWriter();
  return {
    ...{ folder, file, pages: [] as PartPage[] },
    readHeader: (located: Indexed | undefined) => parsed(PART_HEADER, read(located)) ?? fail(damaged(file)),
    compiled: (page: PartPage) => readPage(PLAIN_ENTRY, page, page.compile),
    rendered: (page: PartPage) => readPage(RENDER_ENTRY, page, page.render),
    searchText: (page: PartPage) => (read(page.render) as RenderEntry).search?.text ?? '',
    write(files: RenderEntry['files'], into: string): void {
      for (const [output, bytes, hash] of files) writeFile(path.join(into, output), readContent(hash, bytes));
    },
  };
}

/** Returns data if it has the shape of a schema, and no list with gaps. A copy would take more memory. */
function parsed<Data>(schema: z.ZodType<Data>, value: unknown): Data | undefined {
  return isDense(value) && schema.safeParse(value).success ? (value as Data) : undefined;
}

function fail(error: Error): never {
  throw error;
}

/** Checks that there is one shard output for each shard. */
function checkNumbers(parts: { folder: string; header: PartHeader }[], makesMissing: boolean): void {
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
  if (byShard.size === count || makesMissing) return;
  const numbers: number[] = [];
  for (let number = 0; number < count && numbers.length < MOST_NAMED; number++)
    if (!byShard.has(number)) numbers.push(number);
  const more = count - byShard.size > numbers.length;
  throw failure(2, 'part-mismatch', { case: 'missing', numbers, of: count, more });
}

/** Maximum number of missing shard outputs in a message. */
const MOST_NAMED = 20;
