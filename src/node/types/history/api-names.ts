/** Rule for names, which both the command that writes the history and the site that shows it use. */
import { type ApiComponent, type ApiProp, REACT_TYPES } from '../../../shared/api.ts';
import { rowName } from '../../../shared/api-changes/names.ts';

/**
 * Returns the names of exports and rows. A row is `Cascader#showSearch`, or `Cascader#ref.focus` for a member of a ref.
 * Parameters, DOM attributes, members of members, and members of a component's `…Props` type have no names.
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
