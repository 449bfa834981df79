import fs from 'node:fs/promises';
import path from 'node:path';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';

/** A part of the demos, for one of several machines. */
export interface Shard {
  /** Counted from 1. */
  index: number;
  count: number;
}

/**
 * Returns the demos of a shard, in their order. Demos of a page stay together, because they share its visit and its messages. Pages that
 * took the most time are assigned first, each to the shard with the least work.
 *
 * @param times without the time of a page, it is estimated from its demos and steps
 */
export function divideDemos(demos: DemoListEntry[], { index, count }: Shard, times: CheckTimes = {}): DemoListEntry[] {
  const pages = workOf(demos, times);
  // Code units have the same order in every locale.
  const largest = [...pages].sort(([a, work], [b, more]) => more - work || (a < b ? -1 : 1));
  const loads = Array.from({ length: count }, () => 0);
  const own = new Set<string>();
  for (const [route, work] of largest) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + work;
    if (lightest === index - 1) own.add(route);
  }
  return demos.filter(({ route }) => own.has(route));
}

/** Returns the work of each page, by route: milliseconds if the time of any page is known. */
function workOf(demos: DemoListEntry[], times: CheckTimes): Map<string, number> {
  const parts = new Map<string, number>();
  for (const { route, steps } of demos) parts.set(route, (parts.get(route) ?? 0) + 1 + (steps?.list.length ?? 0));
  const known = [...parts].filter(([route]) => times[route] !== undefined);
  const partsOfKnown = known.reduce((sum, [, count]) => sum + count, 0);
  const perPart = known.reduce((sum, [route]) => sum + (times[route] ?? 0), 0) / (partsOfKnown || 1) || 1;
  return new Map([...parts].map(([route, count]) => [route, times[route] ?? count * perPart]));
}

/** Milliseconds that the demos of each page took in the last check, by route. */
export type CheckTimes = Record<string, number>;

/** Returns nothing if there was no check, or its file was cut off. */
export async function readTimes(folder: string): Promise<CheckTimes> {
  try {
    return JSON.parse(await fs.readFile(fileIn(folder), 'utf8')) as CheckTimes;
  } catch {
    // Then demos are divided by their number of steps.
    return {};
  }
}

/** Pages that were not checked keep their times. */
export async function writeTimes(folder: string, times: CheckTimes): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(fileIn(folder), JSON.stringify({ ...(await readTimes(folder)), ...times }));
}

function fileIn(folder: string): string {
  return path.join(folder, 'check-times.json');
}
