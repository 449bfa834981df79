import fs from 'node:fs/promises';
import path from 'node:path';
import { type Diagnostic, DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { type BuildStore, openStore } from '../../build/build-store.ts';
import { withPlannedSite } from '../../build/pipeline.ts';
import { checkPublished } from '../../build/published.ts';
import { isError } from '../../build/run.ts';
import { loadSite } from '../../build/site.ts';
import type { ImportCost } from '../../bundle/import-cost.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedLibrary } from '../../project/libraries.ts';
import { type AffectedResult, affectedIn, type Planned, planWithoutDemos } from '../affected/affected.ts';
import { divideDemos, removeShard, type Shard, writeShard } from '../check/divide-demos.ts';
import { checkFolder, findTools, startEarly, type Tools } from '../check/lab.ts';
import { servedOutputs } from '../check/serve.ts';
import { runGit } from '../checkout/git.ts';
import type { OtherSide } from '../checkout/resolve-other-side.ts';
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
import {
  type BuiltState,
  createAttempt,
  createState,
  importsOf,
  type OtherState,
  openOther,
  resolveOther,
} from './other-state.ts';
import { htmlReport, markdownReport } from './render-report.ts';
import type { ReportResult } from './types.ts';

export interface ReportOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** What to compare with: a git ref, or the folder or URL of a built site. Default: the merge base with the default branch. */
  against?: string;
  /** Opens all demos, not only those that the changes can reach. Default: false. */
  all?: boolean;
  /** Also compares screenshots of the opened demos. Default: false. */
  screenshots?: boolean;
  /** Opens only this part of the demos, and writes a file for `merge`. Default: all demos. */
  shard?: Shard;
  /** Folders with the reports of all shards, relative to the working directory. If set, no demo is opened. */
  merge?: string[];
  /** Folder of the report. Default: `node_modules/.cache/cascader-docs/report` of the project. */
  out?: string;
  /** Called before the site of a commit is built. */
  onBuild?: (commit: string) => void;
  signal?: AbortSignal;
}

/**
 * Compares the site of the working tree with another state: the API, what users rely on in each demo, pages and sizes. Lists everything
 * that cannot be read in the other state as not compared.
 *
 * @throws DiagnosticError with exit code 2 if there is no browser or shards do not belong together; like `build` if the site has errors
 */
export async function report(options: ReportOptions = {}): Promise<ReportResult> {
  const inputs = new Set<string>();
  const { site, diagnostics } = await loadSite(options.root ?? process.cwd(), { inputs, signal: options.signal });
  const finding = options.merge ? undefined : findTools(site).then(startEarly);
  finding?.catch(() => undefined);
  try {
    return await compareStates(site, { ...options, ofSite: diagnostics, inputs, finding });
  } finally {
    await finding?.then(({ stop }) => stop()).catch(() => undefined);
  }
}

interface ComparedStates extends ReportOptions {
  ofSite: Diagnostic[];
  /** Files from which the configuration was read. */
  inputs: ReadonlySet<string>;
  finding: Promise<Tools> | undefined;
}

async function compareStates(site: Site, options: ComparedStates): Promise<ReportResult> {
  const { all = false, shard, merge, signal, ofSite, inputs, finding } = options;
  const store = openStore(site);
  const where = { root: site.root, cwd: process.cwd(), signal };
  const { other, diagnostics: ofOther, reason } = await resolveOther(options.against, where);
  const label = options.against ?? 'the default branch';
  const [tools, { built, reached, before, lost }] = await Promise.all([
    finding,
    openStates(site, other, { label, inputs, store, onBuild: options.onBuild, signal }),
  ]);
  const names = reached?.exports.map(({ id }) => id) ?? [];
  const { built: old, notComparable } = before;
  if (reason !== undefined) notComparable.push(`Everything: ${reason}`);
  const outputs = servedOutputs(built);
  // Without a commit, it is unknown which demos a change can reach.
  const chosen = all || (other && !reached) ? undefined : new Set(reached?.demos.map(({ id }) => id));
  const demos = built.demoList.filter(({ id }) => chosen?.has(id) ?? true);
  const folder = path.resolve(options.out ?? path.join(checkFolder(site), 'report'));
  const own = shard ? divideDemos(demos, shard) : demos;
  const run = { all: demos.map(({ id }) => id), compared: [before.label, options.screenshots === true] };
  if (shard) await removeShard(folder);
  const [found, isDirty, outdated, costs, [oldPages, newPages]] = await Promise.all([
    tools
      ? findInDemos(site, {
          ...{ tools, built, other: old && other, old, demos: own, cache: store.cache, signal },
          ...(options.screenshots && { review: folder }),
        })
      : joinShards(merge ?? [], run, folder),
    reached && hasUncommitted(site.root, signal),
    reached ? overtakenTranslations(site, new Set(reached.changed)) : [],
    costsOf(site, notComparable, { names, signal }),
    measureStates(old, { outputs, base: site.config.base }, store.cache),
  ]);
  const { contract, unstable, screenshots, failures } = concludeDemos(found, run.all);
  const { api, documented } = await compareApi({ before, outputs, isCommit: reached !== undefined });
  const ids = new Set(built.demoList.map(({ id }) => id));
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
    pages: { ...comparePages(oldPages, newPages), lost },
    imports: compareImports(before.imports, costs),
    firstViews: compareFirstViews(old ? oldPages : new Map(), newPages),
    overBudget,
    ...(documented && { coverage: documented }),
    outdated,
    notComparable: [...new Set([...notComparable, ...failures])],
    diagnostics: [...ofSite, ...ofOther, ...before.diagnostics, ...built.diagnostics],
    folder,
  };
  await writeReport(result, site.config.title);
  if (shard) await writeShard<ReportShard>(folder, { shard, ...run, own: own.map(({ id }) => id), found });
  return result;
}

interface StatesOptions {
  /** Name of the other state if the state is unknown. */
  label: string;
  /** Files from which the configuration was read. */
  inputs: ReadonlySet<string>;
  store: BuildStore;
  onBuild: ReportOptions['onBuild'];
  signal: AbortSignal | undefined;
}

/** Builds the site. In the meantime, finds what the changes can reach, and opens the other state. */
async function openStates(
  site: Site,
  other: OtherSide | undefined,
  { label, inputs, store, onBuild, signal }: StatesOptions,
) {
  const building = { ...store, tolerates: true, signal };
  return await withPlannedSite(site, building, async ({ built: planned, diagnostics, finish }) => {
    // An error in a demo is a finding, not a failure.
    if (diagnostics.some((one) => isError(one) && one.demos === undefined)) throw new DiagnosticError(diagnostics);
    const finishing = finish();
    const openOld = async () => {
      const reached =
        other?.is === 'commit' ? await reachedSince(other.commit, { site, planned, inputs, store, signal }) : undefined;
      const candidates = async (): Promise<string[]> => [...servedOutputs(await finishing).keys()];
      const before = other
        ? await openOther(site, other, { reached, cache: store.cache, candidates, onBuild, signal })
        : createState(label);
      const { published } = before;
      return { reached, before, lost: published ? checkPublished(published, planned.loaded, planned.compiled) : [] };
    };
    const [built, states] = await Promise.all([finishing, openOld()]);
    return { built, ...states };
  });
}

/** Measures the pages. If there is no other state, both results are those of the working tree. */
async function measureStates(
  old: BuiltState | undefined,
  { outputs, base }: Pick<BuiltState, 'outputs' | 'base'>,
  cache: BuildStore['cache'],
) {
  const measurePages = createPageMeter(cache);
  const before = old && (await measurePages(old.outputs, old.base));
  const now = await measurePages(outputs, base);
  return [before ?? now, now] as const;
}

/** Finds what changes can reach. If the pages needed no types, plans the site again with types. */
async function reachedSince(
  against: string,
  { site, planned, inputs, store, signal }: Omit<StatesOptions, 'label' | 'onBuild'> & { site: Site; planned: Planned },
): Promise<AffectedResult> {
  const needsTypes = !planned.api && documentedLibrary(site) !== undefined;
  const plan = needsTypes ? (await planWithoutDemos(site, { ...store, signal })).built : planned;
  return await affectedIn(site, plan, { against, inputs, signal });
}

/** Returns the costs of imports; none, with a note, if they cannot be measured. */
async function costsOf(site: Site, notComparable: string[], wanted: Parameters<typeof importsOf>[1]) {
  let costs: ReadonlyMap<string, ImportCost> = new Map();
  await createAttempt(notComparable)('Costs of imports', async () => {
    costs = await importsOf(site, wanted);
  });
  return costs;
}

/** Compares the data about the library that both sites publish. */
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
    named(lost.length, 'lost URL', 'lost URLs'),
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

/** Returns false for changes that break nothing: new attributes and custom properties. */
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
