import { type ApiComponent, REACT_TYPES } from '../../../shared/api.ts';
import type { ApiProperties } from '../../../shared/api-table.ts';
import type { ApiTagRow } from '../../markdown/types.ts';
import { createSelection } from './api-selection.ts';
import type { ApiTableContext } from './api-tables.ts';

/** Kinds of exports whose members are mostly data of the demo, such as an option's `value`. */
const DATA: ReadonlySet<ApiComponent['kind']> = new Set(['type', 'enum']);

/**
 * Properties that few demos use come first, because demos are about them. Members of types are left out if the demos
 * use properties of components or functions.
 */
export function demoProperties(
  demos: readonly string[],
  words: ReadonlyMap<string, ApiTagRow[]>,
  context: ApiTableContext,
): ApiProperties[] {
  const isShown = new Set(demos);
  const found = context.components.flatMap((component) => {
    const { id, kind, props } = component;
    const uses = Object.hasOwn(context.usage, id) ? context.usage[id]?.props : undefined;
    const own = words.get(id) ?? [];
    if (!uses || !context.tables.has(id)) return [];
    const described = new Set(own.map(({ name }) => name));
    const names = props
      .filter(({ name, origin }) => origin !== REACT_TYPES || described.has(name))
      .map(({ name }) => ({ name, users: Object.hasOwn(uses, name) ? (uses[name] ?? []) : [] }))
      .filter(({ users }) => users.some((demo) => isShown.has(demo)))
      .sort((one, other) => one.users.length - other.users.length)
      .map(({ name }) => name);
    const rows = createSelection(component, { names, words: own }, context);
    return rows.length > 0 ? [{ id, isData: DATA.has(kind), rows }] : [];
  });
  const ofCode = found.filter(({ isData }) => !isData);
  return (ofCode.length > 0 ? ofCode : found).map(({ id, rows }) => ({ id, rows }));
}
