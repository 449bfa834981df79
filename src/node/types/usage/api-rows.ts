import type { ApiComponent, ApiProp } from '../../../shared/api.ts';

export interface ApiRows {
  list: readonly ApiProp[];
  /**
   * The export itself, its other names, and types whose members are all among the rows, as those of `CascaderProps`.
   */
  owners: readonly string[];
}

/** Two rows with the same declaration are the same. */
type RowKey = string;

export type RowLookup = ReturnType<typeof createRowLookup>;

export function createRowLookup(components: readonly ApiComponent[]) {
  const same = new Map<string, string[]>();
  for (const component of components) same.set(keyOf(component), [...(same.get(keyOf(component)) ?? []), component.id]);
  const names = new Map(components.map((component) => [component.id, same.get(keyOf(component)) ?? []]));
  const namesOf = (id: string): readonly string[] => names.get(id) ?? [id];

  const types = components
    .filter(({ kind }) => kind === 'type')
    .map(({ id, props }) => ({ id, keys: props.filter(isNamed).map(rowKey) }))
    .filter(({ keys }) => keys.length > 0);
  const known = new Map<readonly ApiProp[], ApiRows>();
  const rowsOf = (list: readonly ApiProp[], ids: readonly string[]): ApiRows => {
    const found = known.get(list);
    if (found) return found;
    const keys = new Set(list.map(rowKey));
    const included = types.filter((type) => type.keys.every((key) => key !== undefined && keys.has(key)));
    const rows = { list, owners: [...new Set([...ids, ...included.map(({ id }) => id)])] };
    known.set(list, rows);
    return rows;
  };
  return {
    ofComponent: ({ id, props }: ApiComponent): ApiRows => rowsOf(props, namesOf(id)),
    /** Returns the rows of a property's members; undefined if it has none. */
    ofMembers({ list }: ApiRows, name: string): ApiRows | undefined {
      const { children } = list.find((row) => row.name === name) ?? {};
      return children && rowsOf(children, []);
    },
    /** Returns all names of an export, such as `Panel` and `Cascader.Panel`. */
    namesOf,
  };
}

function keyOf({ kind, name, source }: ApiComponent): string {
  return JSON.stringify([kind, name, source.file, source.line]);
}

/** An index signature matches the members of any object, so it identifies no type. */
function isNamed({ name }: ApiProp): boolean {
  return !name.startsWith('[');
}

/** Returns undefined for a row without a declaration. */
function rowKey({ name, source }: ApiProp): RowKey | undefined {
  return source && JSON.stringify([name, source.file, source.line]);
}
