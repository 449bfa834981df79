/** Names in the history of an API. The command that writes the history and the site that shows it use the same rule. */
import { type ApiComponent, type ApiProp, REACT_TYPES } from '../../../shared/api.ts';

/**
 * Returns the names of an API: each export, and the rows of its table as `Cascader#showSearch`, or `Cascader#ref.focus` for a
 * member of its ref.
 *
 * These rows have no names: parameters of functions, DOM attributes, members of members, and the members of a component's
 * `…Props` type, which are the rows of the component.
 */
export function namesOf(components: readonly ApiComponent[]): Set<string> {
  const ofComponents = propsTypesOf(components);
  const names = components.flatMap(({ id, kind, props, handle = [] }) => {
    const hasRows = kind !== 'function' && kind !== 'constant' && !ofComponents.has(id);
    const rows = hasRows ? props.filter(isOwn).map(({ name }) => rowName(id, name)) : [];
    return [id, ...rows, ...handle.filter(isOwn).map(({ name }) => rowName(id, `ref.${name}`))];
  });
  return new Set(names);
}

/** Returns the name of a row in the table of an export, such as `Cascader#ref.focus` for the path `ref.focus`. */
export function rowName(id: string, path: string): string {
  return `${id}#${path}`;
}

/** Returns the export that a name belongs to, such as `Cascader` for `Cascader#ref.focus`. */
export function exportOf(name: string): string {
  return name.split('#')[0] ?? name;
}

/** Returns the path of a row's name, such as `ref.focus`. Undefined for the name of an export. */
export function pathOf(name: string): string | undefined {
  return name.split('#')[1];
}

/** Maps the exported type of a component's props to the component: `CascaderPanelProps` to `Cascader.Panel`. */
export function propsTypesOf(components: readonly Pick<ApiComponent, 'id' | 'kind'>[]): Map<string, string> {
  const types = new Set(components.filter(({ kind }) => kind === 'type').map(({ id }) => id));
  const found = new Map<string, string>();
  for (const { id, kind } of components) {
    const type = `${id.replaceAll('.', '')}Props`;
    if (kind === 'component' && types.has(type) && !found.has(type)) found.set(type, id);
  }
  return found;
}

function isOwn({ origin }: ApiProp): boolean {
  return origin !== REACT_TYPES;
}
