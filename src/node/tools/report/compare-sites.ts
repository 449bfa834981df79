import { type ApiComponent, type ApiProp, REACT_TYPES } from '../../../shared/api.ts';
import { adviceFor, breakingOf } from '../../../shared/api-changes/is-breaking.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { ImportCost } from '../../bundle/import-cost.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import type { ResolvedConfig } from '../../project/config/types.ts';
import { type Coverage, coverage } from '../../types/tables/coverage.ts';
import type { Usage } from '../../types/usage/usage.ts';
import { type ApiDiff, type ApiDifference, equalApis } from '../history/diff-api.ts';
import type { MeasuredPage, PageType } from './measure-pages.ts';
import type { ChangedImport, ChangedPage, CoverageChange, FirstView, OverBudget, ReportResult } from './types.ts';

type Pages = ReadonlyMap<string, MeasuredPage>;
type Costs = ReadonlyMap<string, ImportCost>;

export function compareImports(before: Costs, after: Costs): ChangedImport[] {
  return [...after]
    .flatMap(([name, cost]): ChangedImport[] => {
      const old = before.get(name);
      const isOther = (kind: keyof ImportCost): boolean =>
        old !== undefined && differs(old[kind].brotli, cost[kind].brotli);
      return old && (isOther('alone') || isOther('added')) ? [{ name, before: old, after: cost }] : [];
    })
    .sort((one, other) => growthOf(other) - growthOf(one) || compareText(one.name, other.name));
}

/** Number of bytes by which minified code may change without a relevant edit. */
const MOST_NOISE = 100;

function differs(before: number, after: number): boolean {
  const difference = Math.abs(after - before);
  return difference > before / 100 && difference > MOST_NOISE;
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
    return hasText || differs(old.size, size) ? [change] : [];
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

/** The exports of a library in the form in which a site publishes them. */
export type ApiData = readonly PublishedComponent[];

interface PublishedComponent extends Omit<ApiComponent, 'props'> {
  demos: { id: string }[];
  props: (ApiProp & { demos?: string[] })[];
}

/** Returns undefined for a site that publishes no data about its library. */
export async function apiDataIn(outputs: Outputs): Promise<ApiData | undefined> {
  const content = outputs.get('components.json');
  if (content === undefined) return undefined;
  const text = String(typeof content === 'function' ? await content() : content);
  try {
    return (JSON.parse(text) as { components?: PublishedComponent[] }).components;
  } catch {
    // The host may have responded with an HTML page.
    return undefined;
  }
}

export function coverageOf(components: ApiData): Coverage {
  const usage: Usage = Object.fromEntries(
    components.flatMap(({ id, demos, props }) => {
      const used = props.flatMap(({ name, demos }) => (demos ? [[name, demos] as const] : []));
      if (demos.length === 0 && used.length === 0) return [];
      return [[id, { demos: demos.map((demo) => demo.id), props: Object.fromEntries(used) }]];
    }),
  );
  return coverage([...components], usage);
}

/** Returns undefined if the shares are equal and no additional names lack a description or a demo. */
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

/** Compares the published data about a library in two sites by the texts of its types. */
export function diffApiData(before: ApiData, after: ApiData, label: string): ApiDiff {
  const facts = factsBetween(rowsOf(before), rowsOf(after));
  const breaking = breakingOf(facts);
  return {
    ...equalApis(label),
    facts: facts
      .map((fact) => ({ ...fact, isBreaking: breaking.has(fact) }))
      .sort((one, other) => compareText(one.name, other.name) || compareText(one.change, other.change)),
    advice: adviceFor(facts),
  };
}

/** Adds changes of default values, because default values in code are only in the data of sites. */
export function withDefaults(api: ApiDiff, { facts: published }: ApiDiff): ApiDiff {
  const known = new Set(api.facts.flatMap(({ name, change }) => (change === 'default' ? [name] : [])));
  const defaults = published.filter(({ name, change }) => change === 'default' && !known.has(name));
  const facts = [...api.facts, ...defaults].sort((one, other) => compareText(one.name, other.name));
  return { ...api, facts, advice: adviceFor(facts) };
}

interface ApiRow extends Pick<ApiProp, 'type' | 'default' | 'deprecated'> {
  required?: boolean;
  read?: boolean;
}

function rowsOf(components: ApiData): Map<string, ApiRow> {
  return new Map(
    components.flatMap(({ id, kind, type = '', deprecated, props }): [string, ApiRow][] => [
      [id, { type, read: kind !== 'type', ...(deprecated && { deprecated }) }],
      ...props
        .filter(({ origin }) => origin !== REACT_TYPES)
        .map((prop): [string, ApiRow] => [`${id}#${prop.name}`, { ...prop, type: prop.plainType ?? prop.type }]),
    ]),
  );
}

function factsBetween(before: ReadonlyMap<string, ApiRow>, after: ReadonlyMap<string, ApiRow>): Fact[] {
  const isOfOther = (name: string, rows: ReadonlyMap<string, ApiRow>): boolean =>
    name.includes('#') && !rows.has(name.split('#')[0] ?? '');
  const removed = [...before].filter(([name]) => !after.has(name) && !isOfOther(name, after));
  return [
    ...removed.map(([name, { type }]): Fact => ({ name, change: 'removed', from: type })),
    ...[...after].flatMap(([name, row]): Fact[] => {
      const old = before.get(name);
      if (!old)
        return isOfOther(name, before)
          ? []
          : [{ name, change: 'added', to: row.type, ...(row.required && { required: true as const }) }];
      const [from, to] = [old.type, row.type];
      const change = changeOfType(from, to);
      return [
        ...(old.required !== row.required ? [{ name, change: row.required ? 'required' : 'optional' } as const] : []),
        ...(change ? [{ name, change, from, to, ...(row.read && { read: true as const }) }] : []),
        ...(old.default !== row.default
          ? [{ name, change: 'default', ...defined({ from: old.default, to: row.default }) } as const]
          : []),
        ...(!old.deprecated !== !row.deprecated
          ? [{ name, change: row.deprecated ? 'deprecated' : 'undeprecated' } as const]
          : []),
      ];
    }),
  ];
}

type Fact = Omit<ApiDifference, 'isBreaking'>;

function defined(texts: Record<'from' | 'to', string | undefined>): Pick<Fact, 'from' | 'to'> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

/** Classifies a change. Unions of simple types are compared by their members. */
function changeOfType(from: string, to: string): 'widened' | 'narrowed' | 'changed' | undefined {
  if (from === to) return undefined;
  const [old, now] = [from.split(' | '), to.split(' | ')];
  const isSimple = !/[(<{]/.test(from + to);
  const isWider = isSimple && old.every((member) => now.includes(member));
  const isNarrower = isSimple && now.every((member) => old.includes(member));
  if (isWider && isNarrower) return undefined;
  return isWider ? 'widened' : isNarrower ? 'narrowed' : 'changed';
}
