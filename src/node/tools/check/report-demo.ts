import type { Acceptance } from './acceptance.ts';
import type { CheckedEverywhere } from './check-demos.ts';
import type { DividedWarnings } from './divide-warnings.ts';
import type { CheckedPictures } from './pictures/check-pictures.ts';
import type { Report } from './report.ts';
import type { VisitedSteps } from './steps/visit-steps.ts';
import type { DemoReport, Finding, StepReport } from './types.ts';

export interface ReportSources {
  report: Report;
  acceptance: Acceptance;
  warnings: DividedWarnings;
  /** Absent without one. */
  pictured?: CheckedPictures | undefined;
  markSteps: (checked: CheckedEverywhere) => Promise<number>;
}

/** Creates the report of a demo from its findings, its warnings and its pictures, and divides them by the option `accept`. */
export async function reportDemo(
  checked: CheckedEverywhere,
  { report, acceptance, warnings, pictured, markSteps }: ReportSources,
): Promise<DemoReport> {
  const { demo, screenshot, steps } = checked;
  const isPictured = pictured?.result !== undefined && demo.pictures !== false;
  const ran: DemoReport['ran'] = isPictured ? [...checked.ran, 'pictures'] : checked.ran;
  const { id, title, file, route } = demo;
  const marked = await markSteps(checked);
  const own = checked.findings.filter(({ rule }) => !(marked > 0 && rule === 'needs-real-input'));
  const found = [...own, ...(pictured?.findings.get(id) ?? [])];
  const stored = await report.storePictures(id, found);
  const sorted = acceptance.sort([...(warnings.byDemo.get(id) ?? []), ...stored], id);
  const skipped = acceptance.sort(skippedSteps(steps?.list ?? [], sorted.findings), id);
  sorted.findings.push(...skipped.findings);
  sorted.accepted.push(...skipped.accepted);
  const picture = screenshot && (await report.addScreenshot(id, screenshot));
  return {
    id,
    title,
    file,
    route,
    ran,
    ...(checked.isReused && { isReused: true }),
    ...sorted,
    screenshot: picture,
    ...stepsOf(steps, found, stored),
  };
}

/** Returns a finding for the steps that were not run, unless one of the demo's findings is the reason. */
function skippedSteps(list: StepReport[], findings: Finding[]): Finding[] {
  const names = list.filter(({ isRun }) => !isRun).map(({ name }) => `\`${name}\``);
  if (names.length === 0 || findings.some(({ rule, place }) => place === 'steps' && ENDINGS.has(rule))) return [];
  const message =
    names.length === 1 ? `The step ${names[0]} was not run` : `${names.length} steps were not run: ${names.join(', ')}`;
  return [{ rule: 'not-run', place: 'steps', message }];
}

/** Rules of the findings that end the steps of a demo. */
const ENDINGS = new Set(['step', 'not-started', 'lost-page']);

/** Returns the results of steps, with the findings as the report stores them. */
function stepsOf(
  visited: VisitedSteps | undefined,
  found: readonly Finding[],
  stored: readonly Finding[],
): Pick<DemoReport, 'steps'> {
  if (!visited) return {};
  const storedOf = (finding: Finding): Finding => stored[found.indexOf(finding)] ?? finding;
  return { steps: visited.list.map((step) => ({ ...step, ...(step.finding && { finding: storedOf(step.finding) }) })) };
}
