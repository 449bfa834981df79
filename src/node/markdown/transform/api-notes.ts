/** What a page has to do with the types of the library: tables that it asks for, names and code that it claims. */
import type { Element } from 'hast';
import { API_TABLE_TYPES, type ApiTableType } from '../../../shared/api-table.ts';
import type { HtmlPart } from '../../../shared/page-data.ts';
import type { Location } from '../../base/diagnostics/diagnostic.ts';
import { type FileContext, report } from '../context.ts';
import { type HastComponent, type HastContent, type HastRoot, textOf, walk } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { toParts } from '../print/to-parts.ts';
import { locationAt } from '../source-file.ts';
import type { ApiTagRow, CompiledPage } from '../types.ts';

/** Notes a tag `<API id type>`, by default of the page's component, and what is wrong with it. Returns the tables between its tags. */
export function noteApi(node: HastComponent, context: FileContext): Element[] {
  const { type, id = context.page.page.frontmatter.atomId } = node.props;
  const at = node.position?.start;
  if (typeof id !== 'string' || id.trim() === '') {
    report(context, 'api-without-id', {}, { at, length: '<API'.length });
    return [];
  }
  if (type !== undefined && !isType(type)) {
    const data = { type: String(type), known: API_TABLE_TYPES };
    report(context, 'unknown-api-type', data, { at: node.valuePoints?.type ?? at });
    return [];
  }
  node.props.id = id;
  const idPoint = node.valuePoints?.id;
  const location = locationAt(context.file, idPoint ?? at, idPoint ? id.length : '<API'.length);
  const rows = describedRows(node, context);
  context.page.out.apis ??= [];
  context.page.out.apis.push({
    id,
    ...(type === undefined ? {} : { type }),
    location,
    tag: locationAt(context.file, at),
    ...(rows.length > 0 ? { rows } : {}),
  });
  return tablesIn(node);
}

function isType(type: unknown): type is ApiTableType {
  return API_TABLE_TYPES.some((known) => known === type);
}

/** Headings that may be the name of an export, and columns of names. */
const EXPORT = /^[A-Z][\w$]*(?:\.[A-Z][\w$]*)*$/;
const NAMES = /^(?:Name|Property)$/i;
/** What a cell names: `onChange`, `showSearch.filter`, `a / b`, `a, b`; signatures and prose name nothing. */
const NAME = /^[A-Za-z_$][\w$.-]*$/;

/** Notes the names of a table by hand, when it stands under a heading that may be an export's name. */
export function noteNames(table: Element, heading: string, context: FileContext): void {
  if (!EXPORT.test(heading)) return;
  const names = rowsOf(table)?.flatMap(({ cells: [cell] }) => namesIn(cell, context)) ?? [];
  if (names.length === 0) return;
  context.page.out.nameTables ??= [];
  context.page.out.nameTables.push({ heading, names });
}

/** Notes which properties the tables between the tags of an `<API>` name; what they say is taken when it is complete. */
function describedRows(node: HastComponent, context: FileContext): ApiTagRow[] {
  return tablesIn(node).flatMap((table) => rowsOf(table)?.flatMap(({ cells: [cell] }) => namesIn(cell, context)) ?? []);
}

/** Takes what the tables between the tags of each `<API>` say, and leaves the tags empty. */
export function describeApis(tree: HastRoot, out: CompiledPage): void {
  const apis = [...(out.apis ?? [])];
  if (apis.length === 0) return;
  walk<HastContent>(tree, (node) => {
    if (node.type !== 'component' || node.name !== 'API') return undefined;
    const api = apis.shift();
    const { lead, tables } = proseOf(node);
    if (api && lead.length > 0) {
      api.description = toParts(lead).filter(isText).join('');
      api.text = lead.map(markdownOf).filter(Boolean).join('\n\n');
    }
    const rows = [...(api?.rows ?? [])];
    for (const { table, caption } of tables) {
      for (const { cells, columns } of rowsOf(table) ?? []) {
        const texts = {
          ...(caption === undefined ? {} : { caption }),
          description: htmlOf(cells[columns.indexOf('description')]),
          text: markdownOf(cells[columns.indexOf('description')]),
          default: textIn(cells[columns.indexOf('default')]),
        };
        for (let count = splitNames(cells[0]).length; count > 0; count--) Object.assign(rows.shift() ?? {}, texts);
      }
    }
    node.children = [];
    return undefined;
  });
}

interface TableRow {
  cells: Element[];
  /** Names of the columns, in lower case. */
  columns: string[];
}

/** Rows below the head of a table whose first column has names; undefined for another table. */
function rowsOf(table: Element): TableRow[] | undefined {
  const rows: Element[][] = [];
  walk<HastContent>(table, (node) => {
    if (node.type !== 'element' || node.tagName !== 'tr') return;
    rows.push(node.children.filter((cell): cell is Element => cell.type === 'element' && /^t[hd]$/.test(cell.tagName)));
  });
  const [head = [], ...body] = rows;
  const columns = head.map((cell) => textOf(cell).trim().toLowerCase());
  return NAMES.test(columns[0] ?? '') ? body.map((cells) => ({ cells, columns })) : undefined;
}

function tablesIn(node: HastComponent): Element[] {
  const tables: Element[] = [];
  walk<HastContent>(node, (child) => {
    if (child.type === 'element' && child.tagName === 'table') tables.push(child);
  });
  return tables;
}

/**
 * What is said between the tags: of the export itself, and in tables. Where there are several, the paragraph right before
 * each is its caption.
 */
function proseOf(node: HastComponent): { lead: Element[]; tables: { table: Element; caption?: string }[] } {
  const tables: { table: Element; before: Element[] }[] = [];
  let before: Element[] = [];
  walk<HastContent>(node, (child) => {
    if (child.type !== 'element') return undefined;
    if (child.tagName === 'p') before.push(child);
    if (child.tagName === 'table') {
      tables.push({ table: child, before });
      before = [];
    }
    return child.tagName === 'table' ? false : undefined;
  });
  // On one line with its tags a text is no paragraph yet.
  if (tables.length + before.length === 0 && textOf(node).trim() !== '')
    before.push({ type: 'element', tagName: 'p', properties: {}, children: node.children as Element['children'] });
  if (tables.length < 2) return { lead: tables[0]?.before ?? before, tables };
  return {
    lead: tables[0]?.before.slice(0, -1) ?? [],
    tables: tables.map((entry) => ({ table: entry.table, caption: htmlOf(entry.before.at(-1)) })),
  };
}

function splitNames(cell: Element | undefined): string[] {
  if (!cell) return [];
  return textOf(cell)
    .split(/[\s,/|]+/)
    .filter((text) => NAME.test(text));
}

function namesIn(cell: Element | undefined, context: FileContext): { name: string; location: Location }[] {
  const start = cell?.position?.start;
  if (!start) return [];
  const line = context.file.lines[start.line - 1] ?? '';
  return splitNames(cell).map((name) => {
    const found = line.indexOf(name, start.column - 1);
    const column = found === -1 ? start.column : found + 1;
    return { name, location: locationAt(context.file, { line: start.line, column }, name.length) };
  });
}

/** HTML of a cell; a dash says nothing. */
function htmlOf(cell: Element | undefined): string | undefined {
  if (!cell || textIn(cell) === undefined) return undefined;
  return toParts(cell.children).filter(isText).join('');
}

function isText(part: HtmlPart): part is string {
  return typeof part === 'string';
}

/** Text of a cell, with the marks of code. */
function markdownOf(cell: Element | undefined): string | undefined {
  if (!cell || textIn(cell) === undefined) return undefined;
  const textOfNode = (node: HastContent): string => {
    const text = textOf(node);
    if (node.type !== 'element') return text;
    return node.tagName === 'code' ? `\`${text}\`` : (node.children as HastContent[]).map(textOfNode).join('');
  };
  return (cell.children as HastContent[]).map(textOfNode).join('').replace(/\s+/g, ' ').trim();
}

function textIn(cell: Element | undefined): string | undefined {
  const text = cell ? textOf(cell).trim() : '';
  return text === '' || text === '-' ? undefined : text;
}

/** Notes a code block whose fence says `| check`. */
export function noteCheckedBlock(node: Extract<HastContent, { type: 'codeBlock' }>, context: FileContext): void {
  const { lang, flags } = parseFenceInfo(node.lang, node.meta);
  if (!flags.has('check') || (lang !== 'tsx' && lang !== 'ts')) return;
  context.page.out.checkedBlocks ??= [];
  context.page.out.checkedBlocks.push({
    text: node.value,
    lang,
    location: locationAt(context.file, node.position?.start),
  });
}
