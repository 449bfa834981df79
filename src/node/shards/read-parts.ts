/** Reads what shards came to, and trusts nothing of it. */
import fs from 'node:fs';
import path from 'node:path';
import { hashOf } from '../cache/observe-reads.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { SourcePage } from '../load/types.ts';
import { isOutputPath } from '../write/manifest.ts';
import { writeTree } from '../write/write-tree.ts';
import { PART_FILES } from './make-part.ts';
import { fromPortable } from './portable.ts';
import { shardFailure } from './shard-failure.ts';
import type { PartHeader, PartPage } from './types.ts';

/** Files of a part, besides its pages. */
export const PART = { header: 'part.json', pages: 'pages.jsonl' };

/** Files that are read and written at one time. */
const BATCH = 64;

/** Pages that were made elsewhere. */
export interface Parts {
  /** How many shards there are. */
  count: number;
  /** Whether a part has a page. */
  has(page: SourcePage): boolean;
  /** A page of text alone and its tabs, as others see them; undefined for one that the plan compiles. */
  compiledOf(page: SourcePage): CompiledPage[] | undefined;
  /** Packed entries of search by source path. */
  search: Map<string, { text: string }>;
  /** Throws a DiagnosticError unless the parts were made of these shards. */
  verify(shards: string[]): void;
  /** Puts the pages into the folder of the site, each when it is what its part says. Returns bytes by output path. */
  write(into: { folder: string; shownAs: string }): Promise<Map<string, number>>;
}

/**
 * Reads the lists of parts. Throws a DiagnosticError where one is missing, doubled, cut or changed.
 *
 * @param root folder of the site, against which paths of the lists are read
 */
export function readParts(folders: string[], root: string): Parts {
  const parts = folders.map((folder) => ({ folder, header: readHeader(folder) }));
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
  const pages = new Map<string, PartPage & { folder: string }>();
  for (const { folder, header } of parts) readPages(folder, header, root, pages);
  return {
    count,
    has: ({ sourcePath }) => pages.has(sourcePath),
    compiledOf: ({ sourcePath }) => pages.get(sourcePath)?.parts,
    search: new Map(
      [...pages.values()].flatMap(({ sourcePath, search: text }) =>
        text === undefined ? [] : [[sourcePath, { text }]],
      ),
    ),
    verify(shards) {
      const other = parts.find(({ header }) => hashOf(shards[header.shard] ?? '') !== header.made);
      if (other)
        throw shardFailure(`${other.folder} was made of another plan than that of this folder`, [
          'Make the plan and all parts from the commit that is here, with its whole history, the same packages and options',
          'A demo that shows another thing each time says so with `volatile`: its page is made here then',
        ]);
    },
    async write({ folder, shownAs }) {
      const written = new Map<string, number>();
      const files = [...pages.values()].flatMap((page) => page.files.map((file) => [page.folder, ...file] as const));
      for (let at = 0; at < files.length; at += BATCH) {
        const batch = new Map<string, Uint8Array>();
        for (const [from, output, hash, bytes] of files.slice(at, at + BATCH)) {
          batch.set(output, readVerified(path.join(from, PART_FILES, output), hash));
          written.set(output, bytes);
        }
        await writeTree({ folder, files: batch, shownAs });
      }
      return written;
    },
  };
}

function readPages(
  folder: string,
  header: PartHeader,
  root: string,
  pages: Map<string, PartPage & { folder: string }>,
): void {
  const list = path.join(folder, PART.pages);
  const lines = Buffer.from(readVerified(list, header.pages)).toString().split('\n');
  for (const line of lines) {
    if (line === '') continue;
    const page = fromPortable<PartPage>(line, root);
    const twin = pages.get(page.sourcePath);
    if (twin) throw shardFailure(`${twin.folder} and ${folder} both have ${page.sourcePath}`);
    if (!page.files.every(([output]) => isOutputPath(output))) throw damaged(list);
    pages.set(page.sourcePath, { ...page, folder });
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

function readVerified(file: string, hash: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    throw shardFailure(`${file} is missing, and its part says that it is there`, ['Make the part again']);
  }
  if (hashOf(bytes) !== hash) throw damaged(file);
  return bytes;
}

function damaged(file: string): Error {
  return shardFailure(`${file} is not what it was when its part was made`, ['Make the part again']);
}
