import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import type { Stage } from '../../base/meter.ts';
import { openStore } from '../../build/build-store.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import { runPipeline } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import type { Site } from '../../project/config/types.ts';
import { resolveAgainst } from '../checkout/resolve-other-side.ts';
import { createAcceptance } from './acceptance.ts';
import { type CheckedEverywhere, checkDemos, mostAtOnce } from './check-demos.ts';
import { type CheckRecord, type CheckResult, concludeCheck } from './check-record.ts';
import {
  type CheckTimes,
  divideDemos,
  readTimes,
  removeShard,
  type Shard,
  writeShard,
  writeTimes,
} from './divide-demos.ts';
import type { BrowserName } from './import-peer.ts';
import { checkFolder, findTools, type Lab, openLab, type Tools } from './lab.ts';
import type { CheckShard } from './merge-checks.ts';
import { CHECK_PARTS, type CheckPart, USUAL_PARTS } from './parts.ts';
import { createPassedDemos } from './passed-demos.ts';
import { prepareReport } from './report.ts';
import { divideWarnings, reportDemo } from './report-demo.ts';
import { acceptScreenshots } from './screenshots/accept-screenshots.ts';
import { checkScreenshots, newestScreenshots } from './screenshots/check-screenshots.ts';
import { createSharedFindings } from './shared-findings.ts';
import { createStepEditor } from './steps/edit-steps.ts';
import type { DemoReport, Finding, OtherReport } from './types.ts';

export interface CheckOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  base?: string;
  /** Folder of the report. Default: `node_modules/.cache/cascader-docs/check` of the project. */
  reportDir?: string;
  /** Checks only the demos whose ids contain one of these strings. Default: all demos. */
  demos?: string[];
  /** Runs only these checks. Default: all checks except screenshots. */
  only?: readonly CheckPart[];
  /** Checks only this part of the demos, and writes a file for {@link mergeChecks}. Default: all demos. */
  shard?: Shard;
  /** Browser to use. `firefox` and `webkit` are the browsers that Playwright installs. Default: `chromium`. */
  browser?: BrowserName;
  /** URL of a running Chromium that Playwright serves. By default, an installed browser is started. */
  connect?: string;
  /** Also compares screenshots of the demos, and writes a review page. Default: false. */
  screenshots?: boolean;
  /**
   * Screenshots to compare with: a folder with screenshots, a built site, the URL of a published site, or a git ref.
   * Default: the merge base with the default branch.
   */
  against?: string;
  /** Called when the site at a commit is built in order to take its screenshots. */
  onBuild?: (commit: string) => void;
  /** If true, demos that passed earlier are not checked again until something that they reach changes. Default: true. */
  cache?: boolean;
  /** Writes `realInput: true` into steps that need it, instead of reporting them. Default: false. */
  fix?: boolean;
  /** Writes outlines that differ into `toMatchTree()`, instead of reporting the difference. Default: false. */
  update?: boolean;
  /** Called when a stage of the build starts. */
  onStage?: (stage: Stage) => void;
  /** Called for each demo, in page order, when it is known which of the demo's findings all demos share. */
  onDemo?: (demo: DemoReport) => void;
  /** Aborts the check. */
  signal?: AbortSignal;
}

/**
 * Builds a site in memory and checks every demo in a browser: on its page, alone, and as an exported project. Returns all findings.
 *
 * @throws DiagnosticError with exit code 2 without a browser, playwright-core or axe-core; like `build` if the site has errors
 */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  const { root = process.cwd(), base, demos: texts = [], browser, connect, shard, signal, onDemo } = options;
  const { site, diagnostics: siteDiagnostics } = await loadSite(root, { base, signal });
  const parts = choosePartsOf(options);
  if (shard && parts.has('screenshots')) throw failure(2, 'invalid-shards', { case: 'screenshots' });
  const acceptance = createAcceptance(site);
  const tools = await findTools(site, { browser, connect, needsAxe: parts.has('axe') });
  const reportDir =
    options.reportDir === undefined
      ? path.join(checkFolder(site), 'check')
      : path.resolve(site.root, options.reportDir);
  // If the build of a shard fails or is killed, no file of an earlier run must remain.
  await removeShard(reportDir);
  const { built, entries } = await buildSite(site, options, parts);
  const all = chooseDemos(built.demoList, texts);
  const times: CheckTimes = {};
  const known = shard && options.cache !== false ? await readTimes(checkFolder(site)) : {};
  const chosen = shard ? divideDemos(all, shard, known) : all;
  const divided = divideWarnings([...siteDiagnostics, ...built.diagnostics], built.demoList);
  const warnings = parts.has('console') ? divided : { ...divided, byDemo: new Map() };
  const report = await prepareReport(reportDir, { owned: options.reportDir === undefined });
  const demos: DemoReport[] = [];
  const editor = createStepEditor(site.root);
  let fixed = 0;
  const markSteps = async ({ demo, steps }: CheckedEverywhere): Promise<number> => {
    const unmarked = options.fix && demo.steps?.nameEnds ? (steps?.unmarked ?? []) : [];
    fixed += await editor.edit(demo.steps, { unmarked, outlines: steps?.outlines });
    return unmarked.length;
  };
  const sources = { report, acceptance, warnings, markSteps };
  const sharing = createSharedFindings();
  const publish = (demo: DemoReport): void => {
    demos.push(demo);
    for (const done of sharing.add(demo)) onDemo?.(done);
  };
  const pages: OtherReport[] = [];
  let captured: Awaited<ReturnType<typeof compareScreenshots>> | undefined;
  const lab = await openLab(site, built, tools);
  const abort = (): void => void lab.tabs.browser.close();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const { base, demoTimeout } = site.config;
    const screenshotInput = { site, lab, tools, demos: chosen, all: built.demoList, report: report.folder };
    captured = parts.has('screenshots') ? await compareScreenshots({ ...options, ...screenshotInput }) : undefined;
    if (captured && captured.failure.length > 0)
      pages.push({ subject: 'screenshots', findings: captured.failure.map(failedScreenshots), accepted: [] });
    const passed = createPassedDemos({ site, built, lab, parts, entries });
    const checks = { parts, updates: options.update, root: site.root, base, passed, timeout: demoTimeout, signal };
    for await (const page of checkDemos(lab, built, chosen, checks)) {
      const shell = acceptance.sort(page.shell);
      if (page.shell.length > 0) pages.push({ subject: page.route, ...shell });
      if (page.milliseconds !== undefined && texts.length === 0) times[page.route] = page.milliseconds;
      for (const checked of page.demos) publish(await reportDemo(checked, { ...sources, captured }));
    }
    for (const done of sharing.end().demos) onDemo?.(done);
    await built.check();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await lab.close();
  }

  const ids = new Set(built.demoList.map(({ id }) => id));
  const checked = new Set(all.map(({ id }) => id));
  const isChecked = (id: string | undefined): boolean =>
    id === undefined ? checked.size === ids.size : checked.has(id) || !ids.has(id);
  // Without a match, an entry may be for a check that did not run.
  const unused = options.only ? [] : acceptance.unused(isChecked);
  const record: CheckRecord = {
    title: site.config.title,
    ...(options.only && { only: CHECK_PARTS.filter((part) => parts.has(part)) }),
    ...{ demos, pages, fixed, times },
    acceptance: [...acceptance.expired, ...unused],
    diagnostics: [...warnings.others, ...(captured?.diagnostics ?? [])],
  };
  if (shard) {
    const routes = [...new Set(all.map(({ route }) => route))];
    // All shards use the times in this report, so that all machines divide the demos in the same way.
    await writeShard<CheckShard>(report.folder, { shard, all: all.map(({ id }) => id), routes, record });
  } else if (options.cache !== false) await writeTimes(checkFolder(site), times);
  const result = await concludeCheck(record, report, { isPart: shard !== undefined });
  return { ...result, ...(captured?.result && { screenshots: captured.result }) };
}

async function buildSite(site: Site, { cache = true, onStage, signal }: CheckOptions, parts: ReadonlySet<CheckPart>) {
  const { entries, ...store } = openStore(site, { options: { cache } });
  const comparesDemos = parts.has('console');
  const built = await runPipeline(site, { ...store, development: true, comparesDemos, onStage, signal });
  return { built, entries };
}

/** Throws a DiagnosticError with exit code 2 for screenshots in a browser other than Chromium. */
function choosePartsOf({ only = USUAL_PARTS, screenshots, browser = 'chromium' }: CheckOptions): Set<CheckPart> {
  const parts = new Set<CheckPart>([...only, ...(screenshots ? (['screenshots'] as const) : [])]);
  if (browser !== 'chromium' && parts.has('screenshots')) throw failure(2, 'only-in-chromium', { browser });
  return parts;
}

interface ComparisonInput extends Pick<CheckOptions, 'against' | 'onBuild' | 'signal'> {
  site: Site;
  lab: Lab;
  tools: Tools;
  demos: DemoListEntry[];
  all: DemoListEntry[];
  report: string;
}

async function compareScreenshots({ site, lab, tools, demos, all, report, against, ...options }: ComparisonInput) {
  const { signal } = options;
  const { other, diagnostics } = await resolveAgainst(against, { root: site.root, cwd: process.cwd(), signal });
  const checked = await checkScreenshots({
    ...{ site, demos, isWhole: demos.length === all.length, origin: new URL(lab.url).origin, runner: lab.runner },
    ...options,
    other,
    startBrowser: tools.startScreenshotBrowser,
    review: path.join(report, 'review'),
    atOnce: mostAtOnce(),
  });
  return { ...checked, diagnostics };
}

function failedScreenshots({ text, notes = [] }: Diagnostic): Finding {
  return { rule: 'no-screenshot', place: 'screenshots', message: [text, ...notes].join('\n') };
}

export interface AcceptNewestOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  /** List that the review page has saved. By default, all screenshots are accepted. */
  list?: string;
  /** Folder of the accepted screenshots, relative to the working directory. Default: `screenshots` in the folder of the site. */
  against?: string;
}

/**
 * Copies the screenshots of the last check to a folder of accepted screenshots.
 *
 * @returns the number of screenshots, and the absolute path of the folder
 * @throws DiagnosticError with exit code 2 if there are no screenshots or if the list is outdated
 */
export async function acceptNewest(options: AcceptNewestOptions = {}): Promise<{ count: number; folder: string }> {
  const { root = process.cwd(), list, against } = options;
  const { site } = await loadSite(root, {});
  const folder = against === undefined ? path.join(site.root, 'screenshots') : path.resolve(against);
  const { current, only } = await newestScreenshots(site);
  const accepted = list === undefined ? undefined : path.resolve(list);
  return { count: await acceptScreenshots({ list: accepted, current, baseline: folder, only }), folder };
}

/** Returns the demos whose ids contain one of the strings. Throws a DiagnosticError with exit code 2 for a string without a match. */
function chooseDemos(demos: DemoListEntry[], texts: string[]): DemoListEntry[] {
  const unknown = texts.find((text) => !demos.some(({ id }) => id.includes(text)));
  if (unknown !== undefined) {
    const nearest = nearestName(
      unknown,
      demos.map(({ id }) => id),
    );
    throw failure(2, 'unknown-checked-demo', { text: unknown, nearest });
  }
  return texts.length === 0 ? demos : demos.filter(({ id }) => texts.some((text) => id.includes(text)));
}
