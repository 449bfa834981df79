import { escapeHtml } from '../../../../shared/escape-html.ts';
import type { CheckResult } from '../check-record.ts';
import type { DemoReport, Finding } from '../types.ts';

/** Formats in which a check result is printed for CI. */
export const REPORTERS = ['junit', 'json', 'github'] as const;

/** Name of a format. */
export type Reporter = (typeof REPORTERS)[number];

/** Renders the result of a check for CI: JUnit XML, JSON, or GitHub Actions workflow commands. */
export function renderCheck(result: CheckResult, reporter: Reporter): string {
  if (reporter === 'junit') return renderJunit(result);
  if (reporter === 'github') return renderGithub(result);
  const { only, demos, others, findings, accepted, report } = result;
  const plain = demos.map(({ steps, ...demo }) => ({
    ...demo,
    ...(steps && { steps: steps.map(({ name, isRun, finding }) => ({ name, isRun, passed: isRun && !finding })) }),
  }));
  return `${JSON.stringify({ findings, accepted, only, report, demos: plain, others }, undefined, 2)}\n`;
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message */
function renderGithub({ demos, others }: CheckResult): string {
  const lines = [
    ...demos.flatMap(({ id, file, findings }) => findings.map((finding) => renderError(finding, id, file))),
    ...others.flatMap(({ subject, findings }) => findings.map((finding) => renderError(finding, subject))),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function renderError({ rule, message, details, location }: Finding, subject: string, file?: string): string {
  const at = location ?? (file === undefined ? undefined : { file, line: 1, column: 1 });
  const properties = {
    ...(at && { file: at.file, line: String(at.line), col: String(at.column) }),
    title: `${subject}: ${rule}`,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::error ${list.join(',')}::${escapeData([message, details].filter(Boolean).join('\n'))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

interface TestCase {
  name: string;
  /** Route of the page, or subject of findings that do not belong to a demo. */
  group: string;
  file?: string;
  findings: readonly Finding[];
  /** True for a demo or step that was not run. */
  skipped?: boolean;
}

/** Renders each demo as a test case, and each of its steps as another: https://github.com/testmoapp/junitxml */
function renderJunit({ demos, others }: CheckResult): string {
  const cases = [
    ...demos.flatMap(casesOf),
    ...others.map(({ subject, findings }): TestCase => ({ name: subject, group: subject, findings })),
  ];
  const groups = [...new Set(cases.map(({ group }) => group))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="cascader-docs check" ${countsOf(cases)}>`,
    ...groups.flatMap((group) => {
      const own = cases.filter((entry) => entry.group === group);
      return [`  <testsuite name="${escapeXml(group)}" ${countsOf(own)}>`, ...own.map(renderCase), '  </testsuite>'];
    }),
    '</testsuites>',
    '',
  ].join('\n');
}

function casesOf({ id, file, route, ran, findings, steps = [] }: DemoReport): TestCase[] {
  const rest = findings.filter((finding) => !steps.some((step) => step.finding === finding));
  return [
    { name: id, group: route, file, findings: rest, skipped: ran.length === 0 && rest.length === 0 },
    ...steps.map(({ name, finding, isRun }): TestCase => {
      // An accepted finding is not a failure.
      const failures = findings.filter((own) => own === finding);
      return { name: `${id} › ${name}`, group: route, file, findings: failures, skipped: !isRun };
    }),
  ];
}

function countsOf(cases: TestCase[]): string {
  const failures = cases.filter(({ findings }) => findings.length > 0).length;
  const skipped = cases.filter((entry) => entry.skipped).length;
  return `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`;
}

function renderCase({ name, group, file, findings, skipped }: TestCase): string {
  const where = file === undefined ? '' : ` file="${escapeXml(file)}"`;
  const start = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(group)}"${where}`;
  if (skipped) return `${start}><skipped/></testcase>`;
  if (findings.length === 0) return `${start}/>`;
  return [`${start}>`, ...findings.map(renderFailure), '    </testcase>'].join('\n');
}

function renderFailure({ rule, message, details, location, target }: Finding): string {
  const [first = ''] = message.split('\n');
  const where = location && `${location.file}:${location.line}:${location.column}`;
  const text = [where, target, message, details].filter(Boolean).join('\n');
  return `      <failure type="${escapeXml(rule)}" message="${escapeXml(first)}">${escapeXml(text)}</failure>`;
}

/** Escapes text for XML 1.0, which cannot represent most control characters. */
function escapeXml(text: string): string {
  return escapeHtml(text.replace(INVALID, '\uFFFD'));
}

/** Matches what XML does not allow: control characters, lone surrogates and two code points. */
const INVALID = /[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu;
