import fs from 'node:fs/promises';
import path from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { openStore } from '../../build/build-store.ts';
import { runPipeline } from '../../build/pipeline.ts';
import type { PipelineOptions } from '../../build/pipeline-options.ts';
import { loadSite } from '../../build/site.ts';
import type { ImportCost } from '../../bundle/import-cost.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { Site } from '../../project/config/types.ts';
import { affectedIn } from '../affected/affected.ts';
import { divideDemos, removeShard, type Shard, writeShard } from '../check/divide-demos.ts';
import { checkFolder, findTools } from '../check/lab.ts';
import { servedOutputs } from '../check/serve.ts';
import { runGit } from '../checkout/git.ts';
import { overtakenTranslations } from '../translations.ts';
import type { ContractChange } from './compare-contracts.ts';
import { concludeDemos, findInDemos, joinShards, type ReportShard } from './compare-demos.ts';
import {
  apiDataIn,
  compareCoverage,
  compareFirstViews,
  compareImports,
  comparePages,
  coverageOf,
  diffApiData,
  findOverBudget,
  withDefaults,
} from './compare-sites.ts';
import { createPageMeter } from './measure-pages.ts';
import { createAttempt, createState, importsOf, type OtherState, openOther, resolveOther } from './other-state.ts';
import { htmlReport, markdownReport } from './render-report.ts';
import type { ReportResult } from './types.ts';

export interface ReportOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** What to compare with: a git ref, or the folder or the address of a built site. Default: the merge base with the default branch. */
  against?: string;
  /** Open all demos, not only those that the changes can reach. Default: false. */
  all?: boolean;
  /** Also compare screenshots of the opened demos. Default: false. */
  screenshots?: boolean;
  /** Open only this part of the demos, and write a file for `merge`. Default: all. */
  shard?: Shard;
  /** Folders of the reports of all shards, relative to the working directory. Then no demo is opened. */
  merge?: string[];
  /** Folder of the report. Default: `node_modules/.cache/cascader-docs/report` of the project. */
  out?: string;
  /** Called when the site of a commit is built. */
  onBuild?: (commit: string) => void;
  signal?: AbortSignal;
}

/**
 * Compares the site of the working tree with another state: the API, what users rely on in each demo, pages and sizes.
 * What cannot be read of the other state is listed as not compared.
 *
 * @throws DiagnosticError with exit code 2 if there is no browser, or shards do not belong together; like `build` if the site has errors
 */
export async function report(options: ReportOptions = {}): Promise<ReportResult> {
  const { root = process.cwd(), all = false, shard, merge, signal } = options;
  const inputs = new Set<string>();
  const { site, diagnostics: ofSite } = await loadSite(root, { inputs, signal });
  const store = openStore(site);
  const building = { ...store, tolerates: true, signal } satisfies PipelineOptions;
  const where = { root: site.root, cwd: process.cwd(), signal };
  const { other, diagnostics: ofOther, reason } = await resolveOther(options.against, where);
  const [tools, reached] = await Promise.all([
    merge ? undefined : findTools(site),
    other?.is === 'commit' ? affectedIn(site, { against: other.commit, inputs, store, signal }) : undefined,
  ]);
  const names = reached?.exports.map(({ id }) => id) ?? [];
  const candidates = async (): Promise<string[]> => [...servedOutputs(await runPipeline(site, building)).keys()];
  const before = other
    ? await openOther(site, other, { reached, cache: store.cache, candidates, onBuild: options.onBuild, signal })
    : createState(options.against ?? 'the default branch');
  if (reason !== undefined) before.notComparable.push(`Everything: ${reason}`);
  const { built: old, notComparable } = before;
  const measurePages = createPageMeter(store.cache);
  const [built, oldPages] = await Promise.all([
    runPipeline(site, { ...building, ...(before.published && { published: before.published }) }),
    old && measurePages(old.outputs, old.base),
  ]);
  const outputs = servedOutputs(built);
  const newPages = await measurePages(outputs, site.config.base);
  // Without a commit, the demos that a change can reach are not known.
  const chosen = all || (other && !reached) ? undefined : new Set(reached?.demos.map(({ id }) => id));
  const demos = built.demoList.filter(({ id }) => chosen?.has(id) ?? true);
  const folder = path.resolve(options.out ?? path.join(checkFolder(site), 'report'));
  const own = shard ? divideDemos(demos, shard) : demos;
  const run = { all: demos.map(({ id }) => id), compared: [before.label, options.screenshots === true] };
  if (shard) await removeShard(folder);
  const [found, isDirty, outdated] = await Promise.all([
    tools
      ? findInDemos(site, {
          ...{ tools, built, other: old && other, old, demos: own, cache: store.cache, signal },
          ...(options.screenshots && { review: folder }),
        })
      : joinShards(merge ?? [], run, folder),
    reached && hasUncommitted(site.root, signal),
    reached ? overtakenTranslations(site, new Set(reached.changed)) : [],
  ]);
  const { contract, unstable, screenshots, failures } = concludeDemos(found, run.all);
  const { api, documented } = await compareApi({ before, outputs, isCommit: reached !== undefined });
  const ids = new Set(built.demoList.map(({ id }) => id));
  const lost = built.diagnostics.filter(({ code }) => LOST.has(code));
  const costs = await costsOf(site, notComparable, { names, signal });
  const overBudget = findOverBudget(site.config.budgets, newPages, costs);
  const isCompared = old !== undefined;
  const result: ReportResult = {
    ...judge({ isCompared, api, contract, screenshots, lost, overBudget }),
    isCompared,
    against: before.label,
    ...(isDirty && { isDirty }),
    ...(api && { api }),
    contract,
    unstable,
    ...(screenshots && { screenshots }),
    demos: {
      ...{ opened: own.length, all: ids.size },
      added: old ? [...ids].filter((id) => !old.ids.has(id)) : [],
      removed: old ? [...old.ids].filter((id) => !ids.has(id)).sort() : [],
    },
    pages: { ...comparePages(oldPages ?? newPages, newPages), lost },
    imports: compareImports(before.imports, costs),
    firstViews: compareFirstViews(oldPages ?? new Map(), newPages),
    overBudget,
    ...(documented && { coverage: documented }),
    outdated,
    notComparable: [...new Set([...notComparable, ...failures])],
    diagnostics: [
      ...ofSite,
      ...ofOther,
      ...before.diagnostics,
      ...built.diagnostics.filter(({ code }) => !LOST.has(code)),
    ],
    folder,
  };
  await writeReport(result, site.config.title);
  if (shard) await writeShard<ReportShard>(folder, { shard, ...run, own: own.map(({ id }) => id), found });
  return result;
}

/** Empty, with a note, if they cannot be measured. */
async function costsOf(site: Site, notComparable: string[], wanted: Parameters<typeof importsOf>[1]) {
  let costs: ReadonlyMap<string, ImportCost> = new Map();
  await createAttempt(notComparable)('Costs of imports', async () => {
    costs = await importsOf(site, wanted);
  });
  return costs;
}

/** Compares the data that the sites publish about the library. */
async function compareApi({ before, outputs, isCommit }: { before: OtherState; outputs: Outputs; isCommit: boolean }) {
  const { built: old, notComparable, label } = before;
  const [oldData, newData] = [old && (await apiDataIn(old.outputs)), await apiDataIn(outputs)];
  if (old && newData && !oldData) notComparable.push('The documentation of the API: the other site has no data');
  const documented = oldData && newData && compareCoverage(coverageOf(oldData), coverageOf(newData));
  const published = oldData && newData && diffApiData(oldData, newData, label);
  const api =
    before.api && published ? withDefaults(before.api, published) : (before.api ?? (isCommit ? undefined : published));
  return { api, documented };
}

interface Found extends Pick<ReportResult, 'isCompared' | 'contract' | 'overBudget'> {
  api: ReportResult['api'] | undefined;
  screenshots: ReportResult['screenshots'] | undefined;
  lost: Diagnostic[];
}

function judge(found: Found): Pick<ReportResult, 'needsAttention' | 'verdict'> {
  const { isCompared, api, contract, screenshots = [], lost, overBudget } = found;
  const breaking = api?.facts.filter(({ isBreaking }) => isBreaking).length ?? 0;
  const changed = screenshots.filter(({ kind }) => kind === 'changed' || kind === 'removed').length;
  const needsAttention =
    !isCompared || breaking + changed + lost.length + overBudget.length > 0 || contract.some(isAttention);
  const named = (count: number, one: string, more = `${one}s`): string | false =>
    count > 0 && `${count} ${count === 1 ? one : more}`;
  const counts = [
    !isCompared && 'not compared',
    named(breaking, 'breaking in the API', 'breaking in the API'),
    contract.length > 0 && `${named(contract.length, 'change')} in demos`,
    named(changed, 'changed screenshot'),
    named(lost.length, 'lost address', 'lost addresses'),
    named(overBudget.length, 'over budget', 'over budget'),
  ].filter(Boolean);
  if (needsAttention) return { needsAttention, verdict: `✖ Needs attention: ${counts.join(', ')}` };
  return {
    needsAttention,
    verdict: `✔ Nothing needs attention${counts.length > 0 ? ` (${counts.join(', ')})` : ''}`,
  };
}

async function hasUncommitted(root: string, signal: AbortSignal | undefined): Promise<boolean> {
  return (await runGit(root, ['status', '--porcelain'], signal)).stdout !== '';
}

/** Lost addresses and anchors. */
const LOST = new Set(['CD227', 'CD228']);

/** New attributes and custom properties break nothing. */
export function isAttention({ section, change }: ContractChange): boolean {
  return change !== 'added' || !['attributes', 'reads', 'defines'].includes(section);
}

async function writeReport(result: ReportResult, title: string): Promise<void> {
  const { folder, diagnostics: _diagnostics, ...data } = result;
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'report.json'), `${JSON.stringify(data, null, 2)}\n`);
  await fs.writeFile(path.join(folder, 'report.md'), markdownReport(result));
  await fs.writeFile(path.join(folder, 'index.html'), htmlReport(result, title));
}
