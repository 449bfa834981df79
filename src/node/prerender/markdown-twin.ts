import path from 'node:path';
import { type ApiTable, apiTableKey } from '../../shared/api-table.ts';
import { withBase } from '../../shared/base-url.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import type { CompiledPage } from '../compile/types.ts';
import type { ResolvedConfig } from '../config/types.ts';
import type { BuiltDemo } from '../demos/built-demo.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { SourcePage } from '../load/types.ts';
import type { PageTables } from './render-page.ts';

/** What the twins of one site are made from. */
export interface TwinContext {
  config: ResolvedConfig;
  /** Compiled pages by source path. */
  compiled: Map<string, CompiledPage>;
  /** By id. */
  demos: Map<string, Pick<BuiltDemo, 'shown'>>;
  /** Generated tables of properties. */
  api?: PageTables;
  /** Pages by absolute path. */
  byFile: Map<string, SourcePage>;
  /** Text of a twin that has been written, by its output path. */
  written?: (outputPath: string) => string | undefined;
}

/** Path of a page's Markdown twin in the output. */
export function twinPath(routePath: string): string {
  return routePath === '/' ? 'index.md' : `${routePath.slice(1)}.md`;
}

/**
 * A page as Markdown for tools that read no HTML: its source, with the files of its demos and embedded files in place of
 * their tags, and with links to other twins.
 */
export function markdownTwin(page: SourcePage, context: TwinContext): string {
  const written = context.written?.(twinPath(page.routePath));
  if (written !== undefined) return written;
  const body = expand(page, context);
  const hasHeading = context.compiled.get(page.sourcePath)?.hasHeading;
  const tabs = page.tabs.map(({ title, page: tab }) => `## ${title}\n\n${expand(tab, context)}`);
  return `${[...(hasHeading ? [] : [`# ${page.title}`]), body, ...tabs].join('\n\n')}\n`;
}

function expand(page: SourcePage, context: TwinContext): string {
  const compiled = context.compiled.get(page.sourcePath);
  const tables = (compiled?.apis && context.api?.tablesOf(compiled)) ?? {};
  const pieces = [
    ...(compiled?.embeds ?? []).map(({ location, text }) => ({ location, tag: 'embed', text: text.trim() })),
    ...(compiled?.demos ?? [])
      .filter(({ code }) => !code)
      .map(({ id, title, location }) => ({
        location,
        tag: 'code',
        text: demoText(title, context.demos.get(id)?.shown ?? []),
      })),
    ...(compiled?.apis ?? []).map(({ tag, id, type }) => ({
      location: tag,
      tag: 'API',
      text: apiText(tables[apiTableKey(id, type)]),
    })),
  ]
    .filter(({ location }) => location.file === page.sourcePath)
    .map((piece) => ({ ...piece, offset: offsetOf(page.source, piece.location) }))
    .sort((a, b) => b.offset - a.offset);
  let text = page.source;
  for (const { offset, tag, text: content } of pieces) {
    const [whole = ''] = new RegExp(`<${tag}\\b[^>]*>(?:[\\s\\S]*?</${tag}>)?`, 'y').exec(text.slice(offset)) ?? [];
    text = text.slice(0, offset) + content + text.slice(offset + whole.length);
  }
  return linkTwins(text.slice(page.bodyOffset).trim(), page, context);
}

/** A generated table as Markdown: the rows that are shown open. */
function apiText(table: ApiTable | undefined): string {
  const groups = table?.groups.filter(({ kind }) => kind === 'own' || kind === 'imperative') ?? [];
  const cell = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  const parts = groups.map(({ caption, rows }) =>
    [
      ...(caption ? [textOfHtml(caption), ''] : []),
      '| Name | Description | Type | Default |',
      '| --- | --- | --- | --- |',
      ...rows.map(({ name, required, description, type, default: value }) =>
        [
          '',
          ` ${name}${required ? ' (required)' : ''} `,
          ` ${cell(textOfHtml(description))} `,
          ` \`${cell(type.map(({ text }) => text).join(''))}\` `,
          ` ${value === undefined ? '-' : `\`${cell(value)}\``} `,
          '',
        ].join('|'),
      ),
    ].join('\n'),
  );
  return [...(table?.description ? [textOfHtml(table.description)] : []), ...parts].join('\n\n');
}

/** Text of HTML that was made of Markdown; code keeps its marks. */
function textOfHtml(html: string): string {
  return html
    .replace(/<\/?code>/g, '`')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'", '#39': "'" };

function demoText(title: string | undefined, files: DemoFile[]): string {
  const blocks = files.map(({ name, code }) => {
    const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
    return `${fence}${path.extname(name).slice(1)} [${name}]\n${code}\n${fence}`;
  });
  return [...(title ? [`**${title}**`] : []), ...blocks].join('\n\n');
}

/** Links to pages lead to their twins; code is left alone. */
function linkTwins(text: string, page: SourcePage, { config, byFile }: TwinContext): string {
  let fence: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
      if (mark && (!fence || mark.startsWith(fence))) fence = fence ? undefined : mark;
      if (fence) return line;
      return line.replace(
        /(\]\()([^()\s#:]+\.mdx?)(#[^()\s]*)?(?=[\s)])/g,
        (whole, before: string, link: string, hash = '') => {
          const target = byFile.get(path.resolve(path.dirname(page.filePath), link));
          return target ? `${before}${withBase(config.base, `/${twinPath(target.routePath)}`)}${hash}` : whole;
        },
      );
    })
    .join('\n');
}

function offsetOf(source: string, { line, column }: Location): number {
  let start = 0;
  for (let number = 1; number < line; number++) start = source.indexOf('\n', start) + 1;
  return start + column - 1;
}
