import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import { type Coverage, coverage } from '../../types/tables/coverage.ts';
import type { Usage } from '../../types/usage/usage.ts';
import type { CoverageChange } from './types.ts';

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
