import type { ApiComponent, ApiKind, ApiProp } from '../../../shared/api.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { Usage } from '../usage/usage.ts';

/** Shares of a library's API that have a description or a demo. */
export interface Coverage {
  /** Coverage of the exports, in their order. */
  components: ComponentCoverage[];
  /** Sums over all components. */
  described: number;
  shown: number;
  total: number;
  /** Percentage with a description, rounded down to a tenth, so that 100 means complete. 100 for a library without exports. */
  percent: number;
  /** Percentage with a demo, rounded in the same way. 100 for a library without exports. */
  shownPercent: number;
}

/** Coverage of an export. The export counts as one item, and so does each of its own properties. */
export interface ComponentCoverage {
  id: string;
  kind: ApiKind;
  described: number;
  shown: number;
  total: number;
  /** Names of properties in the order of the table. The id of the export itself comes first. */
  withoutDescription: string[];
  withoutDemo: string[];
}

/**
 * Computes coverage. Private and deprecated properties do not count, nor do deprecated exports, types of a component's
 * props, and parts that are also exported under their own names.
 */
export function coverage(components: readonly ApiComponent[], usage: Usage): Coverage {
  const library = ownPackage(components);
  const inUse = components.filter(({ deprecated }) => deprecated === undefined);
  const ofComponents = new Set(inUse.filter(({ kind }) => kind === 'component').flatMap(placesOf));
  const counted = inUse
    .filter((component) => !isPropsType(component, library, ofComponents) && !isExportedAlone(component, inUse))
    .map((component) => coverageOf(component, usage, library));
  const sumOf = (key: 'described' | 'shown' | 'total'): number =>
    counted.reduce((sum, component) => sum + component[key], 0);
  const [described, shown, total] = [sumOf('described'), sumOf('shown'), sumOf('total')];
  const percentOf = (count: number): number => (total === 0 ? 100 : Math.floor((count * 1000) / total) / 10);
  return {
    components: counted,
    described,
    shown,
    total,
    percent: percentOf(described),
    shownPercent: percentOf(shown),
  };
}

/** Returns true for a type whose own members are all declared with the props of a component. */
function isPropsType(component: ApiComponent, library: string | undefined, ofComponents: ReadonlySet<string>): boolean {
  const own = placesOf({ ...component, props: component.props.filter(({ origin }) => origin === library) });
  return component.kind === 'type' && own.length > 0 && own.every((place) => ofComponents.has(place));
}

function isExportedAlone({ id, name, kind, source }: ApiComponent, components: readonly ApiComponent[]): boolean {
  if (id === name) return false;
  return components.some(
    (other) =>
      other.id === name &&
      other.kind === kind &&
      other.source.file === source.file &&
      other.source.line === source.line,
  );
}

function placesOf({ props }: ApiComponent): string[] {
  return props.flatMap(({ name, source }) => (source ? [`${source.file}:${source.line}:${name}`] : []));
}

function coverageOf(component: ApiComponent, usage: Usage, library: string | undefined): ComponentCoverage {
  const { id, kind, description } = component;
  const used = ownValue(usage, id);
  const own = component.props.filter((row) => row.origin === library && isForUse(row));
  const isShown = (name: string): boolean => used !== undefined && Object.hasOwn(used.props, name);
  const withoutDescription = [
    ...(description ? [] : [id]),
    ...own.filter((row) => !row.description).map(({ name }) => name),
  ];
  const withoutDemo = [...(used ? [] : [id]), ...own.filter(({ name }) => !isShown(name)).map(({ name }) => name)];
  const total = own.length + 1;
  return {
    id,
    kind,
    described: total - withoutDescription.length,
    shown: total - withoutDemo.length,
    total,
    withoutDescription,
    withoutDemo,
  };
}

/** Returns true for a property that demos should use. An index signature has no name that a demo could use. */
function isForUse({ name, deprecated, private: isPrivate }: ApiProp): boolean {
  return deprecated === undefined && !isPrivate && !name.startsWith('[');
}

/** Returns the library's own package. A library's own rows come first, so most exports have a first row from this package. */
function ownPackage(components: readonly ApiComponent[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { props } of components) {
    const origin = props[0]?.origin;
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
