import { DEMO_STYLE_ATTRIBUTE, ENTRY_ATTRIBUTE, FAILED_ATTRIBUTE } from '../../shared/dom-contract.ts';

const PAGE_ELEMENTS =
  'meta[name]:not([name="viewport"], [name="generator"]), meta[property], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';
const DEMO_STYLES = `style[${DEMO_STYLE_ATTRIBUTE}]`;
const DEMO_FILES = `link[${DEMO_STYLE_ATTRIBUTE}="file"]`;
const STYLE_SHEETS = `link[rel="stylesheet"][href]:not([${DEMO_STYLE_ATTRIBUTE}="file"])`;
const MEDIA_ATTRIBUTE = 'data-media';
const LOADING_ATTRIBUTE = 'data-arriving';
/** A media query that never matches: the style sheet is loaded but does not apply. */
const OFF = 'not all';
/** Time limit for loading a style sheet, in milliseconds. */
const LOAD_TIME = 120_000;

/** Copies the title, language, direction and metadata, such as description and canonical URL, from another page's document. */
export function updateHead(from: Document): void {
  document.title = from.title;
  const { documentElement: root } = document;
  root.lang = from.documentElement.lang;
  root.dir = from.documentElement.dir;
  for (const element of document.head.querySelectorAll(PAGE_ELEMENTS)) element.remove();
  for (const element of from.head.querySelectorAll(PAGE_ELEMENTS))
    document.head.append(document.importNode(element, true));
}

/** Loads the style sheets of a page. Rejects if a style sheet cannot be loaded. */
export async function loadStyles(from: Document): Promise<void> {
  const known = new Map(
    [...document.head.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS)].map((link) => [hrefOf(link), link]),
  );
  const loading = [...from.head.querySelectorAll(STYLE_SHEETS)].map((link) => {
    const present = known.get(hrefOf(link));
    if (!present) return loadStyle(document.importNode(link, true) as HTMLLinkElement);
    // A prefetched style sheet may still be loading.
    return present.hasAttribute(LOADING_ATTRIBUTE) ? settled(present) : undefined;
  });
  const present = new Set([...document.head.querySelectorAll(DEMO_FILES)].map(hrefOf));
  const files = [...from.head.querySelectorAll<HTMLLinkElement>(DEMO_FILES)];
  await Promise.all([...loading, ...files.filter((link) => !present.has(hrefOf(link))).map(toElement)]);
}

/** Replaces a link to a demo's styles with an element that contains them, because libraries look for elements. */
async function toElement(link: HTMLLinkElement): Promise<void> {
  const response = await fetch(hrefOf(link));
  if (!response.ok) throw new StyleLoadError(hrefOf(link), String(response.status));
  const style = link.ownerDocument.createElement('style');
  for (const { name, value } of link.attributes) if (!LINK_ONLY.includes(name)) style.setAttribute(name, value);
  style.textContent = await response.text();
  link.replaceWith(style);
}

const LINK_ONLY = ['rel', 'href', 'integrity'];

/** Loads a failed style sheet again. If that fails too, rejects and leaves the link unchanged. */
export async function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  again.removeAttribute(FAILED_ATTRIBUTE);
  await loadStyle(again);
  switchStyle(again, true);
  link.replaceWith(again);
}

/** Applies only the style sheets that a page lists. */
export function applyStyles(from: Document): void {
  const wanted = new Set([...from.head.querySelectorAll(STYLE_SHEETS)].map(hrefOf));
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS))
    switchStyle(link, wanted.has(hrefOf(link)));
}

/**
 * Styles of other pages stay, because libraries have adopted them. Only those of styled-components are removed, because
 * it removes the styles that it has read.
 */
export function addDemoStyles(from: Document): void {
  const wanted = [...from.head.querySelectorAll<HTMLStyleElement>(DEMO_STYLES)];
  for (const style of document.head.querySelectorAll(`${DEMO_STYLES}[data-styled]`))
    if (!wanted.some((other) => other.isEqualNode(style))) style.remove();
  const present = document.head.querySelectorAll<HTMLElement>(`style, ${DEMO_FILES}`);
  const known = new Set(Array.from(present, nameOf));
  const sheets = [...from.head.querySelectorAll(STYLE_SHEETS)];
  const [first = null] = document.head.querySelectorAll(STYLE_SHEETS);
  for (const style of wanted.filter((other) => !known.has(nameOf(other)))) {
    const isFirst = sheets.some((sheet) => style.compareDocumentPosition(sheet) & Node.DOCUMENT_POSITION_FOLLOWING);
    document.head.insertBefore(document.importNode(style, true), isFirst ? first : null);
  }
}

/** Returns the id by which libraries identify a style, or else its whole HTML. */
function nameOf(style: HTMLElement): string {
  return style.dataset.cssHash ?? style.dataset.emotion ?? style.outerHTML;
}

/** Switches a style sheet with `media`. With `disabled`, the browser would discard it and load it again. */
function switchStyle(link: HTMLLinkElement, on: boolean): void {
  const saved = link.getAttribute(MEDIA_ATTRIBUTE);
  if (on && saved !== null) {
    link.media = saved;
    link.removeAttribute(MEDIA_ATTRIBUTE);
  } else if (!on && saved === null) {
    link.setAttribute(MEDIA_ATTRIBUTE, link.media);
    link.media = OFF;
  }
}

function loadStyle(link: HTMLLinkElement): Promise<void> {
  // Removes the attribute, because a missing style sheet must open the target page instead of reloading this one.
  link.removeAttribute(ENTRY_ATTRIBUTE);
  link.setAttribute(LOADING_ATTRIBUTE, '');
  switchStyle(link, false);
  const loaded = settled(link);
  document.head.append(link);
  return loaded;
}

/** Waits until a style sheet is loaded. If loading fails or takes too long, removes the link and rejects. */
function settled(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (type: string): void => {
      clearTimeout(timer);
      link.remove();
      reject(new StyleLoadError(link.href, type));
    };
    const timer = setTimeout(fail, LOAD_TIME, 'timeout');
    link.addEventListener('load', () => {
      clearTimeout(timer);
      link.removeAttribute(LOADING_ATTRIBUTE);
      resolve();
    });
    link.addEventListener('error', ({ type }) => fail(type));
  });
}

export class StyleLoadError extends Error {
  readonly code = 'CSS_CHUNK_LOAD_FAILED';

  /**
   * @param request URL of the style sheet
   * @param type `timeout`, or the type of the error event
   */
  constructor(
    readonly request: string,
    readonly type: string,
  ) {
    super(`Loading CSS chunk ${request.split('/').at(-1)} failed.\n(${request})`);
  }
}

function hrefOf(link: Element): string {
  return link.getAttribute('href') ?? '';
}
