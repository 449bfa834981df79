import {
  COPY_ATTRIBUTE,
  DEMO_ATTRIBUTE,
  NEEDS_RUNTIME,
  PREFETCH_ATTRIBUTE,
  SEARCH_ATTRIBUTE,
} from '../../shared/dom-contract.ts';
import { type PageData, ROOT_ID } from '../../shared/page-data.ts';
import { NEAR_VIEWPORT } from '../demo/attributes.ts';
import { CONTROLS, type KeepEvents, type KeptEvent, keepEvents } from '../keep-events.ts';
import { type LoadModule, loadModule } from '../load-module.ts';
import { rememberedLanguage } from '../remembered-language.ts';
import { COLOR_INPUT } from './color.ts';

/** Signs that a visitor is about to do something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
/** What boot does alone. */
const BOOT_CONTROLS = `[${SEARCH_ATTRIBUTE}], [${COPY_ATTRIBUTE}], [role="tab"], :has(> [name="${COLOR_INPUT}"])`;

/** What the runtime's module exports for boot. */
export interface RuntimeModule {
  start: (options: {
    /** The host's addresses end with a slash. */
    slashed: boolean;
    /** Gives the last kept event and ends the keeping. */
    takeKept: () => KeptEvent | undefined;
    /** Keeps what is done in a demo while that is loaded. */
    keep: KeepEvents;
    /** The one loader of modules. */
    load: LoadModule;
  }) => Promise<void>;
}

export interface WakeOptions {
  page: PageData;
  slashed: boolean;
}

/**
 * Loads the runtime once there is something to run. At once for a remembered language, a demo's own page, an address that
 * carries an edited demo, a server loader, and links that are fetched without a sign of intent; when there is time for it
 * for an interactive page that is in view; when a demo, an embedded editor or a link that is fetched in view nears the
 * viewport; else at the first sign of intent. The last click or key on something that needs it is kept.
 */
export function startWake({ page, slashed }: WakeOptions): void {
  const takeKept = keepEvents(document);
  let started = false;
  const wake = (event?: Event): void => {
    if (started || (event && !isIntent(event))) return;
    started = true;
    for (const type of INTENTS) document.removeEventListener(type, wake, true);
    observer.disconnect();
    loadModule<RuntimeModule>(page.runtime)
      .then(({ start }) => start({ slashed, takeKept, keep: keepEvents, load: loadModule }))
      .catch((error: unknown) => {
        // The page stays what it is without the runtime: readable, with ordinary links.
        takeKept();
        console.error(error);
      });
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && wake(),
    {
      rootMargin: NEAR_VIEWPORT,
    },
  );
  const observe = (selector: string): void => {
    for (const place of document.querySelectorAll(selector)) observer.observe(place);
  };
  const remembered = rememberedLanguage(page.site);
  if (
    page.kind === 'demo' ||
    page.serverLoader ||
    location.hash.startsWith('#edit=') ||
    /render|viewport/.test(page.site.routePrefetch.defaultPrefetch) ||
    document.querySelector(`[${PREFETCH_ATTRIBUTE}="render"]`) ||
    (remembered && remembered !== page.site.language)
  ) {
    wake();
    return;
  }
  observe(`[${DEMO_ATTRIBUTE}], [data-stackblitz-visible], [${PREFETCH_ATTRIBUTE}="viewport"]`);
  // Safari has no idle time.
  if (page.module) whenIdle(() => observe(`#${ROOT_ID}`));
  for (const type of INTENTS) document.addEventListener(type, wake, { capture: true, passive: true });
}

function isIntent(event: Event): boolean {
  const { type, target, defaultPrevented, movementX, movementY, key } = event as PointerEvent & KeyboardEvent;
  // A pointer that rests while the page moves below it is no intent.
  if (type === 'pointermove' && !movementX && !movementY) return false;
  // Nor are the shortcuts of search: `Control` comes before the letter.
  if (defaultPrevented || /^(Control|Meta)$/.test(key)) return false;
  if (!(target instanceof Element) || target.closest(BOOT_CONTROLS)) return false;
  // Whoever only reads needs no runtime.
  return type === 'keydown' || target.closest(`${CONTROLS}, [${NEEDS_RUNTIME}]`) !== null;
}

/** Milliseconds after which a page counts as idle, whatever the browser says: some never do. */
const LONGEST_WAIT = 2_000;

function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: LONGEST_WAIT });
  else setTimeout(task);
}
