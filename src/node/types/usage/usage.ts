import type { ApiComponent } from '../../../shared/api.ts';

/** Demos that use each export, by the export's id, and each of its properties, by name. Unused exports and properties are absent. */
export type Usage = Record<string, { demos: string[]; props: Record<string, string[]> }>;

/** Uses of the API in one demo: names of properties, by the id of their export. */
export type DemoUses = ReadonlyMap<string, readonly string[]>;

/** Groups the uses. Exports and properties keep their order; demos are sorted by id. */
export function usageOf(uses: Iterable<[demo: string, DemoUses]>, components: readonly ApiComponent[]): Usage {
  const found = new Map(
    components.map(({ id, props }) => [
      id,
      { demos: new Set<string>(), props: new Map(props.map(({ name }) => [name, new Set<string>()])) },
    ]),
  );
  for (const [demo, exported] of uses) {
    for (const [id, names] of exported) {
      const entry = found.get(id);
      entry?.demos.add(demo);
      for (const name of names) entry?.props.get(name)?.add(demo);
    }
  }
  return fromUsed(found, ({ demos, props }) =>
    demos.size === 0 ? undefined : { demos: sorted(demos), props: fromUsed(props, namesIfAny) },
  );
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
