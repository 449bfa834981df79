import fs from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '../../../../../shared/escape-html.ts';
import {
  REVIEW_DATA_ID,
  REVIEW_ID,
  type ReviewEntry,
  type ReviewImage,
  type ScreenshotKind,
} from '../../../../../shared/screenshot-review.ts';
import { readBrowserScript } from '../../../../base/browser-scripts.ts';
import { eachLimited } from '../../../../base/files/each-limited.ts';
import { toPosix } from '../../../../base/files/paths.ts';
import type { ScreenshotImage, SetComparison, SetEntry } from '../compare-sets.ts';

const ASSETS = ['review.js', 'review.css'];

/** Image files to copy: paths in the page's folder, each with the absolute path of its source. */
type Copies = Map<string, string>;

interface CopyTarget {
  /** Path of the images, relative to the page. */
  prefix: string;
  copies: Copies;
}

/**
 * Writes a review with copies of all screenshots, so that the folder can be moved or uploaded. Files of earlier reviews
 * are not deleted. Returns the path of the page.
 */
export async function writeReview(
  folder: string,
  { title, comparison }: { title: string; comparison: SetComparison },
): Promise<string> {
  const entries = await writeReviewFiles(folder, comparison);
  const file = path.join(folder, 'index.html');
  const difference = comparison.kind === 'other-environment' ? comparison.difference : undefined;
  await fs.writeFile(file, renderReview({ title, entries, difference }));
  return file;
}

/** Writes the files that a review page needs. Returns its entries, whose paths are relative to the page. */
export async function writeReviewFiles(
  folder: string,
  comparison: SetComparison,
  { pageFolder = folder }: { pageFolder?: string } = {},
): Promise<ReviewEntry[]> {
  const copies: Copies = new Map();
  const compared = comparison.kind === 'compared' ? comparison.entries : [];
  const prefix = toPosix(path.relative(pageFolder, path.join(folder, 'screenshots')));
  const entries = compared.map((entry) => toReviewEntry(entry, { prefix, copies }));
  await fs.mkdir(folder, { recursive: true });
  await copyImages(pageFolder, copies);
  for (const name of ASSETS) await fs.writeFile(path.join(folder, name), await readBrowserScript(name));
  return entries;
}

function toReviewEntry(
  { kind, screenshot, before, after, change, difference, digest }: SetEntry,
  target: CopyTarget,
): ReviewEntry {
  const { demo, title, route, state, width, color } = screenshot;
  const images = {
    // The old version of an unchanged screenshot would look the same.
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
      Object.entries(images).flatMap(([name, image]) => (image ? [[name, toReviewImage(name, image, target)]] : [])),
    ),
    ...(change && { change }),
    ...(digest !== undefined && { digest }),
  };
}

/** Converts images of one kind. The images have different names, because they are from the same set. */
function toReviewImage(
  kind: string,
  { file, width, height }: ScreenshotImage,
  { prefix, copies }: CopyTarget,
): ReviewImage {
  const src = `${prefix}/${kind}/${path.basename(file)}`;
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

interface ReviewContent {
  title: string;
  entries: readonly ReviewEntry[];
  /** Difference between the environments of the two sets, if they could not be compared. */
  difference?: string | undefined;
}

/** Renders a review. The entries are data for a script, because a long list appears faster if rows are created when needed. */
export function renderReview({ title, entries, difference }: ReviewContent): string {
  const heading = `Screenshots of ${escapeHtml(title)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="review.css">
</head>
<body>
<header class="top-bar">
<h1>${heading}</h1>
${difference === undefined ? renderSummary(entries) : '<p class="bad">✖ Not compared</p>'}
</header>
${difference === undefined ? renderEntries(entries, { tag: 'main' }) : renderExplanation(difference)}
</body>
</html>
`;
}

/** Renders a review as part of another page. `folder` contains the review's files. */
export function renderReviewPart(entries: readonly ReviewEntry[], folder: string): string {
  return `<link rel="stylesheet" href="${folder}/review.css">
${renderEntries(entries, { tag: 'section', folder })}`;
}

function renderEntries(entries: readonly ReviewEntry[], { tag, folder }: { tag: string; folder?: string }): string {
  const data = JSON.stringify(entries).replaceAll('<', '\\u003c');
  return `<${tag} id="${REVIEW_ID}" aria-label="Screenshots"><noscript><p class="note">This page needs JavaScript.</p></noscript></${tag}>
<script type="application/json" id="${REVIEW_DATA_ID}">${data}</script>
<script src="${folder === undefined ? '' : `${folder}/`}review.js"></script>`;
}

function renderExplanation(difference: string): string {
  return `<main class="note">
<p>The two sets of screenshots were taken in different environments, so every screenshot may differ: ${escapeHtml(difference)}.</p>
<p>Take both sets in the same environment, or accept all new screenshots as the baseline.</p>
</main>`;
}

function renderSummary(entries: readonly ReviewEntry[]): string {
  const count = (kind: ScreenshotKind): number => entries.filter((entry) => entry.kind === kind).length;
  const slight = entries.filter(({ kind, change }) => kind === 'changed' && change?.isSlight).length;
  const counts = [
    [count('changed'), slight > 0 ? `changed (${slight} slightly)` : 'changed'],
    [count('added'), 'added'],
    [count('removed'), 'removed'],
  ] as const;
  const differences = counts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const unstable = count('unstable') > 0 ? ` <span class="soft">· ${count('unstable')} unstable</span>` : '';
  return differences.length === 0
    ? `<p><span class="good">✔ ${entries.length} screenshots, nothing changed</span>${unstable}</p>`
    : `<p><span class="bad">✖ ${differences.join(', ')}</span> <span class="soft">of ${entries.length} screenshots</span>${unstable}</p>`;
}
