import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { openStore } from '../../build/build-store.ts';
import { runPipeline } from '../../build/pipeline.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import { readPublished } from '../../build/published.ts';
import { loadSite } from '../../build/site.ts';
import { type ImportCost, measureImports } from '../../bundle/import-cost.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { Site } from '../../project/config/types.ts';
import { documentedLibrary } from '../../project/libraries.ts';
import { createSiteDependencies } from '../../project/site-folders.ts';
import { affected } from '../affected/affected.ts';
import { divideDemos, removeShard, type Shard, writeShard } from '../check/divide-demos.ts';
import { checkFolder, findTools } from '../check/lab.ts';
import { demosIn, outputsIn } from '../check/screenshots/other-screenshots.ts';
import { servedOutputs } from '../check/serve.ts';
import { buildAt } from '../checkout/build-at.ts';
import { shortCommit } from '../checkout/resolve-commit.ts';
import { type OtherSide, resolveAgainst } from '../checkout/resolve-other-side.ts';
import { type ApiDiff, diffCheckout } from '../history/diff-api.ts';
import { overtakenTranslations } from '../translations.ts';
import type { ContractChange } from './compare-contracts.ts';
import { compareDemos, concludeDemos, joinShards, type ReportShard } from './compare-demos.ts';
import {
  compareCoverage,
  compareFirstViews,
  compareImports,
  comparePages,
  coverageIn,
  findOverBudget,
} from './compare-sites.ts';
import { measurePages } from './measure-pages.ts';
import { htmlReport, markdownReport } from './render-report.ts';
import type { ReportResult } from './types.ts';

export interface ReportOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** What to compare with: a git ref, or the folder of a built site. Default: the merge base with the default branch. */
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
 * Compares the site of the working tree with another state: the API, what users of each demo rely on, pages and sizes.
 *
 * @throws DiagnosticError with exit code 2 if the other state cannot be read, or there is no browser; like `build` if the site has errors
 */
export async function report(options: ReportOptions = {}): Promise<ReportResult> {
  const { root = process.cwd(), all = false, signal } = options;
  const { site, diagnostics: ofSite } = await loadSite(root, { signal });
  const cwd = process.cwd();
  const { other, diagnostics: ofOther } = await resolveAgainst(options.against, { root: site.root, cwd, signal });
  const { shard, merge } = options;
  const tools = merge ? undefined : await findTools(site);
  const reached =
    other.is === 'commit'
      ? await affected({ root: site.root, against: other.commit, ...(signal && { signal }) })
      : undefined;
  const names = reached?.exports.map(({ id }) => id) ?? [];
  const before = await openOther(site, other, { ...options, names });
  const built = await buildSite(site, before.folder, signal);
  const chosen = all || !reached ? undefined : new Set(reached.demos.map(({ id }) => id));
  const demos = built.demoList.filter(({ id }) => chosen?.has(id) ?? true);
  const listed = await demosIn(before.folder, before.outputs);
  const known = new Set(listed.map(({ demo }) => demo));
  const folder = path.resolve(options.out ?? path.join(checkFolder(site), 'report'));
  const own = shard ? divideDemos(demos, shard) : demos;
  const run = { all: demos.map(({ id }) => id), compared: [before.label, options.screenshots === true] };
  if (shard) await removeShard(folder);
  const found = tools
    ? await compareDemos(site, {
        ...{ tools, built, outputs: before.outputs, other, demos: own, known, signal },
        ...(options.screenshots && { review: folder }),
      })
    : await joinShards(merge ?? [], run, folder);
  const { contract, unstable, screenshots, failures } = concludeDemos(found, run.all);
  const [oldPages, newPages] = [
    await measurePages(before.outputs, site.config.base),
    await measurePages(servedOutputs(built), site.config.base),
  ];
  const [oldCoverage, newCoverage] = [await coverageIn(before.outputs), await coverageIn(servedOutputs(built))];
  if (newCoverage && !oldCoverage)
    before.notComparable.push('The documentation of the API: the other site has no data');
  const documented = oldCoverage && newCoverage && compareCoverage(oldCoverage, newCoverage);
  const ids = new Set(built.demoList.map(({ id }) => id));
  const lost = built.diagnostics.filter(({ code }) => LOST.has(code));
  const costs = await importsOf(site, { names, signal }, before.notComparable);
  const overBudget = findOverBudget(site.config.budgets, newPages, costs);
  const breaking = before.api?.facts.filter(({ isBreaking }) => isBreaking).length ?? 0;
  const changed = (screenshots ?? []).filter(({ kind }) => kind === 'changed' || kind === 'removed').length;
  const needsAttention =
    [lost, overBudget].some(({ length }) => length > 0) || breaking > 0 || changed > 0 || contract.some(isAttention);
  const counts = {
    ...{ breaking, demos: contract.length, screenshots: changed },
    ...{ lost: lost.length, overBudget: overBudget.length },
  };
  const result: ReportResult = {
    needsAttention,
    verdict: verdictOf(needsAttention, counts),
    against: before.label,
    ...(before.api && { api: before.api }),
    contract,
    unstable,
    ...(screenshots && { screenshots }),
    demos: {
      ...{ opened: own.length, all: ids.size },
      added: [...ids].filter((id) => !known.has(id)),
      removed: [...known].filter((id) => !ids.has(id)).sort(),
    },
    pages: { ...comparePages(oldPages, newPages), lost },
    imports: compareImports(before.imports, costs),
    firstViews: compareFirstViews(oldPages, newPages),
    overBudget,
    ...(documented && { coverage: documented }),
    outdated: reached ? await overtakenTranslations(site, new Set(reached.changed)) : [],
    notComparable: [...before.notComparable, ...failures],
    diagnostics: [...ofSite, ...ofOther, ...built.diagnostics.filter(({ code }) => !LOST.has(code))],
    folder,
  };
  await writeReport(result, site.config.title);
  if (shard) await writeShard<ReportShard>(folder, { shard, ...run, own: own.map(({ id }) => id), found });
  return result;
}

type Counts = Record<'breaking' | 'demos' | 'screenshots' | 'lost' | 'overBudget', number>;

function verdictOf(needsAttention: boolean, { breaking, demos, screenshots, lost, overBudget }: Counts): string {
  const counts = [
    breaking > 0 && `${breaking} breaking in the API`,
    demos > 0 && `${demos} ${demos === 1 ? 'change' : 'changes'} in demos`,
    screenshots > 0 && `${screenshots} changed ${screenshots === 1 ? 'screenshot' : 'screenshots'}`,
    lost > 0 && `${lost} lost ${lost === 1 ? 'address' : 'addresses'}`,
    overBudget > 0 && `${overBudget} over budget`,
  ].filter(Boolean);
  if (needsAttention) return `✖ Needs attention: ${counts.join(', ')}`;
  return `✔ Nothing needs attention${counts.length > 0 ? ` (${counts.join(', ')})` : ''}`;
}

/** Lost addresses and anchors. */
const LOST = new Set(['CD227', 'CD228']);

/** New attributes and custom properties break nothing. */
export function isAttention({ section, change }: ContractChange): boolean {
  return change !== 'added' || !['attributes', 'reads', 'defines'].includes(section);
}

interface OtherSite {
  label: string;
  folder: string;
  outputs: Outputs;
  api?: ApiDiff;
  imports: ReadonlyMap<string, ImportCost>;
  notComparable: string[];
}

async function openOther(
  site: Site,
  other: OtherSide,
  { onBuild, signal, names }: ReportOptions & { names: string[] },
): Promise<OtherSite> {
  if (other.is === 'site') {
    const notComparable = ['The API, costs of imports and translations: a built site does not contain its source'];
    const { folder } = other;
    return { label: folder, folder, outputs: await outputsIn(folder), imports: new Map(), notComparable };
  }
  if (other.is !== 'commit')
    throw failure(2, 'unknown-other-side', { case: 'no-built-site', text: 'url' in other ? other.url : other.folder });
  const label = shortCommit(other.commit);
  const notComparable: string[] = [];
  let api: ApiDiff | undefined;
  let imports: ReadonlyMap<string, ImportCost> = new Map();
  const { folder } = await buildAt(site, other.commit, {
    ...(signal && { signal }),
    onProgress: (step) => step === 'checkout' && onBuild?.(other.commit),
    async inCheckout({ root }) {
      const projectRoot = path.resolve(root, path.relative(site.root, site.projectRoot));
      if (!documentedLibrary(site)) notComparable.push('The API: the site documents no library');
      else api = await diffCheckout(site, { projectRoot, label, signal });
      imports = await importsOf((await loadSite(root, { signal })).site, { names, signal }, notComparable);
    },
  });
  return { label, folder, outputs: await outputsIn(folder), ...(api && { api }), imports, notComparable };
}

async function buildSite(site: Site, published: string, signal: AbortSignal | undefined): Promise<PipelineResult> {
  const reader = createSiteDependencies(site);
  const store = openStore(site, { options: {}, reader, verification: undefined, onFiles: () => {} });
  return await runPipeline(site, {
    ...{ ...store, signal },
    published: await readPublished(published, site),
    tolerates: true,
  });
}

async function importsOf(
  site: Site,
  wanted: { names: string[]; signal: AbortSignal | undefined },
  notComparable: string[],
): Promise<Map<string, ImportCost>> {
  const library = documentedLibrary(site);
  if (!library || wanted.names.length === 0) return new Map();
  try {
    return await measureImports(site, library, wanted);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    notComparable.push(`The costs of imports: ${error.diagnostics[0]?.text}`);
    return new Map();
  }
}

async function writeReport(result: ReportResult, title: string): Promise<void> {
  const { folder, diagnostics: _diagnostics, ...data } = result;
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(path.join(folder, 'report.json'), `${JSON.stringify(data, null, 2)}\n`);
  await fs.writeFile(path.join(folder, 'report.md'), markdownReport(result));
  await fs.writeFile(path.join(folder, 'index.html'), htmlReport(result, title));
}
