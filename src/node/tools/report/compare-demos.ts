import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ReviewEntry } from '../../../shared/screenshot-review.ts';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import { mostAtOnce } from '../check/check-demos.ts';
import { readShards, type ShardFile } from '../check/divide-demos.ts';
import { type Lab, openLab, type Tools } from '../check/lab.ts';
import { compareScreenshotsOf } from '../check/screenshots/check-screenshots.ts';
import { rankEntries } from '../check/screenshots/compare-sets.ts';
import { writeReviewFiles } from '../check/screenshots/review/write-review.ts';
import type { OtherSide } from '../checkout/resolve-other-side.ts';
import { type ContractChange, compareContracts, demoOf, joinChanges } from './compare-contracts.ts';
import type { BuiltState } from './other-state.ts';
import {
  type Contracts,
  createRecorder,
  type OnInitial,
  type RecordedDemo,
  whyNotOpened,
  withoutFindings,
} from './record-contract.ts';
import { type BuiltContracts, keepContracts, openBoth, type Visits } from './record-twice.ts';
import { REVIEW_FOLDER } from './render-report.ts';
import type { ReportResult } from './types.ts';

export interface DemoComparison {
  tools: Tools;
  built: PipelineResult;
  other: OtherSide | undefined;
  /** The built site of `other`. If undefined, all findings of the demos are new. */
  old: BuiltState | undefined;
  demos: DemoListEntry[];
  /** Cache for the contracts of a commit. */
  cache: Cache;
  /** Folder of the report for reviewing screenshots. Undefined if no screenshots are taken. */
  review?: string;
  signal: AbortSignal | undefined;
}

/** Findings in the opened demos, before they are merged. */
export interface FoundInDemos {
  /** Changes, each with only one demo. */
  changes: ContractChange[];
  unstable: ContractChange[];
  screenshots?: ReviewEntry[];
  /** Comparisons that failed, with the reason. A failure without a demo concerns all demos. */
  failures: { demo?: string; text: string }[];
}

/** Opens demos in both sites, in each state that the steps name. */
export async function findInDemos(site: Site, comparison: DemoComparison): Promise<FoundInDemos> {
  const { tools, built, other, old, demos, cache, review, signal } = comparison;
  if (demos.length === 0)
    return { changes: [], unstable: [], ...(review !== undefined && { screenshots: [] }), failures: [] };
  const lab = await openLab(site, built, tools);
  const server = await old?.serve();
  const stop = (): void => void lab.tabs.browser.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const record = createRecorder({
      ...{ browser: lab.tabs.browser, runner: lab.runner, axe: lab.axe, timeout: site.config.demoTimeout },
      ...{ atOnce: mostAtOnce(), signal },
    });
    const recordAt = (ids: readonly string[], url: string, onInitial?: OnInitial): Promise<Contracts> =>
      record(ids.map((id): RecordedDemo => ({ id, url: `${url}~demos/${id}`, onInitial })));
    const ids = demos.flatMap(({ id }) => ((old?.ids.has(id) ?? true) ? [id] : []));
    const ofOther: BuiltContracts = {
      ...{ commit: other?.is === 'commit' ? other.commit : undefined, base: site.config.base },
      ...{ browser: lab.tabs.browser, axe: lab.axe },
    };
    const visits =
      server &&
      openBoth(ids, {
        old: keepContracts(cache, ofOther, (wanted) => recordAt(wanted, server.url)),
        now: (wanted, onInitial) => recordAt(wanted, lab.url, onInitial),
      });
    const found = visits ? await compareContractsOf(ids, visits) : findingsOf(await recordAt(ids, lab.url));
    const { failures, ...images } = await compareImages(site, lab, comparison);
    return { ...found, ...images, failures: [...found.failures, ...failures] };
  } finally {
    signal?.removeEventListener('abort', stop);
    await server?.close();
    await lab.close();
  }
}

const findingsOf = (contracts: Contracts): Omit<FoundInDemos, 'screenshots'> => ({
  changes: compareContracts(withoutFindings(contracts), contracts),
  unstable: [],
  failures: [],
});

/** Compares contracts. Opens demos that differ again, to find differences between visits. Does not compare demos that cannot be opened. */
export async function compareContractsOf(
  ids: readonly string[],
  visits: { old: Visits; now: Visits },
): Promise<Pick<FoundInDemos, 'changes' | 'unstable' | 'failures'>> {
  const [old, now] = await Promise.all([visits.old.first, visits.now.first]);
  const failures = ids.flatMap((demo) => {
    const [before, reason = before] = [whyNotOpened(old.get(demo)), whyNotOpened(now.get(demo))];
    return reason === undefined ? [] : [{ demo, text: `The contract of ${demo}: ${reason}` }];
  });
  const unopened = new Set(failures.map(({ demo }) => demo));
  // If a demo can no longer be opened, that is a finding of its steps.
  const found = compareContracts(old, now).filter(
    (change) => change.section === 'steps' || !unopened.has(demoOf(change)),
  );
  const differing = [...new Set(found.map(demoOf))];
  if (differing.length === 0) return { changes: [], unstable: [], failures };
  const [oldAgain, again] = await Promise.all([visits.old.again(differing), visits.now.again(differing)]);
  const keys = new Set([...compareContracts(old, oldAgain), ...compareContracts(now, again)].map(keyOf));
  const isUnstable = (change: ContractChange): boolean => keys.has(keyOf(change));
  return { changes: found.filter((change) => !isUnstable(change)), unstable: found.filter(isUnstable), failures };
}

async function compareImages(
  site: Site,
  lab: Lab,
  { tools, other, demos, review, signal }: DemoComparison,
): Promise<Pick<FoundInDemos, 'screenshots' | 'failures'>> {
  if (review === undefined) return { failures: [] };
  if (!other) return { failures: [{ text: 'Screenshots: there is nothing to compare with' }] };
  const folder = path.join(review, REVIEW_FOLDER);
  const { comparison, findings, failure } = await compareScreenshotsOf({
    ...{ site, demos, isWhole: false, origin: new URL(lab.url).origin, runner: lab.runner },
    ...{ other, review: folder, startBrowser: tools.startScreenshotBrowser, atOnce: mostAtOnce(), signal },
  });
  const failures = [
    ...failure.map(({ text }) => ({ text: `Screenshots: ${text}` })),
    ...demos.flatMap(({ id }) =>
      (findings.get(id) ?? []).flatMap(({ rule, message }) =>
        rule === 'no-screenshot' ? [{ demo: id, text: `A screenshot of ${id}: ${message}` }] : [],
      ),
    ),
  ];
  if (!comparison) return { failures };
  return { screenshots: await writeReviewFiles(folder, comparison, { pageFolder: review }), failures };
}

const keyOf = (change: ContractChange): string => JSON.stringify([demoOf(change), change.section, change.text]);

export interface ReportShard extends ShardFile {
  /** What the shards compare. Equal for all shards of a report. */
  compared: unknown;
  /** Ids of the demos of this shard. */
  own: string[];
  found: FoundInDemos;
}

/**
 * Reads the findings of a report's shards, and copies the files of their reviews.
 *
 * @param expected the demos and what is compared, which must be the same in each shard
 * @throws DiagnosticError with exit code 2 if a shard is missing, duplicated, or from another report
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

/** Merges findings. `order` contains the ids of the demos in the order of the report. */
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
