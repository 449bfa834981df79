import os from 'node:os';
import { withBase } from '../../../shared/base-url.ts';
import { createLimit } from '../../base/files/create-limit.ts';
import type { DemoListEntry, PipelineResult } from '../../build/pipeline.ts';
import { checkExport } from './check-export.ts';
import { keyOf } from './finding-key.ts';
import type { Lab } from './lab.ts';
import type { Finding } from './types.ts';
import { visitAlone } from './visit-alone.ts';
import { visitPage } from './visit-page.ts';

/** How many pages are open at a time, on a machine with many processors. */
const MOST_PAGES = 6;

/** How many findings of one rule are told of a demo. */
const MOST_OF_A_RULE = 10;

/** A demo that was checked everywhere. */
export interface CheckedEverywhere {
  demo: DemoListEntry;
  findings: Finding[];
  /** PNG. */
  screenshot?: Uint8Array;
}

/** A page whose demos were checked. */
export interface CheckedRoute {
  route: string;
  demos: CheckedEverywhere[];
  /** What belongs to the page and to none of its demos. */
  shell: Finding[];
}

/**
 * Looks at each demo in its page, on its page of its own, and at its export; gives the pages in order. Several are looked
 * at at a time, each in a browser context of its own.
 */
export async function* checkDemos(
  lab: Lab,
  { demoSources }: PipelineResult,
  demos: DemoListEntry[],
  { base, timeout, signal }: { base: string; timeout: number; signal?: AbortSignal },
): AsyncGenerator<CheckedRoute> {
  const { tabs, axe, trial } = lab;
  const { origin } = new URL(lab.url);
  const ending = new AbortController();
  const signals = [ending.signal, ...(signal ? [signal] : [])];
  const limit = createLimit(Math.min(MOST_PAGES, os.availableParallelism() + 1), AbortSignal.any(signals));
  const checkRoute = async (route: string, ofRoute: DemoListEntry[]): Promise<CheckedRoute> => {
    const ids = ofRoute.map(({ id }) => id);
    const url = origin + withBase(base, route);
    const visiting = limit(() => visitPage({ tabs, url, ids, axe, timeout }));
    const elsewhere = ofRoute.map(async ({ id, url }) => {
      const source = demoSources.get(id);
      return await Promise.all([
        limit(() => visitAlone(tabs, origin + url, timeout)),
        source ? limit(() => checkExport(trial, id, source)) : [],
      ]);
    });
    const [visited, others] = await Promise.all([visiting, Promise.all(elsewhere)]);
    const checked = ofRoute.map((demo, index) => {
      const seen = visited.demos.get(demo.id);
      const findings = capped(distinct([...(seen?.findings ?? []), ...(others[index] ?? []).flat()]));
      return { demo, findings, screenshot: seen?.screenshot };
    });
    // What a demo's HTML makes the browser say comes before any demo is started; alone, the demo says it too.
    const told = new Set(checked.flatMap(({ findings }) => findings.map(keyOf)));
    return {
      route,
      shell: capped(distinct(visited.shell).filter((finding) => !told.has(keyOf(finding)))),
      demos: checked,
    };
  };
  const routes = [...new Set(demos.map(({ route }) => route))];
  const checking = routes.map((route) =>
    checkRoute(
      route,
      demos.filter((demo) => demo.route === route),
    ),
  );
  try {
    for (const task of checking) yield await task;
  } finally {
    // After a failure no more is begun, and nothing goes on behind the caller's back.
    ending.abort();
    await Promise.allSettled(checking);
  }
}

/** The same fault is found in several places: it is told once, where it was found first. */
function distinct(all: Finding[]): Finding[] {
  const crashes = all.filter(({ rule }) => rule === 'crash');
  // An export has no crash box: there the same error is uncaught.
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

/** Cuts off what a rule finds again and again: so many of it are told, and that there are more. */
function capped(findings: Finding[]): Finding[] {
  const counts = new Map<string, number>();
  const told = findings.filter(({ rule }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= MOST_OF_A_RULE;
  });
  const more = told.flatMap(({ rule, place }): Finding[] => {
    const count = counts.get(rule) ?? 0;
    counts.delete(rule);
    if (count <= MOST_OF_A_RULE) return [];
    // Without a number, which may be another one next time, so that the baseline can have it.
    return [
      { rule, place, message: 'There are more findings of this rule', details: `${count - MOST_OF_A_RULE} more` },
    ];
  });
  return [...told, ...more];
}
