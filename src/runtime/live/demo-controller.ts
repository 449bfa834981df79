import type { DemoSource } from '../../shared/demo-source.ts';
import { COLOR_ATTRIBUTE, COMPACT_ATTRIBUTE, LIVE_STAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { createImport } from '../load-module.ts';
import { readEditHash } from './edit-link.ts';
import type { ExportHook, Service } from './export-demo.ts';
import { createLiveDemo, type LiveDemo } from './live-demo.ts';
import type { FramePreferences } from './protocol.ts';
import { splitCard } from './split-card.ts';
import type { CardContext } from './state.ts';

/** Event on a button that asks boot to copy its detail. */
const COPY_EVENT = 'cascader-docs:copy';
/** Attribute of the element in a card that the frame of an edited demo is put into. */
const LIVE_STAGE = `[${LIVE_STAGE_ATTRIBUTE}]`;
/** What a frame takes over from the place of the demo. */
const INHERITED = ['color', 'font', 'overflow-wrap'];

/** What a card can do, once that is loaded. */
export interface DemoController {
  open(payload?: string): Promise<void>;
  /** Opens what an address carries. */
  follow(hash: string): Promise<void>;
  run(): void;
  reset(): void;
  copyLink(button: HTMLElement): Promise<void>;
  /** Takes the handle between demo and code, or null when it is gone. */
  resize(handle: HTMLElement | null): void;
  exportTo(service: Service, hook?: ExportHook): Promise<void>;
  /** Takes note that the files are others now; absent in a site that was built. */
  refresh?(): Promise<void>;
  dispose(): void;
}

/** Creates the controller of a card. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what a card can do, each in a few lines over the same state
export function createController({ demo, runtime, card, state }: CardContext): DemoController {
  let source: Promise<DemoSource> | undefined;
  let live: LiveDemo | undefined;
  let creating: Promise<LiveDemo | undefined> | undefined;
  let unsplit: (() => void) | undefined;
  let disposed = false;

  const importExport = createImport(runtime.load, () => import('./export-demo.ts'));
  const loadSource = (): Promise<DemoSource> => {
    source ??= fetchSource(demo.source ?? '').catch((error: unknown) => {
      source = undefined;
      throw error;
    });
    return source;
  };
  const preferences = (): FramePreferences => {
    const root = document.documentElement;
    const style = getComputedStyle(card.current?.querySelector(LIVE_STAGE)?.parentElement ?? document.body);
    const padding = card.current?.querySelector(`[${COMPACT_ATTRIBUTE}]`) ? '0' : '2rem 1.5rem';
    return {
      color: root.getAttribute(COLOR_ATTRIBUTE) === 'dark' ? 'dark' : 'light',
      lang: runtime.language.get(),
      dir: root.dir,
      style: {
        ...Object.fromEntries(INHERITED.map((name) => [name, style.getPropertyValue(name)])),
        padding,
        margin: '0',
      },
    };
  };
  const prefer = (): void => live?.prefer();
  const observer = new MutationObserver(prefer);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE, 'dir'] });
  const unsubscribe = runtime.language.subscribe(prefer);

  const create = (loaded: DemoSource): LiveDemo | undefined => {
    const stage = card.current?.querySelector(LIVE_STAGE);
    const panel = card.current?.querySelector('details');
    if (!stage || !panel || disposed) return undefined;
    return createLiveDemo({
      id: demo.id,
      title: demo.title ?? demo.id,
      source: loaded,
      state,
      stage,
      panel,
      description: runtime.messages.format(runtime.language.get(), 'demo.leaveEditor'),
      builtNote: runtime.messages.format(runtime.language.get(), 'demo.built'),
      focusNote: runtime.messages.format(runtime.language.get(), 'demo.tookFocus'),
      preferences,
      load: runtime.load,
      suspend: () => runtime.demos?.suspend(demo.id),
      resume: () => runtime.demos?.resume(demo.id),
    });
  };
  const open = async (payload?: string): Promise<void> => {
    // One for all who ask meanwhile.
    creating ??= loadSource().then(create, (error: unknown) => {
      creating = undefined;
      throw error;
    });
    live = await creating;
    const panel = card.current?.querySelector('details');
    if (panel) panel.open = true;
    await live?.open(payload);
    // The note and the tools of an edited demo are rendered first: they change the height of the card.
    requestAnimationFrame(() => card.current && showEditing(card.current));
  };

  const controller: DemoController = {
    open,
    async follow(hash) {
      const link = readEditHash(hash);
      if (!link) return;
      card.current?.scrollIntoView({ behavior: 'instant' });
      await open(link.payload).catch((error: unknown) => {
        const message = runtime.messages.format(runtime.language.get(), 'demo.linkBroken');
        throw new Error(message, { cause: error });
      });
    },
    run: () => live?.run(),
    reset() {
      live?.reset();
      if (readEditHash(location.hash)?.id === demo.id)
        history.replaceState(history.state, '', location.pathname + location.search);
    },
    async copyLink(button) {
      if (!live) return;
      history.replaceState(history.state, '', await live.link());
      // Boot copies: it has what that takes.
      button.dispatchEvent(new CustomEvent<string>(COPY_EVENT, { bubbles: true, detail: location.href }));
    },
    resize(handle) {
      unsplit?.();
      unsplit = handle && card.current ? splitCard(card.current, handle) : undefined;
    },
    async exportTo(service, hook) {
      const [{ exportDemo }, loaded] = await Promise.all([importExport(), loadSource()]);
      exportDemo(loaded, { service, hook, edits: live?.edits() });
    },
    dispose() {
      disposed = true;
      observer.disconnect();
      unsubscribe();
      unsplit?.();
      live?.dispose();
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    controller.refresh = async () => {
      source = undefined;
      if (!live || live.replaceSource?.(await loadSource())) return;
      live.dispose();
      live = undefined;
      creating = undefined;
      runtime.demos?.resume(demo.id);
    };
  }
  return controller;
}

/** Brings demo and code into view together: what is edited begins below the header. */
function showEditing(card: HTMLElement): void {
  const { top, bottom } = card.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) card.scrollIntoView({ block: 'start', behavior: 'instant' });
}

async function fetchSource(url: string): Promise<DemoSource> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: the host answers ${response.status}`);
  return await response.json();
}
