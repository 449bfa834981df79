import { setTimeout as delay } from 'node:timers/promises';
import type { StepFailure } from '../../../../shared/steps.ts';
import type { BuiltSteps } from '../../../render/demos/read-steps.ts';
import type { BrowserTab, BrowserTabs } from '../browser-tabs.ts';
import { DeadlineError, within } from '../deadline.ts';
import { findCrash, takeScreenshot, visitFailure } from '../demo-root.ts';
import { toFinding } from '../page-messages.ts';
import type { RawFinding as Finding, StepReport } from '../types.ts';
import { type FailedStep, locateFailure, stepFinding } from './describe-failure.ts';
import { examineState } from './examine-state.ts';
import { openSteps, type StepsSession } from './steps-session.ts';

/** Milliseconds to wait for the URL of a page that a step has opened, and the interval between attempts. */
const NAVIGATION_TIME = 3000;
const INTERVAL = 50;

export interface StepsVisit {
  tabs: BrowserTabs;
  url: string;
  steps: BuiltSteps;
  root: string;
  runner: string;
  /** True if the initial state and each named state are examined. */
  examines: boolean;
  /** Script of axe-core. If absent, accessibility is not checked. */
  axe?: string | undefined;
  /** True to find the steps that readers cannot play. */
  plays: boolean;
  /** If true, outlines that differ are not findings. */
  updates?: boolean | undefined;
  /** Time limit for the demo and for each step, in milliseconds. */
  timeout: number;
}

/** An outline to write into the step file, and the location of its call. */
export interface StepOutline {
  location: NonNullable<Finding['location']>;
  text: string;
}

export interface VisitedSteps {
  findings: Finding[];
  list: StepReport[];
  /** Indexes of steps that work only with real input, but are not marked as such. */
  unmarked: number[];
  /** Outlines that differ, if outlines are updated. */
  outlines?: StepOutline[];
}

/**
 * Runs the steps of a demo with real input. If all steps pass and `plays` is true, runs them again with events, as in a
 * reader's browser, to find the steps that need real input.
 */
export async function visitSteps(visit: StepsVisit): Promise<VisitedSteps> {
  const list = visit.steps.list.map(({ name }): StepReport => ({ name, isRun: false }));
  const outlines: StepOutline[] = [];
  const findings = await inTab(visit, (tab) => runAll(visit, tab, list, outlines));
  // Until the outlines are written, the steps would fail in the second run.
  const isPassed = outlines.length === 0 && list.every(({ isRun, finding }) => isRun && !finding);
  if (!isPassed || !visit.plays) return { findings, list, unmarked: [], outlines };
  const unmarked: number[] = [];
  const again = await inTab(visit, (tab) => runWithEvents(visit, tab, unmarked));
  return { findings: [...findings, ...again], list, unmarked };
}

async function inTab(
  { tabs, timeout }: StepsVisit,
  visit: (tab: BrowserTab) => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await tabs.use(visit);
  } catch (error) {
    return [visitFailure(error, { tabs, subject: 'demo', place: 'steps', timeout })];
  }
}

async function runAll(
  visit: StepsVisit,
  tab: BrowserTab,
  list: StepReport[],
  outlines: StepOutline[],
): Promise<Finding[]> {
  const { steps, examines, axe, timeout, updates, root } = visit;
  const findings: Finding[] = [];
  const known = new Map<string, Finding[]>();
  const examine = async (session: StepsSession, state?: string): Promise<void> => {
    if (!examines) return;
    const seen = { tab, axe, known, rest: session.rest, ...(state !== undefined && { state }) };
    const found: Finding[] = await examineState(seen);
    const [first] = found;
    const image = first && !findings.some((finding) => finding.image) && (await takeScreenshot(tab.page, timeout));
    findings.push(...found.map((finding) => (image && finding === first ? { ...finding, image } : finding)));
  };
  const session = await openSteps({
    ...visit,
    tab,
    onState: async (name) => await examine(session, name),
    ...(updates && {
      onOutline({ outline, stack }) {
        const location = locateFailure(stack, steps, root);
        if (location) outlines.push({ location, text: outline });
      },
    }),
  });
  await session.load(steps.js);
  await examine(session);
  for (const [index, { name }] of steps.list.entries()) {
    const failure = await runOne(session, index, 'driver');
    const report = list[index] as StepReport;
    report.isRun = true;
    for (const { type, text } of tab.takeDialogs())
      findings.push({
        rule: 'dialog',
        place: 'steps',
        message: `Step ${index + 1} \`${name}\` opened a dialog (${type}: \`${text}\`), which was closed`,
        ...locationOf(visit, index),
      });
    const isLost = failure === 'left' || failure === HANGS;
    const crashes = isLost ? [] : await within(timeout, findCrash(tab.page, '#root', 'steps'));
    const messages = tab.messages.take().map((message) => toFinding(message, 'steps'));
    findings.push(
      ...[...crashes, ...messages].map((found) => ({ ...found, details: `In step ${index + 1} \`${name}\`` })),
    );
    if (failure === undefined) continue;
    report.finding =
      failure === 'left'
        ? leftFinding(visit, index, await navigationOf(tab))
        : stepFinding(await withScreenshot(visit, tab, { index, failure }));
    findings.push(report.finding);
    break;
  }
  return findings;
}

/** Runs the steps with events. A step that fails needs real input; the steps after it depend on it. */
async function runWithEvents(visit: StepsVisit, tab: BrowserTab, unmarked: number[]): Promise<Finding[]> {
  const { steps } = visit;
  const session = await openSteps({ ...visit, tab });
  await session.load(steps.js);
  for (const [index, { name, realInput }] of steps.list.entries()) {
    const failure = await runOne(session, index, realInput ? 'driver' : 'events');
    tab.takeDialogs();
    if (failure === undefined) continue;
    if (realInput || failure === 'left') return [];
    unmarked.push(index);
    const message = `Step ${index + 1} \`${name}\` works only with real input, so readers cannot play it. Add \`realInput: true\` to the step, or run \`cascader-docs check --fix\``;
    const details = { rule: 'needs-real-input' as const, message };
    return [stepFinding({ ...(await withScreenshot(visit, tab, { index, failure })), ...details })];
  }
  return [];
}

/** Failure of a step whose page does not respond. */
const HANGS: StepFailure = { message: 'The page does not respond' };

/** Runs a step. Returns `left` if the page has navigated away. */
async function runOne(
  session: StepsSession,
  index: number,
  input: 'driver' | 'events',
): Promise<StepFailure | 'left' | undefined> {
  try {
    return await session.run(index, input);
  } catch (error) {
    if (error instanceof DeadlineError) return HANGS;
    // The page in which the step ran no longer exists.
    return 'left';
  }
}

async function withScreenshot(
  { steps, root, timeout }: StepsVisit,
  { page }: BrowserTab,
  failed: Pick<FailedStep, 'index' | 'failure'>,
): Promise<FailedStep> {
  const isHanging = failed.failure === HANGS;
  const image = isHanging ? undefined : await within(timeout, page.screenshot()).catch(() => undefined);
  return { steps, root, ...failed, image };
}

function leftFinding(visit: StepsVisit, index: number, url: string | undefined): Finding {
  const name = visit.steps.list[index]?.name;
  const target = url === undefined ? 'another page' : new URL(url).pathname;
  return {
    rule: 'lost-page',
    place: 'steps',
    message: `Step ${index + 1} \`${name}\` left the page of the demo for ${target}. The remaining steps were not run`,
    ...locationOf(visit, index),
  };
}

async function navigationOf(tab: BrowserTab): Promise<string | undefined> {
  for (let waited = 0; waited < NAVIGATION_TIME; waited += INTERVAL) {
    const url = tab.takeNavigation();
    if (url !== undefined) return url;
    await delay(INTERVAL);
  }
  return undefined;
}

/** Returns the location of a step's name, for a failure that no single call caused. */
function locationOf({ steps }: StepsVisit, index: number): Pick<Finding, 'location'> {
  const location = steps.locations[index];
  return location ? { location } : {};
}
