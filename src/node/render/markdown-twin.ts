import path from 'node:path';
import { type ApiRowHistory, type ApiTable, apiTableKey, NEXT } from '../../shared/api-table.ts';
import { MESSAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import { textOfHtml } from '../base/html-text.ts';
import { PAGE_LINK, pageLinksIn, pageLinksOf } from '../content/addresses.ts';
import type { PageTexts, SourcePage } from '../content/types.ts';
import { withTabs } from '../content/with-tabs.ts';
import type { CompiledPage, EmbeddedFile, TypedBlock } from '../markdown/types.ts';
import type { ResolvedConfig } from '../project/config/types.ts';
import { INDENT, type Replacement, replacementsByFile, replaceTags } from './replace-tags.ts';
import type { PageInputs, WholePage } from './types.ts';

/** Returns whether pages have Markdown twins. */
export function hasTwins({ llms }: Pick<ResolvedConfig, 'llms'>): boolean {
  return llms !== false && llms.twins;
}

/** Returns the output path of a page's Markdown twin. */
export function twinPath(routePath: string): string {
  return routePath === '/' ? 'index.md' : `${routePath.slice(1)}.md`;
}

/**
 * Renders a page as Markdown for tools that do not read HTML. It is the page's source, with the files of demos and embedded files
 * instead of their tags, and with links to other twins.
 */
export function markdownTwin({ page, parts }: WholePage, inputs: PageInputs, texts: PageTexts): string {
  const files = withTabs(page);
  const [body = '', ...tabs] = files.map((file, index) => expand(file, parts[index], { inputs, index, texts }));
  const sections = tabs.map((text, index) => `## ${page.tabs[index]?.title}\n\n${text}`);
  return `${[...(parts[0]?.hasHeading ? [] : [`# ${page.title}`]), body, ...sections].join('\n\n')}\n`;
}

/** Returns the source paths of the files that the links of a page lead to, some of which are pages. */
export function twinLinks(page: SourcePage, compiled: CompiledPage | undefined, texts: PageTexts): string[] {
  const own = pageLinksOf(page, texts);
  const targets = (links: string[], from: string): string[] => links.flatMap((link) => targetOf(link, from) ?? []);
  return [
    ...targets(own, page.sourcePath),
    ...(compiled?.embeds ?? []).flatMap(({ text, file }) => targets(pageLinksIn(text), file)),
  ];
}

/** Returns the source path of the target of a relative link. */
function targetOf(link: string, from: string): string | undefined {
  return link.startsWith('/') ? undefined : path.posix.join(path.posix.dirname(from), link);
}

function expand(
  page: SourcePage,
  compiled: CompiledPage | undefined,
  { inputs: pageInputs, index, texts }: { inputs: PageInputs; index: number; texts: PageTexts },
): string {
  const { sourcePath: file, bodyOffset } = page;
  const source = compiled?.generated ?? texts.of(page);
  const line = source.slice(0, bodyOffset).split('\n').length;
  const all = compiled
    ? replacementsOf(compiled, { inputs: pageInputs, tables: pageInputs.tables[index] ?? {} })
    : new Map();
  const text = expandFile({ file, line, text: source.slice(bodyOffset) }, all, pageInputs);
  return page.generated === undefined ? text : withoutMessages(text);
}

/** Returns generated Markdown without the elements by which its interface strings are translated. */
function withoutMessages(markdown: string): string {
  return markdown
    .replace(new RegExp(`<span ${MESSAGE_ATTRIBUTE}="[^"]*">(.*?)</span>`, 'g'), '$1')
    .replace(/<Badge type="error">(.*?)<\/Badge>/g, '**$1**');
}

type Replacements = ReturnType<typeof replacementsByFile>;

function replacementsOf(
  { embeds = [], demos, apis = [], linkTags = [], typedBlocks = [] }: CompiledPage,
  { inputs, tables }: { inputs: PageInputs; tables: Record<string, ApiTable> },
): Replacements {
  const all: Replacements = replacementsByFile([
    ...embeds.map((embed) => ({ location: embed.location, tag: 'embed', print: () => expandFile(embed, all, inputs) })),
    ...demos
      .filter(({ code, takesProps }) => !code || takesProps?.tag)
      .map(({ id, title, location, takesProps }) => ({
        location,
        tag: takesProps?.tag ? 'Playground' : 'code',
        print: () => demoText(title, inputs.demos.find(({ demo }) => demo.id === id)?.shown ?? []),
      })),
    ...apis.map((api) => ({
      location: api.tag,
      tag: 'API',
      print: () => apiText(tables[apiTableKey(api.id, api)]),
    })),
    ...linkTags.map(({ location, end, href }) => ({
      location,
      tag: 'Link',
      end,
      print: (inner: string) => linkText(inner, href),
    })),
    ...typedBlocks.flatMap(notesBehindLines),
  ]);
  return all;
}

/** Returns a file, or a section of it, with its tags replaced and its links leading to twins. */
function expandFile(
  { file, line, text }: Pick<EmbeddedFile, 'file' | 'line' | 'text'>,
  all: Replacements,
  inputs: PageInputs,
): string {
  return linkTwins(replaceTags({ line, text }, all.get(file) ?? []).trim(), file, inputs);
}

/** Returns a Markdown link. An address with spaces or parentheses is in angle brackets. */
function linkText(inner: string, href: string): string {
  const text = inner.trim().replace(/\s*\n\s*/g, ' ');
  return `[${text || href}](${/[\s()]/.test(href) ? `<${href}>` : href})`;
}

/** Returns the compiler's answers in a code block, at the ends of lines: a type follows the `^?` that queries it. */
function notesBehindLines({ location, notes = [] }: TypedBlock): Replacement[] {
  return notes.map(({ line, asked, text }) => {
    const comment = text.replaceAll('\n', `\n${INDENT}//   `);
    return {
      location: { ...location, line: location.line + 1 + (asked ?? line), column: 1 },
      tag: undefined,
      print: () => (asked === undefined ? `\n${INDENT}// error: ${comment}` : ` ${comment}`),
    };
  });
}

/** Returns a generated table as Markdown, with the rows that are initially visible. */
function apiText(table: ApiTable | undefined): string {
  const groups = table?.groups.filter(({ kind }) => kind === 'own' || kind === 'imperative') ?? [];
  const cell = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
  const parts = groups.map(({ caption, rows }) =>
    [
      ...(caption ? [textWithCode(caption), ''] : []),
      '| Name | Description | Type | Default |',
      '| --- | --- | --- | --- |',
      ...rows.map(({ name, required, description, type, history, default: value }) =>
        [
          '',
          ` ${name}${required ? ' (required)' : ''} `,
          ` ${cell([textWithCode(description), ...historyText(history)].filter(Boolean).join(' '))} `,
          ` \`${cell(type.map(({ text }) => text).join(''))}\` `,
          ` ${value === undefined ? '-' : `\`${cell(value)}\``} `,
          '',
        ].join('|'),
      ),
    ].join('\n'),
  );
  return [...(table?.description ? [textWithCode(table.description)] : []), ...parts].join('\n\n');
}

/** Returns the versions of a row as sentences. */
function historyText({ since, deprecatedSince, changedIn }: ApiRowHistory = { events: [] }): string[] {
  const added = since === NEXT ? 'New in the next release.' : since && `Since ${since}.`;
  const deprecated = deprecatedSince && `Deprecated since ${deprecatedSince}.`;
  return [added, deprecated, changedIn && `Changed in ${changedIn}.`].filter((text) => text !== undefined);
}

/** Returns the text of HTML that was generated from Markdown, with backticks around code. */
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

/** Replaces links to pages by links to their twins, except in code. */
function linkTwins(text: string, file: string, { twin }: PageInputs): string {
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
