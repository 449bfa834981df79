import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { loadSite } from '../../build/site.ts';
import { type CheckRecord, type CheckResult, concludeCheck } from './check-record.ts';
import { type CheckTimes, readShards, type ShardFile, writeTimes } from './divide-demos.ts';
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
 * Merges the reports of a check's shards. The merged report equals that of an undivided check.
 *
 * @throws DiagnosticError with exit code 2 if a shard is missing, duplicated, or from another check
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
  const record = await readRecord(sources);
  const report = await prepareReport(target, { owned: reportDir === undefined });
  for (const source of sources) await report.addScreenshotsOf(source);
  await writeTimes(cache, record.times);
  return await concludeCheck(record, report);
}

/** Findings and routes from one shard of a check. */
export interface CheckShard extends ShardFile {
  /** Routes of the pages of all shards, in the order of the report. */
  routes: string[];
  record: CheckRecord;
}

/** Combines the shards of a check into the record of an undivided check. */
async function readRecord(folders: string[]): Promise<CheckRecord> {
  const shards = await readShards<CheckShard>(folders, {
    idsOf: ({ record }) => record.demos.map(({ id }) => id),
    runOf: ({ routes, record }) => [routes, record.only ?? null, record.title],
  });
  const [{ all, routes, record }] = shards;
  for (const demo of shards.flatMap((shard) => shard.record.demos)) joinFindings(demo);
  const combined = combine(
    shards.map((shard) => shard.record),
    { all, routes },
  );
  return { ...record, ...combined };
}

/** Makes the findings in a demo's steps identical objects to the demo's own findings, which JSON cannot express. */
function joinFindings({ findings, steps = [] }: DemoReport): void {
  const byText = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  for (const step of steps) if (step.finding) step.finding = byText.get(JSON.stringify(step.finding)) ?? step.finding;
}

/** Combines the findings of shards, in the order of an undivided check. */
function combine(
  records: CheckRecord[],
  { all, routes }: Pick<CheckShard, 'all' | 'routes'>,
): Pick<CheckRecord, 'demos' | 'pages' | 'acceptance' | 'fixed' | 'times'> {
  const order = new Map(all.map((id, index) => [id, index]));
  const pageOrder = new Map(routes.map((route, index) => [route, index]));
  const [first, ...others] = records.map(({ acceptance }) => acceptance.map((finding) => JSON.stringify(finding)));
  return {
    demos: records.flatMap(({ demos }) => demos).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
    pages: records
      .flatMap(({ pages }) => pages)
      .sort((a, b) => (pageOrder.get(a.subject) ?? 0) - (pageOrder.get(b.subject) ?? 0)),
    // An entry is unused only if all shards report it as unused.
    acceptance: (first ?? [])
      .filter((finding) => others.every((other) => other.includes(finding)))
      .map((finding) => JSON.parse(finding) as Finding),
    fixed: records.reduce((sum, { fixed }) => sum + fixed, 0),
    times: Object.assign({}, ...records.map(({ times }) => times)) as CheckTimes,
  };
}
