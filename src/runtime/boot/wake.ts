import {
  COPY_ATTRIBUTE,
  DEMO_ATTRIBUTE,
  NEEDS_RUNTIME,
  PREFETCH_ATTRIBUTE,
  SEARCH_ATTRIBUTE,
} from '../../shared/dom-contract.ts';
import { type PageData, ROOT_ID } from '../../shared/page-data.ts';
import { NEAR_VIEWPORT } from '../demo/attributes.ts';
import { CONTROLS, type HeldEvent, type KeepEvents, keepEvents } from '../keep-events.ts';
import { type LoadModule, loadModule } from '../load-module.ts';
import { rememberedLanguage } from '../remembered-language.ts';
import { COLOR_INPUT } from './color.ts';

const INTENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
/** Controls that boot handles without the runtime. */
const BOOT_CONTROLS = `[${SEARCH_ATTRIBUTE}], [${COPY_ATTRIBUTE}], [role="tab"], :has(> [name="${COLOR_INPUT}"])`;

export interface RuntimeModule {
  start: (options: {
    /** True if the host's URLs end with a slash. */
    slashed: boolean;
    takeKept: () => HeldEvent | undefined;
    keep: KeepEvents;
    load: LoadModule;
  }) => Promise<void>;
}

export interface WakeOptions {
  page: PageData;
  slashed: boolean;
}

/** Loads the runtime when the page needs it, and keeps the last click or key press on an element that needs it. */
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
        // Without the runtime, the page remains readable, with ordinary links.
        takeKept();
        // Firefox aborts the import when the reader navigates away. The timer then no longer runs.
        setTimeout(console.error, LONGEST_WAIT, error);
      });
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && wake(),
    {
      rootMargin: NEAR_VIEWPORT,
    },
  );
  const observe = (selector: string): void => {
    for (const element of document.querySelectorAll(selector)) observer.observe(element);
  };
  const remembered = rememberedLanguage(page.site);
  if (
    /404|demo/.test(page.kind) ||
    page.serverLoader ||
    location.hash.startsWith('#edit=') ||
    /render|viewport/.test(page.site.routePrefetch.defaultPrefetch) ||
    document.querySelector(`[${PREFETCH_ATTRIBUTE}="render"]`) ||
    (remembered && remembered !== page.site.language)
  ) {
    wake();
    return;
  }
  observe(`[${DEMO_ATTRIBUTE}], [${PREFETCH_ATTRIBUTE}="viewport"]`);
  // Safari does not support `requestIdleCallback`.
  if (page.module) whenIdle(() => observe(`#${ROOT_ID}`));
  for (const type of INTENTS) document.addEventListener(type, wake, { capture: true, passive: true });
}

function isIntent(event: Event): boolean {
  const { type, target, defaultPrevented, movementX, movementY, key } = event as PointerEvent & KeyboardEvent;
  // A resting pointer above a scrolling page is not intent.
  if (type === 'pointermove' && !movementX && !movementY) return false;
  // Search shortcuts are not intent either: `Control` is pressed before the letter.
  if (defaultPrevented || /^(Control|Meta)$/.test(key)) return false;
  if (!(target instanceof Element) || target.closest(BOOT_CONTROLS)) return false;
  // Reading alone does not need the runtime.
  return type === 'keydown' || target.closest(`${CONTROLS}, [${NEEDS_RUNTIME}]`) !== null;
}

/** Milliseconds after which a page counts as idle, because some browsers never report it, and after which an error is printed. */
const LONGEST_WAIT = 2_000;

function whenIdle(task: () => void): void {
  if ((window as Partial<Window>).requestIdleCallback) requestIdleCallback(task, { timeout: LONGEST_WAIT });
  else setTimeout(task);
}
