import { escapeHtml } from '../../../../../shared/escape-html.ts';
import {
  REVIEW_DATA_ID,
  REVIEW_ID,
  type ReviewEntry,
  type ScreenshotKind,
} from '../../../../../shared/screenshot-review.ts';

export interface ReviewContent {
  title: string;
  entries: readonly ReviewEntry[];
  /** How the environments of the two sets differ, if they were not compared. */
  difference?: string | undefined;
}

/** The list of entries is data for a script, because a long list is shown faster if rows are created when needed. */
export function renderReview({ title, entries, difference }: ReviewContent): string {
  const heading = `Screenshots of ${escapeHtml(title)}`;
  const data = JSON.stringify(entries).replaceAll('<', '\\u003c');
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
${difference === undefined ? renderMain(data) : renderExplanation(difference)}
</body>
</html>
`;
}

function renderMain(data: string): string {
  return `<main id="${REVIEW_ID}"><noscript><p class="note">This page needs JavaScript.</p></noscript></main>
<script type="application/json" id="${REVIEW_DATA_ID}">${data}</script>
<script src="review.js"></script>`;
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
