import fs from 'node:fs/promises';
import path from 'node:path';
import {
  type ScreenshotChange,
  type ScreenshotKey,
  type ScreenshotKind,
  screenshotKey,
} from '../../../../shared/screenshot-review.ts';
import { hashOf } from '../../../base/hash.ts';
import { type ComparedScreenshots, compareScreenshots, screenshotSize } from './compare-screenshots.ts';
import { decoding, readScreenshot } from './read-screenshot-set.ts';
import { describeIdentityDifference, type Screenshot, type ScreenshotSet, sortScreenshots } from './screenshot-set.ts';

export interface ScreenshotImage {
  file: string;
  width: number;
  height: number;
}

export interface SetEntry {
  kind: ScreenshotKind;
  /** The new screenshot, or the old screenshot if it was removed. */
  screenshot: Screenshot;
  before?: ScreenshotImage;
  after?: ScreenshotImage;
  change?: ScreenshotChange;
  difference?: ScreenshotImage;
  /** Digest for an accept list. Undefined for screenshots that do not need acceptance. */
  digest?: string;
}

export type SetComparison =
  | { kind: 'compared'; entries: SetEntry[] }
  /** The sets are from different environments, so any screenshot may differ. `difference` describes the environments. */
  | { kind: 'other-environment'; difference: string };

export interface CompareSetsOptions {
  before: ScreenshotSet;
  after: ScreenshotSet;
  /** Absolute path of the folder for images of the differences. By default, none are written. */
  differences?: string;
  thresholdOf?: (demo: string) => number | undefined;
  signal?: AbortSignal;
}

/** Order of the kinds in a comparison. */
const KINDS: readonly ScreenshotKind[] = ['changed', 'added', 'removed', 'unstable', 'unchanged'];

/**
 * Compares two sets. Entries are sorted by kind, changed screenshots by their worst window. Reads one pair at a time,
 * so memory use does not depend on the number of screenshots. Throws a DiagnosticError with exit code 2.
 */
export async function compareSets(options: CompareSetsOptions): Promise<SetComparison> {
  const { before, after, differences, signal } = options;
  const difference = describeIdentityDifference(before.identity, after.identity);
  if (difference !== undefined) return { kind: 'other-environment', difference };
  if (differences !== undefined) await fs.mkdir(differences, { recursive: true });
  const old = new Map(before.screenshots.map((screenshot) => [screenshotKey(screenshot), screenshot]));
  const entries: SetEntry[] = [];
  for (const screenshot of after.screenshots) {
    signal?.throwIfAborted();
    const key = screenshotKey(screenshot);
    entries.push(await compareOne({ ...options, screenshot, beforeScreenshot: old.get(key) }));
    old.delete(key);
  }
  for (const screenshot of old.values()) {
    signal?.throwIfAborted();
    const bytes = await readScreenshot(before, screenshot);
    entries.push({ kind: 'removed', screenshot, before: imageOf(before, screenshot, bytes), digest: hashOf(bytes) });
  }
  return { kind: 'compared', entries: rankEntries(entries, ({ screenshot }) => screenshot) };
}

async function compareOne({
  before,
  after,
  screenshot,
  beforeScreenshot,
  differences,
  thresholdOf,
}: CompareSetsOptions & { screenshot: Screenshot; beforeScreenshot: Screenshot | undefined }): Promise<SetEntry> {
  const bytes = await readScreenshot(after, screenshot);
  const image = imageOf(after, screenshot, bytes);
  // If only the old screenshot was unstable, the state is stable now, and the new screenshot can be accepted.
  const isUnstable = screenshot.unstable === true;
  if (!beforeScreenshot) {
    if (isUnstable) return { kind: 'unstable', screenshot, after: image };
    return { kind: 'added', screenshot, after: image, digest: hashOf(bytes) };
  }
  const beforeBytes = await readScreenshot(before, beforeScreenshot);
  const imageBefore = imageOf(before, beforeScreenshot, beforeBytes);
  const threshold = thresholdOf?.(screenshot.demo);
  const compared = decoding(image.file, () => compareScreenshots(beforeBytes, bytes, { threshold }));
  const kind = isUnstable ? 'unstable' : compared ? 'changed' : 'unchanged';
  return {
    kind,
    screenshot,
    before: imageBefore,
    after: image,
    ...(compared && { change: changeOf(compared) }),
    ...(compared && differences && { difference: await writeDifference(differences, screenshot, compared) }),
    ...(kind === 'changed' && { digest: hashOf(bytes) }),
  };
}

function changeOf({ pixels, box, worst, isSlight }: ComparedScreenshots): ScreenshotChange {
  return { pixels, box, worst, isSlight };
}

async function writeDifference(
  folder: string,
  { file }: Screenshot,
  compared: ComparedScreenshots,
): Promise<ScreenshotImage> {
  const png = compared.renderDifference();
  const target = path.join(folder, path.basename(file));
  await fs.writeFile(target, png);
  return { file: target, ...screenshotSize(png) };
}

function imageOf({ folder }: ScreenshotSet, screenshot: Screenshot, bytes: Uint8Array): ScreenshotImage {
  const file = path.join(folder, screenshot.file);
  return { file, ...decoding(file, () => screenshotSize(bytes)) };
}

/** Sorts the entries by kind, and changed screenshots by their worst window. */
export function rankEntries<Entry extends Pick<SetEntry, 'kind' | 'change'>>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => ScreenshotKey,
): Entry[] {
  const keys = sortScreenshots(entries.map(keyOf)).map(screenshotKey);
  const sorted = new Map(keys.map((key, index) => [key, index]));
  const position = (entry: Entry): number => sorted.get(screenshotKey(keyOf(entry))) ?? 0;
  return [...entries].sort(
    (one, other) =>
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      (other.change?.worst ?? 0) - (one.change?.worst ?? 0) ||
      position(one) - position(other),
  );
}
