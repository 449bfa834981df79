/** Finds the addresses in the files of a published site. */
import { readHtml } from './read-html.ts';

/** Addresses of a file. Those that are `possible` may not be addresses. */
export interface FoundAddresses {
  certain: URL[];
  possible: URL[];
}

/** Endings of files that scripts load. */
const LOADED = /\.(?:[cm]?js|css|json|md|svg|png|jpe?g|gif|webp|avif|woff2?|wasm|txt|mp4|webm)(?:[?#].*)?$/i;

/**
 * Returns the addresses in a file.
 *
 * @param url address of the file, to which addresses are relative
 * @param root address of the site; scripts may name files relative to it
 */
export function addressesIn(bytes: Buffer, { type, url, root }: { type: string; url: URL; root: URL }): FoundAddresses {
  const toUrls = (texts: Iterable<string>, from: URL = url): URL[] =>
    [...new Set(texts)].flatMap((text) => (URL.canParse(text, from) ? [new URL(text, from)] : []));
  const text = bytes.toString();
  const literals = (): string[] =>
    [...matches(text, /["'`]([\w@~./%-]{2,300})["'`]/g)].filter(
      (literal) => LOADED.test(literal) || literal.startsWith(root.pathname),
    );
  if (/html/.test(type)) {
    const page = readHtml(bytes);
    const from = page?.base !== undefined && URL.canParse(page.base, url) ? new URL(page.base, url) : url;
    // Data in a page may name more files.
    return { certain: page ? toUrls([...page.assets, ...page.links], from) : [], possible: toUrls(literals(), from) };
  }
  if (/css/.test(type)) return { certain: toUrls(inStyles(text)), possible: [] };
  if (/xml/.test(type)) return { certain: toUrls(matches(text, /<loc>\s*([^<\s]+)\s*<\/loc>/g)), possible: [] };
  if (/javascript|ecmascript|json/.test(type) || /\.[cm]?js$/.test(url.pathname)) {
    return { certain: [], possible: [...toUrls(literals()), ...toUrls(literals(), root)] };
  }
  if (/markdown|plain/.test(type)) return { certain: [], possible: toUrls(matches(text, /\]\(([^()\s]+)\)/g)) };
  return { certain: [], possible: [] };
}

/** Splits instead of one pattern for everything, which would read the rest of the text again for each beginning without an end. */
function* inStyles(text: string): Generator<string> {
  const [before = '', ...comments] = text.split('/*');
  const rules = [before, ...comments.map((part) => part.slice(endOf(part, '*/')))].join('');
  for (const part of rules.split('@import').slice(1)) yield* matches(part.trimStart(), /^["']([^"']+)["']/g);
  for (const part of rules.split('url(').slice(1))
    for (const address of matches(part.trimStart(), /^["']?([^"')]+)["')]/g))
      if (!/^(?:data:|#)/.test(address)) yield address.trim();
}

/** Returns the index behind the first mark. Without a mark, it is the end of the text. */
function endOf(text: string, mark: string): number {
  const index = text.indexOf(mark);
  return index === -1 ? text.length : index + mark.length;
}

function* matches(text: string, pattern: RegExp): Generator<string> {
  for (const [, found = ''] of text.matchAll(pattern)) yield found.replaceAll('&amp;', '&');
}
