import { DEMO_STYLE_ATTRIBUTE, ENTRY_ATTRIBUTE, FAILED_ATTRIBUTE } from '../../shared/dom-contract.ts';

/** What the head says of a page, beside its title; the rest of it is the same on every page. */
const PAGE_ELEMENTS =
  'meta[name]:not([name="viewport"], [name="generator"]), meta[property], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';
/** What demos made of styles when they were rendered for their page. */
const DEMO_STYLES = `style[${DEMO_STYLE_ATTRIBUTE}]`;
const STYLE_SHEETS = 'link[rel="stylesheet"][href]';
/** Attribute that keeps the `media` of a style sheet while it is switched off. */
const MEDIA_ATTRIBUTE = 'data-media';
/** Attribute of a style sheet that is on its way. */
const LOADING_ATTRIBUTE = 'data-arriving';
/** A medium that never matches: the sheet is loaded, but does not apply. */
const OFF = 'not all';
/** How long a style sheet may take to load, in milliseconds. */
const LOAD_TIME = 120_000;

/** Takes title, languages, description, canonical address and the like over from another page's document. */
export function updateHead(from: Document): void {
  document.title = from.title;
  const { documentElement: root } = document;
  root.lang = from.documentElement.lang;
  root.dir = from.documentElement.dir;
  for (const element of document.head.querySelectorAll(PAGE_ELEMENTS)) element.remove();
  for (const element of from.head.querySelectorAll(PAGE_ELEMENTS))
    document.head.append(document.importNode(element, true));
}

/** Loads the style sheets of a page that are not here yet, without applying them. Rejects when one cannot be loaded. */
export async function loadStyles(from: Document): Promise<void> {
  const known = new Map(
    [...document.head.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS)].map((link) => [hrefOf(link), link]),
  );
  const loading = [...from.head.querySelectorAll(STYLE_SHEETS)].map((link) => {
    const present = known.get(hrefOf(link));
    if (!present) return loadStyle(document.importNode(link, true) as HTMLLinkElement);
    // One that was fetched ahead may still be on its way.
    return present.hasAttribute(LOADING_ATTRIBUTE) ? settled(present) : undefined;
  });
  await Promise.all(loading);
}

/** Loads a style sheet anew that the document could not load. Rejects, and leaves it as it was, when that fails too. */
export async function reloadStyle(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  again.removeAttribute(FAILED_ATTRIBUTE);
  await loadStyle(again);
  switchStyle(again, true);
  link.replaceWith(again);
}

/** Applies the style sheets that a page lists, and no others. */
export function applyStyles(from: Document): void {
  const wanted = new Set([...from.head.querySelectorAll(STYLE_SHEETS)].map(hrefOf));
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS))
    switchStyle(link, wanted.has(hrefOf(link)));
}

/**
 * Adds the styles that the demos of a page made and that are not here. Those of other pages stay, since libraries took them
 * for their own and would not write them again; styled-components takes away what it has read.
 */
export function addDemoStyles(from: Document): void {
  const wanted = [...from.head.querySelectorAll<HTMLStyleElement>(DEMO_STYLES)];
  for (const style of document.head.querySelectorAll(`${DEMO_STYLES}[data-styled]`))
    if (!wanted.some((other) => other.isEqualNode(style))) style.remove();
  const known = new Set([...document.head.querySelectorAll('style')].map(nameOf));
  const sheets = [...from.head.querySelectorAll(STYLE_SHEETS)];
  const [first = null] = document.head.querySelectorAll(STYLE_SHEETS);
  for (const style of wanted.filter((other) => !known.has(nameOf(other)))) {
    const isFirst = sheets.some((sheet) => style.compareDocumentPosition(sheet) & Node.DOCUMENT_POSITION_FOLLOWING);
    document.head.insertBefore(document.importNode(style, true), isFirst ? first : null);
  }
}

/** What libraries know their styles by, else all of them. */
function nameOf(style: HTMLStyleElement): string {
  return style.dataset.cssHash ?? style.dataset.emotion ?? style.outerHTML;
}

/** `media` instead of `disabled`, which would drop the sheet and load it again. */
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
  // Not an entry of this document: when it is missing, the target is opened anew and not this page.
  link.removeAttribute(ENTRY_ATTRIBUTE);
  link.setAttribute(LOADING_ATTRIBUTE, '');
  switchStyle(link, false);
  const loaded = settled(link);
  document.head.append(link);
  return loaded;
}

/** Settles when a style sheet on its way is there; rejects, and removes it, when it cannot be loaded or takes too long. */
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

/** A style sheet of the site that could not be loaded. */
export class StyleLoadError extends Error {
  readonly code = 'CSS_CHUNK_LOAD_FAILED';

  /**
   * @param request its address
   * @param type `timeout`, or the type of the event that told it
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
