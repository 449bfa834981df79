import type { ComponentType, ReactNode } from 'react';
import { DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, HYDRATED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { ownValue } from '../../shared/own-value.ts';
import type { DemoData, PageData } from '../../shared/page-data.ts';
import { elementOfHash } from '../hash-target.ts';
import type { HeldEvent, KeepEvents } from '../keep-events.ts';
import { replay } from '../replay.ts';
import { type RunningDemos, RuntimeProvider } from '../runtime.ts';
import type { LiveStatics } from '../statics.ts';
import { cardPrefix, NEAR_VIEWPORT } from './attributes.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import {
  createIsland,
  type DemoRootOptions,
  endIsland,
  hydrate,
  type Island,
  mountDemo,
  Ready,
  renewContainer,
  rootOptions,
} from './mount-demo.tsx';

export interface IslandOptions extends DemoRootOptions {
  statics: LiveStatics;
  keep: KeepEvents;
  Card: ComponentType<{ demo: DemoData }>;
}

export interface Islands extends RunningDemos {
  /** Hydrates the demos in `scope` when they come near the viewport, or when the pointer or the focus enters them. */
  watch: (scope: ParentNode) => void;
  /**
   * Replays the reader's last event in the demo during hydration, or else `held`. Resolves when the demo is hydrated or
   * shows its error.
   */
  mount: (element: Element, held?: HeldEvent) => Promise<void>;
  /** Unmounts every demo. Call it outside of React's rendering, before the elements are removed. */
  unmountAll: () => void;
  dev?: IslandUpdates;
}

export interface IslandUpdates {
  isMounted: (element: Element) => boolean;
  /** Unmounts a demo and its card; its element is empty afterwards. */
  unmount: (id: string) => void;
  remount: (id: string) => void;
  renderCard: (demo: DemoData) => void;
  /** Unmounts the demos whose elements were removed, and watches new elements. */
  follow: () => void;
}

export function createIslands(options: IslandOptions): Islands {
  const { runtime, statics, keep } = options;
  const islands = new Map<Element, CardIsland>();
  const cleanups: (() => void)[] = [];

  const mount = (element: Element, heldEvent?: HeldEvent): Promise<void> => {
    const demo = demoOf(element, runtime.page.get().data);
    if (!demo) return Promise.resolve();
    const known = islands.get(element);
    if (known) return known.ready;
    const takeKept = keep(element);
    const island: CardIsland = { ...createIsland(), ready: Promise.resolve(), demo: createIsland() };
    islands.set(element, island);
    statics.collect(element);
    island.ready = mountCard(element, demo, island, options)
      .then(() => {
        const container = rootIn(element);
        return container && island.alive ? mountDemo(container, demo, island.demo, options) : undefined;
      })
      .then(() => {
        const held = takeKept() ?? heldEvent;
        if (!island.alive) return;
        element.setAttribute(HYDRATED_ATTRIBUTE, '');
        if (held) replay(held);
      });
    return island.ready;
  };

  const find = (id: string): [Element, CardIsland] | undefined =>
    [...islands].find(([place]) => place.getAttribute(DEMO_ATTRIBUTE) === id);

  const islandsOfPage: Islands = {
    mount,
    suspend(id) {
      const [place, island] = find(id) ?? [];
      if (!place || !island) return;
      endIsland(island.demo);
      const container = rootIn(place);
      if (container) renewContainer(container);
    },
    async resume(id, change) {
      const [place, island] = find(id) ?? [];
      const container = place && rootIn(place);
      const demo = ownValue(runtime.page.get().data.demos, id);
      if (!island || !container || !demo || island.demo.alive) return;
      island.demo = createIsland();
      await mountDemo(container, { ...demo, prerendered: false, ...change }, island.demo, options);
    },
    watch(scope) {
      const elements = [...scope.querySelectorAll(`[${DEMO_ATTRIBUTE}]`)];
      if (elements.length > 0) cleanups.push(whenNear(elements, (place) => void mount(place)));
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
      renewContainer(place);
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
        void islandsOfPage.resume(id);
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

interface CardIsland extends Island {
  ready: Promise<void>;
  render?: (demo: DemoData) => void;
  demo: Island;
}

function rootIn(place: Element): Element | null {
  return place.querySelector(`[${DEMO_ROOT_ATTRIBUTE}]`);
}

function demoOf(element: Element, { demos }: PageData): DemoData | undefined {
  const id = element.getAttribute(DEMO_ATTRIBUTE) ?? '';
  return ownValue(demos, id);
}

function mountCard(
  element: Element,
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
    island.roots.push(hydrate(element, cardOf(demo, resolve), rootOptions(cardPrefix(demo.id), island, options)));
  });
}

function endCard(island: CardIsland): void {
  endIsland(island.demo);
  endIsland(island);
}

const INTENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

function whenNear(elements: Element[], begin: (element: Element) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) start(target);
    },
    { rootMargin: NEAR_VIEWPORT },
  );
  const start = (container: Element): void => {
    observer.unobserve(container);
    begin(container);
  };
  const intent = ({ target }: Event): void => {
    const place = target instanceof Element ? target.closest(`[${DEMO_ATTRIBUTE}]`) : null;
    if (place) start(place);
  };
  // An edited demo in the URL is opened wherever it is on the page.
  const follow = (): void => {
    const place = location.hash.startsWith('#edit=') ? elementOfHash(location.hash) : undefined;
    if (place?.hasAttribute(DEMO_ATTRIBUTE)) start(place);
  };
  addEventListener('hashchange', follow);
  follow();
  for (const place of elements) observer.observe(place);
  for (const type of INTENTS) document.addEventListener(type, intent, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    removeEventListener('hashchange', follow);
    for (const type of INTENTS) document.removeEventListener(type, intent, { capture: true });
  };
}
