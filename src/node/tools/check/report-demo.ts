import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import type { Acceptance } from './acceptance.ts';
import type { CheckedEverywhere } from './check-demos.ts';
import type { Report } from './report.ts';
import type { CheckedScreenshots } from './screenshots/check-screenshots.ts';
import type { VisitedSteps } from './steps/visit-steps.ts';
import type { DemoReport, Finding, StepReport } from './types.ts';

export interface ReportSources {
  report: Report;
  acceptance: Acceptance;
  warnings: DividedWarnings;
  /** Results of the screenshots; absent if none were taken. */
  captured?: CheckedScreenshots | undefined;
  markSteps: (checked: CheckedEverywhere) => Promise<number>;
}

/** Creates the report of a demo from its findings, warnings and screenshots. Separates findings that the option `accept` lists. */
export async function reportDemo(
  checked: CheckedEverywhere,
  { report, acceptance, warnings, captured, markSteps }: ReportSources,
): Promise<DemoReport> {
  const { demo, steps } = checked;
  const isCaptured = captured?.result !== undefined && demo.screenshots !== false;
  const ran: DemoReport['ran'] = isCaptured ? [...checked.ran, 'screenshots'] : checked.ran;
  const { id, title, file, route } = demo;
  const marked = await markSteps(checked);
  const own = checked.findings.filter(({ rule }) => !(marked > 0 && rule === 'needs-real-input'));
  const found = [...own, ...(captured?.findings.get(id) ?? [])];
  const stored = await report.storeScreenshots(id, found);
  const sorted = acceptance.sort([...(warnings.byDemo.get(id) ?? []), ...stored], id);
  const skipped = acceptance.sort(skippedSteps(steps?.list ?? [], sorted.findings), id);
  sorted.findings.push(...skipped.findings);
  sorted.accepted.push(...skipped.accepted);
  const screenshot = checked.screenshot && (await report.addScreenshot(id, checked.screenshot));
  return {
    id,
    title,
    file,
    route,
    ran,
    ...(checked.isReused && { isReused: true }),
    ...sorted,
    screenshot,
    ...stepsOf(steps, found, stored),
  };
}

/** Returns a finding for steps that were not run, unless one of the demo's findings is the reason. */
function skippedSteps(list: StepReport[], findings: Finding[]): Finding[] {
  const names = list.filter(({ isRun }) => !isRun).map(({ name }) => `\`${name}\``);
  if (names.length === 0 || findings.some(({ rule, place }) => place === 'steps' && ENDINGS.has(rule))) return [];
  const message =
    names.length === 1 ? `The step ${names[0]} was not run` : `${names.length} steps were not run: ${names.join(', ')}`;
  return [{ rule: 'not-run', place: 'steps', message }];
}

/** Rules of findings after which a demo's remaining steps do not run. */
const ENDINGS = new Set(['step', 'not-started', 'lost-page']);

/** Returns the results of steps, with findings in the form in which the report stores them. */
function stepsOf(
  visited: VisitedSteps | undefined,
  found: readonly Finding[],
  stored: readonly Finding[],
): Pick<DemoReport, 'steps'> {
  if (!visited) return {};
  const storedOf = (finding: Finding): Finding => stored[found.indexOf(finding)] ?? finding;
  return { steps: visited.list.map((step) => ({ ...step, ...(step.finding && { finding: storedOf(step.finding) }) })) };
}

interface DividedWarnings {
  byDemo: Map<string, Finding[]>;
  others: Diagnostic[];
}

export function divideWarnings(warnings: Diagnostic[], demos: DemoListEntry[]): DividedWarnings {
  const byDemo = new Map<string, Finding[]>();
  const others: Diagnostic[] = [];
  // A warning about several demos becomes a finding of each demo.
  for (const warning of warnings.flatMap((entry) => entry.each ?? [entry])) {
    if (warning.severity === 'info') {
      others.push(warning);
      continue;
    }
    const named = demos.filter(({ id }) => warning.demos?.includes(id));
    // The file of a fenced demo is a page, which may also have warnings about other parts of the page.
    const inFile = demos.filter(({ file }) => file === warning.location?.file && !/\.mdx?$/.test(file));
    const about = named.length > 0 ? named : inFile;
    if (about.length === 0) others.push(warning);
    for (const { id } of about) byDemo.set(id, [...(byDemo.get(id) ?? []), toFinding(warning)]);
  }
  return { byDemo, others };
}

function toFinding({ code, text, location, notes }: Diagnostic): Finding {
  return {
    rule: code,
    place: 'build',
    message: text,
    location: location && { file: location.file, line: location.line, column: location.column },
    details: notes?.join('\n'),
  };
}
