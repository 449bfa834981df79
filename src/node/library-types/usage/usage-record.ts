import type { ApiComponent } from '../../../shared/api.ts';

/** Which demos use an export, by its id, and its properties, by their names. What no demo uses is not there. */
export type Usage = Record<string, { demos: string[]; props: Record<string, string[]> }>;

/** Gathers what demos use. */
export interface UsageRecord {
  /** Notes that a demo uses an export; of its properties only those that the API has are noted. */
  add: (demo: string, id: string, prop?: string) => void;
  /** In the order of the exports and of their rows, demos by their ids. */
  result: () => Usage;
}

/** Makes an empty record for the exports of a library. */
export function createUsageRecord(components: readonly ApiComponent[]): UsageRecord {
  const found = new Map(
    components.map(({ id, props }) => [
      id,
      { demos: new Set<string>(), props: new Map(props.map(({ name }) => [name, new Set<string>()])) },
    ]),
  );
  return {
    add(demo, id, prop) {
      const entry = found.get(id);
      const demos = prop === undefined ? entry?.demos : entry?.props.get(prop);
      if (!demos) return;
      entry?.demos.add(demo);
      demos.add(demo);
    },
    result: () =>
      fromUsed(found, ({ demos, props }) =>
        demos.size === 0 ? undefined : { demos: sorted(demos), props: fromUsed(props, namesIfAny) },
      ),
  };
}

function namesIfAny(demos: Set<string>): string[] | undefined {
  return demos.size === 0 ? undefined : sorted(demos);
}

function fromUsed<From, To>(entries: Map<string, From>, convert: (value: From) => To | undefined): Record<string, To> {
  return Object.fromEntries(
    [...entries].flatMap(([key, value]): [string, To][] => {
      const converted = convert(value);
      return converted === undefined ? [] : [[key, converted]];
    }),
  );
}

function sorted(names: Set<string>): string[] {
  return [...names].sort();
}
