import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { loadSite } from '../../build/site.ts';
import { type CheckResult, concludeCheck } from './check-record.ts';
import { writeTimes } from './check-times.ts';
import { checkFolder } from './lab.ts';
import { prepareReport } from './report.ts';
import { readShards } from './shard-file.ts';

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
