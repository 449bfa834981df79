/** Rewrites the targets of links and pictures in Markdown. */

/** Returns the new target of a link. `undefined` keeps the target, `false` removes the link and keeps its text. */
export type Retarget = (target: string) => string | false | undefined;

// All lengths are limited, so that a long line without links does not take quadratic time.
const TEXT = String.raw`(?:[^[\]\\]|\\.|\[[^\]]{0,500}\]){0,2000}`;
const TARGET = String.raw`<[^<>]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,5}`;
const TITLE = String.raw`\s{1,20}(?:"[^"]{0,500}"|'[^']{0,500}')`;
/** Stands for a character of inline code. */
const MASK = '_';
/** A link or picture, or an HTML tag. */
const PART = new RegExp(
  String.raw`(?<mark>!?)\[(?<text>${TEXT})\]\(\s{0,20}(?<target>${TARGET})(?<title>${TITLE})?\s{0,20}\)|<(?<tag>[A-Za-z][\w.-]{0,50})(?<attributes>\s[^<>]{0,4000})>`,
  'dg',
);
/** A definition such as `[guide]: ./guide.md`, but not that of a footnote. */
const DEFINITION = /^(\s{0,3}\[(?!\^)[^\]]{1,999}\]:\s*)<?([^\s<>]+)>?(.*)$/;
const ADDRESS_ATTRIBUTE = /(\s(?:href|src|to|link|poster)\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;

/** Rewrites the links in a line of text outside of code blocks. */
export function rewriteLinks(line: string, retarget: Retarget): string {
  const definition = DEFINITION.exec(line);
  if (definition) {
    const [, label = '', target = '', rest = ''] = definition;
    const next = retarget(target);
    // Without its definition, a reference is plain text.
    return next === undefined ? line : next === false ? '' : `${label}${bracketed(next)}${rest}`;
  }
  let result = '';
  let end = 0;
  for (const found of maskCode(line).matchAll(PART)) {
    result += line.slice(end, found.index) + rewritePart(line, found, retarget);
    end = found.index + found[0].length;
  }
  return result + line.slice(end);
}

/** Rewrites a link, a picture or a tag. Its groups are read from the line, because inline code is masked in the match. */
function rewritePart(line: string, found: RegExpExecArray, retarget: Retarget): string {
  const group = (name: string): string | undefined => {
    const range = found.indices?.groups?.[name];
    return range && line.slice(...range);
  };
  const tag = group('tag');
  const attributes = group('attributes') ?? '';
  if (tag !== undefined) return rewriteTag({ tag, attributes }, retarget);
  const [mark, text = '', target = '', title = ''] = ['mark', 'text', 'target', 'title'].map(group);
  const inner = mark ? text : rewriteLinks(text, retarget);
  const next = retarget(target.replace(/^<|>$/g, ''));
  if (next === false) return inner;
  return `${mark}[${inner}](${next === undefined ? target : bracketed(next)}${title})`;
}

/** Replaces inline code by as many other characters, so that nothing in it is a link. */
function maskCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let masked = line;
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index] as RegExpExecArray;
    const close = runs.findIndex((run, other) => other > index && run[0].length === open[0].length);
    if (close === -1) continue;
    const end = (runs[close] as RegExpExecArray).index + open[0].length;
    masked = masked.slice(0, open.index) + MASK.repeat(end - open.index) + masked.slice(end);
    index = close;
  }
  return masked;
}

/** Rewrites the addresses in an HTML tag. A picture without an address is replaced by its description. */
function rewriteTag({ tag, attributes }: { tag: string; attributes: string }, retarget: Retarget): string {
  let isRemoved = false;
  const next = attributes.replace(ADDRESS_ATTRIBUTE, (attribute, name: string, double?: string, single?: string) => {
    const target = retarget(double ?? single ?? '');
    if (target === undefined) return attribute;
    isRemoved ||= target === false;
    return target === false ? '' : `${name}"${target}"`;
  });
  if (isRemoved && tag === 'img') return /\salt\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? '';
  return `<${tag}${next}>`;
}

/** Returns a target as it is written in Markdown. A target with spaces or parentheses is in angle brackets. */
function bracketed(target: string): string {
  return /[\s()]/.test(target) ? `<${target}>` : target;
}
