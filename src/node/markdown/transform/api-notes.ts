import type { Element } from 'hast';
import { API_TABLE_TYPES, type ApiTableType } from '../../../shared/api-table.ts';
import type { HtmlPart } from '../../../shared/page-data.ts';
import type { Location } from '../../base/diagnostics/diagnostic.ts';
import { type FileContext, report } from '../context.ts';
import { type HastComponent, type HastContent, type HastRoot, nodeText, walk } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { toParts } from '../print/to-parts.ts';
import { locationAt } from '../source-file.ts';
import type { ApiTag, ApiTagRow, CompiledPage } from '../types.ts';

/** The id defaults to the page's component. Returns the tables between the tags. */
export function noteApi(node: HastComponent, context: FileContext): Element[] {
  const { type, pick, id = context.page.page.frontmatter.atomId } = node.props;
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
    ...(typeof pick === 'string' ? { pick, picked: pickedNames(pick, node, context) } : {}),
    location,
    tag: locationAt(context.file, at),
    ...(rows.length > 0 ? { rows } : {}),
    ...(isOfStories(context.page.page) && { isDerived: true }),
  });
  return tablesIn(node);
}

/** Returns true for the page of a stories file, whose arg types need not be props. */
function isOfStories({ entry }: FileContext['page']['page']): boolean {
  return entry !== undefined && entry.origin === entry.template;
}

function pickedNames(list: string, node: HastComponent, context: FileContext): ApiTag['picked'] {
  const start = node.valuePoints?.pick;
  return [...list.matchAll(/[^\s,]+/g)].map(({ 0: name, index }) => {
    const at = start ? { line: start.line, column: start.column + index } : node.position?.start;
    return { name, location: locationAt(context.file, at, start ? name.length : '<API'.length) };
  });
}

function isType(type: unknown): type is ApiTableType {
  return API_TABLE_TYPES.some((known) => known === type);
}

/** Headings that may be the name of an export, and column titles for names. */
const EXPORT = /^[A-Z][\w$]*(?:\.[A-Z][\w$]*)*$/;
const NAMES = /^(?:Name|Property)$/i;
/** Matches a name in a cell: `onChange`, `showSearch.filter`, `a / b`, `a, b`; signatures and prose are not names. */
const NAME = /^[A-Za-z_$][\w$.-]*$/;

/** Records the names in a hand-written table, if the heading above it may be the name of an export. */
export function noteNames(table: Element, heading: string, context: FileContext): void {
  if (!EXPORT.test(heading)) return;
  const names = rowsOf(table)?.flatMap(({ cells: [cell] }) => namesIn(cell, context)) ?? [];
  if (names.length === 0) return;
  context.page.out.nameTables ??= [];
  context.page.out.nameTables.push({ heading, names });
}

/** The descriptions are added when the document is complete. */
function describedRows(node: HastComponent, context: FileContext): ApiTagRow[] {
  return tablesIn(node).flatMap((table) => rowsOf(table)?.flatMap(({ cells: [cell] }) => namesIn(cell, context)) ?? []);
}

/** Moves the descriptions between the tags of each `<API>` to its record, and removes the content of the tag. */
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
        for (const row of rows.splice(0, splitNames(cells[0]).length)) Object.assign(row, texts);
      }
    }
    node.children = [];
    return undefined;
  });
}

interface TableRow {
  cells: Element[];
  /** Titles of the columns, in lower case. */
  columns: string[];
}

/** Returns the body rows of a table whose first column contains names; undefined for other tables. */
function rowsOf(table: Element): TableRow[] | undefined {
  const rows: Element[][] = [];
  walk<HastContent>(table, (node) => {
    if (node.type !== 'element' || node.tagName !== 'tr') return;
    rows.push(node.children.filter((cell): cell is Element => cell.type === 'element' && /^t[hd]$/.test(cell.tagName)));
  });
  const [head = [], ...body] = rows;
  const columns = head.map((cell) => nodeText(cell).trim().toLowerCase());
  return NAMES.test(columns[0] ?? '') ? body.map((cells) => ({ cells, columns })) : undefined;
}

function tablesIn(node: HastComponent): Element[] {
  const tables: Element[] = [];
  walk<HastContent>(node, (child) => {
    if (child.type === 'element' && child.tagName === 'table') tables.push(child);
  });
  return tables;
}

/** Text about the export, and tables. With several tables, the paragraph directly before each is its caption. */
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
  // Text on one line with its tags is not in a paragraph yet.
  if (tables.length + before.length === 0 && nodeText(node).trim() !== '')
    before.push({ type: 'element', tagName: 'p', properties: {}, children: node.children as Element['children'] });
  if (tables.length < 2) return { lead: tables[0]?.before ?? before, tables };
  return {
    lead: tables[0]?.before.slice(0, -1) ?? [],
    tables: tables.map((entry) => ({ table: entry.table, caption: captionOf(entry.before.at(-1)) })),
  };
}

/** Returns the HTML of a paragraph without a colon at its end: it introduces a table in Markdown, and is a title here. */
function captionOf(paragraph: Element | undefined): string | undefined {
  return htmlOf(paragraph)?.replace(/\s*[:：]\s*$/, '');
}

function splitNames(cell: Element | undefined): string[] {
  if (!cell) return [];
  return nodeText(cell)
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

/** Returns the HTML of a cell; undefined if it is empty or a dash. */
function htmlOf(cell: Element | undefined): string | undefined {
  if (!cell || textIn(cell) === undefined) return undefined;
  return toParts(cell.children).filter(isText).join('');
}

function isText(part: HtmlPart): part is string {
  return typeof part === 'string';
}

/** Returns the text of a cell as Markdown, with backticks around code. */
function markdownOf(cell: Element | undefined): string | undefined {
  if (!cell || textIn(cell) === undefined) return undefined;
  const textOfNode = (node: HastContent): string => {
    const text = nodeText(node);
    if (node.type !== 'element') return text;
    return node.tagName === 'code' ? `\`${text}\`` : (node.children as HastContent[]).map(textOfNode).join('');
  };
  return (cell.children as HastContent[]).map(textOfNode).join('').replace(/\s+/g, ' ').trim();
}

function textIn(cell: Element | undefined): string | undefined {
  const text = cell ? nodeText(cell).trim() : '';
  return text === '' || text === '-' ? undefined : text;
}

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
