/** The script of a page that is being written: it follows the server's news, and shows what is wrong. */
import refresh from 'react-refresh/runtime';
import type { DevTools } from '../runtime/dev/globals.ts';
import { mapStack } from '../runtime/dev/map-stack.ts';
import { createOverlay } from '../runtime/dev/overlay.ts';
import { HYDRATED_ATTRIBUTE } from '../runtime/events.ts';
import { type PageDocument, readPageData } from '../runtime/navigation/page-document.ts';
import {
  DEV_EVENTS,
  DEV_SCRIPT,
  type DevDiagnostic,
  DIAGNOSTICS_ID,
  TOKEN_ATTRIBUTE,
  UPDATE_EVENT,
} from '../shared/dev-protocol.ts';

/** Scripts in which no author looks for a fault: the runtime, React. Packages are of interest. */
const isOwnScript = (source: string): boolean => /\/assets\/(chunk|runtime|react|router|modules)-/.test(source);
/** How long the runtime may take to come to life before the page is loaded anew instead, in milliseconds. */
const WAKE_TIME = 5000;
/** How often a server that is gone is asked for, in milliseconds. */
const RETRY_TIME = 1000;

// Before React is loaded: it tells the refresher of its roots.
refresh.injectIntoGlobalHook(window);
Object.assign(globalThis, {
  cascaderDocsEnvironment: 'development',
  cascaderDocsRefresh: { register: refresh.register, signature: refresh.createSignatureFunctionForTransform },
});
window.cascaderDocsDev = {
  refresh: () => void refresh.performReactRefresh(),
  isSameFamily(a, b) {
    const family = refresh.getFamilyByType(b);
    return family !== undefined && family === refresh.getFamilyByType(a);
  },
  mapStack: (stack) => mapStack(stack, async (url) => await (await fetch(url)).text(), isOwnScript),
} satisfies DevTools;

const overlay = createOverlay();
const script = document.querySelector<HTMLScriptElement>(`script[${TOKEN_ATTRIBUTE}]`);
/** The page as it was served: boot has not run yet. */
const initial = readPage(new DOMParser().parseFromString(document.documentElement.outerHTML, 'text/html'));
showDiagnostics(document);
if (script) follow(script);

/** Follows the stream of the server; when that is gone, the page is loaded anew as soon as it is back. */
function follow({ src, dataset }: HTMLScriptElement): void {
  const address = new URL(src.replace(DEV_SCRIPT, DEV_EVENTS));
  address.searchParams.set('token', dataset.token ?? '');
  const events = new EventSource(address);
  let working: Promise<void> | undefined;
  let again = false;
  const update = (): void => {
    again = working !== undefined;
    working ??= updatePage().finally(() => {
      working = undefined;
      if (again) update();
    });
  };
  let wasOpen = false;
  events.addEventListener('open', () => {
    // What happened while the stream was interrupted.
    if (wasOpen) update();
    wasOpen = true;
  });
  events.addEventListener(UPDATE_EVENT, update);
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) void waitForServer();
  });
  // Otherwise the stream may keep its place among the few connections that a browser makes to a host.
  addEventListener('pagehide', () => events.close());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

async function waitForServer(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_TIME));
    try {
      if ((await fetch(location.href, { headers: { accept: 'text/html' } })).headers.has('content-type')) break;
    } catch {
      // Not yet.
    }
  }
  location.reload();
}

/** Fetches the page that is shown, and brings this one to it. */
async function updatePage(): Promise<void> {
  let next: Document;
  try {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } });
    next = new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    // The stream tells when the server is back.
    return;
  }
  // With errors the page lacks what they are about: it stays as it was.
  if (showDiagnostics(next)) return;
  const page = readPage(next);
  if (!page || !initial) return location.reload();
  if (!(await wake())) return location.reload();
  if (!(await window.cascaderDocsRuntime?.update(page, initial))) location.reload();
}

/** Loads the runtime, as a visitor's first key would. */
async function wake(): Promise<boolean> {
  const root = document.documentElement;
  if (root.hasAttribute(HYDRATED_ATTRIBUTE)) return true;
  return await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => settle(false), WAKE_TIME);
    const observer = new MutationObserver(() => root.hasAttribute(HYDRATED_ATTRIBUTE) && settle(true));
    const settle = (alive: boolean): void => {
      clearTimeout(timer);
      observer.disconnect();
      resolve(alive);
    };
    observer.observe(root, { attributeFilter: [HYDRATED_ATTRIBUTE] });
    document.dispatchEvent(new KeyboardEvent('keydown'));
  });
}

/** Shows what is wrong with a page; true when there are errors. */
function showDiagnostics(from: Document): boolean {
  const text = from.getElementById(DIAGNOSTICS_ID)?.textContent;
  const diagnostics: DevDiagnostic[] = text ? JSON.parse(text) : [];
  if (diagnostics.length > 0) overlay.show(diagnostics);
  else overlay.clear();
  return diagnostics.length > 0;
}

function readPage(from: Document): PageDocument | undefined {
  const data = readPageData(from);
  return data && { data, document: from };
}
