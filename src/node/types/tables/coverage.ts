import type { ApiComponent, ApiKind, ApiProp } from '../../../shared/api.ts';
import type { Usage } from '../usage/usage.ts';

/** How much of a library's API is described, and shown by demos. */
export interface Coverage {
  /** In the order of the exports. */
  components: ComponentCoverage[];
  /** Sums of the components'. */
  described: number;
  shown: number;
  total: number;
  /** Of what is there, so much is described: rounded down to a tenth, so that it is 100 only when nothing is missing. */
  percent: number;
  /** And so much is shown by a demo. Both are 100 for a library without exports. */
  shownPercent: number;
}

/** The same of one export: it counts as one, and each of its own properties as one. */
export interface ComponentCoverage {
  id: string;
  kind: ApiKind;
  described: number;
  shown: number;
  total: number;
  /** Names of properties in the order of the table; the export itself by its id, first. */
  withoutDescription: string[];
  withoutDemo: string[];
}

/**
 * Counts the exports of a library and their own properties: those that the library declares, but for private and deprecated
 * ones, which nobody should use. An export that is deprecated is left out with its properties. What is counted with another one is
 * left out too: the type of a component's props, and a part such as `Cascader.Panel` that is exported by itself.
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

/** True for a type whose own members are all declared where props of a component are. */
function isPropsType(component: ApiComponent, library: string | undefined, ofComponents: ReadonlySet<string>): boolean {
  const own = placesOf({ ...component, props: component.props.filter(({ origin }) => origin === library) });
  return component.kind === 'type' && own.length > 0 && own.every((place) => ofComponents.has(place));
}

/** True for a part that is an export under the same name. */
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

/** Where the members of an export are declared. */
function placesOf({ props }: ApiComponent): string[] {
  return props.flatMap(({ name, source }) => (source ? [`${source.file}:${source.line}:${name}`] : []));
}

function coverageOf(component: ApiComponent, usage: Usage, library: string | undefined): ComponentCoverage {
  const { id, kind, description } = component;
  const used = Object.hasOwn(usage, id) ? usage[id] : undefined;
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

/** An index signature has no name that a demo could use. */
function isForUse({ name, deprecated, private: isPrivate }: ApiProp): boolean {
  return deprecated === undefined && !isPrivate && !name.startsWith('[');
}

/** The library's name: its own rows come first, so that it is the package of most first rows. */
function ownPackage(components: readonly ApiComponent[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { props } of components) {
    const origin = props[0]?.origin;
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
