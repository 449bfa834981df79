import { type ApiComponent, type ApiProp, REACT_TYPES } from '../../../shared/api.ts';
import { NEXT } from '../../../shared/api-table.ts';
import type { TextRecord } from '../../../shared/entities.ts';
import { textOfHtml } from '../../base/html-text.ts';
import type { ApiTagRow, CompiledPage } from '../../markdown/types.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import { addWords } from './add-words.ts';
import { removedAnchor, rowAnchor, tableAnchor } from './anchors.ts';
import { indexed } from './api-tables.ts';
import { exportsByName } from './exports-by-name.ts';
import { historyOf } from './row-history.ts';

export type RenderMarkdown = (markdown: string) => string;

export interface AddTablesContext {
  toHtml: RenderMarkdown;
  history?: LibraryHistory | undefined;
  /** Pages from which descriptions of properties are used. Default: the pages to which tables are added. */
  site?: Map<string, CompiledPage>;
}

/** Adds the anchors of the tables' rows, and text for search, to pages. Pages with tables are new objects. */
export function addTables(
  compiled: Map<string, CompiledPage>,
  components: ApiComponent[],
  context: AddTablesContext,
): Map<string, CompiledPage> {
  const known = exportsByName(addWords(components, (context.site ?? compiled).values()));
  return new Map([...compiled].map(([sourcePath, page]) => [sourcePath, withTables(page, known, context)]));
}

function withTables(
  page: CompiledPage,
  known: Map<string, ApiComponent>,
  { toHtml, history }: AddTablesContext,
): CompiledPage {
  const { apis = [] } = page;
  if (apis.length === 0) return page;
  const toText = (markdown: string): string => (markdown === '' ? '' : textOfHtml(toHtml(markdown)));
  const texts = [...page.texts];
  const anchors = [...page.anchors];
  let paraId = Math.max(0, ...texts.map((text) => text.paraId));
  for (const { id: name, tocIndex, text: described, rows = [], picked } of apis) {
    const component = known.get(name);
    // The complete table contains the rows and anchors of a selection.
    if (!component || picked) continue;
    const { id } = component;
    const words = new Map(rows.map((row) => [row.name, row]));
    const captions = new Set(rows.map(({ caption = '' }) => textOfHtml(caption)));
    const add = (text: string, row?: TextRecord['row']): void => {
      const value = text.replace(/\s+/g, ' ').trim();
      const place = tocIndex === undefined ? {} : { tocIndex };
      if (value || row) texts.push({ value, paraId: ++paraId, ...place, ...(row && { row }) });
    };
    const { description, shortType, type = '', returns = '', examples = [] } = component;
    const ofExport = [described ?? toText(description), shortType ?? type, ...[returns, ...examples].map(toText)];
    for (const text of [...ofExport, ...captions]) add(text);
    const attributes: string[] = [];
    for (const row of tableRows(component, rows)) {
      const anchor = rowAnchor(id, row.path);
      anchors.push(anchor);
      const text = textOfRow(row, words, toText, history && shownSince(history, component, row));
      if (text !== undefined) add(text, { name: row.path.replace(/^ref\./, ''), anchor });
      else if (row.prop.name === row.path) attributes.push(row.path);
    }
    add(attributes.join(', '));
    for (const { path, type = '', deprecated } of history?.removedFrom(component) ?? []) {
      const anchor = removedAnchor(id, path);
      anchors.push(anchor);
      const words = typeof deprecated === 'string' ? toText(deprecated) : '';
      add(['Removed', words, type].filter(Boolean).join(' · '), { name: path.replace(/^ref\./, ''), anchor });
    }
    anchors.push(tableAnchor(id));
  }
  return { ...page, texts, anchors };
}

interface TableRow {
  prop: ApiProp;
  path: string;
}

/** Returns the rows of a table. Members come after the property that contains them. */
function tableRows({ props, handle = [] }: ApiComponent, words: ApiTagRow[]): TableRow[] {
  const withMembers = (prop: ApiProp, path: string): TableRow[] => [
    { prop, path },
    ...(prop.children ?? []).flatMap((child) => withMembers(child, `${path}.${child.name}`)),
  ];
  return [
    ...[...props, ...indexed(props, words)].flatMap((prop) => withMembers(prop, prop.name)),
    ...handle.flatMap((prop) => withMembers(prop, `ref.${prop.name}`)),
  ];
}

/** Returns the version that is shown for a row. */
function shownSince(history: LibraryHistory, component: ApiComponent, { prop, path }: TableRow): string | undefined {
  const since = historyOf(history, component, { path, tag: prop.since })?.since;
  return since === NEXT ? '' : since;
}

/**
 * Returns the text of a row. Undefined for a DOM attribute, of which only the name is shown, and for a member without a
 * description that has a row in another table.
 */
function textOfRow(
  { prop, path }: TableRow,
  words: Map<string, ApiTagRow>,
  toText: (markdown: string) => string,
  version?: string,
): string | undefined {
  const message = words.get(path);
  if (prop.origin === REACT_TYPES && !message) return undefined;
  const { description, type, shortType = type, plainType = '', release = '', deprecated } = prop;
  if (path.includes('.') && !message && !description && !path.startsWith('ref.')) return undefined;
  return [
    message?.description === undefined ? toText(description) : textOfHtml(message.description),
    deprecated ? 'Deprecated' : '',
    typeof deprecated === 'string' ? toText(deprecated) : '',
    release,
    version ?? prop.since ?? '',
    plainType,
    shortType,
    prop.default ?? message?.default ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
}
