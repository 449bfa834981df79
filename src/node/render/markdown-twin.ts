import path from 'node:path';
import { type ApiRowHistory, type ApiTable, type ApiTableRow, apiTableKey, NEXT } from '../../shared/api-table.ts';
import { MESSAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ownValue } from '../../shared/own-value.ts';
import type { DemoFile } from '../../shared/page-data.ts';
import { fillParams } from '../content/expand-paths.ts';
import { pageLinksIn } from '../content/page-text.ts';
import { withTabs } from '../content/tabs.ts';
import type { PageTexts, SourcePage } from '../content/types.ts';
import type { CompiledPage, EmbeddedFile, TypedBlock } from '../markdown/types.ts';
import { inlineCode } from '../types/changes/inline-code.ts';
import type { BuiltDemo } from './demos/built-demo.ts';
import { cellText, codeFence, homeMarkdown, htmlToCell, htmlToMarkdown, writtenHomeLinks } from './html-to-markdown.ts';
import { INDENT, placeInText, type Replacement, replacementsByFile, replaceTags } from './replace-tags.ts';
import { linkEdits, linkTarget, type Retarget } from './rewrite-links.ts';
import type { PageInputs, WholePage } from './types.ts';

export function twinPath(routePath: string): string {
  return routePath === '/' ? 'index.md' : `${routePath.slice(1)}.md`;
}

type TwinInputs = Pick<PageInputs, 'demos' | 'tables' | 'twin'>;

/** How links and demos are written in a page's Markdown. */
export interface TwinForm {
  /** Returns the function for the links in a file, by its source path. Undefined if all links stay. */
  linksIn(file: string): Retarget | undefined;
  /** The version that the working tree will be published as, if it is known. */
  next?: string;
  /** Returns the text that replaces the tag of a demo. */
  demo(title: string | undefined, demo: BuiltDemo | undefined): string;
}

/**
 * Returns the page's source, with files instead of their tags, and links to other Markdown versions. A comment at the
 * beginning names the version of the documented package.
 */
export function markdownTwin(
  { page, parts }: WholePage,
  inputs: TwinInputs,
  texts: PageTexts,
  form: TwinForm = siteForm(inputs),
): string {
  const files = withTabs(page);
  const [body = '', ...tabs] = files.map((file, index) => expand(file, parts[index], { inputs, index, texts, form }));
  const sections = tabs.map((text, index) => `## ${page.tabs[index]?.title}\n\n${text}`);
  const { library } = inputs.twin ?? {};
  const { frontmatter } = page;
  const titleAsHeading = !parts[0]?.hasHeading;
  const blocks = [
    library && `<!-- ${library} -->`,
    titleAsHeading && !frontmatter.hero?.title && `# ${page.title}`,
    ...homeMarkdown(frontmatter, { titleAsHeading, retarget: form.linksIn(page.sourcePath) }),
    body,
    ...sections,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** Returns a Markdown version without the comment that names the version of the documented package. */
export function withoutVersion(twin: string): string {
  return twin.replace(/^<!-- \S+ \S+ -->\n\n/, '');
}

function siteForm({ twin }: TwinInputs): TwinForm {
  return {
    demo: (title, demo) => demoText(title, demo?.shown ?? []),
    linksIn(file) {
      const { links } = twin ?? {};
      if (!links?.size) return undefined;
      return (target) => {
        const [, link = '', hash = ''] = /^([^?#]+)(#.*)?$/.exec(target) ?? [];
        const url = links.get(targetOf(link, file) ?? link);
        return url && url + hash;
      };
    },
  };
}

/** Returns the source paths of the files that the links of a page lead to, some of which are pages. */
export function twinLinks(page: SourcePage, compiled: CompiledPage | undefined): string[] {
  const targets = (links: string[], from: string): string[] => links.flatMap((link) => targetOf(link, from) ?? []);
  const ofHome = writtenHomeLinks(page.frontmatter).map((link) => link.replace(/[?#].*/s, ''));
  return [
    ...targets([...page.look.pageLinks, ...ofHome], page.sourcePath),
    ...(compiled?.embeds ?? []).flatMap(({ text, file }) => targets(pageLinksIn(text), file)),
  ];
}

function targetOf(link: string, from: string): string | undefined {
  return link.startsWith('/') ? undefined : path.posix.join(path.posix.dirname(from), link);
}

function expand(
  page: SourcePage,
  compiled: CompiledPage | undefined,
  { inputs, index, texts, form }: { inputs: TwinInputs; index: number; texts: PageTexts; form: TwinForm },
): string {
  const { sourcePath: file, bodyOffset } = page;
  const source = compiled?.generated ?? texts.of(page);
  const line = source.slice(0, bodyOffset).split('\n').length;
  const all = compiled ? replacementsOf(compiled, { inputs, tables: inputs.tables[index] ?? {}, form }) : new Map();
  const text = expandFile({ file, line, text: source.slice(bodyOffset) }, all, form);
  if (page.entry) return fillParams(text, page.entry.params);
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
  { inputs, tables, form }: { inputs: TwinInputs; tables: Record<string, ApiTable>; form: TwinForm },
): Replacements {
  const all: Replacements = replacementsByFile([
    ...embeds.map((embed) => ({ location: embed.location, tag: 'embed', print: () => expandFile(embed, all, form) })),
    ...demos
      .filter(({ code, takesProps }) => !code || code.origin || takesProps?.tag)
      .map(({ id, title, location, takesProps, inline }) => ({
        location,
        tag: takesProps?.tag ? 'Playground' : 'code',
        isBlock: !inline,
        print: () =>
          form.demo(
            title,
            inputs.demos.find(({ demo }) => demo.id === id),
          ),
      })),
    ...apis.map((api) => ({
      location: api.tag,
      tag: 'API',
      isBlock: true,
      print: () =>
        apiMarkdown(ownValue(tables, apiTableKey(api.id, api)), {
          next: form.next,
          retarget: form.linksIn(api.tag.file),
        }),
    })),
    ...linkTags.map(({ location, end, href }) => ({
      location,
      tag: 'Link',
      end,
      print: (inner: string) => linkText(inner, href, form.linksIn(location.file)),
    })),
    ...typedBlocks.flatMap(notesBehindLines),
  ]);
  return all;
}

/** Returns a file, or a section of it, with its tags replaced and its links leading to Markdown versions. */
function expandFile(
  { file, line, text }: Pick<EmbeddedFile, 'file' | 'line' | 'text'>,
  all: Replacements,
  form: TwinForm,
): string {
  const retarget = form.linksIn(file);
  const edits = retarget ? linkEdits(text, file.endsWith('.mdx') ? 'mdx' : 'md', retarget) : [];
  return replaceTags({ line, text }, all.get(file) ?? [], edits).trim();
}

function linkText(inner: string, href: string, retarget: Retarget | undefined): string {
  const text = inner.trim().replace(/\s*\n\s*/g, ' ');
  const next = retarget?.(href);
  return next === false ? text : `[${text || href}](${linkTarget(next ?? href)})`;
}

/** Returns the compiler's answers in a code block, at the ends of lines: a type follows the `^?` that queries it. */
function notesBehindLines({ location: written, notes = [] }: TypedBlock): Replacement[] {
  const location = placeInText(written);
  return notes.map(({ line, asked, text }) => {
    const comment = text.replaceAll('\n', `\n${INDENT}//   `);
    return {
      location: { ...location, line: location.line + 1 + (asked ?? line), column: 1 },
      tag: undefined,
      print: () => (asked === undefined ? `\n${INDENT}// error: ${comment}` : ` ${comment}`),
    };
  });
}

function demoText(title: string | undefined, files: DemoFile[]): string {
  const blocks = files.map(({ name, code }) => codeFence(code, `${path.extname(name).slice(1)} [${name}]`));
  return [...(title ? [`**${title}**`] : []), ...blocks].join('\n\n');
}

interface ApiForm {
  /** The version that the working tree will be published as, if it is known. */
  next: string | undefined;
  retarget: Retarget | undefined;
}

/** Returns a generated table as Markdown, with the rows that are initially visible. */
function apiMarkdown(table: ApiTable | undefined, { next, retarget }: ApiForm): string {
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
