import os from 'node:os';
import { withBase } from '../../../shared/base-url.ts';
import { allOrDiagnostics } from '../../base/diagnostics/diagnostic.ts';
import { createExclusion, createLimit } from '../../base/files/each-limited.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import { createExportCheck } from './check-export.ts';
import type { Lab } from './lab.ts';
import { type CheckPart, isReported } from './parts.ts';
import type { PassedDemos } from './passed-demos.ts';
import { keyOf } from './shared-findings.ts';
import { type VisitedSteps, visitSteps } from './steps/visit-steps.ts';
import type { DemoReport, RawFinding as Finding } from './types.ts';
import { createAloneCheck, type Visit } from './visit-alone.ts';
import { type PageVisit, type VisitedPage, visitPage } from './visit-page.ts';

/** Maximum number of open pages, on a machine with many processors. */
const MOST_PAGES = 6;

/** Number of routes, per open page, that are checked at the same time. Routes with demos in the same group wait for each other. */
const ROUTES = 10;

/** Maximum number of reported findings per rule for a demo. */
const MOST_OF_A_RULE = 10;

export interface DemoChecks {
  /** The checks that run on each demo. */
  parts: ReadonlySet<CheckPart>;
  /** If true, outlines that differ are not findings. Default: false. */
  updates?: boolean | undefined;
  /** Folder of the site. */
  root: string;
  base: string;
  /** Demos that passed earlier. Their checks are not repeated, except for exports, which use installed packages. */
  passed?: PassedDemos;
  /** Time limit of a demo in milliseconds. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

/** A demo with the findings of all checks. */
export interface CheckedEverywhere {
  demo: DemoListEntry;
  ran: DemoReport['ran'];
  isReused?: boolean;
  findings: Finding[];
  screenshot?: Uint8Array;
  /** Results of the steps; absent for a demo without steps. */
  steps?: VisitedSteps;
}

export interface CheckedRoute {
  route: string;
  demos: CheckedEverywhere[];
  /** Findings of the page that do not belong to a demo. */
  shell: Finding[];
  /** Total time of the visits. Absent if a demo was not checked again. */
  milliseconds?: number;
}

/**
 * Checks demos on their page, alone, in their steps, and as exported projects. Yields the pages in order, but checks several in parallel.
 */
export async function* checkDemos(
  lab: Lab,
  { demoSources }: PipelineResult,
  demos: DemoListEntry[],
  { parts, updates, root, base, passed, timeout, signal }: DemoChecks,
): AsyncGenerator<CheckedRoute> {
  const { tabs, trial, runner } = lab;
  const { origin } = new URL(lab.url);
  const axe = parts.has('axe') ? lab.axe : undefined;
  const opensPages = parts.has('axe') || parts.has('console');
  const runsSteps = opensPages || parts.has('steps');
  const ending = new AbortController();
  const signals = [ending.signal, ...(signal ? [signal] : [])];
  const limit = createLimit(mostAtOnce(), AbortSignal.any(signals));
  const exclusive = createExclusion(limit, mostAtOnce());
  // Results are yielded while other checks are still running.
  const together = createLimit(ROUTES * mostAtOnce(), AbortSignal.any(signals));
  const exported = createExportCheck(trial, demoSources, { demos: parts.has('exports') ? demos : [], limit });
  const reused = new Set(demos.filter((demo) => passed?.has(demo)));
  const urlOf = ({ url }: DemoListEntry): string => origin + url;
  // Steps start on the demo's own page, where the initial state of a demo with steps is examined.
  const onOwnPage = demos
    .filter((demo) => opensPages && !reused.has(demo) && (!demo.steps || demo.playground))
    .map((demo) => ({ id: demo.id, url: urlOf(demo), playground: demo.playground }));
  const alone = createAloneCheck(tabs, onOwnPage, { limit, axe, timeout });
  const isWanted = (finding: Finding): boolean => isReported(finding, parts);
  const checkRoute = async (route: string): Promise<CheckedRoute> => {
    const ofRoute = demos.filter((demo) => demo.route === route);
    const { visitTwice, visitInPage, spent } = createVisits(limit, exclusive);
    const ids = ofRoute.filter((demo) => !reused.has(demo)).map(({ id }) => id);
    const url = origin + withBase(base, route);
    const hasFrames = ofRoute.some(({ isFramed }) => isFramed);
    const again: Visit = (run) => visitTwice(run, ({ findings }) => findings);
    const elsewhere = ofRoute.map(({ id }) =>
      allOrDiagnostics([
        ...(alone.has(id) ? [alone.check(id, again)] : []),
        ...(exported.has(id) ? [exported.check(id, again)] : []),
      ]),
    );
    const stepping = ofRoute.map(async (demo) => {
      const { steps } = demo;
      if (!steps || !runsSteps) return undefined;
      if (reused.has(demo)) return passedSteps(steps.list);
      const visit = { tabs, url: urlOf(demo), root, runner, axe, timeout, examines: opensPages, updates };
      const visitAll = () => visitSteps({ ...visit, steps, plays: parts.has('steps') });
      return await visitTwice(visitAll, ({ findings }) => findings);
    });
    const openPage = async (): Promise<VisitedPage | undefined> => {
      if (!opensPages || ids.length === 0) return undefined;
      return await visitInPage({ tabs, url, ids, hasFrames, comparesIds: parts.has('axe'), timeout });
    };
    // Each of these calls waits for all of its tasks, even if one has failed, so that no task continues in the background.
    const [visited, others, stepped] = await allOrDiagnostics([
      openPage(),
      allOrDiagnostics(elsewhere),
      allOrDiagnostics(stepping),
    ]);
    const checked = ofRoute.map((demo, index): CheckedEverywhere => {
      const seen = visited?.demos.get(demo.id);
      const steps = stepped[index];
      const shown = others[index] ?? [];
      const all = [seen?.findings ?? [], ...shown.map(({ findings }) => findings), steps?.findings ?? []].flat();
      const ran = placesIn({
        page: opensPages,
        alone: opensPages,
        export: exported.has(demo.id),
        steps: steps !== undefined,
      });
      const findings = capped(distinct(all.filter(isWanted)));
      const isReused = reused.has(demo);
      const isChecked = !isReused && ran.some((place) => place !== 'export');
      if (isChecked && findings.length === 0 && !visited?.shell.length) passed?.add(demo);
      const screenshot = [seen, ...shown].find((visit) => visit?.screenshot)?.screenshot;
      return { demo, ran, ...(isReused && { isReused }), findings, screenshot, ...(steps && { steps }) };
    });
    const inGroups = others.flat().reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0);
    // A browser's message about a demo's HTML appears both in the page and on the demo's own page. It is reported only for the demo.
    const reported = new Set(checked.flatMap(({ findings }) => findings.map(keyOf)));
    return {
      route,
      shell: capped(distinct(visited?.shell.filter(isWanted) ?? []).filter((finding) => !reported.has(keyOf(finding)))),
      demos: checked,
      ...(ids.length === ofRoute.length && { milliseconds: Math.round(spent() + inGroups) }),
    };
  };
  const checking = [...new Set(demos.map(({ route }) => route))].map((route) => together(() => checkRoute(route)));
  // All tasks fail when the check is aborted, including those that have not been awaited yet.
  const settled = Promise.allSettled(checking);
  try {
    for (const task of checking) yield await task;
  } finally {
    // After a failure, no check may start or continue in the background.
    ending.abort();
    await settled;
  }
}

type Limit = ReturnType<typeof createLimit>;

/** Repeats visits that did not start in time. Nothing else runs that could slow down the second visit. */
function createVisits(limit: Limit, exclusive: ReturnType<typeof createExclusion>) {
  let milliseconds = 0;
  const visitOnce = <Result>(visit: () => Promise<Result>): Promise<Result> =>
    limit(async () => {
      const start = performance.now();
      const result = await visit();
      milliseconds += performance.now() - start;
      return result;
    });
  return {
    /** Returns the total duration of all first visits, in milliseconds. */
    spent: () => milliseconds,
    async visitTwice<Result>(visit: () => Promise<Result>, findingsOf: (result: Result) => Finding[]): Promise<Result> {
      const first = await visitOnce(visit);
      return findingsOf(first).some(isLate) ? await exclusive(visit) : first;
    },
    async visitInPage(visit: PageVisit): Promise<VisitedPage> {
      const first = await visitOnce(() => visitPage(visit));
      const isPageLate = first.shell.some(isLate);
      const late = visit.ids.filter((id) => isPageLate || first.demos.get(id)?.findings.some(isLate));
      if (late.length === 0) return first;
      const { demos, shell } = await exclusive(() => visitPage({ ...visit, ids: late }));
      return {
        demos: new Map([...first.demos, ...demos]),
        shell: [...first.shell.filter((finding) => !isLate(finding)), ...shell],
      };
    },
  };
}

function passedSteps(list: { name: string }[]): VisitedSteps {
  return { findings: [], list: list.map(({ name }) => ({ name, isRun: true })), unmarked: [] };
}

type Place = DemoReport['ran'][number];

const PLACES = ['page', 'alone', 'export', 'steps'] as const satisfies Place[];

function placesIn(ran: Partial<Record<Place, boolean | undefined>>): Place[] {
  return PLACES.filter((place) => ran[place]);
}

/** Returns the number of pages to open at the same time. */
export function mostAtOnce(): number {
  return Math.min(MOST_PAGES, os.availableParallelism() + 1);
}

function isLate({ rule }: Finding): boolean {
  return rule === 'not-started';
}

/** Removes duplicates. A problem that is found in several places is reported where it was found first. */
function distinct(all: Finding[]): Finding[] {
  const crashes = all.filter(({ rule }) => rule === 'crash');
  // An exported project has no crash box, so the error is not caught there.
  const findings = all.filter(
    ({ rule, message }) => rule !== 'uncaught' || !crashes.some((crash) => message.endsWith(crash.message)),
  );
  const known = new Set<string>();
  return findings.filter((finding) => {
    const isNew = !known.has(keyOf(finding));
    known.add(keyOf(finding));
    return isNew;
  });
}

/** Limits the findings per rule. An additional finding reports the number of omitted findings. */
function capped(findings: Finding[]): Finding[] {
  const counts = new Map<string, number>();
  const listed = findings.filter(({ rule }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= MOST_OF_A_RULE;
  });
  const more = listed.flatMap(({ rule, place }): Finding[] => {
    const count = counts.get(rule) ?? 0;
    counts.delete(rule);
    if (count <= MOST_OF_A_RULE) return [];
    // The message contains no number, so that an entry of `accept` can match it even if the number changes.
    return [
      { rule, place, message: 'There are more findings for this rule', details: `${count - MOST_OF_A_RULE} more` },
    ];
  });
  return [...listed, ...more];
}
