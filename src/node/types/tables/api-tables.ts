/** Builds the tables of properties from the types. */
import type { ApiComponent, ApiProp, ApiReference, ApiTags } from '../../../shared/api.ts';
import type {
  ApiDemoLink,
  ApiTable,
  ApiTableGroup,
  ApiTableRow,
  ApiTableType,
  ApiTypePart,
} from '../../../shared/api-table.ts';
import type { ApiTagRow } from '../../markdown/types.ts';
import type { Usage } from '../usage/usage.ts';

/** Inputs of the tables in addition to the types. */
export interface ApiTableContext {
  components: ApiComponent[];
  usage: Usage;
  /** Titles and addresses of demos, by id. */
  demos: Map<string, ApiDemoLink>;
  /** Addresses of the site's tables, by id of the export. */
  tables: Map<string, string>;
  /** Returns the address of a declaration; undefined if it has none. */
  sourceHref: (source: { file: string; line: number }, origin: string) => string | undefined;
  /** Converts Markdown to HTML. */
  renderMarkdown: (markdown: string) => string;
  /** Name of the library's package. */
  packageName: string | undefined;
  /** Address of the script for the tools of long tables. */
  tools: string;
}

/** A table with more rows has tools: a filter, and an option to list required rows first. */
const MANY_ROWS = 15;

interface TableOptions {
  type?: ApiTableType;
  anchors: boolean;
  description?: string;
  words?: ApiTagRow[];
}

/** Package of React's types, which declare the DOM attributes. */
export const REACT_TYPES = '@types/react';
const ANCHOR = 'api-';

/** Returns true if an id may belong to a table or a row. */
export function isTableAnchor(anchor: string): boolean {
  return anchor.startsWith(ANCHOR);
}

/** Returns the id of an export's table. The ids of its rows start with it. */
export function tableAnchor(id: string): string {
  return `${ANCHOR}${id.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

/**
 * Returns the id of a row in an export's table.
 *
 * @param name of the property, or the path of a member such as `showSearch.filter` or `ref.focus`
 */
export function rowAnchor(id: string, name: string): string {
  return `${tableAnchor(id)}-${name.replace(/[^A-Za-z0-9_$-]+/g, '-').replace(/^-|-$/g, '')}`;
}

/**
 * Creates the table of an export.
 *
 * @param options.type the only kind of rows to show
 * @param options.anchors whether rows have ids; false for a repeated table on the same page
 * @param options.description the page's description of the export as HTML; default: the doc comment
 * @param options.words the page's descriptions of properties. These properties come first, in this order, wherever they are declared.
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
  const row = (prop: ApiProp): ApiTableRow => withWords(createRow(prop, { component, anchors }, context), described);
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
        ...createRow(prop, { component, anchors, path: `ref.${prop.name}` }, context),
        required: false,
      }));
    if (rows.length > 0) groups.push({ kind: 'imperative', rows });
  }
  return {
    id,
    state: 'found',
    anchor: anchors ? tableAnchor(id) : undefined,
    description: options.description ?? (component.description && context.renderMarkdown(component.description)),
    ...createTags(component, context),
    source: context.sourceHref(source, context.packageName ?? ''),
    type:
      groups.length === 0 || component.kind === 'function' || component.kind === 'constant'
        ? component.type
        : undefined,
    groups,
    tools:
      groups.flatMap(({ kind, rows }) => (kind === 'attributes' ? [] : rows)).length > MANY_ROWS
        ? context.tools
        : undefined,
  };
}

interface Members {
  kind: ApiTableGroup['kind'];
  origin?: string;
  members: ApiProp[];
}

/** Groups rows by the package that declares them. The library's own rows come first, and React's general attributes last. */
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

/** Returns the properties that the page names and an index signature allows. */
export function indexed(props: ApiProp[], words: readonly Pick<ApiTagRow, 'name'>[]): ApiProp[] {
  const signature = props.find(({ name }) => name.startsWith('['));
  if (!signature) return [];
  const known = new Set(props.map(({ name }) => name));
  return words.flatMap(({ name }) =>
    known.has(name) || name.includes('.') ? [] : [{ ...signature, name, required: false }],
  );
}

/** Groups members under the captions of the page. Members that the page does not name join the group before them. */
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

/** Replaces the descriptions of a row and its members by those of the page. */
export function withWords(row: ApiTableRow, descriptions: Map<string, ApiTagRow>, path = row.name): ApiTableRow {
  const words = descriptions.get(path);
  return {
    ...row,
    description: words?.description ?? row.description,
    default: row.default ?? words?.default,
    children: row.children.map((child) => withWords(child, descriptions, `${path}.${child.name}`)),
  };
}

/** Props are already sorted so that the library's own come first. */
function ownOrigin({ props }: ApiComponent, packageName: string | undefined): string | undefined {
  return props.some(({ origin }) => origin === packageName) ? packageName : props[0]?.origin;
}

/** Creates the row of a property. `path` is its path in the table, such as `showSearch.filter`. */
export function createRow(
  prop: ApiProp,
  { component, anchors, path = prop.name }: { component: ApiComponent; anchors: boolean; path?: string },
  context: ApiTableContext,
): ApiTableRow {
  const { name, description, type, shortType = type, plainType, references = [], source, origin, children = [] } = prop;
  const used = path === name ? (context.usage[component.id]?.props[name] ?? []) : [];
  return {
    name,
    anchor: anchors ? rowAnchor(component.id, path) : undefined,
    description: description === '' ? '' : context.renderMarkdown(description),
    type: typeParts(plainType ?? shortType, references, context),
    genericType: plainType === undefined ? undefined : typeParts(shortType, references, context),
    default: prop.default,
    required: prop.required,
    ...createTags(prop, context),
    source: source && context.sourceHref(source, origin),
    demos: used.flatMap((id) => context.demos.get(id) ?? []),
    children: children
      .filter((child) => !child.private)
      .map((child) => createRow(child, { component, anchors, path: `${path}.${child.name}` }, context)),
  };
}

function createTags({ release, deprecated, since }: ApiTags, { renderMarkdown }: ApiTableContext): ApiTags {
  return {
    release,
    deprecated: typeof deprecated === 'string' ? renderMarkdown(deprecated) : deprecated,
    since,
  };
}

/** Splits the text of a type at names that have a link: to a table of the site, or else to their declaration. */
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
