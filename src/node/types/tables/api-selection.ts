/** Selections of rows: short lists of properties, whose names link to the rows of the complete table. */
import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import type { ApiTableRow } from '../../../shared/api-table.ts';
import type { ApiTagRow } from '../../markdown/types.ts';
import { rowAnchor } from './anchors.ts';
import { type ApiTableContext, createRow, indexed, withWords } from './api-tables.ts';

/** A row has no id, because the complete table has it. Unknown names are left out. `words`: the pages' descriptions. */
export function createSelection(
  component: ApiComponent,
  { names, words }: { names: readonly string[]; words: readonly ApiTagRow[] },
  context: ApiTableContext,
): ApiTableRow[] {
  const page = context.tables.get(component.id)?.split('#')[0];
  // The first description of a property wins.
  const described = new Map(words.toReversed().map((row) => [row.name, row]));
  return [...new Set(names)].flatMap((path): ApiTableRow[] => {
    const prop = propertyAt([...component.props, ...indexed(component.props, [{ name: path }])], path);
    if (!prop) return [];
    const row = withWords(createRow(prop, { component, anchors: false, path }, context), described, path);
    const href = page === undefined ? undefined : `${page}#${rowAnchor(component.id, path)}`;
    const history = row.history && { ...row.history, events: [] };
    const nothing = { genericType: undefined, source: undefined, demos: [], children: [] };
    return [{ ...row, ...nothing, name: path, href, ...(history && { history }) }];
  });
}

function propertyAt(props: ApiProp[], path: string): ApiProp | undefined {
  const find = (rows: ApiProp[] | undefined, name: string): ApiProp | undefined =>
    rows?.find((prop) => prop.name === name && !prop.private);
  const [first = '', ...members] = path.split('.');
  return members.reduce((prop, name) => find(prop?.children, name), find(props, first));
}
