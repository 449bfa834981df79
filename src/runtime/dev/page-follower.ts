import { type DevDiagnostic, DIAGNOSTICS_ID } from '../../shared/dev-protocol.ts';
import { HYDRATED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { NAVIGATING_ATTRIBUTE, RENDER_EVENT } from '../events.ts';
import { type PageDocument, readPageData } from '../navigation/page-document.ts';
import { isEqualPage } from './compare-pages.ts';
import type { ServerNews } from './follow-server.ts';
import type {} from './globals.ts';
import { createOverlay } from './overlay.ts';
import { followPublicSheets } from './public-sheets.ts';

/** How long the runtime may take to start before the page reloads instead, in milliseconds. */
const WAKE_TIME = 5000;
/** Intervals at which a stopped server and a pending navigation are checked, in milliseconds. */
const RETRY_TIME = 1000;
const NAVIGATION_TIME = 50;

/** Must be called before scripts change the document. */
export function createPageFollower(): ServerNews {
  const overlay = createOverlay();
  const updateSheets = followPublicSheets();
  const initial = readPage(parse(document.documentElement.outerHTML));
  let shown = initial;
  let working: Promise<void> | undefined;
  /** True if a message arrived during an update. */
  let again = false;
  let isGone = false;

  /** Returns false if an error made the page incomplete; small errors do not count. */
  const showDiagnostics = (from: Document): boolean => {
    const text = from.getElementById(DIAGNOSTICS_ID)?.textContent;
    const diagnostics: DevDiagnostic[] = text ? JSON.parse(text) : [];
    if (diagnostics.length > 0) overlay.show(diagnostics);
    else overlay.clear();
    return diagnostics.every(({ severity, isSmall }) => severity !== 'error' || isSmall);
  };
  const follow = async (): Promise<void> => {
    window.cascaderDocsRuntime?.forget();
    const [next] = await Promise.all([fetchPage(), updateSheets()]);
    // The event stream reports when the server is back.
    if (!next) return;
    const page = readPage(next);
    if (!initial) return replaceErrors(next, page);
    // After such an error, the page stays unchanged.
    if (!showDiagnostics(next)) return;
    const before = window.cascaderDocsRuntime?.shown() ?? initial;
    if (page && isEqualPage(before, page)) return;
    const isUpdated = page && (await wake()) && (await window.cascaderDocsRuntime?.update(page, before));
    if (isUpdated) shown = page;
    else location.reload();
  };
  const onUpdate = (): void => {
    again = working !== undefined;
    working ??= follow()
      .catch((error: unknown) => {
        // A script or a style sheet is missing: the new document loads its own.
        console.error(error);
        location.reload();
      })
      .finally(() => {
        working = undefined;
        if (again) onUpdate();
      });
  };

  if (initial) showDiagnostics(document);
  document.addEventListener(RENDER_EVENT, () => {
    const page = window.cascaderDocsRuntime?.shown() ?? initial;
    if (page && page !== shown) showDiagnostics(page.document);
    shown = page;
  });
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  return {
    onUpdate,
    async onGone() {
      if (isGone) return;
      isGone = true;
      while (!(await fetchPage())) await delay(RETRY_TIME);
      location.reload();
    },
  };
}

function replaceErrors(next: Document, page: PageDocument | undefined): void {
  if (page) {
    location.reload();
    return;
  }
  document.title = next.title;
  document.body.replaceWith(document.importNode(next.body, true));
}

/** Resolves to undefined if the server does not respond. */
async function fetchPage(): Promise<Document | undefined> {
  for (;;) {
    while (document.documentElement.hasAttribute(NAVIGATING_ATTRIBUTE)) await delay(NAVIGATION_TIME);
    const { href } = location;
    try {
      const text = await (await fetch(href, { headers: { accept: 'text/html' } })).text();
      if (location.href === href) return parse(text);
    } catch {
      // The server has stopped or is restarting.
      return undefined;
    }
  }
}

/** Starts the runtime. Resolves to false if it does not start. */
async function wake(): Promise<boolean> {
  const root = document.documentElement;
  if (root.hasAttribute(HYDRATED_ATTRIBUTE)) return true;
  return await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => settle(false), WAKE_TIME);
    const observer = new MutationObserver(() => root.hasAttribute(HYDRATED_ATTRIBUTE) && settle(true));
    const settle = (isAlive: boolean): void => {
      clearTimeout(timer);
      observer.disconnect();
      resolve(isAlive);
    };
    observer.observe(root, { attributeFilter: [HYDRATED_ATTRIBUTE] });
    // Dispatched on an element, like real keys: boot ignores events on the document itself.
    root.dispatchEvent(new KeyboardEvent('keydown'));
  });
}

function readPage(from: Document): PageDocument | undefined {
  const data = readPageData(from);
  return data && { data, document: from };
}

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
