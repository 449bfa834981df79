import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { readShards, type ShardFile } from '../check/divide-demos.ts';
import { rankEntries } from '../check/screenshots/compare-sets.ts';
import { demoOf, joinChanges } from './compare-contracts.ts';
import type { FoundInDemos } from './compare-demos.ts';
import { REVIEW_FOLDER } from './render-report.ts';
import type { ReportResult } from './types.ts';

export interface ReportShard extends ShardFile {
  /** What the shards compare: equal for all shards of a report. */
  compared: unknown;
  /** Ids of the demos of this shard. */
  own: string[];
  found: FoundInDemos;
}

/**
 * Reads what the shards of a report found, and copies the files of their reviews.
 *
 * @param expected the demos and what is compared, as in each shard
 * @throws DiagnosticError with exit code 2 if a shard is missing, doubled, or of another report
 */
export async function joinShards(
  folders: readonly string[],
  expected: Pick<ReportShard, 'all' | 'compared'>,
  target: string,
): Promise<FoundInDemos> {
  const sources = folders.map((folder) => path.resolve(folder));
  if (sources.includes(target)) throw failure(2, 'invalid-shards', { case: 'same-folder', folder: target });
  const runOf = ({ all, compared }: Pick<ReportShard, 'all' | 'compared'>): unknown => [all, compared];
  const shards = await readShards<ReportShard>(sources, { idsOf: ({ own }) => own, runOf });
  if (JSON.stringify(runOf(shards[0])) !== JSON.stringify(runOf(expected)))
    throw failure(2, 'invalid-shards', { case: 'different', folder: sources[0] ?? '' });
  const review = path.join(target, REVIEW_FOLDER);
  await fs.rm(review, { recursive: true, force: true });
  for (const source of sources.map((folder) => path.join(folder, REVIEW_FOLDER)))
    if (existsSync(source)) await fs.cp(source, review, { recursive: true });
  const found = shards.map((shard) => shard.found);
  const screenshots = found.flatMap((one) => one.screenshots ?? []);
  return {
    changes: found.flatMap(({ changes }) => changes),
    unstable: found.flatMap(({ unstable }) => unstable),
    ...(found.every((one) => one.screenshots) && { screenshots }),
    failures: found.flatMap(({ failures }) => failures),
  };
}

/** `order`: ids of the demos in the order of the report. */
export function concludeDemos(
  { changes, unstable, screenshots, failures }: FoundInDemos,
  order: readonly string[],
): Pick<ReportResult, 'contract' | 'unstable' | 'screenshots'> & { failures: string[] } {
  const position = new Map(order.map((id, index) => [id, index]));
  const sorted = <Item>(items: readonly Item[], idOf: (item: Item) => string | undefined): Item[] => {
    const at = (item: Item): number => position.get(idOf(item) ?? '') ?? -1;
    return [...items].sort((one, other) => at(one) - at(other));
  };
  return {
    contract: joinChanges(sorted(changes, demoOf)),
    unstable: joinChanges(sorted(unstable, demoOf)),
    ...(screenshots && { screenshots: rankEntries(screenshots, (entry) => entry) }),
    failures: [...new Set(sorted(failures, ({ demo }) => demo).map(({ text }) => text))],
  };
}
