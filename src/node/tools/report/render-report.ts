import { escapeHtml } from '../../../shared/escape-html.ts';
import type { ReviewEntry, ScreenshotKind } from '../../../shared/screenshot-review.ts';
import { inlineCode } from '../../types/changes/inline-code.ts';
import { renderDocument } from '../check/render-report.ts';
import { renderReviewPart } from '../check/screenshots/review/write-review.ts';
import { apiDiffReport } from '../history/diff-report.ts';
import { type ContractChange, SECTIONS } from './compare-contracts.ts';
import type { PageType } from './measure-pages.ts';
import type { ReportResult } from './types.ts';

/** Maximum number of unfolded lines in a section, and maximum number of all its lines. */
const SHOWN = 6;
const MOST = 200;
/** Maximum number of unfolded lines in the report. */
const MOST_SHOWN = 60;
/** Maximum length of a comment on GitHub, in characters. */
const MOST_CHARACTERS = 65_000;

/** Text of this package, and parts that come from authors or their code, which are rendered as code. */
type Line = (string | { code: string })[];

interface Section {
  title: string;
  lines: Line[];
}

/** Renders the report as Markdown for a comment. The first line is the verdict; long parts are folded. */
export function markdownReport(result: ReportResult): string {
  const all = sectionsOf(result);
  const shownOf = shareLines(all);
  const sections = all.map(({ title, lines }, index) => {
    const shown = shownOf[index] ?? 0;
    const items = lines.map((line) => `- ${line.map((part) => markdownOf(part)).join('')}`);
    const folded = items.slice(shown, MOST);
    const rest = items.length - shown - folded.length;
    const more = [...folded, ...(rest > 0 ? [`- ${rest} more in report.json`] : [])];
    const details =
      more.length > 0 ? `<details><summary>${more.length} more</summary>\n\n${more.join('\n')}\n\n</details>` : '';
    return [`## ${title}`, items.slice(0, shown).join('\n'), details].filter(Boolean).join('\n\n');
  });
  const parts = [`**${result.verdict}**`, summaryOf(result).map(markdownOf).join('')];
  for (const section of sections) {
    if ([...parts, section].join('\n\n').length > MOST_CHARACTERS) {
      parts.push('The rest is in report.json.');
      break;
    }
    parts.push(section);
  }
  return `${parts.join('\n\n')}\n`;
}

/** Returns how many lines of each section are shown. Each section gets one more line in turn, until no lines are left. */
function shareLines(sections: readonly Section[]): number[] {
  const shown = sections.map(() => 0);
  // Reserves lines for the verdict, the summary and the last sentence, and per section for its title and number of folded lines.
  let left = MOST_SHOWN - 3 - 2 * sections.length;
  for (let turn = 1; turn <= SHOWN; turn++)
    for (const [index, { lines }] of sections.entries()) if (lines.length >= turn && left-- > 0) shown[index] = turn;
  return shown;
}

/** Folder with the files of the review, in the folder of the page. */
export const REVIEW_FOLDER = 'review';

/** Renders the report as a page that contains the review of its screenshots. A page without screenshots has no scripts. */
export function htmlReport(result: ReportResult, title: string): string {
  const sections = sectionsOf(result).map(({ title, lines }) => {
    const items = lines.map((line) => `<li>${line.map((part) => htmlOf(part)).join('')}</li>`);
    return `<section class="card">\n<h2>${title}</h2>\n<ol>${items.join('\n')}</ol>\n</section>`;
  });
  const verdict = `<p class="${result.needsAttention ? 'bad' : 'good'}">${result.verdict}</p>`;
  const content = [verdict, `<p class="soft">${summaryOf(result).map(htmlOf).join('')}</p>`, ...sections].join('\n');
  const { screenshots = [] } = result;
  const after = screenshots.length > 0 ? renderReviewPart(screenshots, REVIEW_FOLDER) : '';
  return renderDocument(`Changes of ${escapeHtml(visible(title))}`, content, after);
}

function markdownOf(part: Line[number]): string {
  return typeof part === 'string' ? part : inlineCode(visible(part.code));
}

function htmlOf(part: Line[number]): string {
  return typeof part === 'string' ? escapeHtml(part) : `<code>${escapeHtml(visible(part.code))}</code>`;
}

/** Makes invisible characters visible, because some change the order in which other characters are displayed. */
function visible(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}

function summaryOf({ against, isDirty, demos, api }: ReportResult): Line {
  const advice = api ? ` The API suggests a ${api.advice} version.` : '';
  const dirty = isDirty ? ' The working tree has uncommitted changes.' : '';
  return ['Compared with ', { code: against }, `: ${demos.opened} of ${demos.all} demos opened.${advice}${dirty}`];
}

function sectionsOf(result: ReportResult): Section[] {
  const {
    api,
    contract,
    unstable,
    screenshots = [],
    demos,
    pages,
    imports,
    coverage,
    outdated,
    notComparable,
  } = result;
  const ofContract = Object.entries(SECTIONS).map(
    ([section, title]): Section => ({
      title: `Demos: ${title}`,
      lines: contract.filter((change) => change.section === section).map(lineOf),
    }),
  );
  return [
    { title: 'API', lines: api && api.facts.length > 0 ? apiLines(api) : [] },
    ...ofContract,
    { title: 'Demos: screenshots', lines: screenshotLines(screenshots, ['changed', 'removed', 'added']) },
    {
      title: 'Demos that are new or gone',
      lines: [...named(demos.added, 'added'), ...named(demos.removed, 'removed')],
    },
    {
      title: 'Differs each time',
      lines: [...unstable.map(lineOf), ...screenshotLines(screenshots, ['unstable'])],
    },
    { title: 'Lost URLs', lines: pages.lost.map(({ text }): Line => [{ code: text }]) },
    {
      title: 'Pages',
      lines: [
        ...named(pages.added, 'added'),
        ...named(pages.removed, 'removed'),
        ...pages.changed.map(({ route, size: [before, after], words }): Line => {
          const text = words ? `, text changed (${words[0]} → ${words[1]} words)` : '';
          return [{ code: route }, `: ${kilobytes(before)} → ${kilobytes(after)}${text}`];
        }),
      ],
    },
    { title: 'Sizes', lines: sizeLines(result) },
    {
      title: 'Costs of imports',
      lines: imports.map(({ name, before, after }): Line => {
        const sizes = (kind: 'alone' | 'added'): string =>
          `${kilobytes(before[kind].brotli)} → ${kilobytes(after[kind].brotli)}`;
        return [{ code: name }, `: ${sizes('alone')} alone, ${sizes('added')} added to all other exports`];
      }),
    },
    { title: 'Documentation of the API', lines: coverageLines(coverage) },
    {
      title: 'Translations that become outdated',
      lines: outdated.map(({ original, translation }): Line => [{ code: translation }, ' of ', { code: original }]),
    },
    { title: 'Not compared', lines: notComparable.map((text): Line => [{ code: text }]) },
  ].filter(({ lines }) => lines.length > 0);
}

/** Returns the lines of `api diff`, each with the name of its export. */
function apiLines(api: NonNullable<ReportResult['api']>): Line[] {
  let name = '';
  return apiDiffReport(api, 'text')
    .split('\n')
    .flatMap((line): Line[] => {
      if (/^\S+$/.test(line)) name = line;
      const [, change, breaking] = /^ {2}[-+~!] (\S.*?)( breaking)?$/.exec(line) ?? [];
      return change === undefined ? [] : [[breaking ? 'breaking: ' : '', { code: name }, ' ', { code: change }]];
    });
}

function lineOf({ change, text, counts, where }: ContractChange): Line {
  const places = where.flatMap((place, index): Line => [index === 0 ? '' : ', ', { code: place }]);
  const shown = places.slice(0, 2 * PLACES);
  const rest = where.length > PLACES ? ` and ${where.length - PLACES} more` : '';
  if (change === 'order') return ['a different order in ', ...shown, rest];
  const what = counts ? ` ${counts[0]} → ${counts[1]} times` : '';
  return [`${change === 'number' ? '' : `${change} `}`, { code: text }, `${what} in `, ...shown, rest];
}

/** Returns a line for each state of a demo. */
function screenshotLines(entries: readonly ReviewEntry[], kinds: readonly ScreenshotKind[]): Line[] {
  const placeOf = ({ demo, state }: ReviewEntry): string => (state === '' ? demo : `${demo} · ${state}`);
  return kinds.flatMap((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    return [...new Set(ofKind.map(placeOf))].map((place): Line => {
      const own = ofKind.filter((entry) => placeOf(entry) === place);
      const all = entries.filter((entry) => placeOf(entry) === place);
      const pixels = Math.max(0, ...own.map(({ change }) => change?.pixels ?? 0));
      const size = pixels > 0 ? `, up to ${pixels} pixels` : '';
      const isSlight = kind === 'changed' && own.every(({ change }) => change?.isSlight);
      const count = `${own.length} of ${all.length} screenshots`;
      return [`${kind} `, { code: place }, `: ${count}${size}${isSlight ? ', hardly visible' : ''}`];
    });
  });
}

/** Maximum number of demos that are listed for a change. */
const PLACES = 3;

function named(names: readonly string[], change: string): Line[] {
  return names.map((name) => [`${change} `, { code: name }]);
}

function coverageLines(coverage: ReportResult['coverage']): Line[] {
  if (!coverage) return [];
  const { described, shown, withoutDescription, withoutDemo } = coverage;
  const percent = ([before, after]: [number, number]): string =>
    before === after ? `${after} %` : `${before} % → ${after} %`;
  return [
    [`${percent(described)} described, ${percent(shown)} shown in a demo`],
    ...withoutDescription.map((name): Line => ['without a description: ', { code: name }]),
    ...withoutDemo.map((name): Line => ['without a demo: ', { code: name }]),
  ];
}

const TYPE_NAMES: Record<PageType, string> = { home: 'home page', demo: 'pages with demos', text: 'other pages' };

function sizeLines({ firstViews, overBudget }: ReportResult): Line[] {
  return [
    ...overBudget.map(({ of, name, size, budget }): Line => {
      return [`over budget: ${of} of `, { code: name }, `, ${kilobytes(size)} of ${kilobytes(budget)}`];
    }),
    ...firstViews.map(({ type, route, before, after }): Line => {
      const change = before === undefined ? '' : `${kilobytes(before)} → `;
      return [`largest first view of ${TYPE_NAMES[type]}: `, { code: route }, `, ${change}${kilobytes(after)}`];
    }),
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
