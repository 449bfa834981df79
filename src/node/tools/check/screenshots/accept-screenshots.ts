import fs from 'node:fs/promises';
import { type AcceptedScreenshot, screenshotKey } from '../../../../shared/screenshot-review.ts';
import { failure } from '../../../base/diagnostics/create-diagnostic.ts';
import { hasCode } from '../../../base/errors.ts';
import { hashOf } from '../../../base/hash.ts';
import { findScreenshotSet, readScreenshot, readScreenshotSet } from './read-screenshot-set.ts';
import {
  describeIdentityDifference,
  describeScreenshot,
  parseAcceptList,
  type Screenshot,
  type ScreenshotSet,
} from './screenshot-set.ts';
import { writeScreenshotSet } from './write-screenshot-set.ts';

/** Options of {@link acceptScreenshots}. All paths are absolute. */
export interface AcceptOptions {
  /** Path of the accept list. By default, all screenshots are accepted. */
  list?: string | undefined;
  current: string;
  /** Folder of the accepted screenshots. A missing folder is created. */
  baseline: string;
  /** Ids of the demos whose screenshots were taken; screenshots of other demos are not changed. Default: all demos. */
  only?: ReadonlySet<string> | undefined;
}

interface SourceScreenshot extends Screenshot {
  from: ScreenshotSet;
}

/**
 * Copies the newest screenshots to the baseline: all of them, or those in the list. Does nothing if an entry of the
 * list is outdated. Throws a DiagnosticError with exit code 2.
 */
export async function acceptScreenshots({ list, current, baseline, only }: AcceptOptions): Promise<number> {
  const after = await readScreenshotSet(current);
  if (list === undefined && only === undefined) {
    await writeScreenshotSet(baseline, after, (screenshot) => readScreenshot(after, screenshot));
    return after.screenshots.length;
  }
  const before = (await findScreenshotSet(baseline)) ?? { folder: baseline, identity: after.identity, screenshots: [] };
  const difference = describeIdentityDifference(before.identity, after.identity);
  if (difference !== undefined) throw failure(2, 'baseline-of-other-environment', { difference });
  const [old, newest] = [toMap(before), toMap(after)];
  if (list === undefined) {
    const others = [...old.values()].filter(({ demo }) => !only?.has(demo));
    const screenshots = [...others, ...newest.values()];
    await writeScreenshotSet(baseline, { identity: after.identity, screenshots }, (screenshot) =>
      readScreenshot(screenshot.from, screenshot),
    );
    return after.screenshots.length;
  }
  const accepted = await readAcceptList(list);
  await assertNewest(accepted, old, newest);
  for (const entry of accepted) {
    const key = screenshotKey(entry);
    const screenshot = newest.get(key);
    if (screenshot) old.set(key, screenshot);
    else old.delete(key);
  }
  const screenshots = [...old.values()];
  await writeScreenshotSet(baseline, { identity: after.identity, screenshots }, (screenshot) =>
    readScreenshot(screenshot.from, screenshot),
  );
  return accepted.length;
}

function toMap(set: ScreenshotSet): Map<string, SourceScreenshot> {
  return new Map(set.screenshots.map((screenshot) => [screenshotKey(screenshot), { ...screenshot, from: set }]));
}

/** Fails if an entry is for a screenshot that is in neither set, or for another version of the screenshot. */
async function assertNewest(
  accepted: AcceptedScreenshot[],
  old: Map<string, SourceScreenshot>,
  newest: Map<string, SourceScreenshot>,
): Promise<void> {
  const unknown: AcceptedScreenshot[] = [];
  const changed: AcceptedScreenshot[] = [];
  for (const entry of accepted) {
    const key = screenshotKey(entry);
    const screenshot = newest.get(key) ?? old.get(key);
    if (!screenshot) unknown.push(entry);
    else if (hashOf(await readScreenshot(screenshot.from, screenshot)) !== entry.digest) changed.push(entry);
  }
  for (const [reason, [first, ...others]] of Object.entries({ unknown, changed }))
    if (first)
      throw failure(2, 'outdated-accept-list', {
        case: reason as 'unknown' | 'changed',
        screenshot: describeScreenshot(first),
        more: others.length,
      });
}

/** Reads the list. Throws a DiagnosticError with exit code 2 if the list is missing or invalid. */
async function readAcceptList(file: string): Promise<AcceptedScreenshot[]> {
  try {
    return parseAcceptList(await fs.readFile(file, 'utf8'));
  } catch (error) {
    const reason = hasCode(error, 'ENOENT') ? 'it does not exist' : (error as Error).message;
    throw failure(2, 'invalid-accept-list', { file, reason });
  }
}
