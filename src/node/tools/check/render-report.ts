import { escapeHtml } from '../../../shared/escape-html.ts';
import type { AcceptedFinding, DemoReport, Finding, OtherReport, StepReport } from './types.ts';

export interface ReportContent {
  title: string;
  /** Names of the checks that ran, if some did not. */
  only?: string[];
  demos: DemoReport[];
  others: OtherReport[];
}

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1d2129, #e6e8eb); --soft: light-dark(#59616e, #a4acb8);
  --page: light-dark(#f6f7f9, #14171c); --card: light-dark(#fff, #1c2027); --line: light-dark(#dde1e6, #343a44);
  --good: light-dark(#196c2e, #6fd48a); --bad: light-dark(#b3261e, #ff8f85); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
.report { width: 100%; max-width: 72rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
p { margin: 0; }
.soft { color: var(--soft); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.card { margin-top: 1.5rem; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
.card img { display: block; max-width: 100%; height: auto; margin-top: 1rem; border: 1px solid var(--line); background: #fff; }
ol { margin: 1rem 0 0; padding-left: 1.5rem; }
li { margin-top: .75rem; }
pre { margin: .25rem 0 0; padding: .5rem; border-radius: .25rem; background: var(--page); font-size: .85rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: inherit; }
`;

/** Renders the report: a page without scripts that contains a card for each demo. Demos with findings come first. */
export function renderReport({ title, only, demos, others }: ReportContent): string {
  const failed = demos.filter(({ findings }) => findings.length > 0);
  const passed = demos.filter(({ findings }) => findings.length === 0);
  const count = [...demos, ...others].reduce((sum, { findings }) => sum + findings.length, 0);
  const notRun = demos.filter(({ ran }) => ran.length === 0).length;
  const more = (notRun > 0 ? `, ${notRun} not run` : '') + (only ? ` (only ${only.join(', ')})` : '');
  const summary =
    count === 0
      ? `<p class="good">✔ ${demos.length - notRun} demos, nothing found${more}</p>`
      : `<p class="bad">✖ ${count} found in ${failed.length} of ${demos.length} demos${more}</p>`;
  const cards = [...others.map(renderOther), ...[...failed, ...passed].map(renderDemo)].join('\n');
  const heading = `Demos of ${escapeHtml(title)}`;
  return renderDocument(heading, `${summary}\n${cards}`);
}

/** Renders a page in the style of a report. All parameters are HTML; `after` is placed below the column of the report. */
export function renderDocument(heading: string, content: string, after = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main class="report">
<h1>${heading}</h1>
${content}
</main>
${after}
</body>
</html>
`;
}

function renderDemo(report: DemoReport): string {
  const { id, title, file, route, ran, findings, accepted, shared = [], screenshot, steps = [] } = report;
  const name = title ? `${escapeHtml(title)} <span class="soft">${escapeHtml(id)}</span>` : escapeHtml(id);
  const image = screenshot
    ? `<img src="${escapeHtml(screenshot)}" alt="Screenshot of ${escapeHtml(title ?? id)}">`
    : '';
  return `<section class="card">
<h2>${ran.length === 0 && findings.length === 0 ? '<span class="soft">– not run</span>' : mark([...findings, ...shared])} ${name}</h2>
<p class="soft">${escapeHtml(file)} on ${escapeHtml(route)}</p>
${shared.length > 0 ? `<p class="bad">Like all demos: ${escapeHtml(shared.join(', '))}</p>\n` : ''}${renderSteps(steps)}${renderList([...findings, ...accepted])}${image}
</section>`;
}

function renderSteps(steps: StepReport[]): string {
  if (steps.length === 0) return '';
  const items = steps.map(({ name, isRun, finding }) => {
    const sign = isRun ? mark(finding ? [finding] : []) : '<span class="soft">–</span>';
    return `<li>${sign} ${escapeHtml(name)}${isRun ? '' : ' <span class="soft">not run</span>'}</li>`;
  });
  return `<details><summary>${steps.length} steps</summary><ol>${items.join('')}</ol></details>\n`;
}

function renderOther({ subject, findings, accepted }: OtherReport): string {
  return `<section class="card">
<h2>${mark(findings)} ${escapeHtml(subject)}</h2>
${renderList([...findings, ...accepted])}
</section>`;
}

function mark(findings: unknown[]): string {
  return findings.length > 0 ? '<span class="bad">✖</span>' : '<span class="good">✔</span>';
}

function renderList(findings: (Finding | AcceptedFinding)[]): string {
  return findings.length > 0 ? `<ol>${findings.map(renderFinding).join('')}</ol>\n` : '';
}

function renderFinding(finding: Finding | AcceptedFinding): string {
  const { rule, place, message, target, location, details, help, screenshot } = finding;
  const [first = '', ...rest] = message.split('\n');
  const where = [place, target, location && `${location.file}:${location.line}:${location.column}`].filter(Boolean);
  const reason = 'reason' in finding ? `<p class="good">Accepted: ${escapeHtml(finding.reason)}</p>` : '';
  const more = [...rest, ...(details ? [details] : [])].join('\n').trim();
  const ruleName = help ? `<a href="${escapeHtml(help)}">${escapeHtml(rule)}</a>` : escapeHtml(rule);
  const image = screenshot ? `<img src="${escapeHtml(screenshot)}" alt="Screenshot of the page at that moment">` : '';
  return `<li><strong>${ruleName}</strong> ${escapeHtml(first)}
<p class="soft">${escapeHtml(where.join(' · '))}</p>${reason}${more ? `<pre>${escapeHtml(more)}</pre>` : ''}${image}</li>`;
}
