import path from 'node:path';
import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import { PAGE_LINK, pageLinksIn } from '../addresses.ts';
import type { CompiledPage, TypedBlock } from '../compile/types.ts';
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

/** Links of a page that may lead to other pages. */
export function twinLinks(page: SourcePage, compiled: CompiledPage | undefined): string[] {
  const own = page.letGo?.pageLinks ?? pageLinksIn(page.source);
  return [...own, ...(compiled?.embeds ?? []).flatMap(({ text }) => pageLinksIn(text))];
}

function expand(
  page: SourcePage,
  compiled: CompiledPage | undefined,
  { record, index }: { record: PageRecord; index: number },
): string {
  const tables = record.tables[index] ?? {};
  const pieces = [
    ...(compiled?.embeds ?? []).map(({ location, text }) => ({ location, tag: 'embed', text: text.trim() })),
    ...(compiled?.demos ?? [])
      .filter(({ code }) => !code)
      .map(({ id, title, location }) => ({
        location,
        tag: 'code',
        text: demoText(title, record.demos.find(({ demo }) => demo.id === id)?.shown ?? []),
      })),
    ...(compiled?.apis ?? []).map(({ tag, id, type }) => ({
      location: tag,
      tag: 'API',
      text: apiText(tables[apiTableKey(id, type)]),
    })),
    ...(compiled?.typedBlocks ?? []).flatMap(notesBehindLines),
  ]
    .filter(({ location }) => location.file === page.sourcePath)
    .map((piece) => ({ ...piece, offset: offsetOf(page.source, piece.location) }))
    .sort((a, b) => b.offset - a.offset);
  let text = page.source;
  for (const { offset, tag, text: content } of pieces) {
    const pattern = tag === undefined ? /^.*/ : new RegExp(`<${tag}\\b[^>]*>(?:[\\s\\S]*?</${tag}>)?`, 'y');
    const [whole = ''] = pattern.exec(text.slice(offset)) ?? [];
    const [indent = ''] = /^[\s>]*/.exec(whole) ?? [];
    const kept = tag === undefined ? whole : '';
    text = text.slice(0, offset) + kept + content.replaceAll(INDENT, indent) + text.slice(offset + whole.length);
  }
  return linkTwins(text.slice(page.bodyOffset).trim(), record);
}

/** Stands for what a line begins with: a block may be in a list, or quoted. */
const INDENT = '\0';

/** What the compiler answers in a block, at the ends of its lines: a type behind the `^?` that asks for it. */
function notesBehindLines({
  location,
  notes = [],
}: TypedBlock): { location: Location; tag: undefined; text: string }[] {
  return notes.map(({ line, asked, text }) => {
    const comment = text.replaceAll('\n', `\n${INDENT}//   `);
    return {
      location: { ...location, line: location.line + 1 + (asked ?? line), column: 1 },
      tag: undefined,
      text: asked === undefined ? `\n${INDENT}// error: ${comment}` : ` ${comment}`,
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

/** Links to pages lead to their twins; code is left alone. */
function linkTwins(text: string, { twin }: PageRecord): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
      if (mark && (!fence || mark.startsWith(fence))) fence = fence ? undefined : mark;
      if (fence) return line;
      return line.replace(PAGE_LINK, (whole, before: string, link: string, hash = '') => {
        const address = twin?.links.get(link);
        return address === undefined ? whole : `${before}${address}${hash}`;
      });
    })
    .join('\n');
}

function offsetOf(source: string, { line, column }: Location): number {
  let start = 0;
  for (let number = 1; number < line; number++) start = source.indexOf('\n', start) + 1;
  return start + column - 1;
}
