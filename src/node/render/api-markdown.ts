import { type ApiRowHistory, type ApiTable, type ApiTableRow, NEXT } from '../../shared/api-table.ts';
import { inlineCode } from '../types/changes/inline-code.ts';
import { cellText, codeFence, htmlToCell, htmlToMarkdown } from './html-to-markdown.ts';
import type { Retarget } from './rewrite-links.ts';

export interface ApiForm {
  /** The version that the working tree will be published as, if it is known. */
  next: string | undefined;
  retarget: Retarget | undefined;
}

/** Returns a generated table as Markdown, with the rows that are initially visible. */
export function apiMarkdown(table: ApiTable | undefined, { next, retarget }: ApiForm): string {
  if (!table) return '';
  const groups = table.groups.filter(({ kind }) => kind === 'own' || kind === 'imperative');
  const toMarkdown = (html: string): string => htmlToMarkdown(html, retarget);
  return [
    toMarkdown(table.description),
    tagTexts(table, next, toMarkdown).join(' '),
    table.type ? codeFence(table.type, 'ts') : '',
    table.returns ? `Returns: ${toMarkdown(table.returns)}` : '',
    toMarkdown(table.examples ?? ''),
    ...groups.flatMap(({ caption = '', rows }) => [
      toMarkdown(caption),
      [
        '| Name | Description | Type | Default |',
        '| --- | --- | --- | --- |',
        ...rows.map((row) => rowText(row, { next, retarget })),
      ].join('\n'),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function rowText(row: ApiTableRow, { next, retarget }: ApiForm): string {
  const toCell = (html: string): string => htmlToCell(html, retarget);
  const { name, required, description, type, default: value } = row;
  const cells = [
    `${name}${required ? ' (required)' : ''}`,
    [toCell(description), ...tagTexts(row, next, toCell)].filter(Boolean).join(' '),
    codeCell(type.map(({ text }) => text).join('')),
    value === undefined ? '-' : codeCell(value),
  ];
  return `|${cells.map((cell) => ` ${cell} `).join('|')}|`;
}

function codeCell(code: string): string {
  return cellText(inlineCode(code));
}

/** Returns the tags and versions of a row or an export as sentences. */
function tagTexts(
  { release, deprecated, since, history }: Pick<ApiTableRow, 'release' | 'deprecated' | 'since' | 'history'>,
  next: string | undefined,
  toMarkdown: (html: string) => string,
): string[] {
  const { deprecatedSince, changedIn }: Partial<ApiRowHistory> = history ?? {};
  return [
    release && `**${release[0]?.toUpperCase()}${release.slice(1)}.**`,
    since ? `Since ${since.replace(/\+$/, '')}.` : addedText(history?.since, next),
    deprecated && `**Deprecated${deprecatedSince === undefined ? '' : ` since ${deprecatedSince}`}.**`,
    typeof deprecated === 'string' && toMarkdown(deprecated),
    changedIn && `Changed in ${changedIn}.`,
  ].filter((text): text is string => Boolean(text));
}

function addedText(since: string | undefined, next: string | undefined): string | undefined {
  if (since === NEXT && next === undefined) return 'New in the next release.';
  return since && `Since ${since === NEXT ? next : since}.`;
}
