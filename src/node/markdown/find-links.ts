import { parseMarkdown } from './markdown.ts';
import { type MdastContent, type Point, walk } from './nodes.ts';
import { rewriteLines } from './parse/rewrite-lines.ts';
import { scanTags, type Tag } from './parse/scan-tags.ts';

/** Offsets in the text; the end is exclusive. */
export type TextRange = [start: number, end: number];

/** A URL in a text, or a reference to its definition. */
export interface WrittenLink {
  kind: 'markdown' | 'reference' | 'attribute' | 'srcset';
  /** The URL without escapes; for a `srcset`, the whole value. */
  url: string;
  range: TextRange;
  /** The URL with its brackets or quotes. Absent for a reference. */
  target?: TextRange;
  text: TextRange;
}

interface Fragment {
  text: string;
  starts: number[];
}

interface Source {
  text: string;
  findIn: (range: TextRange) => WrittenLink[];
}

const TARGET = String.raw`<(?:\\.|[^<>\\\n])*>|[^\s<>]\S*`;
/** The end of a link or picture. A line break may be followed by the marks of a block quote. */
const TAIL = new RegExp(String.raw`^\]\([\s>]*(${TARGET}|)(?:\s[\s>]*(?:".*"|'.*'|\(.*\)))?[\s>]*\)$`, 'ds');
const DEFINITION = new RegExp(String.raw`^\[(?:\\.|[^\\\]])+\]:[\s>]*(${TARGET})`, 'ds');
const REFERENCE = /^!?\[(.*?)\](?:\[(?:\\.|[^\\\]])*\])?$/ds;
const URL_ATTRIBUTES = new Set(['href', 'src', 'to', 'link', 'poster', 'srcset']);

/** Ignores code and comments. */
export function findLinks(text: string, format: 'md' | 'mdx'): WrittenLink[] {
  const source: Source = {
    text,
    findIn: (range) =>
      format === 'mdx' && text.slice(...range).includes('[') ? linksIn(unindented(text, range), source) : [],
  };
  const starts = lineStarts(text, 0);
  return linksIn({ text: rewriteLines(text), starts }, source);
}

function linksIn({ text, starts }: Fragment, source: Source): WrittenLink[] {
  const tree = parseMarkdown(text);
  const definitions = new Map<string, string>();
  walk<MdastContent>(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    return undefined;
  });
  const offsetOf = ({ line, column }: Point): number => (starts[line - 1] ?? source.text.length) + column - 1;
  const links: WrittenLink[] = [];
  walk<MdastContent>(tree, (node) => {
    if (!node.position) return undefined;
    const range: TextRange = [offsetOf(node.position.start), offsetOf(node.position.end)];
    const written = source.text.slice(...range);
    if (node.type === 'link') {
      const last = node.children.at(-1)?.position?.end;
      links.push(...inlineLink(node.url, range, { source, from: last ? offsetOf(last) : range[0] + 1 }));
    } else if (node.type === 'image') links.push(...inlineLink(node.url, range, { source, from: range[0] + 2 }));
    else if (node.type === 'linkReference' || node.type === 'imageReference') {
      const url = definitions.get(node.identifier);
      const text = groupIn(REFERENCE, written, range[0]);
      if (url !== undefined && text) links.push({ kind: 'reference', url, range, text });
    } else if (node.type === 'definition') {
      const target = groupIn(DEFINITION, written, range[0]);
      if (target) links.push({ kind: 'markdown', url: node.url, range, target, text: [range[0], range[0]] });
    } else if (node.type === 'html') links.push(...linksInHtml(range, { source, isVerbatim: node.value === written }));
    else if (node.type === 'code' && !/^[`~]/.test(written)) links.push(...source.findIn(range));
    return undefined;
  });
  return links;
}

/** @param options.from offset after the text of the link, or in it */
function inlineLink(
  url: string,
  range: TextRange,
  { source: { text }, from }: { source: Source; from: number },
): WrittenLink[] {
  const [start, end] = range;
  const textStart = text.startsWith('![', start) ? start + 2 : start + 1;
  // A URL in angle brackets or in plain text has no separate target.
  if (!text.startsWith('[', textStart - 1)) return [];
  for (let at = text.indexOf('](', from); at !== -1 && at < end; at = text.indexOf('](', at + 1)) {
    const target = groupIn(TAIL, text.slice(at, end), at);
    if (target) return [{ kind: 'markdown', url, range, target, text: [textStart, at] }];
  }
  return [];
}

function linksInHtml(
  [start, end]: TextRange,
  { source, isVerbatim }: { source: Source; isVerbatim: boolean },
): WrittenLink[] {
  const written = source.text.slice(start, end);
  const html = isVerbatim ? written : written.replace(/\n[ \t>]+/g, (mark) => mark.replaceAll('>', ' '));
  const tags = scanTags(html);
  const links: WrittenLink[] = [];
  let last = 0;
  for (const tag of tags) {
    links.push(...source.findIn([start + last, start + tag.start]), ...linksInTag(tag, html, start));
    last = tag.end;
  }
  return [...links, ...(tags.length > 0 ? source.findIn([start + last, end]) : [])];
}

function linksInTag(tag: Tag, html: string, base: number): WrittenLink[] {
  const alt = tag.attributes.find(({ name }) => name === 'alt');
  return tag.attributes.flatMap((attribute): WrittenLink[] => {
    const name = attribute.name.toLowerCase();
    if (attribute.value === true || !URL_ATTRIBUTES.has(name)) return [];
    const target = valueRange(attribute, html);
    // A JSX expression.
    if (html[target[0]] === '{') return [];
    // A picture without a file is replaced by its description, so the range is the whole tag.
    const isPicture = tag.name.toLowerCase() === 'img' && name === 'src';
    const before = html.slice(tag.start, attribute.nameStart).trimEnd().length;
    const range: TextRange = isPicture ? [tag.start, tag.end] : [tag.start + before, target[1]];
    const [altStart, altEnd] = alt ? valueRange(alt, html) : [0, 0];
    const isQuoted = /["']/.test(html[altStart] ?? '');
    const text: TextRange =
      isPicture && alt && alt.value !== true
        ? [altStart + Number(isQuoted), altEnd - Number(isQuoted)]
        : [range[0], range[0]];
    const moved = ([from, to]: TextRange): TextRange => [base + from, base + to];
    return [
      {
        kind: name === 'srcset' ? 'srcset' : 'attribute',
        url: attribute.value,
        ...{ range: moved(range), target: moved(target), text: moved(text) },
      },
    ];
  });
}

function valueRange({ valueStart }: Tag['attributes'][number], html: string): TextRange {
  const quote = html[valueStart - 1];
  if (quote === '"' || quote === "'") return [valueStart - 1, html.indexOf(quote, valueStart) + 1];
  const [value = ''] = /^[^\s"'=<>`]*/.exec(html.slice(valueStart)) ?? [];
  return [valueStart, valueStart + value.length];
}

function unindented(text: string, [start, end]: TextRange): Fragment {
  const part = text.slice(start, end);
  const lines = part.split('\n');
  const starts = lineStarts(part, start).map((at, index) => at + indentOf(lines[index] ?? ''));
  return { text: lines.map((line) => line.slice(indentOf(line))).join('\n'), starts };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function lineStarts(text: string, base: number): number[] {
  const starts = [base];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(base + at + 1);
  return starts;
}

function groupIn(pattern: RegExp, text: string, base: number): TextRange | undefined {
  const [start, end] = pattern.exec(text)?.indices?.[1] ?? [];
  return start === undefined || end === undefined ? undefined : [base + start, base + end];
}
