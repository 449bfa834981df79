/** The command `pages`: renders the pages of one shard. */

import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { createFileHash, linesOf } from '../../base/files/lines.ts';
import { savingMemory } from '../../base/save-memory.ts';
import { protectedPathsOf } from '../../output/check-out-dir.ts';
import { writeSite } from '../../output/write-site.ts';
import { exportPacks } from '../../store/exported-packs.ts';
import { loadSite } from '../site.ts';
import { makePart } from './make-part.ts';
import { SHARD } from './plan.ts';
import { fromPortable } from './portable.ts';
import { readLine } from './shard-failure.ts';
import {
  type PartHeader,
  type ShardFacts,
  type ShardHeader,
  type ShardPage,
  type ShardSidebar,
  TASKS,
} from './types.ts';

/** Options of {@link makePages}. */
export interface MakePagesOptions {
  /** Path of a shard folder that `plan` wrote, relative to the working directory. */
  shard: string;
  /** Folder to write to, relative to the working directory. */
  out: string;
  /** Folder of the site. Default: the working directory. */
  root?: string;
  signal?: AbortSignal;
}

/** Result of {@link makePages}. */
export interface MakePagesResult {
  out: string;
  shard: number;
  /** Number of pages that were rendered. */
  pages: number;
  /** Number of pages that are left to `merge`. */
  left: number;
}

/**
 * Renders the pages of a shard, from its folder and the sources that it names. Throws a DiagnosticError for errors of content, and
 * if the site, the tool or the sources are not those of the plan.
 */
export async function makePages({
  shard: folder,
  out,
  root = process.cwd(),
  signal,
}: MakePagesOptions): Promise<MakePagesResult> {
  const { SHARD_FACTS, SHARD_LINE } = await schemas();
  const { header, data } = await readShard(folder);
  const [first = ''] = linesOf(data);
  const { overrides } = readLine({ file: data, line: 1 }, () => SHARD_FACTS.parse(JSON.parse(first)));
  const { site } = await loadSite(root, overrides);
  const facts = fromPortable<ShardFacts>(first, site.root);
  function* rest(): Generator<ShardPage | ShardSidebar> {
    let number = 0;
    for (const text of linesOf(data)) {
      const line = ++number;
      const read = () => SHARD_LINE.parse(fromPortable(text, site.root));
      if (line > 1) yield readLine({ file: data, line }, read);
    }
  }
  const outDir = path.resolve(out);
  let pages = 0;
  const files = async (into: string) => {
    const { shard: number, of } = header;
    const written = await exportPacks(into, async (packs) => {
      packs.add(TASKS.header, '', { key: '', value: { version: 2, shard: number, of } satisfies PartHeader });
      pages = await makePart(site, { first, facts, lines: rest() }, { packs, signal });
    });
    return { files: new Map(), written };
  };
  await savingMemory((onPages) => {
    onPages(header.pages);
    return writeSite({ outDir, root: site.root, protectedPaths: protectedPathsOf(site), files, signal });
  });
  return { out: outDir, shard: header.shard, pages, left: header.pages - pages };
}

/** Loaded on demand, so that other commands start without them. */
const schemas = () => import('./shard-schema.ts');

async function readShard(folder: string): Promise<{ header: ShardHeader; data: string }> {
  const data = path.resolve(folder, SHARD.data);
  let header: ShardHeader;
  let hash: string;
  try {
    const { SHARD_HEADER } = await schemas();
    header = SHARD_HEADER.parse(JSON.parse(await fs.readFile(path.resolve(folder, SHARD.header), 'utf8')));
    hash = createFileHash()(data);
  } catch {
    throw failure(2, 'part-mismatch', { case: 'no-shard', folder });
  }
  if (header.data === hash) return { header, data };
  throw failure(2, 'damaged-shard', { case: 'shard', folder });
}
