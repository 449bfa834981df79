import { type DefaultTreeAdapterTypes as Html, parse } from 'parse5';

/** Facts about an HTML file. Offsets are positions in `text`. */
export interface HtmlFacts {
  text: string;
  encoding: 'utf8' | 'latin1';
  /** False for a fragment without doctype, `html`, `head` and `body`. */
  isDocument: boolean;
  /** True if the page only redirects to another page. */
  isRedirect: boolean;
  heading?: string | undefined;
  title?: string | undefined;
  lang?: string | undefined;
  base?: string | undefined;
  assets: string[];
  links: string[];
  /** The `href` attribute of the link to the canonical URL. */
  canonical?: { start: number; end: number; href: string } | undefined;
  headEnd: number;
  /** Offset of the body's content. Undefined if the document has no body. */
  bodyStart: number | undefined;
}

/** Elements that load a file or link to a URL, with the attributes that contain the URL. */
const URL_ATTRIBUTES = new Map<string, string[]>(
  Object.entries({
    a: ['href'],
    area: ['href'],
    audio: ['src'],
    embed: ['src'],
    form: ['action'],
    iframe: ['src'],
    image: ['href', 'xlink:href'],
    img: ['src', 'srcset'],
    input: ['src'],
    link: ['href', 'imagesrcset'],
    object: ['data'],
    script: ['src'],
    source: ['src', 'srcset'],
    track: ['src'],
    use: ['href', 'xlink:href'],
    video: ['src', 'poster'],
  }),
);

/** Matches links whose targets the browser loads as parts of the page. */
const ASSET_LINK = /(?:^|\s)(?:stylesheet|modulepreload|preload)(?:\s|$)/i;

/** Maximum number of headings that are tried. Headings may be empty, and nested headings would be read several times. */
const MOST_HEADINGS = 10;

/** Returns undefined for UTF-16, which site generators do not write. */
export function readHtml(bytes: Buffer): HtmlFacts | undefined {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2))) return undefined;
  const { text, encoding } = decode(bytes);
  // A byte order mark would count as text, which ends the head.
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  const document = parse(text.slice(shift), { sourceCodeLocationInfo: true });
  const all = [...elementsIn(document)];
  const named = (name: string): Html.Element | undefined => all.find(({ tagName }) => tagName === name);
  const [html, head, body] = [named('html'), named('head'), named('body')];
  const isRefresh = (element: Html.Element): boolean =>
    element.tagName === 'meta' &&
    attributeOf(element, 'http-equiv')?.trim().toLowerCase() === 'refresh' &&
    /url\s*=/i.test(attributeOf(element, 'content') ?? '');
  const doctype = document.childNodes.find(({ nodeName }) => nodeName === '#documentType');
  const headEnd = endOfHead({ html, head, body, doctype });
  const bodyStart = body && startOfBody(body, { head, headEnd });
  const headings = all.filter(({ tagName }) => tagName === 'h1').slice(0, MOST_HEADINGS);
  const heading = headings.find((element) => textOf(element) !== '');
  const title = all.find((element) => element.tagName === 'title' && element.parentNode === head);
  const isPart = ![doctype, html, head, body].some((node) => node?.sourceCodeLocation);
  return {
    ...{ text, encoding },
    isDocument: !isPart,
    isRedirect: all.some(isRefresh),
    heading: heading && textOf(heading),
    title: title && textOf(title),
    lang: attributeOf(html, 'lang')?.trim() || undefined,
    base: attributeOf(named('base'), 'href')?.trim(),
    ...urlsIn(all),
    canonical: canonicalIn(all, shift),
    headEnd: headEnd + shift,
    bodyStart: bodyStart === undefined ? undefined : bodyStart + shift,
  };
}

function canonicalIn(all: Html.Element[], shift: number): HtmlFacts['canonical'] {
  const link = all.find(
    (element) => element.tagName === 'link' && attributeOf(element, 'rel')?.trim().toLowerCase() === 'canonical',
  );
  const place = link?.sourceCodeLocation?.attrs?.href;
  const href = attributeOf(link, 'href')?.trim();
  return place && href ? { start: place.startOffset + shift, end: place.endOffset + shift, href } : undefined;
}

function decode(bytes: Buffer): Pick<HtmlFacts, 'text' | 'encoding'> {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf8' };
  } catch {
    // The file has another encoding, in which the characters of markup are the same as in ASCII.
    return { text: bytes.toString('latin1'), encoding: 'latin1' };
  }
}

/** Yields all elements in document order. Uses a list instead of recursion, because nesting may exceed the call stack. */
function* elementsIn(document: Html.ParentNode): Generator<Html.Element> {
  const waiting: Html.ChildNode[] = document.childNodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    yield node;
    // A node may have more children than a call can have arguments.
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
}

function attributeOf(element: Html.Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attribute) => (attribute.prefix ? `${attribute.prefix}:` : '') + attribute.name === name)
    ?.value;
}

/** Matches the text of a link to a heading if the text is only a symbol. */
const SIGN = /^[#¶§🔗\s\u200b]*$/u;

function textOf(element: Html.Element): string {
  const parts: string[] = [];
  let afterWords = 0;
  // A number marks the end of a link. The number is the index of the part at which the link's text starts.
  const waiting: (Html.ChildNode | number)[] = element.childNodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'number') {
      if (afterWords <= next) parts.length = next;
    } else if ('value' in next) {
      parts.push(next.value);
      if (!SIGN.test(next.value)) afterWords = parts.length;
    } else if ('tagName' in next && isVisible(next)) {
      if (attributeOf(next, 'href')?.startsWith('#')) waiting.push(parts.length);
      for (const child of next.childNodes.toReversed()) waiting.push(child);
    }
  }
  return parts
    .join('')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isVisible(element: Html.Element): boolean {
  return (
    attributeOf(element, 'aria-hidden') !== 'true' && !/^(?:script|style|template|svg|button)$/.test(element.tagName)
  );
}

function urlsIn(elements: Html.Element[]): Pick<HtmlFacts, 'assets' | 'links'> {
  const assets: string[] = [];
  const links: string[] = [];
  for (const element of elements) {
    const { tagName } = element;
    const isAsset = tagName === 'script' || (tagName === 'link' && ASSET_LINK.test(attributeOf(element, 'rel') ?? ''));
    for (const name of URL_ATTRIBUTES.get(tagName) ?? []) {
      const value = attributeOf(element, name)?.trim();
      if (!value) continue;
      for (const url of name.endsWith('srcset') ? sourcesIn(value) : [value]) (isAsset ? assets : links).push(url);
    }
  }
  return { assets, links };
}

function sourcesIn(value: string): string[] {
  return value.split(/,\s+|,$/).flatMap((candidate) => candidate.trim().split(/\s+/, 1));
}

interface Skeleton {
  html: Html.Element | undefined;
  head: Html.Element | undefined;
  body: Html.Element | undefined;
  doctype: Html.ChildNode | undefined;
}

/** Returns the end of the head. An omitted tag has no location, so the head ends after its last element or where the body starts. */
function endOfHead({ html, head, body, doctype }: Skeleton): number {
  const ends = [
    head?.sourceCodeLocation?.endTag?.startOffset,
    head?.childNodes.findLast(({ sourceCodeLocation }) => sourceCodeLocation)?.sourceCodeLocation?.endOffset,
    head?.sourceCodeLocation?.startTag?.endOffset,
    body?.sourceCodeLocation?.startTag?.startOffset,
    html?.sourceCodeLocation?.startTag?.endOffset,
    doctype?.sourceCodeLocation?.endOffset,
  ];
  return ends.find((end) => end !== undefined) ?? 0;
}

function startOfBody(
  body: Html.Element,
  { head, headEnd }: { head: Html.Element | undefined; headEnd: number },
): number {
  const start = body.sourceCodeLocation?.startTag?.endOffset ?? head?.sourceCodeLocation?.endTag?.endOffset;
  return Math.max(start ?? headEnd, headEnd);
}
