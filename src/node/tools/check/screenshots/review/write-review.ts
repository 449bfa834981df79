import fs from 'node:fs/promises';
import path from 'node:path';
import type { ReviewEntry, ReviewImage } from '../../../../../shared/screenshot-review.ts';
import { readBrowserScript } from '../../../../base/browser-scripts.ts';
import { eachLimited } from '../../../../base/files/each-limited.ts';
import type { ScreenshotImage, SetComparison, SetEntry } from '../compare-sets.ts';
import { renderReview } from './render-review.ts';

const ASSETS = ['review.js', 'review.css'];

/** Image files to copy: paths in the folder of the page, each with the absolute path of its source. */
type Copies = Map<string, string>;

/**
 * With copies of all screenshots, so that the folder can be moved or uploaded. Files of earlier reviews are not deleted.
 * Returns the path of the page.
 */
export async function writeReview(
  folder: string,
  { title, comparison }: { title: string; comparison: SetComparison },
): Promise<string> {
  const copies: Copies = new Map();
  const compared = comparison.kind === 'compared' ? comparison.entries : [];
  const entries = compared.map((entry) => toReviewEntry(entry, copies));
  await fs.mkdir(folder, { recursive: true });
  await copyImages(folder, copies);
  for (const name of ASSETS) await fs.writeFile(path.join(folder, name), await readBrowserScript(name));
  const file = path.join(folder, 'index.html');
  const difference = comparison.kind === 'other-environment' ? comparison.difference : undefined;
  await fs.writeFile(file, renderReview({ title, entries, difference }));
  return file;
}

function toReviewEntry(
  { kind, screenshot, before, after, change, difference, digest }: SetEntry,
  copies: Copies,
): ReviewEntry {
  const { demo, title, route, state, width, color } = screenshot;
  const images = {
    // The old screenshot of an unchanged one would look the same.
    before: kind === 'unchanged' ? undefined : before,
    after,
    difference,
  };
  return {
    kind,
    demo,
    ...(title !== undefined && { title }),
    route,
    state,
    width,
    color,
    ...Object.fromEntries(
      Object.entries(images).flatMap(([name, image]) => (image ? [[name, toReviewImage(name, image, copies)]] : [])),
    ),
    ...(change && { change }),
    ...(digest !== undefined && { digest }),
  };
}

/** Images of one kind have different names, because they are from the same set. */
function toReviewImage(kind: string, { file, width, height }: ScreenshotImage, copies: Copies): ReviewImage {
  const src = `screenshots/${kind}/${path.basename(file)}`;
  copies.set(src, file);
  return { src, width, height };
}

async function copyImages(folder: string, copies: Copies): Promise<void> {
  for (const parent of new Set([...copies.keys()].map((target) => path.dirname(target))))
    await fs.mkdir(path.join(folder, parent), { recursive: true });
  await eachLimited(copies, async ([target, source]) => {
    const file = path.join(folder, target);
    if (file !== source) await fs.copyFile(source, file, fs.constants.COPYFILE_FICLONE);
  });
}
