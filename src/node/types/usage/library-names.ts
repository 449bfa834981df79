import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import { toPascalCase } from '../extract/list-exports.ts';

export interface LibraryNames {
  /** Returns true if a module is the library, or a path in its package. */
  has: (module: string) => boolean;
  /** Returns an id, or the start of an id. Empty for the library as a namespace (`*`). `name` is the exported name. */
  exportOf: (module: string, name: string, localName?: string) => string | undefined;
  /** Returns the path of a member, such as `Cascader.Panel`. Undefined if the API has no such member. */
  memberOf: (path: string, name: string) => string | undefined;
  componentOf: (path: string) => ApiComponent | undefined;
}

/** Matches segments of a module's path that are not the name of a component. */
const FOLDERS = /^(?:@.*|src|es|esm|cjs|lib|dist|index)$/;

export function createLibraryNames(library: readonly string[], components: readonly ApiComponent[]): LibraryNames {
  const known = new Map(components.map((component) => [component.id, component]));
  const paths = new Set(components.flatMap(({ id }) => beginnings(id)));
  const top = components.filter(({ id, kind }) => kind === 'component' && !id.includes('.')).map(({ id }) => id);

  /** Finds the default export, which the API lists under a name that is usually the name of its module. */
  const defaultOf = (moduleName: string, localName: string | undefined): string | undefined => {
    const name = toPascalCase(moduleName);
    return [name, top.find((id) => name.endsWith(id)), localName, top.length === 1 ? top[0] : undefined].find(
      (id) => id !== undefined && known.has(id),
    );
  };
  const memberOf = (path: string, name: string): string | undefined => {
    if (path === '' && name === 'default') {
      return library.map((module) => exportOf(module, name)).find((found) => found !== undefined);
    }
    const member = path === '' ? name : `${path}.${name}`;
    return paths.has(member) ? member : undefined;
  };
  const exportOf: LibraryNames['exportOf'] = (module, name, localName) => {
    const parts = module.replace(/\.[cm]?[jt]sx?$/, '').split('/');
    const [main = '', ...inside] = parts.filter((part) => !FOLDERS.test(part));
    if (name === 'default') return defaultOf(inside.at(-1) ?? main, localName);
    if (name === '*') return inside.length === 0 ? '' : undefined;
    return memberOf('', name);
  };
  return {
    has: (module) => library.some((name) => module === name || module.startsWith(`${name}/`)),
    exportOf,
    memberOf,
    componentOf: (path) => known.get(path),
  };
}

/** Returns the prefixes of an id: for `A.B.C`, these are `A`, `A.B` and `A.B.C`. */
function beginnings(id: string): string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}

export interface ApiRows {
  list: readonly ApiProp[];
  /** The export itself, its other names, and types such as `CascaderProps` whose members are all among the rows. */
  owners: readonly string[];
}

/** Key of a row. Two rows with the same declaration are the same. */
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
    /** Returns the rows of a property's members. Undefined if the property has none. */
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

/** Returns false for an index signature. An index signature matches any object, so it does not identify a type. */
function isNamed({ name }: ApiProp): boolean {
  return !name.startsWith('[');
}

/** Returns undefined for a row without a declaration. */
function rowKey({ name, source }: ApiProp): RowKey | undefined {
  return source && JSON.stringify([name, source.file, source.line]);
}
