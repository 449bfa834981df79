/** Converts HTML that was generated from Markdown back to Markdown. */

import type { Element, Properties } from 'hast';
import { ownValue } from '../../shared/own-value.ts';
import { parseHtml } from '../markdown/lift/to-hast.ts';
import { type HastContent, nodeText } from '../markdown/nodes.ts';
import { inlineCode } from '../types/changes/inline-code.ts';
import { linkTarget, type Retarget } from './rewrite-links.ts';

/** Returns HTML as blocks of Markdown. */
export function htmlToMarkdown(html: string, retarget?: Retarget): string {
  return printBlocks(parseHtml(html).children, { retarget, printCode: codeFence });
}

/** Returns HTML as the content of a table cell: each line of its blocks ends with `<br>`, and code is inline code. */
export function htmlToCell(html: string, retarget?: Retarget): string {
  const printCode = (code: string): string =>
    code
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(inlineCode)
      .join('\n');
  const text = printBlocks(parseHtml(html).children, { retarget, printCode });
  return cellText(text.replace(/\n\s*/g, '<br>'));
}

/** Returns Markdown on one line, as the content of a table cell. */
export function cellText(markdown: string): string {
  return markdown.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}

/** Returns a fenced code block. */
export function codeFence(code: string, info: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
  return `${fence}${info}\n${code}\n${fence}`;
}

interface Form {
  retarget: Retarget | undefined;
  printCode(code: string, language: string): string;
}

/** Prints blocks, and the text between them as paragraphs. */
function printBlocks(nodes: readonly HastContent[], form: Form, separator = '\n\n'): string {
  const blocks: string[] = [];
  let paragraph = '';
  for (const node of nodes) {
    const block = printBlock(node, form);
    if (block === undefined) {
      paragraph += printInline(node, form);
      continue;
    }
    blocks.push(escapeStart(paragraph), block);
    paragraph = '';
  }
  return [...blocks, escapeStart(paragraph)].filter(Boolean).join(separator);
}

/** Returns undefined for nodes in a line of text. */
function printBlock(node: HastContent, form: Form): string | undefined {
  if (node.type !== 'element') return undefined;
  const children = node.children as HastContent[];
  switch (node.tagName) {
    case 'p':
    case 'div':
      return printBlocks(children, form);
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `**${printLine(children, form).trim()}**`;
    case 'pre':
      return form.printCode(nodeText(node).replace(/\n$/, ''), languageOf(node));
    case 'ul':
      return printItems(node, form, () => '- ');
    case 'ol':
      return printItems(node, form, (index) => `${Number(node.properties.start ?? 1) + index}. `);
    case 'blockquote':
      return printBlocks(children, form).replace(/^/gm, '> ');
    case 'table':
      return printTable(node, form);
    case 'hr':
      return '---';
    default:
      return undefined;
  }
}

function languageOf(pre: Element): string {
  const [code] = elementsIn(pre, ['code']);
  const [name = ''] = [code?.properties.className ?? []].flat().map(String);
  return name.replace(/^language-/, '');
}

function printItems(list: Element, form: Form, markerOf: (index: number) => string): string {
  return elementsIn(list, ['li'])
    .map((item, index) => {
      const marker = markerOf(index);
      const isLoose = elementsIn(item, ['p']).length > 0;
      const text = printBlocks(item.children as HastContent[], form, isLoose ? '\n\n' : '\n');
      return marker + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
    })
    .join('\n');
}

function printTable(table: Element, form: Form): string {
  const rows = elementsIn(table, ['thead', 'tbody'])
    .flatMap((part) => elementsIn(part, ['tr']))
    .map((row) =>
      elementsIn(row, ['th', 'td']).map((cell) => cellText(printLine(cell.children as HastContent[], form))),
    );
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n');
}

function elementsIn(parent: Element, names: readonly string[]): Element[] {
  return parent.children.filter((child): child is Element => child.type === 'element' && names.includes(child.tagName));
}

function printLine(nodes: readonly HastContent[], form: Form): string {
  return nodes.map((node) => printInline(node, form)).join('');
}

/** Signs around the text of an element. */
const SIGNS: Record<string, string> = { em: '*', strong: '**', del: '~~' };

function printInline(node: HastContent, form: Form): string {
  if (node.type === 'text') return escapeText(node.value);
  if (node.type !== 'element') return '';
  const { tagName, properties } = node;
  if (tagName === 'code') return inlineCode(nodeText(node));
  if (tagName === 'br') return '<br>';
  if (tagName === 'input') return properties.checked ? '[x] ' : '[ ] ';
  if (tagName === 'img') return printLink(`!`, escapeText(String(properties.alt ?? '')), properties.src, form);
  const inner = printLine(node.children as HastContent[], form);
  if (tagName === 'a')
    return nodeText(node) === properties.href ? `<${properties.href}>` : printLink('', inner, properties.href, form);
  const sign = ownValue(SIGNS, tagName) ?? '';
  return sign + inner + sign;
}

function printLink(sign: '' | '!', text: string, url: Properties[string], { retarget }: Form): string {
  if (typeof url !== 'string') return text;
  const next = retarget?.(url);
  return next === false ? text : `${sign}[${text}](${linkTarget(next ?? url)})`;
}

/** Returns text as Markdown, on one line. Escapes signs of markup: `_` not within a word, `<` only before a name. */
export function escapeText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(
      /[\\`]|\*(?! )|(?<! )\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|\](?=[([])|&(?=#?\w+;)|~/giu,
      '\\$&',
    );
}

/** Escapes the signs at the start of a paragraph that Markdown would read as a heading, a list or a quote. */
function escapeStart(paragraph: string): string {
  return paragraph
    .trim()
    .replace(/^(?:#{1,6}(?= )|[-+](?= )|>)/, '\\$&')
    .replace(/^(\d+)(?=[.)] )/, '$1\\');
}
