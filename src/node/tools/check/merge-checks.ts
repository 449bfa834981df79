import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { packageVersion } from '../../base/package-dir.ts';
import { loadSite } from '../../build/site.ts';
import { type CheckRecord, type CheckResult, concludeCheck } from './check-record.ts';
import { type CheckTimes, type Shard, writeTimes } from './divide-demos.ts';
import { checkFolder } from './lab.ts';
import { prepareReport } from './report.ts';
import type { DemoReport, Finding } from './types.ts';

export interface MergeChecksOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** Report folders of all shards, relative to the working directory. */
  folders: string[];
  /** Folder of the report. Default: `node_modules/.cache/cascader-docs/check` of the project. */
  reportDir?: string;
}

/**
 * Merges the reports of the shards of a check. The report is that of an undivided check.
 *
 * @throws DiagnosticError with exit code 2 if a shard is missing, doubled, or of another check
 */
export async function mergeChecks({
  root = process.cwd(),
  folders,
  reportDir,
}: MergeChecksOptions): Promise<CheckResult> {
  const sources = folders.map((folder) => path.resolve(folder));
  const cache = checkFolder((await loadSite(root, {})).site);
  const target = reportDir === undefined ? path.join(cache, 'check') : path.resolve(reportDir);
  if (sources.includes(target)) throw failure(2, 'invalid-shards', { case: 'same-folder', folder: target });
  const record = await readShards(sources);
  const report = await prepareReport(target, { owned: reportDir === undefined });
  for (const source of sources) await report.addScreenshotsOf(source);
  await writeTimes(cache, record.times);
  return await concludeCheck(record, report);
}

/** Name of the file in the report folder of a shard. It is written last, so a shard that was killed has none. */
const SHARD_FILE = 'shard.json';

/** What one shard found. */
interface ShardRecord {
  shard: Shard;
  /** Version of this tool. */
  version: string;
  /** Ids of the demos of all shards, in the order of the report. */
  all: string[];
  /** Routes of their pages, in the order of the report. */
  routes: string[];
  record: CheckRecord;
}

/** Removes the file of an earlier run. */
export async function removeShard(folder: string): Promise<void> {
  await fs.rm(path.join(folder, SHARD_FILE), { force: true });
}

/** Writes the file of a shard. */
export async function writeShard(folder: string, shard: Omit<ShardRecord, 'version'>): Promise<void> {
  await fs.writeFile(path.join(folder, SHARD_FILE), JSON.stringify({ ...shard, version: packageVersion }));
}

/**
 * Reads the shards of a check, and combines them to the record of an undivided one.
 *
 * @param folders absolute paths of the report folders
 * @throws DiagnosticError with exit code 2 if a shard is missing, doubled, or of another check
 */
async function readShards(folders: string[]): Promise<CheckRecord> {
  const shards = await Promise.all(folders.map(readShard));
  const [first] = shards;
  if (!first) throw failure(2, 'invalid-shards', { case: 'none' });
  const { all, routes, record } = first;
  const identity = identityOf(first);
  const byIndex = new Map<number, string>();
  for (const [position, shard] of shards.entries()) {
    const folder = folders[position] ?? '';
    const { index, count } = shard.shard;
    const other = byIndex.get(index);
    if (identityOf(shard) !== identity) throw failure(2, 'invalid-shards', { case: 'different', folder });
    if (other !== undefined)
      throw failure(2, 'invalid-shards', { case: 'doubled', shard: `${index}/${count}`, folders: [other, folder] });
    byIndex.set(index, folder);
  }
  const { count } = first.shard;
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw failure(2, 'invalid-shards', { case: 'missing', shards: missing.map((index) => `${index}/${count}`) });
  const ids = shards.flatMap((shard) => shard.record.demos.map(({ id }) => id));
  // Shards that were divided by different times overlap, or leave out a demo.
  const wrong = [...new Set([...all, ...ids])].find((id) => ids.filter((other) => other === id).length !== 1);
  if (wrong !== undefined)
    throw failure(2, 'invalid-shards', { case: 'uneven', demo: wrong, isMissing: !ids.includes(wrong) });
  return {
    ...record,
    ...combine(
      shards.map((shard) => shard.record),
      { all, routes },
    ),
  };
}

async function readShard(folder: string): Promise<ShardRecord> {
  try {
    const shard = JSON.parse(await fs.readFile(path.join(folder, SHARD_FILE), 'utf8')) as ShardRecord;
    for (const demo of shard.record.demos) joinFindings(demo);
    return shard;
  } catch (error) {
    throw failure(2, 'invalid-shards', { case: 'unfinished', folder, reason: (error as Error).message });
  }
}

/** Makes the findings of a demo's steps the same objects as its own, which JSON cannot express. */
function joinFindings({ findings, steps = [] }: DemoReport): void {
  const byText = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  for (const step of steps) if (step.finding) step.finding = byText.get(JSON.stringify(step.finding)) ?? step.finding;
}

/** What shards of one check share. */
function identityOf({ shard, version, all, routes, record }: ShardRecord): string {
  return JSON.stringify([shard.count, version, all, routes, record.only ?? null, record.title]);
}

/** Combines the findings of shards, in the order of an undivided check. */
function combine(
  records: CheckRecord[],
  { all, routes }: Pick<ShardRecord, 'all' | 'routes'>,
): Pick<CheckRecord, 'demos' | 'pages' | 'acceptance' | 'fixed' | 'times'> {
  const order = new Map(all.map((id, index) => [id, index]));
  const pageOrder = new Map(routes.map((route, index) => [route, index]));
  const [first, ...others] = records.map(({ acceptance }) => acceptance.map((finding) => JSON.stringify(finding)));
  return {
    demos: records.flatMap(({ demos }) => demos).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
    pages: records
      .flatMap(({ pages }) => pages)
      .sort((a, b) => (pageOrder.get(a.subject) ?? 0) - (pageOrder.get(b.subject) ?? 0)),
    // An entry is unused if it is in all shards.
    acceptance: (first ?? [])
      .filter((finding) => others.every((other) => other.includes(finding)))
      .map((finding) => JSON.parse(finding) as Finding),
    fixed: records.reduce((sum, { fixed }) => sum + fixed, 0),
    times: Object.assign({}, ...records.map(({ times }) => times)) as CheckTimes,
  };
}
