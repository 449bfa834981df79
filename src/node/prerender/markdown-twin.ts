import path from 'node:path';
import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import { PAGE_LINK, pageLinksIn } from '../addresses.ts';
import type { CompiledPage, EmbeddedFile, TypedBlock } from '../compile/types.ts';
import type { ResolvedConfig } from '../config/types.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { textOfHtml } from '../html-text.ts';
import type { SourcePage } from '../load/types.ts';
import { withTabs } from '../with-tabs.ts';
import type { PageRecord, WholePage } from './types.ts';

/** Whether pages have Markdown twins. */
export function hasTwins({ llms }: Pick<ResolvedConfig, 'llms'>): boolean {
  return llms !== false && llms.twins;
}

/** Path of a page's Markdown twin in the output. */
export function twinPath(routePath: string): string {
  return routePath === '/' ? 'index.md' : `${routePath.slice(1)}.md`;
}

/**
 * A page as Markdown for tools that read no HTML: its source, with the files of its demos and embedded files in place of
 * their tags, and with links to other twins.
 */
export function markdownTwin({ page, parts }: WholePage, record: PageRecord): string {
  const files = withTabs(page);
  const [body = '', ...tabs] = files.map((file, index) => expand(file, parts[index], { record, index }));
  const sections = tabs.map((text, index) => `## ${page.tabs[index]?.title}\n\n${text}`);
  return `${[...(parts[0]?.hasHeading ? [] : [`# ${page.title}`]), body, ...sections].join('\n\n')}\n`;
}

/** Source paths of the files that links of a page lead to: some are pages. */
export function twinLinks(page: SourcePage, compiled: CompiledPage | undefined): string[] {
  const own = page.letGo?.pageLinks ?? pageLinksIn(page.source);
  const targets = (links: string[], from: string): string[] => links.flatMap((link) => targetOf(link, from) ?? []);
  return [
    ...targets(own, page.sourcePath),
    ...(compiled?.embeds ?? []).flatMap(({ text, file }) => targets(pageLinksIn(text), file)),
  ];
}

/** Source path of the file that a relative link of a file leads to. */
function targetOf(link: string, from: string): string | undefined {
  return link.startsWith('/') ? undefined : path.posix.join(path.posix.dirname(from), link);
}

function expand(
  page: SourcePage,
  compiled: CompiledPage | undefined,
  { record, index }: { record: PageRecord; index: number },
): string {
  const { sourcePath: file, source, bodyOffset } = page;
  const line = source.slice(0, bodyOffset).split('\n').length;
  const pieces = compiled ? piecesOf(compiled, { record, tables: record.tables[index] ?? {} }) : [];
  return expandFile({ file, line, text: source.slice(bodyOffset) }, pieces, record);
}

/** A tag, or the end of a line, and the Markdown that takes its place. */
interface Piece {
  location: Location;
  /** Name of the tag; undefined for what is added to the end of a line. */
  tag: string | undefined;
  /** @param inner what stands between the opening and the closing tag */
  print(inner: string): string;
}

function piecesOf(
  { embeds = [], demos, apis = [], linkTags = [], typedBlocks = [] }: CompiledPage,
  { record, tables }: { record: PageRecord; tables: Record<string, ApiTable> },
): Piece[] {
  const pieces: Piece[] = [
    ...embeds.map((embed) => ({
      location: embed.location,
      tag: 'embed',
      print: () => expandFile(embed, pieces, record),
    })),
    ...demos
      .filter(({ code }) => !code)
      .map(({ id, title, location }) => ({
        location,
        tag: 'code',
        print: () => demoText(title, record.demos.find(({ demo }) => demo.id === id)?.shown ?? []),
      })),
    ...apis.map(({ tag, id, type }) => ({
      location: tag,
      tag: 'API',
      print: () => apiText(tables[apiTableKey(id, type)]),
    })),
    ...linkTags.map(({ location, href }) => ({
      location,
      tag: 'Link',
      print: (inner: string) => linkText(inner, href),
    })),
    ...typedBlocks.flatMap(notesBehindLines),
  ];
  return pieces;
}

/** A file, or a part of it, with the pieces in their places, and links to twins. */
function expandFile(
  { file, line, text: source }: Pick<EmbeddedFile, 'file' | 'line' | 'text'>,
  pieces: Piece[],
  record: PageRecord,
): string {
  const ends = line + source.split('\n').length;
  const own = pieces
    .filter(({ location }) => location.file === file && location.line >= line && location.line < ends)
    .map((piece) => ({ ...piece, offset: offsetOf(source, piece.location, line) }));
  // A file that is embedded twice was compiled twice.
  const unique = new Map(own.map((piece) => [`${piece.offset} ${piece.tag ?? piece.print('')}`, piece]));
  let text = source;
  for (const { offset, tag, print } of [...unique.values()].sort((a, b) => b.offset - a.offset)) {
    const rest = text.slice(offset);
    const [whole = '', inner = ''] = (tag === undefined ? /^.*/ : tagPattern(tag)).exec(rest) ?? [];
    const [indent = ''] = /^[\s>]*/.exec(whole) ?? [];
    const kept = tag === undefined ? whole : '';
    text = text.slice(0, offset) + kept + print(inner).replaceAll(INDENT, indent) + rest.slice(whole.length);
  }
  return linkTwins(text.trim(), file, record);
}

/** A tag at the beginning of a text, to its end; a tag that is not closed ends at once. */
function tagPattern(tag: string): RegExp {
  const attributes = `(?:[^>"']|"[^"]*"|'[^']*')*?`;
  return new RegExp(`^<${tag}\\b${attributes}(?:/>|>(?:([\\s\\S]*?)</${tag}>)?)`);
}

/** A Markdown link; an address with spaces or brackets stands in angle brackets. */
function linkText(inner: string, href: string): string {
  const text = inner.trim().replace(/\s*\n\s*/g, ' ');
  return `[${text || href}](${/[\s()]/.test(href) ? `<${href}>` : href})`;
}

/** Stands for what a line begins with: a block may be in a list, or quoted. */
const INDENT = '\0';

/** What the compiler answers in a block, at the ends of its lines: a type behind the `^?` that asks for it. */
function notesBehindLines({ location, notes = [] }: TypedBlock): Piece[] {
  return notes.map(({ line, asked, text }) => {
    const comment = text.replaceAll('\n', `\n${INDENT}//   `);
    return {
      location: { ...location, line: location.line + 1 + (asked ?? line), column: 1 },
      tag: undefined,
      print: () => (asked === undefined ? `\n${INDENT}// error: ${comment}` : ` ${comment}`),
    };
  });
}

/** A generated table as Markdown: the rows that are shown open. */
function apiText(table: ApiTable | undefined): string {
  const groups = table?.groups.filter(({ kind }) => kind === 'own' || kind === 'imperative') ?? [];
  const cell = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  const parts = groups.map(({ caption, rows }) =>
    [
      ...(caption ? [textWithCode(caption), ''] : []),
      '| Name | Description | Type | Default |',
      '| --- | --- | --- | --- |',
      ...rows.map(({ name, required, description, type, default: value }) =>
        [
          '',
          ` ${name}${required ? ' (required)' : ''} `,
          ` ${cell(textWithCode(description))} `,
          ` \`${cell(type.map(({ text }) => text).join(''))}\` `,
          ` ${value === undefined ? '-' : `\`${cell(value)}\``} `,
          '',
        ].join('|'),
      ),
    ].join('\n'),
  );
  return [...(table?.description ? [textWithCode(table.description)] : []), ...parts].join('\n\n');
}

/** Text of HTML that was made of Markdown; code keeps its marks. */
function textWithCode(html: string): string {
  return textOfHtml(html.replace(/<\/?code>/g, '`'));
}

function demoText(title: string | undefined, files: DemoFile[]): string {
  const blocks = files.map(({ name, code }) => {
    const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
    return `${fence}${path.extname(name).slice(1)} [${name}]\n${code}\n${fence}`;
  });
  return [...(title ? [`**${title}**`] : []), ...blocks].join('\n\n');
}

/** Links of a file to pages lead to their twins; code is left alone. */
function linkTwins(text: string, file: string, { twin }: PageRecord): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
      if (mark && (!fence || mark.startsWith(fence))) fence = fence ? undefined : mark;
      if (fence) return line;
      return line.replace(PAGE_LINK, (whole, before: string, link: string, hash = '') => {
        const address = twin?.links.get(targetOf(link, file) ?? '');
        return address === undefined ? whole : `${before}${address}${hash}`;
      });
    })
    .join('\n');
}

/** @param first line at which the text begins */
function offsetOf(source: string, { line, column }: Location, first: number): number {
  let start = 0;
  for (let number = first; number < line; number++) start = source.indexOf('\n', start) + 1;
  return start + column - 1;
}
