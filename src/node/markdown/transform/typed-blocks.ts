import type { HtmlPart } from '../../../shared/page-data.ts';
import type { Lru } from '../../base/lru.ts';
import type { Site } from '../../project/config/types.ts';
import { type FileContext, report } from '../context.ts';
import type { CodeBlock } from '../nodes.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';
import { readTwoslash } from '../parse/read-twoslash.ts';
import { locationAt } from '../source-file.ts';
import type { CodeError, CodeNote, CodeWord, CompiledPage, TypedBlock } from '../types.ts';
import { codeBlockHtml, codeBlockOptions } from './code-block-html.ts';

/** Placeholder of a block in the HTML of a page. Comments of authors are removed, so they cannot match. */
const MARK = /<!--types:(\d+)-->/g;

/** Records a block with type hints, and reports a language without types. Returns undefined for other blocks. */
export function noteTypedBlock(node: CodeBlock, context: FileContext): { block: TypedBlock; mark: string } | undefined {
  const { lang, flags } = parseFenceInfo(node.lang, node.meta);
  if (!flags.has('twoslash')) return undefined;
  const location = locationAt(context.file, node.position?.start);
  if (lang !== 'ts' && lang !== 'tsx') {
    report(context, 'twoslash-without-types', { lang }, { at: location });
    return undefined;
  }
  const { expected, unknown } = readTwoslash(node.value);
  for (const { line, word } of unknown) {
    report(context, 'unknown-twoslash-word', { word }, { at: locationAt(context.file, pointOf(node, line)) });
  }
  const { out, idPrefix } = context.page;
  out.typedBlocks ??= [];
  const number = out.typedBlocks.length;
  const block = {
    ...{ text: node.value, lang, location, expected },
    id: `types-${idPrefix}${number}`,
    meta: `${node.lang ?? ''} ${node.meta ?? ''}`.slice(lang.length),
  } satisfies TypedBlock;
  out.typedBlocks.push(block);
  return { block, mark: `<!--types:${number}-->` };
}

function pointOf({ position }: CodeBlock, line: number): { line: number; column: number } | undefined {
  return position && { line: position.start.line + 1 + line, column: position.start.column };
}

export interface KnownBlock {
  words: readonly CodeWord[];
  errors: readonly CodeError[];
}

/** Returns the types that a block queries and the errors that it demonstrates, and the lines of queries without a result. */
export function answersOf(
  { text, expected }: TypedBlock,
  { words, errors: codeErrors }: KnownBlock,
): { notes: CodeNote[]; unanswered: number[] } {
  const starts = lineStarts(text);
  const notes: CodeNote[] = [];
  const unanswered: number[] = [];
  for (const { line, column, requestedLine } of readTwoslash(text).queries) {
    const from = starts[line] ?? 0;
    const word = words.find(({ start, length }) => start <= from + column && from + column < start + length);
    if (word) notes.push({ line, column: word.start - from, kind: 'type', text: word.type, asked: requestedLine });
    else unanswered.push(line);
  }
  for (const { start, text } of expected === 'all' ? [] : codeErrors) {
    const line = starts.findLastIndex((from) => from <= start);
    notes.push({ line, column: start - (starts[line] ?? 0), kind: 'error', text });
  }
  return { notes, unanswered };
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
}

/** Replaces the placeholders of a page with its rendered blocks. A block without compiler results becomes plain code. */
export function placeTypedBlocks(
  page: CompiledPage,
  knownOf: (block: TypedBlock) => KnownBlock | undefined,
  options: { site: Site; strings: Record<string, string>; hintTexts: Lru<string> },
): CompiledPage {
  const { typedBlocks } = page;
  if (!typedBlocks) return page;
  const blocks = typedBlocks.map((block) => {
    const known = knownOf(block);
    return { ...block, known, ...(known && { notes: answersOf(block, known).notes }) };
  });
  const html = blocks.map(({ known, ...block }) => typedBlockHtml(block, known, options));
  const place = (parts: HtmlPart[]): HtmlPart[] =>
    parts.map((part) => {
      if (typeof part === 'string') return part.replace(MARK, (_, number: string) => html[Number(number)] ?? '');
      return 'component' in part ? { ...part, children: place(part.children) } : part;
    });
  let paraId = Math.max(0, ...page.texts.map((text) => text.paraId));
  return {
    ...page,
    content: place(page.content),
    statics: Object.fromEntries(Object.entries(page.statics).map(([id, parts]) => [id, place(parts)])),
    texts: [
      ...page.texts,
      ...blocks.flatMap(({ notes = [], tocIndex }) =>
        notes.map(({ text }) => ({
          value: text.replace(/\s+/g, ' '),
          paraId: ++paraId,
          ...(tocIndex === undefined ? {} : { tocIndex }),
        })),
      ),
    ],
    typedBlocks: blocks.map(({ known: _, ...block }) => block),
  };
}

function typedBlockHtml(
  { id, lang, meta, text, notes = [] }: TypedBlock,
  known: KnownBlock | undefined,
  { site, strings, hintTexts }: { site: Site; strings: Record<string, string>; hintTexts: Lru<string> },
): string {
  const block = { type: 'codeBlock', lang, meta, value: text, grouped: false } as const;
  const types = known && { ...known, id, notes, source: text, hintTexts };
  return codeBlockHtml(block, { ...codeBlockOptions(site, strings), types }).html;
}
