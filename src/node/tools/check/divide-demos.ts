import type { DemoListEntry } from '../../build/compose/demo-list.ts';

/** A part of the demos, for one of several machines. */
export interface Shard {
  /** Counted from 1. */
  index: number;
  count: number;
}

/**
 * Returns the demos of a shard, in their order. Demos of a page stay together, because they share its visit and its messages. Large
 * pages are assigned first, each to the shard with the least work.
 */
export function divideDemos(demos: DemoListEntry[], { index, count }: Shard): DemoListEntry[] {
  const pages = new Map<string, number>();
  for (const { route, steps } of demos) pages.set(route, (pages.get(route) ?? 0) + 1 + (steps?.list.length ?? 0));
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
