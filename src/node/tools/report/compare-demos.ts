import path from 'node:path';
import { withBase } from '../../../shared/base-url.ts';
import type { ReviewEntry } from '../../../shared/screenshot-review.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { Site } from '../../project/config/types.ts';
import { mostAtOnce } from '../check/check-demos.ts';
import { type Lab, openLab, type Tools } from '../check/lab.ts';
import { compareScreenshotsOf } from '../check/screenshots/check-screenshots.ts';
import { writeReviewFiles } from '../check/screenshots/review/write-review.ts';
import { serve } from '../check/serve.ts';
import type { OtherSide } from '../checkout/resolve-other-side.ts';
import { type ContractChange, compareContracts, demoOf } from './compare-contracts.ts';
import { type RecordedDemo, type RecordOptions, recordContracts } from './record-contract.ts';
import { REVIEW_FOLDER } from './render-report.ts';

export interface DemoComparison {
  tools: Tools;
  built: PipelineResult;
  /** Files of the other site. */
  outputs: Outputs;
  other: OtherSide;
  demos: DemoListEntry[];
  /** Ids of the demos of the other site. */
  known: ReadonlySet<string>;
  /** Folder of the report, to review the screenshots; undefined to take none. */
  review?: string;
  signal: AbortSignal | undefined;
}

/** What was found in demos that were opened, before it is joined. */
export interface FoundInDemos {
  /** Each has one place. */
  changes: ContractChange[];
  unstable: ContractChange[];
  screenshots?: ReviewEntry[];
  /** Screenshots that could not be compared, and why. Those without a demo concern all. */
  failures: { demo?: string; text: string }[];
}

/** Opens demos in both states, in each state that their steps name. */
export async function compareDemos(site: Site, comparison: DemoComparison): Promise<FoundInDemos> {
  const { tools, built, outputs, demos, known, review, signal } = comparison;
  if (demos.length === 0)
    return { changes: [], unstable: [], ...(review !== undefined && { screenshots: [] }), failures: [] };
  const lab = await openLab(site, built, tools);
  const server = await serve(outputs, site.config.base);
  const stop = (): void => void lab.tabs.browser.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const options: RecordOptions = {
      ...{ browser: lab.tabs.browser, runner: lab.runner, axe: lab.axe, timeout: site.config.demoTimeout },
      ...{ atOnce: mostAtOnce(), signal },
    };
    const ids = demos.flatMap(({ id }) => (known.has(id) ? [id] : []));
    const at = (address: string, ids: readonly string[]): RecordedDemo[] =>
      ids.map((id) => ({ id, url: new URL(address).origin + withBase(site.config.base, `/~demos/${id}`) }));
    const record = (ids: readonly string[], isOld: boolean) =>
      recordContracts(at(isOld ? server.url : lab.url, ids), options);
    const found = await compareContractsOf(ids, record);
    return { ...found, ...(await compareImages(site, lab, comparison)) };
  } finally {
    signal?.removeEventListener('abort', stop);
    await server.close();
    await lab.close();
  }
}

/** Demos that differ are opened again, to find what differs each time. */
export async function compareContractsOf(
  ids: readonly string[],
  record: (ids: readonly string[], isOld: boolean) => ReturnType<typeof recordContracts>,
): Promise<Pick<FoundInDemos, 'changes' | 'unstable'>> {
  const [old, now] = [await record(ids, true), await record(ids, false)];
  const found = compareContracts(old, now);
  const differing = [...new Set(found.map(demoOf))];
  if (differing.length === 0) return { changes: [], unstable: [] };
  const [oldAgain, again] = [await record(differing, true), await record(differing, false)];
  const keys = new Set([...compareContracts(old, oldAgain), ...compareContracts(now, again)].map(keyOf));
  const isUnstable = (change: ContractChange): boolean => keys.has(keyOf(change));
  return { changes: found.filter((change) => !isUnstable(change)), unstable: found.filter(isUnstable) };
}

async function compareImages(
  site: Site,
  lab: Lab,
  { tools, other, demos, review, signal }: DemoComparison,
): Promise<Pick<FoundInDemos, 'screenshots' | 'failures'>> {
  if (review === undefined) return { failures: [] };
  const folder = path.join(review, REVIEW_FOLDER);
  const { comparison, findings, failure } = await compareScreenshotsOf({
    ...{ site, demos, isWhole: false, origin: new URL(lab.url).origin, runner: lab.runner },
    ...{ other, review: folder, startBrowser: tools.startScreenshotBrowser, atOnce: mostAtOnce(), signal },
  });
  const failures = [
    ...failure.map(({ text }) => ({ text: `The screenshots: ${text}` })),
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
