/** `pages`: the pages of one shard. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { hashOf } from '../cache/observe-reads.ts';
import { loadSite } from '../site.ts';
import { protectedPathsOf } from '../write/check-out-dir.ts';
import { writeSite } from '../write/write-site.ts';
import { type MadePart, makePart } from './make-part.ts';
import { SHARD } from './plan.ts';
import { fromPortable } from './portable.ts';
import { PART } from './read-parts.ts';
import { shardFailure } from './shard-failure.ts';
import type { PartHeader, Shard, ShardHeader } from './types.ts';

/** Options of {@link makePages}. */
export interface MakePagesOptions {
  /** Folder of a shard, as `plan` wrote it; relative to the working directory. */
  shard: string;
  /** Folder to write to, relative to the working directory. */
  out: string;
  /** Folder of the site. Default: the working directory. */
  root?: string;
  signal?: AbortSignal;
}

/** What {@link makePages} made. */
export interface MakePagesResult {
  out: string;
  shard: number;
  /** Pages that were made. */
  pages: number;
  /** Pages that are left to `merge`. */
  left: number;
}

/**
 * Makes the pages of a shard, of its folder and the sources that it names. Throws a DiagnosticError for errors of content, or when
 * this is another site, another tool, or not what was planned.
 */
export async function makePages({
  shard: folder,
  out,
  root = process.cwd(),
  signal,
}: MakePagesOptions): Promise<MakePagesResult> {
  const { header, text } = await readShard(folder);
  const { overrides } = JSON.parse(text) as Shard;
  const { site } = await loadSite(root, overrides);
  const shard = fromPortable<Shard>(text, site.root);
  const outDir = path.resolve(out);
  let made: MadePart | undefined;
  const files = async (into: string) => {
    made = await makePart(site, shard, { folder: into, shownAs: outDir, signal });
    const list = made.lines.map((line) => `${line}\n`).join('');
    const { shard: number, of, data } = header;
    const part: PartHeader = { version: 1, shard: number, of, made: data, pages: hashOf(list) };
    return {
      files: new Map([
        [PART.header, `${JSON.stringify(part)}\n`],
        [PART.pages, list],
      ]),
      written: made.written,
    };
  };
  await writeSite({ outDir, root: site.root, protectedPaths: protectedPathsOf(site), files, signal });
  const pages = made?.lines.length ?? 0;
  return { out: outDir, shard: header.shard, pages, left: shard.pages.length - pages };
}

async function readShard(folder: string): Promise<{ header: ShardHeader; text: string }> {
  const read = (name: string): Promise<string> => fs.readFile(path.resolve(folder, name), 'utf8');
  let header: ShardHeader;
  let text: string;
  try {
    header = JSON.parse(await read(SHARD.header));
    text = await read(SHARD.data);
  } catch {
    throw shardFailure(`${folder} is no shard of a plan`, [
      'Name a folder that `cascader-docs plan` has written, such as .plan/0',
    ]);
  }
  if (header.version === 1 && header.data === hashOf(text)) return { header, text };
  throw shardFailure(`${folder} is not what it was when it was planned`, ['Make the plan again']);
}
