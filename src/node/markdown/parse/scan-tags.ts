import { decodeEntities } from '../../base/html-text.ts';

export interface Tag {
  start: number;
  end: number;
  name: string;
  closing: boolean;
  selfClosing: boolean;
  /** Attributes as written; the value of a valueless attribute is `true`. */
  attributes: { name: string; value: string | true; nameStart: number; valueStart: number }[];
}

const NAME = /<(\/?)([A-Za-z][A-Za-z0-9.:-]*)/y;
const ATTRIBUTE = /\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const END = /\s*(\/?)>/y;
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noembed', 'noframes']);

/** Comments, declarations and the content of raw text elements are skipped. */
export function scanTags(html: string): Tag[] {
  const tags: Tag[] = [];
  let at = html.indexOf('<');
  while (at !== -1) {
    const tag = tagAt(html, at);
    let next = at + 1;
    if (tag) {
      tags.push(tag);
      next = tag.end;
      if (!tag.closing && RAW_TEXT.has(tag.name.toLowerCase())) next = skipTo(html, next, `</${tag.name}`, 0);
    } else if (html.startsWith('<!--', at)) next = skipTo(html, at + 4, '-->', 3);
    else if (html[next] === '!' || html[next] === '?') next = skipTo(html, next, '>', 1);
    at = html.indexOf('<', next);
  }
  return tags;
}

function skipTo(html: string, from: number, end: string, length: number): number {
  const found = html.indexOf(end, from);
  return found === -1 ? html.length : found + length;
}

function tagAt(html: string, start: number): Tag | undefined {
  const name = match(NAME, html, start);
  if (!name) return undefined;
  let at = start + name[0].length;
  const attributes: Tag['attributes'] = [];
  for (let found = match(ATTRIBUTE, html, at); found; found = match(ATTRIBUTE, html, at)) {
    const nameStart = at + found[0].search(/\S/);
    at += found[0].length;
    const value = found[2] ?? found[3] ?? found[4];
    const quoted = found[4] === undefined ? 1 : 0;
    const valueStart = value === undefined ? at : at - value.length - quoted;
    attributes.push({ name: found[1] ?? '', value: value ? decodeEntities(value) : true, nameStart, valueStart });
  }
  const end = match(END, html, at);
  if (!end) return undefined;
  return {
    start,
    end: at + end[0].length,
    name: name[2] ?? '',
    closing: name[1] === '/',
    selfClosing: end[1] === '/',
    attributes,
  };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
