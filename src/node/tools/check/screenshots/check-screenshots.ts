import fs from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { type Diagnostic, DiagnosticError } from '../../../base/diagnostics/diagnostic.ts';
import { hasCode } from '../../../base/errors.ts';
import type { DemoListEntry } from '../../../build/compose/demo-list.ts';
import type { Site } from '../../../project/config/types.ts';
import type { OtherSide } from '../../checkout/resolve-other-side.ts';
import { checkFolder } from '../lab.ts';
import type { Finding } from '../types.ts';
import { compareSets, type SetComparison, type SetEntry } from './compare-sets.ts';
import { otherScreenshots } from './other-screenshots.ts';
import { writeReview } from './review/write-review.ts';
import type { ScreenshotSet } from './screenshot-set.ts';
import { type ScreenshotBrowser, screenshotIdentity } from './take/screenshot-identity.ts';
import type { CapturedDemo } from './take/take-screenshots.ts';
import { type TakeSetOptions, takeSet } from './take/take-set.ts';

export interface ScreenshotsComparison {
  site: Site;
  demos: readonly DemoListEntry[];
  /** True if `demos` contains all demos of the site. */
  isWhole: boolean;
  origin: string;
  startBrowser: (otherHost?: string) => Promise<ScreenshotBrowser>;
  runner: string;
  other: OtherSide;
  /** Folder for the copies that a review page uses. Earlier files are removed. */
  review: string;
  atOnce: number;
  onBuild?: ((commit: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface ComparedSets {
  /** Undefined if there were no screenshots to compare with. */
  comparison: SetComparison | undefined;
  /** Problems that prevented screenshots, by demo id. */
  findings: Map<string, Finding[]>;
  /** Reasons why the site of a commit could not be built, so that there was nothing to compare with. Otherwise empty. */
  failure: Diagnostic[];
}

/** Numbers of screenshots, and the review page. */
export interface ScreenshotsResult {
  changed: number;
  added: number;
  removed: number;
  unchanged: number;
  /** Number of screenshots that differ each time they are taken. */
  unstable: number;
  /** Absolute path of the review page. */
  review: string;
  /** Absolute path of the folder with the new screenshots. */
  folder: string;
}

/** Returns the folder for the screenshots of a site. */
function screenshotsFolder(site: Site): string {
  return path.join(checkFolder(site), 'screenshots');
}

const CURRENT = 'current';
/** File next to `current` with the ids of the demos, if not all demos were checked. */
const RUN_FILE = 'current.json';

async function writeRun(cache: string, demos: string[] | undefined): Promise<void> {
  const file = path.join(cache, RUN_FILE);
  if (demos === undefined) await fs.rm(file, { force: true });
  else await fs.writeFile(file, JSON.stringify(demos));
}

/** Returns the folder with the newest screenshots of a site, and the ids of the demos unless all were checked. */
export async function newestScreenshots(site: Site): Promise<{ current: string; only?: Set<string> }> {
  const cache = screenshotsFolder(site);
  const current = path.join(cache, CURRENT);
  try {
    const demos = JSON.parse(await fs.readFile(path.join(cache, RUN_FILE), 'utf8')) as string[];
    return { current, only: new Set(demos) };
  } catch (error) {
    // All demos were checked.
    if (hasCode(error, 'ENOENT')) return { current };
    throw error;
  }
}

export interface CheckedScreenshots extends Pick<ComparedSets, 'findings' | 'failure'> {
  /** Undefined if there were no screenshots to compare with. */
  result: ScreenshotsResult | undefined;
}

/** Compares screenshots and writes the review page. Throws a DiagnosticError with exit code 2 for another environment. */
export async function checkScreenshots(options: ScreenshotsComparison): Promise<CheckedScreenshots> {
  const { site, review } = options;
  const { comparison, findings: ofTaking, failure: reasons } = await compareScreenshotsOf(options);
  if (!comparison) return { result: undefined, findings: ofTaking, failure: reasons };
  const page = await writeReview(review, { title: site.config.title, comparison });
  // The new screenshots can still be accepted.
  if (comparison.kind === 'other-environment')
    throw failure(2, 'other-screenshot-environment', { difference: comparison.difference });
  const { entries } = comparison;
  const findings = new Map(ofTaking);
  for (const [demo, finding] of changesOf(entries)) findings.set(demo, [...(findings.get(demo) ?? []), finding]);
  const count = (kind: SetEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
  const result: ScreenshotsResult = {
    changed: count('changed'),
    added: count('added'),
    removed: count('removed'),
    unchanged: count('unchanged'),
    unstable: count('unstable'),
    review: page,
    folder: path.join(screenshotsFolder(site), CURRENT),
  };
  return { result, findings, failure: [] };
}

/** Takes the screenshots of a site and compares them with those of another version. Throws a DiagnosticError with exit code 2. */
export async function compareScreenshotsOf(options: ScreenshotsComparison): Promise<ComparedSets> {
  const { site, demos, isWhole, origin, startBrowser, runner, other, review, atOnce, onBuild, signal } = options;
  const cache = screenshotsFolder(site);
  const browser = await startBrowser(other.is === 'url' ? new URL(other.url).hostname : undefined);
  const stop = (): void => void browser.browser.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const wanted = demos.flatMap(({ id, title, route, url, screenshots }): CapturedDemo[] =>
      screenshots === false ? [] : [{ demo: id, title, route, url: origin + url, options: screenshots }],
    );
    const take: Omit<TakeSetOptions, 'folder'> = {
      ...{ browser: browser.browser, runner, atOnce, signal, timeout: site.config.demoTimeout },
      ...site.config.screenshots,
      identity: { ...(await screenshotIdentity(browser.version)), flags: browser.flags },
    };
    const taken = await takeSet(wanted, { ...take, folder: path.join(cache, CURRENT) });
    await writeRun(cache, isWhole ? undefined : demos.map(({ id }) => id));
    let others: ScreenshotSet;
    try {
      others = await otherScreenshots(other, { site, demos: wanted, isWhole, cache, take, onBuild, signal });
    } catch (error) {
      // If there is nothing to compare with, the new screenshots can still be accepted.
      if (!(error instanceof DiagnosticError)) throw error;
      return { comparison: undefined, findings: taken.findings, failure: error.diagnostics };
    }
    const before = chosen(others, isWhole ? undefined : wanted, demos);
    const thresholds = new Map(wanted.map(({ demo, options: own }) => [demo, own?.threshold]));
    await fs.rm(review, { recursive: true, force: true });
    const comparison = await compareSets({
      ...{ before, after: taken.set, differences: path.join(review, 'screenshots/difference') },
      thresholdOf: (demo) => thresholds.get(demo),
      ...(signal && { signal }),
    });
    return { comparison, findings: taken.findings, failure: [] };
  } finally {
    signal?.removeEventListener('abort', stop);
    await browser.browser.close();
  }
}

/** Omits screenshots of demos that are not checked, and of demos for which screenshots are turned off. */
function chosen(
  set: ScreenshotSet,
  wanted: readonly CapturedDemo[] | undefined,
  demos: readonly DemoListEntry[],
): ScreenshotSet {
  const without = new Set(demos.flatMap(({ id, screenshots }) => (screenshots === false ? [id] : [])));
  const only = wanted && new Set(wanted.map(({ demo }) => demo));
  return {
    ...set,
    screenshots: set.screenshots.filter(({ demo }) => !without.has(demo) && (only === undefined || only.has(demo))),
  };
}

function changesOf(entries: readonly SetEntry[]): [demo: string, finding: Finding][] {
  const changed = entries.filter(({ kind }) => kind === 'changed');
  return [...new Set(changed.map(({ screenshot }) => screenshot.demo))].map((demo) => {
    const own = changed.filter(({ screenshot }) => screenshot.demo === demo);
    const lines = own.map(({ screenshot: { state, width, color }, change }) => {
      const size = change ? `${change.pixels} pixels${change.isSlight ? ', slight' : ''}` : '';
      return `${state === '' ? 'initial state' : `state \`${state}\``}, ${color}, ${width} px: ${size}`;
    });
    const message = own.length === 1 ? 'A screenshot has changed' : `${own.length} screenshots have changed`;
    return [demo, { rule: 'screenshot', place: 'screenshots', message, details: lines.join('\n') }];
  });
}
