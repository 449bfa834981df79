import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { packageVersion } from '../../base/package-dir.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';

/** One part of the demos, for one of several machines. */
export interface Shard {
  /** Number of the shard, starting at 1. */
  index: number;
  count: number;
}

/**
 * Returns the demos of a shard in their order. Demos of a page stay together, because they share the page's visit and
 * messages. Pages that took the most time are assigned first, each to the shard with the least work.
 *
 * @param times times of pages; any other time is estimated from the page's demos and steps
 */
export function divideDemos(demos: DemoListEntry[], { index, count }: Shard, times: CheckTimes = {}): DemoListEntry[] {
  const pages = workOf(demos, times);
  // Comparing code units gives the same order in every locale.
  const largest = [...pages].sort(([a, work], [b, more]) => more - work || (a < b ? -1 : 1));
  const loads = Array.from({ length: count }, () => 0);
  const own = new Set<string>();
  for (const [route, work] of largest) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + work;
    if (lightest === index - 1) own.add(route);
  }
  return demos.filter(({ route }) => own.has(route));
}

/** Returns the work for each page, by route, in milliseconds if the time of any page is known. */
function workOf(demos: DemoListEntry[], times: CheckTimes): Map<string, number> {
  const parts = new Map<string, number>();
  for (const { route, steps } of demos) parts.set(route, (parts.get(route) ?? 0) + 1 + (steps?.list.length ?? 0));
  const known = [...parts].filter(([route]) => times[route] !== undefined);
  const partsOfKnown = known.reduce((sum, [, count]) => sum + count, 0);
  const perPart = known.reduce((sum, [route]) => sum + (times[route] ?? 0), 0) / (partsOfKnown || 1) || 1;
  return new Map([...parts].map(([route, count]) => [route, times[route] ?? count * perPart]));
}

/** Milliseconds that the demos of each page took in the last check, by route. */
export type CheckTimes = Record<string, number>;

/** Reads the times of the last check. Returns none if there was no check or its file was truncated. */
export async function readTimes(folder: string): Promise<CheckTimes> {
  try {
    return JSON.parse(await fs.readFile(fileIn(folder), 'utf8')) as CheckTimes;
  } catch {
    // Without times, demos are divided by their number of steps.
    return {};
  }
}

/** Writes the times. Pages that were not checked keep their earlier times. */
export async function writeTimes(folder: string, times: CheckTimes): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(fileIn(folder), JSON.stringify({ ...(await readTimes(folder)), ...times }));
}

function fileIn(folder: string): string {
  return path.join(folder, 'check-times.json');
}

/** Name of a file in the folder of a shard. The file is written last, so the folder of a killed shard does not contain it. */
const SHARD_FILE = 'shard.json';

/** Content that the file of every shard has. */
export interface ShardFile {
  shard: Shard;
  /** Version of this tool. */
  version: string;
  /** Ids of the demos of all shards, in the order of the report. */
  all: string[];
}

/** Removes the file of an earlier run. */
export async function removeShard(folder: string): Promise<void> {
  await fs.rm(path.join(folder, SHARD_FILE), { force: true });
}

/** Writes the file of a shard. */
export async function writeShard<File extends ShardFile>(folder: string, file: Omit<File, 'version'>): Promise<void> {
  await fs.writeFile(path.join(folder, SHARD_FILE), JSON.stringify({ ...file, version: packageVersion }));
}

/**
 * Reads the shards of one run, in the order of the folders.
 *
 * @param folders absolute paths
 * @param options.idsOf returns the ids of the demos in a shard
 * @param options.runOf returns the data that all shards of a run share
 * @throws DiagnosticError with exit code 2 if a shard is missing, duplicated, or from another run
 */
export async function readShards<File extends ShardFile>(
  folders: string[],
  { idsOf, runOf }: { idsOf: (file: File) => string[]; runOf: (file: File) => unknown },
): Promise<[File, ...File[]]> {
  const [first, ...others] = await Promise.all(folders.map((folder) => readShard<File>(folder)));
  if (!first) throw failure(2, 'invalid-shards', { case: 'none' });
  const { all, shard, version } = first;
  const run = JSON.stringify([shard.count, version, all, runOf(first)]);
  const byIndex = new Map<number, string>();
  for (const [position, file] of [first, ...others].entries()) {
    const folder = folders[position] ?? '';
    const { index, count } = file.shard;
    const other = byIndex.get(index);
    if (JSON.stringify([count, file.version, file.all, runOf(file)]) !== run)
      throw failure(2, 'invalid-shards', { case: 'different', folder });
    if (other !== undefined)
      throw failure(2, 'invalid-shards', { case: 'doubled', shard: `${index}/${count}`, folders: [other, folder] });
    byIndex.set(index, folder);
  }
  const missing = Array.from({ length: shard.count }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw failure(2, 'invalid-shards', { case: 'missing', shards: missing.map((index) => `${index}/${shard.count}`) });
  const ids = [first, ...others].flatMap(idsOf);
  // Shards that were divided by different times overlap or omit a demo.
  const wrong = [...new Set([...all, ...ids])].find((id) => ids.filter((other) => other === id).length !== 1);
  if (wrong !== undefined)
    throw failure(2, 'invalid-shards', { case: 'uneven', demo: wrong, isMissing: !ids.includes(wrong) });
  return [first, ...others];
}

async function readShard<File>(folder: string): Promise<File> {
  try {
    return JSON.parse(await fs.readFile(path.join(folder, SHARD_FILE), 'utf8')) as File;
  } catch (error) {
    throw failure(2, 'invalid-shards', { case: 'unfinished', folder, reason: (error as Error).message });
  }
}
