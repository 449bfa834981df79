import type { PageData } from '../../shared/page-data.ts';
import { DEMO_ATTRIBUTE, NEAR_VIEWPORT } from '../demo/attributes.ts';
import { SEARCH_ATTRIBUTE } from '../events.ts';
import { type KeptEvent, keepEvents } from '../keep-events.ts';
import { type LoadModule, loadModule } from '../load-module.ts';
import { rememberedLanguage } from '../remembered-language.ts';

/** Signs that a visitor is about to do something. */
const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const;
/** What the runtime's module exports for boot. */
export interface RuntimeModule {
  start: (options: {
    /** The host's addresses end with a slash. */
    slashed: boolean;
    /** Gives the last kept event and ends the keeping. */
    takeKept: () => KeptEvent | undefined;
    /** The one loader of modules. */
    load: LoadModule;
  }) => Promise<void>;
}

export interface WakeOptions {
  page: PageData;
  slashed: boolean;
}

/**
 * Loads the runtime once there is something to run: at once for a remembered language, a demo's own page, an address
 * that carries an edited demo, or links that are fetched without a sign of intent; else when a demo or an embedded editor
 * nears the viewport, or at the first such sign. The last click or key on something that needs it is kept.
 */
export function startWake({ page, slashed }: WakeOptions): void {
  const takeKept = keepEvents(document);
  let started = false;
  const wake = (event?: Event): void => {
    // A pointer that rests while the page moves below it is no intent.
    const rests = event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    // The search's shortcut, and what happens in its dialog, is none: `Control` comes before the letter.
    const isSearch =
      event?.defaultPrevented ||
      /^(Control|Meta)$/.test((event as KeyboardEvent | undefined)?.key ?? '') ||
      (event?.target as Element | null)?.closest?.(`[${SEARCH_ATTRIBUTE}]`);
    if (started || rests || isSearch) return;
    started = true;
    for (const type of INTENTS) document.removeEventListener(type, wake, true);
    observer.disconnect();
    loadModule<RuntimeModule>(page.runtime)
      .then(({ start }) => start({ slashed, takeKept, load: loadModule }))
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
  const remembered = rememberedLanguage(page.site);
  const isEdited = location.hash.startsWith('#edit=');
  const fetchesAhead = /render|viewport/.test(page.site.routePrefetch.defaultPrefetch);
  if (page.kind === 'demo' || isEdited || fetchesAhead || (remembered && remembered !== page.site.language)) {
    wake();
    return;
  }
  for (const place of document.querySelectorAll(`[${DEMO_ATTRIBUTE}], [data-stackblitz-visible]`))
    observer.observe(place);
  for (const type of INTENTS) document.addEventListener(type, wake, { capture: true, passive: true });
}
