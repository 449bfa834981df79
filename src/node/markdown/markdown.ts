/** Adapter of the `.md` parser. No other module imports the parser. */
import { toHtml } from 'hast-util-to-html';
import { type Handlers, toHast } from 'mdast-util-to-hast';
import type * as Satteri from 'satteri';
import { isExternal, isSafeUrl, withBase } from '../../shared/base-url.ts';
import { CODE_BLOCK_CLASS, CODE_LANGUAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { decodeEntities } from '../base/html-text.ts';
import { createLru } from '../base/lru.ts';
import { loadNative } from '../base/native-package.ts';
import { type HastContent, isBlank, type MdastContent, type MdastRoot, nodeText, walk } from './nodes.ts';
import { parseFenceInfo } from './parse/fence-info.ts';
import { withoutHeadingAttributes } from './parse/heading-attributes.ts';
import { highlight } from './transform/highlight.ts';
import { languageIn } from './transform/language-names.ts';

/** Parses CommonMark, GFM and `:::` containers. Text and leaf directives are not supported: `10:30` stays literal text. */
export function parseMarkdown(text: string): MdastRoot {
  const [mark, dot, ampersand] = MARKS.filter((candidate) => !text.includes(candidate));
  let shielded = mark && dot ? shieldUrls(text, { mark, dot }) : text;
  if (ampersand) shielded = shieldReferences(shielded, ampersand);
  let result = parse(shielded);
  // A second pass finds only directives nested in other directives.
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

/** Rare punctuation of one UTF-16 unit, so that offsets and the parsing of adjacent emphasis do not change. */
const MARKS = ['\u2E31', '\u2E33', '\u2E34', '\u10FB'];

/**
 * Returns ranges of directives, each with the word before it (`8:05` of `8:05:30`). The parser cannot disable directives, and
 * drops their text. The text is parsed again rather than restored, because a directive can contain Markdown.
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

/** Start of a URL that the parser turns into a link. */
const URL_START = /www\.|:\/\//g;

/** Maximum number of URLs in one word. Parsing time grows with the square of their number; a word with more gets no links. */
const MOST_URLS = 1000;

/** Replaces the start of each URL in words with too many URLs. */
function shieldUrls(text: string, { mark, dot }: { mark: string; dot: string }): string {
  const hasMany = (part: string): boolean => (part.match(URL_START)?.length ?? 0) > MOST_URLS;
  if (!hasMany(text)) return text;
  return text.replace(/\S+/g, (word) =>
    hasMany(word) ? word.replaceAll('www.', `www${dot}`).replaceAll('://', `${mark}//`) : word,
  );
}

/** Maximum number of character references (`&amp;`) in one block. Parsing time grows with the square of their number. */
const MOST_REFERENCES = 500;
const MOST_COMMENTS = 10_000;

/** Replaces the `&` of unescaped character references, if one block of the text has too many. */
function shieldReferences(text: string, mark: string): string {
  const references = /\\[\s\S]|&(?=#?[a-z0-9]{1,31};)/gi;
  const hasMany = (block: string): boolean => (block.match(references)?.length ?? 0) > MOST_REFERENCES;
  if (!text.split(/\n[ \t]*\n/).some(hasMany)) return text;
  return text.replace(references, (found) => (found === '&' ? mark : found));
}

/** Decodes the shielded references. In code, HTML and attributes of directives they are restored as written. */
function unshieldReferences(tree: MdastRoot, mark: string): void {
  const references = new RegExp(`${mark}(#?[a-z0-9]{1,31};)`, 'gi');
  changeTexts(tree, (text, { type, key }) => {
    const asWritten = key === 'attribute' || (key === 'value' && type !== 'text');
    return text.replace(references, (_, name) => (asWritten ? `&${name}` : decodeEntities(`&${name}`)));
  });
}

/** Replaces the colons in ranges of the text by a mark that the text does not contain, so that they start no directive. */
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

/** Replaces each string in the tree: fields of nodes, and attributes of directives (`key` is `attribute`). */
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

/** Returns the plain text of a line of inline Markdown, such as a heading, without the text of badges. */
export function headingText(markdownInline: string): string {
  let inBadge = false;
  const text = unlessTooDeep(markdownInline, () =>
    nodeText(parseMarkdown(markdownInline), (node) => {
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
 * Renders demo descriptions and the footer. Removes raw HTML and unsafe URLs, and adds the base to links. Throws a
 * RangeError if the Markdown is nested too deeply.
 */
export function renderMarkdown(markdown: string, base = '/'): string {
  return toHtml(render(markdown, base), WITH_CODE);
}

/** Renders Markdown from outside pages, such as a doc comment. Returns the escaped source if it is nested too deeply. */
export function renderComment(markdown: string): string {
  return unlessTooDeep(`<p>${escapeHtml(markdown)}</p>`, () => renderMarkdown(markdown));
}

export function createCommentRenderer(): (markdown: string) => string {
  const known = createLru<string>(MOST_COMMENTS);
  return (markdown) => {
    const html = known.get(markdown) ?? renderComment(markdown);
    known.set(markdown, html);
    return html;
  };
}

/** Renders a note, like {@link renderComment}: without the `<p>` around a single paragraph, and with the base in links. */
export function renderNote(markdown: string, base = '/'): string {
  return unlessTooDeep(escapeHtml(markdown), () => renderInline(markdown, base));
}

/** Returns the tags and unsafe URLs that {@link renderMarkdown} removes. */
export function droppedFrom(markdown: string): string[] {
  const dropped: string[] = [];
  walk<MdastContent>(parseMarkdown(markdown), (node) => {
    if (node.type === 'html' && !node.value.startsWith('<!--')) dropped.push(node.value);
    if ('url' in node && !isSafeUrl(node.url)) dropped.push(node.url);
  });
  return dropped;
}

export function linksIn(markdown: string): string[] {
  const links: string[] = [];
  walk<MdastContent>(parseMarkdown(markdown), (node) => {
    if ((node.type === 'link' || node.type === 'definition') && isSafeUrl(node.url)) links.push(node.url);
  });
  return links;
}

/** Like {@link renderMarkdown}, without the `<p>` around a single paragraph. */
export function renderInline(markdown: string, base = '/'): string {
  const content = render(markdown, base).filter((node) => !isBlank(node));
  const only = content.length === 1 ? content[0] : undefined;
  return toHtml(only?.type === 'element' && only.tagName === 'p' ? only.children : content, WITH_CODE);
}

/** Prints code blocks, the only raw HTML in a rendered tree. */
const WITH_CODE = { allowDangerousHtml: true };

const handlers: Handlers = {
  code: (_, { value, lang }) => ({ type: 'raw', value: plainCodeHtml(value, lang ?? '') }) as never,
};

function render(markdown: string, base: string): HastContent[] {
  const tree = toHast(parseMarkdown(markdown), { handlers });
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

/** Returns the attributes of an external link. `http:` and `https:` links open in a new tab. */
export function externalLink(url: string): { target?: string; rel?: string[]; className?: string[] } {
  if (!/^(https?:|\/\/)/i.test(url)) return {};
  return { target: '_blank', rel: ['noreferrer'], className: ['external'] };
}

/**
 * Renders code outside a page's text, such as in a doc comment, without a caption, marks or a copy button. `info` is
 * the text after the fence.
 */
function plainCodeHtml(code: string, info: string): string {
  const lang = languageIn(parseFenceInfo(info, ''));
  const attribute = lang && ` ${CODE_LANGUAGE_ATTRIBUTE}="${lang}"`;
  const name = lang && ` role="group" aria-label="${lang}"`;
  return `<div class="${CODE_BLOCK_CLASS}"${attribute}><pre tabindex="0"${name}><code${lang && ` class="language-${lang}"`}>${highlight(code, lang)}</code></pre></div>`;
}
