/** The command `plan`: writes the inputs of the machines that render the pages of a site. */
import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { savingMemory } from '../../base/save-memory.ts';
import { type TextParts, withHash } from '../../base/text-parts.ts';
import { createBundleCache } from '../../bundle/bundle-cache.ts';
import { protectedPathsOf } from '../../output/check-out-dir.ts';
import { writeSite } from '../../output/write-site.ts';
import { writeTree } from '../../output/write-tree.ts';
import type { SiteOverrides } from '../../project/config/types.ts';
import { createTypesCache } from '../../types/types-cache.ts';
import { planShards, type Stage } from '../pipeline.ts';
import { loadSite } from '../site.ts';
import type { ShardHeader } from './types.ts';

/** Files of a shard. */
export const SHARD = { header: 'shard.json', data: 'data.jsonl' };

/** Options of {@link plan}. */
export interface PlanOptions extends Omit<SiteOverrides, 'outDir'> {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Number of shards. */
  shards: number;
  /** Folder to write to, relative to the working directory. It gets one folder per shard. */
  out: string;
  /** Called when a stage begins. */
  onStage?: (stage: Stage) => void;
  signal?: AbortSignal;
}

/** Result of {@link plan}. */
export interface PlanResult {
  out: string;
  shards: number;
  pages: number;
  demos: number;
  diagnostics: Diagnostic[];
}

/**
 * Loads a site, bundles and renders its demos, reads its types, and writes a folder per shard with the inputs for rendering its
 * pages elsewhere. A folder is the same as long as nothing in its pages changes. Throws a DiagnosticError with all errors so far.
 */
export async function plan(options: PlanOptions): Promise<PlanResult> {
  return await savingMemory((onPages) => writePlan(options, onPages));
}

async function writePlan(
  { root = process.cwd(), shards: count, out, onStage, signal, ...overrides }: PlanOptions,
  onPages: (pages: number) => void,
): Promise<PlanResult> {
  const { site, diagnostics } = await loadSite(root, overrides);
  const outDir = path.resolve(out);
  const caches = { cache: createBundleCache(site), typesCache: createTypesCache(site) };
  const planned = await planShards(site, count, { ...caches, onStage, onPages, signal });
  const files = async (folder: string) => {
    const written = new Map<string, number>();
    const add = async (file: string, content: TextParts): Promise<void> => {
      const bytes = await writeTree({ folder, files: new Map([[file, () => content]]), shownAs: outDir, signal });
      written.set(file, bytes);
    };
    for (const [shard, size] of planned.shards.sizes.entries()) {
      const data = withHash(planned.shards.lines(shard));
      await add(`${shard}/${SHARD.data}`, data.parts);
      const header: ShardHeader = { version: 1, shard, of: count, pages: size, data: data.hash() };
      await add(`${shard}/${SHARD.header}`, [`${JSON.stringify(header)}\n`]);
    }
    return { files: new Map(), written };
  };
  await writeSite({ outDir, root: site.root, protectedPaths: protectedPathsOf(site), files, signal });
  const { pages, demos } = planned;
  return { out: outDir, shards: count, pages, demos, diagnostics: [...diagnostics, ...planned.diagnostics] };
}
