/** The adapter of the `.md` parser: the only place that knows it. */
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import type * as Satteri from 'satteri';
import { isExternal, isSafeUrl, withBase } from '../../shared/base-url.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { decodeEntities } from '../base/html-text.ts';
import { loadNative } from '../base/native-package.ts';
import { type HastContent, isBlank, type MdastContent, type MdastRoot, textOf, walk } from './nodes.ts';
import { withoutHeadingAttributes } from './parse/heading-attributes.ts';

/**
 * Parses Markdown (CommonMark, GFM, `:::` containers) into mdast with positions.
 * Text and leaf directives are literal text: `10:30` stays as it is.
 */
export function parseMarkdown(text: string): MdastRoot {
  const [mark, dot, ampersand] = MARKS.filter((candidate) => !text.includes(candidate));
  let shielded = mark && dot ? shieldAddresses(text, { mark, dot }) : text;
  if (ampersand) shielded = shieldReferences(shielded, ampersand);
  let result = parse(shielded);
  // The second pass finds none, but for directives inside of directives.
  for (let pass = 0; pass < 3 && mark; pass++) {
    const ranges = directiveRanges(result, shielded);
    if (ranges.length === 0) break;
    shielded = shieldColons(shielded, ranges, mark);
    result = parse(shielded);
  }
  if (shielded === text) return result;
  if (dot) unshield(result, dot, '.');
  if (ampersand) unshieldReferences(result, ampersand);
  return mark ? unshield(result, mark, ':') : result;
}

function parse(text: string): MdastRoot {
  const { markdownToMdast } = loadNative<typeof Satteri>('satteri');
  return markdownToMdast(text, { features: { directive: true, frontmatter: false } }) as MdastRoot;
}

/** Other punctuation of one UTF-16 unit, so that emphasis beside it and all offsets stay the same. */
const MARKS = ['\u2E31', '\u2E33', '\u2E34', '\u10FB'];

/**
 * Where text and leaf directives stand, each with the word before it (`8:05` of `8:05:30`). The parser has no switch for
 * them, and drops their text. They are parsed again, not put back as text: in `see:docs[**a**](b)` is a link.
 */
function directiveRanges(tree: MdastRoot, text: string): [number, number][] {
  const ranges: [number, number][] = [];
  let last = 0;
  walk<MdastContent>(tree, (node) => {
    if (node.type !== 'textDirective' && node.type !== 'leafDirective') return;
    let start = node.position?.start.offset ?? 0;
    while (start > last && /[:\w\p{L}-]/u.test(text[start - 1] ?? '')) start--;
    last = node.position?.end.offset ?? start;
    ranges.push([start, last]);
    return false;
  });
  return ranges;
}

/** Where an address begins that the parser makes a link of. */
const ADDRESS = /www\.|:\/\//g;

/** What the parser makes of a word takes time by the square of its addresses: one with more than these has no links. */
const MOST_ADDRESSES = 1000;

/** Replaces what begins the addresses in words that have too many. */
function shieldAddresses(text: string, { mark, dot }: { mark: string; dot: string }): string {
  const hasMany = (part: string): boolean => (part.match(ADDRESS)?.length ?? 0) > MOST_ADDRESSES;
  if (!hasMany(text)) return text;
  return text.replace(/\S+/g, (word) =>
    hasMany(word) ? word.replaceAll('www.', `www${dot}`).replaceAll('://', `${mark}//`) : word,
  );
}

/** The parser joins the characters of references (`&amp;`) to their text by the square of their number in a block. */
const MOST_REFERENCES = 500;

/** Replaces what begins references in a text that has too many in one block, but for escaped ones. */
function shieldReferences(text: string, mark: string): string {
  const references = /\\[\s\S]|&(?=#?[a-z0-9]{1,31};)/gi;
  const hasMany = (block: string): boolean => (block.match(references)?.length ?? 0) > MOST_REFERENCES;
  if (!text.split(/\n[ \t]*\n/).some(hasMany)) return text;
  return text.replace(references, (found) => (found === '&' ? mark : found));
}

/** Decodes the references that were shielded; in code, HTML and attributes of directives they stay as they are written. */
function unshieldReferences(tree: MdastRoot, mark: string): void {
  const references = new RegExp(`${mark}(#?[a-z0-9]{1,31};)`, 'gi');
  changeTexts(tree, (text, { type, key }) => {
    const asWritten = key === 'attribute' || (key === 'value' && type !== 'text');
    return text.replace(references, (_, name) => (asWritten ? `&${name}` : decodeEntities(`&${name}`)));
  });
}

/** Replaces the colons in ranges of the text by a mark that it does not contain, so that they mean nothing. */
function shieldColons(text: string, ranges: [number, number][], mark: string): string {
  let result = '';
  let last = 0;
  for (const [start, end] of ranges) {
    result += text.slice(last, start) + text.slice(start, end).replaceAll(':', mark);
    last = end;
  }
  return result + text.slice(last);
}

function unshield(tree: MdastRoot, mark: string, text: string): MdastRoot {
  changeTexts(tree, (value) => value.replaceAll(mark, text));
  return tree;
}

/** Replaces each text that the nodes have, by what it is: one of their own fields, or an attribute of a directive. */
function changeTexts(tree: MdastRoot, change: (text: string, of: { type: string; key: string }) => string): void {
  walk<MdastContent>(tree, (node) => {
    const fields = node as unknown as Record<string, unknown>;
    const { type } = node;
    for (const key of ['value', 'url', 'title', 'alt', 'meta', 'lang', 'label', 'identifier']) {
      const value = fields[key];
      if (typeof value === 'string') fields[key] = change(value, { type, key });
    }
    const attributes = (fields.attributes ?? {}) as Record<string, unknown>;
    for (const [name, value] of Object.entries(attributes))
      if (typeof value === 'string') attributes[name] = change(value, { type, key: 'attribute' });
    return undefined;
  });
}

/** Plain text of one line of inline Markdown, such as a heading; the text of a Badge is left out. */
export function headingText(markdownInline: string): string {
  let inBadge = false;
  const text = unlessTooDeep(markdownInline, () =>
    textOf(parseMarkdown(markdownInline), (node) => {
      if (node.type === 'html' && 'value' in node) {
        if (/^<Badge\b[^>]*[^/]>$/.test(String(node.value))) inBadge = true;
        if (/^<\/Badge\s*>$/.test(String(node.value))) inBadge = false;
      }
      return inBadge;
    }),
  );
  return withoutHeadingAttributes(text).replace(/\s+/g, ' ').trim();
}

/** Returns the result of a task, or the fallback if deeply nested Markdown overflows the call stack. */
function unlessTooDeep(fallback: string, task: () => string): string {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fallback;
  }
}

/**
 * Markdown to safe HTML: raw HTML is dropped, links keep only allowed schemes, links to the site get the base.
 * For demo descriptions and the footer. Throws a RangeError for Markdown that is nested too deeply. `base` defaults to `/`.
 */
export function renderMarkdown(markdown: string, base = '/'): string {
  return toHtml(render(markdown, base));
}

/** Renders text outside of pages, such as a doc comment, like {@link renderMarkdown}. Shows the source if it is nested too deeply. */
export function renderComment(markdown: string): string {
  return unlessTooDeep(`<p>${escapeHtml(markdown)}</p>`, () => renderMarkdown(markdown));
}

/** What {@link renderMarkdown} leaves out: tags, and addresses with a scheme that is not allowed. */
export function droppedFrom(markdown: string): string[] {
  const dropped: string[] = [];
  walk<MdastContent>(parseMarkdown(markdown), (node) => {
    if (node.type === 'html' && !node.value.startsWith('<!--')) dropped.push(node.value);
    if ('url' in node && !isSafeUrl(node.url)) dropped.push(node.url);
  });
  return dropped;
}

/** As {@link renderMarkdown}, without the paragraph around a single one. */
export function renderInline(markdown: string, base = '/'): string {
  const content = render(markdown, base).filter((node) => !isBlank(node));
  const only = content.length === 1 ? content[0] : undefined;
  return toHtml(only?.type === 'element' && only.tagName === 'p' ? only.children : content);
}

function render(markdown: string, base: string): HastContent[] {
  const tree = toHast(parseMarkdown(markdown));
  const root = { children: tree.type === 'root' ? tree.children : [] };
  walk<HastContent>(root, (node) => {
    if (node.type !== 'element') return;
    for (const name of ['href', 'src']) {
      const url = node.properties[name];
      if (typeof url !== 'string') continue;
      if (!isSafeUrl(url)) delete node.properties[name];
      else if (isExternal(url)) Object.assign(node.properties, name === 'href' ? externalLink(url) : {});
      else node.properties[name] = withBase(base, url);
    }
    return undefined;
  });
  return root.children;
}

/** Attributes of a link that leaves the site: http links open a new tab. */
export function externalLink(url: string): { target?: string; rel?: string[]; className?: string[] } {
  if (!/^(https?:|\/\/)/i.test(url)) return {};
  return { target: '_blank', rel: ['noreferrer'], className: ['external'] };
}
