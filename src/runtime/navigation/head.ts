/** What the head says of a page, beside its title; the rest of it is the same on every page. */
const PAGE_ELEMENTS =
  'meta[name]:not([name="viewport"], [name="generator"]), meta[property], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';
const STYLE_SHEETS = 'link[rel="stylesheet"][href]';
/** Attribute that keeps the `media` of a style sheet while it is switched off. */
const MEDIA_ATTRIBUTE = 'data-media';
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
  const known = new Set([...document.head.querySelectorAll(STYLE_SHEETS)].map(hrefOf));
  const missing = [...from.head.querySelectorAll(STYLE_SHEETS)].filter((link) => !known.has(hrefOf(link)));
  await Promise.all(missing.map((link) => loadStyle(document.importNode(link, true) as HTMLLinkElement)));
}

/** Applies the style sheets that a page lists, and no others. */
export function applyStyles(from: Document): void {
  const wanted = new Set([...from.head.querySelectorAll(STYLE_SHEETS)].map(hrefOf));
  for (const link of document.head.querySelectorAll<HTMLLinkElement>(STYLE_SHEETS))
    switchStyle(link, wanted.has(hrefOf(link)));
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
  return new Promise((resolve, reject) => {
    // Not an entry of this document: when it is missing, the target is opened anew and not this page.
    link.removeAttribute('data-entry');
    switchStyle(link, false);
    const fail = (type: string): void => {
      clearTimeout(timer);
      link.remove();
      reject(new StyleLoadError(link.href, type));
    };
    const timer = setTimeout(fail, LOAD_TIME, 'timeout');
    link.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    link.addEventListener('error', ({ type }) => fail(type));
    document.head.append(link);
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
