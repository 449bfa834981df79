import type { DemoSource } from '../../shared/demo-source.ts';
import {
  COLOR_ATTRIBUTE,
  COMPACT_ATTRIBUTE,
  LIVE_STAGE_ATTRIBUTE,
  STATIC_ATTRIBUTE,
} from '../../shared/dom-contract.ts';
import { copyText } from '../copy-from.ts';
import { createImport } from '../load-module.ts';
import type { Runtime } from '../runtime.ts';
import { readEditHash } from './edit-link.ts';
import type { ExportHook, Service } from './export-demo.ts';
import { createLiveDemo, type LiveDemo } from './live-demo.ts';
import type { FramePreferences } from './protocol.ts';
import { splitCard } from './split-card.ts';
import type { CardContext } from './state.ts';

export interface DemoController {
  open(payload?: string): Promise<void>;
  follow(hash: string): Promise<void>;
  finish(): void;
  run(): void;
  reset(): void;
  copyLink(button: HTMLElement): Promise<void>;
  /** Sets the handle between demo and code, or null if it was removed. */
  resize(handle: HTMLElement | null): void;
  exportTo(service: Service, hook?: ExportHook): Promise<void>;
  /** Reloads the source after the files changed. Absent in a built site. */
  refresh?(): Promise<void>;
  dispose(): void;
}

export function createController(context: CardContext): DemoController {
  const { demo, runtime, card } = context;
  const source = createEditableSource(context);
  let live: LiveDemo | undefined;
  let creating: Promise<LiveDemo | undefined> | undefined;
  let unsplit: (() => void) | undefined;
  let disposed = false;

  const importExport = createImport(runtime.load, () => import('./export-demo.ts'));
  const unwatch = watchPreferences(runtime.language, () => live?.prefer());
  const open = async (payload?: string): Promise<void> => {
    if (live && !context.state.get().edited && (await source.hasOtherText())) closeLive();
    // Shared by all calls until it is loaded.
    creating ??= source.load().then(
      (loaded) => (disposed ? undefined : editCard(context, loaded)),
      (error: unknown) => {
        creating = undefined;
        throw error;
      },
    );
    live = await creating;
    const panel = panelOf(card.current, demo.id);
    if (panel) panel.open = true;
    await live?.open(payload);
    // Scroll after the note and the tools of an edited demo are rendered, because they change the height of the card.
    requestAnimationFrame(() => card.current && showEditing(card.current));
  };

  const closeLive = (): void => {
    live?.dispose();
    live = undefined;
    creating = undefined;
  };

  const controller: DemoController = {
    open,
    async follow(hash) {
      const link = readEditHash(hash);
      if (!link) return;
      card.current?.scrollIntoView({ behavior: 'instant' });
      await open(link.payload).catch((error: unknown) => {
        throw new Error(textIn(runtime, 'demo.linkBroken'), { cause: error });
      });
    },
    finish: () => live?.finish(),
    run: () => live?.run(),
    reset() {
      live?.reset();
      removeEditHash(demo.id);
    },
    async copyLink(button) {
      if (!live) return;
      history.replaceState(history.state, '', await live.link());
      copyText(location.href, button);
    },
    resize(handle) {
      unsplit?.();
      unsplit = handle && card.current ? splitCard(card.current, handle) : undefined;
    },
    async exportTo(service, hook) {
      const [{ exportDemo }, loaded] = await Promise.all([importExport(), source.load()]);
      exportDemo(loaded, { service, hook, edits: live?.edits() });
    },
    dispose() {
      disposed = true;
      unwatch();
      unsplit?.();
      live?.dispose();
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    controller.refresh = async () => {
      source.forget();
      if (!live || live.replaceSource?.(await source.load())) return;
      closeLive();
      void runtime.demos?.resume(demo.id);
    };
  }
  return controller;
}

function createEditableSource({ demo, runtime }: CardContext) {
  const { load, forget } = createSourceLoader(demo.source ?? '');
  let startText: string | undefined;
  const playgroundText = (): Promise<string> | undefined => runtime.playgrounds?.current(demo.id)?.text();
  return {
    async load(): Promise<DemoSource> {
      startText = await playgroundText();
      return withText(await load(), startText);
    },
    hasOtherText: async (): Promise<boolean> => (await playgroundText()) !== startText,
    forget,
  };
}

function withText(source: DemoSource, text: string | undefined): DemoSource {
  if (text === undefined) return source;
  const { asset } = source;
  const entry = { type: 'FILE' as const, value: text };
  return { ...source, asset: { ...asset, dependencies: { ...asset.dependencies, [asset.entry]: entry } } };
}

function removeEditHash(id: string): void {
  if (readEditHash(location.hash)?.id === id)
    history.replaceState(history.state, '', location.pathname + location.search);
}

/** Returns undefined if the card was removed. */
function editCard({ demo, runtime, card, state }: CardContext, source: DemoSource): LiveDemo | undefined {
  const stage = card.current?.querySelector(LIVE_STAGE);
  const panel = panelOf(card.current, demo.id);
  if (!stage || !panel) return undefined;
  return createLiveDemo({
    id: demo.id,
    title: demo.title ?? demo.id,
    source,
    state,
    stage,
    panel,
    description: textIn(runtime, 'demo.leaveEditor'),
    builtNote: textIn(runtime, 'demo.built'),
    focusNote: textIn(runtime, 'demo.tookFocus'),
    preferences: () => readPreferences(card.current, runtime.language.get()),
    load: runtime.load,
    suspend: () => runtime.demos?.suspend(demo.id),
    resume: () => void runtime.demos?.resume(demo.id),
  });
}

function panelOf(card: HTMLElement | null, id: string): HTMLDetailsElement | null | undefined {
  return card?.querySelector(`[${STATIC_ATTRIBUTE}="code:${CSS.escape(id)}"]`)?.closest('details');
}

function textIn({ messages, language }: Runtime, name: Parameters<Runtime['messages']['format']>[1]): string {
  return messages.format(language.get(), name);
}

function createSourceLoader(url: string): { load: () => Promise<DemoSource>; forget: () => void } {
  let source: Promise<DemoSource> | undefined;
  const forget = (): void => {
    source = undefined;
  };
  const load = (): Promise<DemoSource> => {
    source ??= fetchSource(url).catch((error: unknown) => {
      forget();
      throw error;
    });
    return source;
  };
  return { load, forget };
}

function showEditing(card: HTMLElement): void {
  const { top, bottom } = card.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) card.scrollIntoView({ block: 'start', behavior: 'instant' });
}

async function fetchSource(url: string): Promise<DemoSource> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: the host answers ${response.status}`);
  return await response.json();
}

const LIVE_STAGE = `[${LIVE_STAGE_ATTRIBUTE}]`;
/** Properties that a frame inherits from the element around the demo. */
const INHERITED = ['color', 'font', 'overflow-wrap'];

function readPreferences(card: Element | null, lang: string): FramePreferences {
  const root = document.documentElement;
  const style = getComputedStyle(card?.querySelector(LIVE_STAGE)?.parentElement ?? document.body);
  const padding = card?.querySelector(`[${COMPACT_ATTRIBUTE}]`) ? '0' : '2rem 1.5rem';
  return {
    color: root.getAttribute(COLOR_ATTRIBUTE) === 'dark' ? 'dark' : 'light',
    lang,
    dir: root.dir,
    style: {
      ...Object.fromEntries(INHERITED.map((name) => [name, style.getPropertyValue(name)])),
      padding,
      margin: '0',
    },
  };
}

function watchPreferences(language: Runtime['language'], onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [COLOR_ATTRIBUTE, 'dir'] });
  const unsubscribe = language.subscribe(onChange);
  return () => {
    observer.disconnect();
    unsubscribe();
  };
}
