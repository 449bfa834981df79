import { type ApiComponent, type ApiProp, type ApiReference, type ApiTags, REACT_TYPES } from '../../../shared/api.ts';
import type {
  ApiDemoLink,
  ApiTable,
  ApiTableGroup,
  ApiTableRow,
  ApiTableType,
  ApiTypePart,
} from '../../../shared/api-table.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { CompressedSize } from '../../bundle/import-cost.ts';
import type { ApiTagRow } from '../../markdown/types.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import type { Usage } from '../usage/usage.ts';
import { rowAnchor, tableAnchor } from './anchors.ts';
import { createRemovedRow, historyOf, versionsOf } from './row-history.ts';

export interface ApiTableContext {
  costs: ReadonlyMap<string, CompressedSize>;
  components: ApiComponent[];
  usage: Usage;
  /** Titles and URLs of demos, by the id of the demo. */
  demos: Map<string, ApiDemoLink>;
  /** URLs of the site's tables, by the id of the export. */
  tables: Map<string, string>;
  sourceHref: (source: { file: string; line: number }, origin: string) => string | undefined;
  renderMarkdown: (markdown: string) => string;
  highlight: (code: string, language: string) => string;
  packageName: string | undefined;
  tools: string;
  /** Absent if the site has no history. */
  history?: LibraryHistory | undefined;
}

/** Number of rows above which a table has tools: a filter, and an option to list required rows first. */
const MANY_ROWS = 15;

interface TableOptions {
  type?: ApiTableType;
  anchors: boolean;
  description?: string;
  words?: ApiTagRow[];
}

/**
 * Creates a table. `anchors` is false for a repeated table. `description` defaults to the doc comment. Properties in
 * `words` come first, in this order, wherever they are declared.
 */
export function createApiTable(component: ApiComponent, options: TableOptions, context: ApiTableContext): ApiTable {
  const { id, source, props, handle = [] } = component;
  const { type, anchors, words = [] } = options;
  const ofType = (prop: ApiProp): boolean =>
    type === undefined ||
    (type === 'events' ? prop.isEvent : type === 'slots' ? prop.isSlot && !prop.isEvent : !prop.isEvent);
  const named = [...props, ...indexed(props, words)];
  const shown = type === 'imperative' ? [] : named.filter((prop) => !prop.private && ofType(prop));
  const described = new Map(words.map((row) => [row.name, row]));
  const tags = createTags(component, { component }, context);
  const since = tags.history?.since;
  const row = (prop: ApiProp): ApiTableRow =>
    withWords(createRow(prop, { component, anchors, since }, context), described);
  const first = [...new Set(words.flatMap(({ name }) => shown.find((prop) => prop.name === name.split('.')[0]) ?? []))];
  const groups = groupByOrigin(shown, first, component, context).flatMap(
    ({ kind, origin, members }): ApiTableGroup[] =>
      kind === 'own'
        ? byCaption(members, described).map(([caption, own]) => ({ kind, caption, rows: own.map(row) }))
        : [{ kind, origin, rows: members.map(row) }],
  );
  if (type === undefined || type === 'imperative') {
    const rows = handle
      .filter((prop) => !prop.private)
      .map((prop) => ({
        ...createRow(prop, { component, anchors, since, path: `ref.${prop.name}` }, context),
        required: false,
      }));
    if (rows.length > 0) groups.push({ kind: 'imperative', rows });
  }
  const isLong = groups.flatMap(({ kind, rows }) => (kind === 'attributes' ? [] : rows)).length > MANY_ROWS;
  groups.push(...removedGroup(component, { type, anchors, groups }, context));
  const versions = isLong ? versionsOf(groups.flatMap(({ rows }) => rows)) : [];
  const hasRows = groups.some(({ kind }) => kind !== 'removed');
  const signature =
    !hasRows || component.kind === 'function' || component.kind === 'constant'
      ? (component.shortType ?? component.type)
      : '';
  return {
    id,
    state: 'found',
    anchor: anchors ? tableAnchor(id) : undefined,
    description: options.description ?? (component.description && context.renderMarkdown(component.description)),
    ...tags,
    cost: context.costs.get(id),
    source: context.sourceHref(source, context.packageName ?? ''),
    ...(signature && { type: signature, typeHtml: context.highlight(signature, 'ts') }),
    ...(type === undefined && textsOf(component, context)),
    groups,
    tools: isLong ? context.tools : undefined,
    ...(versions.length > 0 && { versions }),
  };
}

function textsOf(
  { returns, examples = [] }: ApiComponent,
  { renderMarkdown }: ApiTableContext,
): Pick<ApiTable, 'returns' | 'examples'> {
  return {
    ...(returns && { returns: renderMarkdown(returns) }),
    ...(examples.length > 0 && { examples: renderMarkdown(examples.join('\n\n')) }),
  };
}

function removedGroup(
  component: ApiComponent,
  { type, anchors, groups }: Pick<TableOptions, 'type' | 'anchors'> & { groups: ApiTableGroup[] },
  { history, renderMarkdown }: ApiTableContext,
): ApiTableGroup[] {
  const taken = new Set(anchors ? groups.flatMap(({ rows }) => anchorsOf(rows)) : []);
  const rows = (history?.removedFrom(component) ?? [])
    .filter(({ path }) => type === undefined || type === removedType(path))
    .map((name) => createRemovedRow(name, component, { history: history as LibraryHistory, taken, renderMarkdown }));
  return rows.length > 0 ? [{ kind: 'removed', rows: anchors ? rows : rows.map(withoutAnchor) }] : [];
}

/** Returns the type of a removed row, which only the row's name determines, because nothing else is known. */
function removedType(path: string): ApiTableType {
  if (path.startsWith('ref.')) return 'imperative';
  return /^on[A-Z]/.test(path) ? 'events' : 'props';
}

function anchorsOf(rows: ApiTableRow[]): string[] {
  return rows.flatMap(({ anchor, children }) => [anchor ?? [], anchorsOf(children)].flat());
}

function withoutAnchor({ anchor: _, ...row }: ApiTableRow): ApiTableRow {
  return row;
}

interface Members {
  kind: ApiTableGroup['kind'];
  origin?: string;
  members: ApiProp[];
}

/** Groups properties by origin. The library's own rows come first, and React's general attributes last. */
function groupByOrigin(
  props: ApiProp[],
  first: ApiProp[],
  component: ApiComponent,
  { packageName }: ApiTableContext,
): Members[] {
  const own =
    props.find(({ origin }) => origin !== REACT_TYPES && origin === ownOrigin(component, packageName))?.origin ??
    packageName;
  const groups = new Map<string, Members>();
  for (const prop of new Set([...first, ...props])) {
    const kind =
      prop.origin === own || first.includes(prop) ? 'own' : prop.origin === REACT_TYPES ? 'attributes' : 'inherited';
    const key = kind === 'inherited' ? prop.origin : kind;
    const group = groups.get(key) ?? { kind, ...(kind === 'inherited' ? { origin: prop.origin } : {}), members: [] };
    group.members.push(prop);
    groups.set(key, group);
  }
  const order = ['own', 'inherited', 'attributes'];
  return [...groups.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Returns the properties that the page names and that an index signature allows. */
export function indexed(props: ApiProp[], words: readonly Pick<ApiTagRow, 'name'>[]): ApiProp[] {
  const signature = props.find(({ name }) => name.startsWith('['));
  if (!signature) return [];
  const known = new Set(props.map(({ name }) => name));
  return words.flatMap(({ name }) =>
    known.has(name) || name.includes('.') ? [] : [{ ...signature, name, required: false }],
  );
}

/** Groups members under the captions on the page. A member that the page does not mention joins the preceding group. */
function byCaption(members: ApiProp[], message: Map<string, ApiTagRow>): [caption: string | undefined, ApiProp[]][] {
  const parts: [string | undefined, ApiProp[]][] = [];
  for (const prop of members) {
    const words = message.get(prop.name);
    const last = parts.at(-1);
    if (last && (!words || words.caption === last[0])) last[1].push(prop);
    else parts.push([words?.caption, [prop]]);
  }
  return parts;
}

export function withWords(row: ApiTableRow, descriptions: Map<string, ApiTagRow>, path = row.name): ApiTableRow {
  const words = descriptions.get(path);
  return {
    ...row,
    description: words?.description ?? row.description,
    default: row.default ?? words?.default,
    children: row.children.map((child) => withWords(child, descriptions, `${path}.${child.name}`)),
  };
}

/** Returns the library's own origin. Props are already sorted with the library's own props first. */
function ownOrigin({ props }: ApiComponent, packageName: string | undefined): string | undefined {
  return props.some(({ origin }) => origin === packageName) ? packageName : props[0]?.origin;
}

interface RowOptions {
  component: ApiComponent;
  anchors: boolean;
  /** Path of the row in the table, such as `showSearch.filter`. Default: the name. */
  path?: string;
  /** Version of the export as it is shown. Rows that were added in the same version do not repeat that version. */
  since?: string | undefined;
}

export function createRow(
  prop: ApiProp,
  { component, anchors, path = prop.name, since }: RowOptions,
  context: ApiTableContext,
): ApiTableRow {
  const { name, description, type, shortType = type, plainType, references = [], source, origin, children = [] } = prop;
  const used = path === name ? (ownValue(ownValue(context.usage, component.id)?.props, name) ?? []) : [];
  return {
    name,
    anchor: anchors ? rowAnchor(component.id, path) : undefined,
    description: description === '' ? '' : context.renderMarkdown(description),
    type: typeParts(plainType ?? shortType, references, context),
    genericType: plainType === undefined ? undefined : typeParts(shortType, references, context),
    default: prop.default,
    required: prop.required,
    ...createTags(prop, { component, path, since }, context),
    source: source && context.sourceHref(source, origin),
    demos: used.flatMap((id) => context.demos.get(id) ?? []),
    children: children
      .filter((child) => !child.private)
      .map((child) => createRow(child, { component, anchors, since, path: `${path}.${child.name}` }, context)),
  };
}

/** Creates the tags of a row. If there is a history, `since` is part of it. */
function createTags(
  { release, deprecated, since: tag }: ApiTags,
  { component, path, since }: Pick<RowOptions, 'component' | 'path' | 'since'>,
  { renderMarkdown, history }: ApiTableContext,
): ApiTags & Pick<ApiTableRow, 'history'> {
  const past = history && historyOf(history, component, { path, tag, isDeprecated: deprecated !== undefined });
  const isRepeated = tag === undefined && past?.since !== undefined && past.since === since;
  return {
    release,
    deprecated: typeof deprecated === 'string' ? renderMarkdown(deprecated) : deprecated,
    since: history ? undefined : tag,
    ...(past && { history: isRepeated ? { ...past, since: undefined } : past }),
  };
}

/** Splits the text of a type at names with a link to a table of the site or, without a table, to their declaration. */
function typeParts(text: string, references: ApiReference[], { tables, sourceHref }: ApiTableContext): ApiTypePart[] {
  const links = new Map<string, string>();
  for (const { name, origin, source } of references) {
    const href = tables.get(name) ?? sourceHref(source, origin);
    if (href !== undefined) links.set(name, href);
  }
  if (links.size === 0) return text === '' ? [] : [{ text }];
  const parts: ApiTypePart[] = [];
  // Names in strings are not references.
  for (const [piece, name = ''] of text.matchAll(/([A-Za-z_$][\w$]*)|"(?:[^"\\]|\\.)*"|[^A-Za-z_$"]+|"/g)) {
    const href = links.get(name);
    const last = parts.at(-1);
    if (href !== undefined) parts.push({ text: piece, href });
    else if (last && last.href === undefined) last.text += piece;
    else parts.push({ text: piece });
  }
  return parts;
}
