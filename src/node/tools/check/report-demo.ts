import type { Baseline } from './baseline.ts';
import type { CheckedEverywhere } from './check-demos.ts';
import type { DividedWarnings } from './divide-warnings.ts';
import type { CheckedPictures } from './pictures/check-pictures.ts';
import type { Report } from './report.ts';
import type { VisitedSteps } from './steps/visit-steps.ts';
import type { DemoReport, Finding } from './types.ts';

/** Everything that the report of a demo is made from, in addition to its own checks. */
export interface ReportSources {
  /** Stores pictures. */
  report: Report;
  baseline: Baseline;
  /** Warnings of the build. */
  warnings: DividedWarnings;
  /** Comparison of pictures. Absent without one. */
  pictured?: CheckedPictures | undefined;
  /** Marks the steps that need real input, and returns how many it marked. */
  markSteps: (checked: CheckedEverywhere) => Promise<number>;
}

/** Creates the report of a demo from its findings, its warnings and its pictures, and divides them by the baseline. */
export async function reportDemo(
  checked: CheckedEverywhere,
  { report, baseline, warnings, pictured, markSteps }: ReportSources,
): Promise<DemoReport> {
  const { demo, screenshot, steps } = checked;
  const { id, title, file, route } = demo;
  const marked = await markSteps(checked);
  const own = checked.findings.filter(({ rule }) => !(marked > 0 && rule === 'needs-real-input'));
  const found = [...own, ...(pictured?.findings.get(id) ?? [])];
  const stored = await report.storePictures(id, found);
  const sorted = baseline.sort(id, [...(warnings.byDemo.get(id) ?? []), ...stored]);
  const picture = screenshot && (await report.addScreenshot(id, screenshot));
  return { id, title, file, route, ...sorted, screenshot: picture, ...stepsOf(steps, found, stored) };
}

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
