import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { ImportCost } from '../../bundle/import-cost.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { ResolvedConfig } from '../../project/config/types.ts';
import { type Coverage, coverage } from '../../types/tables/coverage.ts';
import type { Usage } from '../../types/usage/usage.ts';
import type { MeasuredPage, PageType } from './measure-pages.ts';
import type { ChangedImport, ChangedPage, CoverageChange, FirstView, OverBudget, ReportResult } from './types.ts';

type Pages = ReadonlyMap<string, MeasuredPage>;
type Costs = ReadonlyMap<string, ImportCost>;

export function compareImports(before: Costs, after: Costs): ChangedImport[] {
  return [...after]
    .flatMap(([name, cost]): ChangedImport[] => {
      const old = before.get(name);
      return old && JSON.stringify(old) !== JSON.stringify(cost) ? [{ name, before: old, after: cost }] : [];
    })
    .sort((one, other) => growthOf(other) - growthOf(one) || compareText(one.name, other.name));
}

const growthOf = ({ before, after }: ChangedImport): number => after.alone.brotli - before.alone.brotli;

export function comparePages(before: Pages, after: Pages): Omit<ReportResult['pages'], 'lost'> {
  const changed = [...after].flatMap(([route, { size, text, words }]): ChangedPage[] => {
    const old = before.get(route);
    if (!old) return [];
    const hasText = old.words !== undefined && words !== undefined && old.text !== text;
    const change: ChangedPage = {
      route,
      size: [old.size, size],
      ...(hasText && { words: [old.words, words] as [number, number] }),
    };
    return hasText || Math.abs(size - old.size) > old.size / 100 ? [change] : [];
  });
  const growth = ({ size: [before, after] }: ChangedPage): number => after - before;
  return {
    added: [...after.keys()].filter((route) => !before.has(route)).sort(),
    removed: [...before.keys()].filter((route) => !after.has(route)).sort(),
    changed: changed.sort((one, other) => growth(other) - growth(one) || compareText(one.route, other.route)),
  };
}

const TYPES: readonly PageType[] = ['home', 'demo', 'text'];

export function compareFirstViews(before: Pages, after: Pages): FirstView[] {
  return TYPES.flatMap((type): FirstView[] => {
    const [old, largest] = [largestOf(before, type), largestOf(after, type)];
    return largest ? [{ type, route: largest.route, ...(old && { before: old.size }), after: largest.size }] : [];
  });
}

function largestOf(pages: Pages, type: PageType): { route: string; size: number } | undefined {
  const ofType = [...pages].flatMap(([route, page]) => (page.type === type ? [{ route, size: page.size }] : []));
  return ofType.sort((one, other) => other.size - one.size || compareText(one.route, other.route))[0];
}

export function findOverBudget(budgets: ResolvedConfig['budgets'], pages: Pages, costs: Costs): OverBudget[] {
  const { firstView, imports } = budgets;
  const over = (found: Omit<OverBudget, 'budget'>, kilobytes: number | undefined): OverBudget[] =>
    kilobytes !== undefined && found.size > kilobytes * 1000 ? [{ ...found, budget: kilobytes * 1000 }] : [];
  return [
    ...[...costs].flatMap(([name, { alone }]) =>
      over({ of: 'import', name, size: alone.brotli }, ownValue(imports, name) ?? imports['*']),
    ),
    ...[...pages].flatMap(([name, { type, size }]) => over({ of: 'first view', name, size }, firstView[type])),
  ].sort((one, other) => other.size - one.size || compareText(one.name, other.name));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Undefined for a site that publishes no data about its library. */
export async function coverageIn(outputs: Outputs): Promise<Coverage | undefined> {
  const content = outputs.get('components.json');
  if (content === undefined) return undefined;
  const text = String(typeof content === 'function' ? await content() : content);
  const { components } = JSON.parse(text) as { components: PublishedComponent[] };
  const usage: Usage = Object.fromEntries(
    components.flatMap(({ id, demos, props }) => {
      const used = props.flatMap(({ name, demos }) => (demos ? [[name, demos] as const] : []));
      if (demos.length === 0 && used.length === 0) return [];
      return [[id, { demos: demos.map((demo) => demo.id), props: Object.fromEntries(used) }]];
    }),
  );
  return coverage(components, usage);
}

interface PublishedComponent extends Omit<ApiComponent, 'props'> {
  demos: { id: string }[];
  props: (ApiProp & { demos?: string[] })[];
}

/** Undefined if the shares are equal, and nothing else lacks a description or a demo. */
export function compareCoverage(before: Coverage, after: Coverage): CoverageChange | undefined {
  const lacking = (of: Coverage, key: 'withoutDescription' | 'withoutDemo'): string[] =>
    of.components.flatMap((component) =>
      component[key].map((name) => (name === component.id ? name : `${component.id}.${name}`)),
    );
  const added = (key: 'withoutDescription' | 'withoutDemo'): string[] => {
    const known = new Set(lacking(before, key));
    return lacking(after, key).filter((name) => !known.has(name));
  };
  const change: CoverageChange = {
    described: [before.percent, after.percent],
    shown: [before.shownPercent, after.shownPercent],
    withoutDescription: added('withoutDescription'),
    withoutDemo: added('withoutDemo'),
  };
  const isSame = [change.described, change.shown].every(([old, now]) => old === now);
  return isSame && change.withoutDescription.length + change.withoutDemo.length === 0 ? undefined : change;
}
