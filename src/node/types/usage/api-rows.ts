import type { ApiComponent, ApiProp } from '../../../shared/api.ts';

/** Rows that an object may have: of an export, or of one of its properties. */
export interface ApiRows {
  list: readonly ApiProp[];
  /**
   * Ids of the exports that the object is an example of: the export itself, its other names, and the types whose members
   * are all among the rows, as those of `CascaderProps` are among the props of `Cascader`.
   */
  owners: readonly string[];
}

/** Finds rows and their owners. */
export interface RowLookup {
  /** Of an export. */
  ofComponent: (component: ApiComponent) => ApiRows;
  /** Of the members of a property; undefined when it has none. */
  ofMembers: (rows: ApiRows, name: string) => ApiRows | undefined;
  /** All names of an export, such as `Panel` and `Cascader.Panel`. */
  namesOf: (id: string) => readonly string[];
}

/** Two rows with one declaration are the same. */
type RowKey = string;

/** Makes a lookup in all exports of a library. */
export function createRowLookup(components: readonly ApiComponent[]): RowLookup {
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
    ofComponent: ({ id, props }) => rowsOf(props, namesOf(id)),
    ofMembers({ list }, name) {
      const { children } = list.find((row) => row.name === name) ?? {};
      return children && rowsOf(children, []);
    },
    namesOf,
  };
}

function keyOf({ kind, name, source }: ApiComponent): string {
  return JSON.stringify([kind, name, source.file, source.line]);
}

/** Any object may have members of an index signature, or none. */
function isNamed({ name }: ApiProp): boolean {
  return !name.startsWith('[');
}

/** Undefined for what has no declaration of its own. */
function rowKey({ name, source }: ApiProp): RowKey | undefined {
  return source && JSON.stringify([name, source.file, source.line]);
}
