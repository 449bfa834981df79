import type { ComponentType, ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { elementOfHash } from '../hash-target.ts';
import type { KeepEvents, KeptEvent } from '../keep-events.ts';
import { replay } from '../replay.ts';
import { RuntimeProvider } from '../runtime.ts';
import type { LiveStatics } from '../statics.ts';
import { cardPrefix, NEAR_VIEWPORT } from './attributes.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { type DemoRootOptions, endIsland, type Island, mountDemo, Ready, rootOptions } from './mount-demo.tsx';

export interface IslandOptions extends DemoRootOptions {
  statics: LiveStatics;
  keep: KeepEvents;
  Card: ComponentType<{ demo: DemoData }>;
}

/** The demos of the page that is shown. */
export interface Islands {
  /** Hydrates the demos in `scope` as they come near the viewport, or are pointed at or focused. */
  watch: (scope: ParentNode) => void;
  /**
   * Hydrates one demo now; resolves when it is alive, or has failed visibly. What the visitor did in it meanwhile, else
   * `kept`, is done again then.
   */
  mount: (place: Element, kept?: KeptEvent) => Promise<void>;
  /** Ends a demo and leaves its card; `resume` renders it anew. */
  suspend: (id: string) => void;
  resume: (id: string) => void;
  /** Ends every demo. Call it outside of React's rendering, before their elements go. */
  unmountAll: () => void;
  /** What an update of a page needs while it is written; absent in a site that was built. */
  dev?: IslandUpdates;
}

/** Changes of single demos, for `dev`. */
export interface IslandUpdates {
  /** True for the place of a demo that is, or will be, alive. */
  isMounted: (place: Element) => boolean;
  /** Ends a demo and its card; its place is empty then. */
  unmount: (id: string) => void;
  /** Renders a demo anew; one that is suspended stays so. */
  remount: (id: string) => void;
  /** Renders the card of a demo with other data; the demo stays as it is. */
  renderCard: (demo: DemoData) => void;
  /** Ends the demos whose places are gone, and looks after the places that are new. */
  follow: () => void;
}

/** Creates the owner of a page's demo roots. */
export function createIslands(options: IslandOptions): Islands {
  const { runtime, statics, keep } = options;
  const islands = new Map<Element, CardIsland>();
  const cleanups: (() => void)[] = [];

  const mount = (place: Element, kept?: KeptEvent): Promise<void> => {
    const id = place.getAttribute(DEMO_ATTRIBUTE) ?? '';
    const { demos } = runtime.page.get().data;
    const demo = Object.hasOwn(demos, id) ? demos[id] : undefined;
    if (!demo) return Promise.resolve();
    const known = islands.get(place);
    if (known) return known.ready;
    const container = place.querySelector(`[${DEMO_ROOT_ATTRIBUTE}]`);
    const takeKept = keep(place);
    let missed = kept;
    const onCommit = (): void => {
      missed = takeKept() ?? missed;
    };
    const island: CardIsland = {
      roots: [],
      alive: true,
      ready: Promise.resolve(),
      demo: { roots: [], alive: true, onCommit },
    };
    islands.set(place, island);
    statics.collect(place);
    island.ready = mountCard(place, demo, island, options)
      .then(() => (container ? mountDemo(container, demo, island.demo, options) : undefined))
      .then(() => {
        onCommit();
        place.setAttribute(HYDRATED_ATTRIBUTE, '');
        if (missed) replay(missed);
      });
    return island.ready;
  };

  const find = (id: string): [Element, CardIsland] | undefined =>
    [...islands].find(([place]) => place.getAttribute(DEMO_ATTRIBUTE) === id);

  const islandsOfPage: Islands = {
    mount,
    suspend(id) {
      const [, island] = find(id) ?? [];
      if (island) endIsland(island.demo);
    },
    resume(id) {
      const [place, island] = find(id) ?? [];
      const container = place?.querySelector(`[${DEMO_ROOT_ATTRIBUTE}]`);
      const demo = runtime.page.get().data.demos[id];
      if (!island || !container || !demo || island.demo.alive) return;
      container.replaceChildren();
      island.demo = { roots: [], alive: true };
      void mountDemo(container, { ...demo, prerendered: false }, island.demo, options);
    },
    watch(scope) {
      const places = [...scope.querySelectorAll(`[${DEMO_ATTRIBUTE}]`)];
      if (places.length > 0) cleanups.push(whenNear(places, (place) => void mount(place)));
    },
    unmountAll() {
      for (const cleanup of cleanups.splice(0)) cleanup();
      for (const island of islands.values()) endCard(island);
      islands.clear();
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    const unmount = (place: Element, island: CardIsland): void => {
      endCard(island);
      islands.delete(place);
      place.removeAttribute(HYDRATED_ATTRIBUTE);
    };
    islandsOfPage.dev = {
      isMounted: (place) => islands.has(place),
      unmount(id) {
        const found = find(id);
        if (found) unmount(...found);
      },
      remount(id) {
        if (!find(id)?.[1].demo.alive) return;
        islandsOfPage.suspend(id);
        islandsOfPage.resume(id);
      },
      renderCard: (demo) => find(demo.id)?.[1].render?.(demo),
      follow() {
        for (const [place, island] of islands) if (!place.isConnected) unmount(place, island);
        for (const cleanup of cleanups.splice(0)) cleanup();
        islandsOfPage.watch(document);
      },
    };
  }
  return islandsOfPage;
}

/** The root of a card, and those of the demo in it. */
interface CardIsland extends Island {
  ready: Promise<void>;
  render?: (demo: DemoData) => void;
  demo: Island;
}

/** Hydrates the card of a demo; the demo in it is not its own. */
function mountCard(
  place: Element,
  demo: DemoData,
  island: CardIsland,
  options: Omit<IslandOptions, 'statics' | 'keep'>,
): Promise<void> {
  const { runtime, Card, Crash, wrap } = options;
  const fallback = (error: unknown, retry: () => void): ReactNode => <Crash error={error} onRetry={retry} />;
  const cardOf = (own: DemoData, onReady: () => void): ReactNode => (
    <RuntimeProvider value={runtime}>
      {wrap(
        <Ready onReady={onReady}>
          <CrashBoundary fallback={fallback}>
            <Card demo={own} />
          </CrashBoundary>
        </Ready>,
      )}
    </RuntimeProvider>
  );
  return new Promise<void>((resolve) => {
    if (process.env.NODE_ENV !== 'production') island.render = (next) => island.roots[0]?.render(cardOf(next, resolve));
    island.roots.push(hydrateRoot(place, cardOf(demo, resolve), rootOptions(cardPrefix(demo.id), island, options)));
  });
}

function endCard(island: CardIsland): void {
  endIsland(island.demo);
  endIsland(island);
}

const INTENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Begins with each place when it comes near the viewport, or is pointed at or focused; returns what ends that. */
function whenNear(places: Element[], begin: (place: Element) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) start(target);
    },
    { rootMargin: NEAR_VIEWPORT },
  );
  const start = (place: Element): void => {
    observer.unobserve(place);
    begin(place);
  };
  const intent = ({ target }: Event): void => {
    const place = target instanceof Element ? target.closest(`[${DEMO_ATTRIBUTE}]`) : null;
    if (place) start(place);
  };
  // The demo that the address carries as somebody edited it opens wherever it is.
  const follow = (): void => {
    const place = location.hash.startsWith('#edit=') ? elementOfHash(location.hash) : undefined;
    if (place?.hasAttribute(DEMO_ATTRIBUTE)) start(place);
  };
  addEventListener('hashchange', follow);
  follow();
  for (const place of places) observer.observe(place);
  for (const type of INTENTS) document.addEventListener(type, intent, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('hashchange', follow);
    for (const type of INTENTS) document.removeEventListener(type, intent, { capture: true });
  };
}
