/** Matches tags that start a block of raw HTML, which ends at a blank line. */
const HTML_BLOCK =
  /^ {0,3}(<\/?(address|article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)(\s|\/?>|$)|<\/?[a-z][^<>]*>\s*$)/i;
const RAW_TEXT_BLOCK = /^ {0,3}<(pre|script|style|textarea)(\s|>|$)/i;

/** Scans lines without parsing; skips code fences, comments and raw HTML. Includes headings underlined with `===`. */
export function findHeading(body: string, format: 'md' | 'mdx'): string | undefined {
  if (!/^ {0,3}(#[ \t]|=+[ \t]*$)/m.test(body)) return undefined;
  /** End of the block that is being skipped. */
  let until: RegExp | undefined;
  let paragraph: string[] = [];
  for (const line of body.split('\n')) {
    if (until) {
      if (until.test(line)) until = undefined;
      continue;
    }
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence) until = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    else if (/^ {0,3}<!--/.test(line)) until = endsLater(line, /-->/);
    else if (format === 'mdx' && /^ {0,3}\{\/\*/.test(line)) until = endsLater(line, /\*\/\}/);
    else if (format === 'md' && RAW_TEXT_BLOCK.test(line)) until = endsLater(line, /<\/(pre|script|style|textarea)>/i);
    else if (format === 'md' && paragraph.length === 0 && HTML_BLOCK.test(line)) until = /^\s*$/;
    else if (/^ {0,3}#([ \t]|$)/.test(line)) {
      const text = line
        .replace(/^ {0,3}#[ \t]*/, '')
        .replace(/(^|[ \t]+)#+[ \t]*$/, '')
        .trim();
      if (text !== '') return text;
    } else if (paragraph.length > 0 && /^ {0,3}=+[ \t]*$/.test(line)) return paragraph.join('\n');
    else {
      // An indented line is code unless it continues a paragraph; lists and quotes contain no title.
      const text = line.trim();
      const isText = text !== '' && (paragraph.length > 0 || !/^( {4}|\t| {0,3}([-*+>]|\d+[.)])[ \t])/.test(line));
      paragraph = isText ? [...paragraph, text] : [];
      continue;
    }
    paragraph = [];
  }
  return undefined;
}

function endsLater(line: string, end: RegExp): RegExp | undefined {
  return end.test(line) ? undefined : end;
}

/** `adjust-overflow` gives `Adjust Overflow`, `QRCode` gives `QR Code`. */
export function titleFromName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** Returns the file name, or the folder name for `index` and `README`; empty at the top level. */
export function nameOfPage(path: string, localeIds: string[]): string {
  const stem = path.replace(/\.mdx?$/, '');
  const locale = localeIds.find((id) => stem.endsWith(`.${id}`));
  const segments = (locale ? stem.slice(0, -locale.length - 1) : stem).split('/');
  if (/^(index|README)$/.test(segments.at(-1) ?? '')) segments.pop();
  return segments.at(-1) ?? '';
}
