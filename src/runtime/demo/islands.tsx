import type { ComponentType, ReactNode } from 'react';
import { useEffect, useLayoutEffect } from 'react';
import { createRoot, type HydrationOptions, hydrateRoot, type Root } from 'react-dom/client';
import { CRASH_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { type DemoData, FAILED_ATTRIBUTE } from '../../shared/page-data.ts';
import { HYDRATED_ATTRIBUTE } from '../events.ts';
import { elementOfHash } from '../hash-target.ts';
import type { KeepEvents, KeptEvent } from '../keep-events.ts';
import { replay } from '../replay.ts';
import { type Runtime, RuntimeProvider } from '../runtime.ts';
import type { LiveStatics } from '../statics.ts';
import { cardPrefix, DEMO_ATTRIBUTE, DEMO_ROOT_ATTRIBUTE, NEAR_VIEWPORT } from './attributes.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { describeError } from './describe-error.ts';

export interface IslandOptions {
  runtime: Runtime;
  statics: LiveStatics;
  keep: KeepEvents;
  Card: ComponentType<{ demo: DemoData }>;
  Crash: ComponentType<{ error: unknown; onRetry: () => void }>;
  /** Contexts of the theme around a card and around the crash box. */
  wrap: (node: ReactNode) => ReactNode;
  onRecoverableError: (error: unknown) => void;
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

/** A demo's roots. */
export interface Island {
  roots: Root[];
  /** False once it is unmounted: what comes later is dropped. */
  alive: boolean;
  /** Called when React begins to listen in the demo, before its effects. */
  onCommit?: () => void;
}

/** Creates the owner of a page's demo roots. */
export function createIslands(options: IslandOptions): Islands {
  const { runtime, statics, keep, Card, Crash, wrap } = options;
  const islands = new Map<Element, CardIsland>();
  const cleanups: (() => void)[] = [];

  const cardOf = (demo: DemoData, onReady: () => void): ReactNode => {
    const fallback = (error: unknown, retry: () => void): ReactNode => <Crash error={error} onRetry={retry} />;
    return (
      <RuntimeProvider value={runtime}>
        {wrap(
          <Ready onReady={onReady}>
            <CrashBoundary fallback={fallback}>
              <Card demo={demo} />
            </CrashBoundary>
          </Ready>,
        )}
      </RuntimeProvider>
    );
  };
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
    island.ready = new Promise<void>((resolve) => {
      if (process.env.NODE_ENV !== 'production')
        island.render = (next) => island.roots[0]?.render(cardOf(next, resolve));
      island.roots.push(hydrateRoot(place, cardOf(demo, resolve), rootOptions(cardPrefix(id), island, options)));
    })
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
      if (places.length === 0) return;
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) begin(target);
        },
        { rootMargin: NEAR_VIEWPORT },
      );
      const begin = (place: Element): void => {
        observer.unobserve(place);
        void mount(place);
      };
      const intent = ({ target }: Event): void => {
        const place = target instanceof Element ? target.closest(`[${DEMO_ATTRIBUTE}]`) : null;
        if (place) begin(place);
      };
      // The demo that the address carries as somebody edited it opens wherever it is.
      const follow = (): void => {
        const place = location.hash.startsWith('#edit=') ? elementOfHash(location.hash) : undefined;
        if (place?.hasAttribute(DEMO_ATTRIBUTE)) begin(place);
      };
      addEventListener('hashchange', follow);
      follow();
      for (const place of places) observer.observe(place);
      for (const type of INTENTS) document.addEventListener(type, intent, { capture: true, passive: true });
      cleanups.push(() => {
        observer.disconnect();
        removeEventListener('hashchange', follow);
        for (const type of INTENTS) document.removeEventListener(type, intent, { capture: true });
      });
    },
    unmountAll() {
      for (const cleanup of cleanups.splice(0)) cleanup();
      for (const island of islands.values()) {
        endIsland(island.demo);
        endIsland(island);
      }
      islands.clear();
    },
  };
  if (process.env.NODE_ENV !== 'production') {
    const unmount = (place: Element, island: CardIsland): void => {
      endIsland(island.demo);
      endIsland(island);
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

/** Ends what was rendered into an island; what is on its way to it is dropped. */
export function endIsland(island: Island): void {
  island.alive = false;
  for (const root of island.roots.splice(0).reverse()) root.unmount();
}

/**
 * What React is told of an island's root. One that is unmounted before React has hydrated it is a page that was left:
 * React renders it anew only to throw it away, and that is no error.
 */
function rootOptions(
  identifierPrefix: string,
  island: Island,
  { onRecoverableError }: Pick<IslandOptions, 'onRecoverableError'>,
): HydrationOptions {
  return {
    identifierPrefix,
    onRecoverableError(error) {
      if (island.alive) onRecoverableError(error);
    },
  };
}

const INTENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * Renders a demo into its element: hydrates the server's HTML where there is some. A crash shows the crash box in the
 * demo's place, also when its script or a style sheet cannot be loaded.
 */
export async function mountDemo(
  container: Element,
  demo: DemoData,
  island: Island,
  { runtime, wrap, Crash, onRecoverableError }: Omit<IslandOptions, 'statics' | 'keep' | 'Card'>,
): Promise<void> {
  const demoOptions = rootOptions(demo.id, island, { onRecoverableError });
  const fallback = (error: unknown, retry: () => void): ReactNode => (
    <Crashed root={container} error={error}>
      <RuntimeProvider value={runtime}>{wrap(<Crash error={error} onRetry={retry} />)}</RuntimeProvider>
    </Crashed>
  );
  try {
    if (demo.held) {
      const message = runtime.messages.format(runtime.language.get(), 'demo.held');
      // Where in the runtime it comes from is of no interest.
      throw Object.assign(new Error(message), { stack: '' });
    }
    const [{ default: Demo }] = await Promise.all([
      runtime.load<{ default: ComponentType }>(demo.js),
      ...stylesToReload(demo).map((link) =>
        runtime.load(() => import('../navigation/head.ts')).then(({ reloadStyle }) => reloadStyle(link)),
      ),
    ]);
    if (!island.alive) return;
    await new Promise<void>((resolve) => {
      const node = (
        <Ready onReady={resolve} onCommit={island.onCommit}>
          <CrashBoundary fallback={fallback}>
            <Demo />
          </CrashBoundary>
        </Ready>
      );
      if (demo.prerendered) {
        island.roots.push(hydrateRoot(container, node, demoOptions));
      } else {
        const root = createRoot(container, demoOptions);
        island.roots.push(root);
        root.render(node);
      }
    });
  } catch (error) {
    if (!island.alive) return;
    const root = createRoot(container, demoOptions);
    island.roots.push(root);
    const retry = (): void => {
      root.unmount();
      island.roots.splice(island.roots.indexOf(root), 1);
      // A browser may remember that a module could not be loaded: with another fragment it is another one.
      void mountDemo(container, { ...demo, js: `${demo.js}#`, prerendered: false, held: false }, island, {
        runtime,
        wrap,
        Crash,
        onRecoverableError,
      });
    };
    root.render(fallback(error, retry));
  }
}

/** Style sheets of a demo that the document could not load. */
function stylesToReload({ css }: DemoData): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[${FAILED_ATTRIBUTE}]`)].filter((link) =>
    css.includes(link.getAttribute('href') ?? ''),
  );
}

/** Says on the root of a demo that it has crashed, as long as its children stand in its place. */
function Crashed({ root, error, children }: { root: Element; error: unknown; children: ReactNode }): ReactNode {
  useLayoutEffect(() => {
    root.setAttribute(CRASH_ATTRIBUTE, describeError(error).message);
    return () => root.removeAttribute(CRASH_ATTRIBUTE);
  }, [root, error]);
  return children;
}

/** Tells when its children listen to events, and when their effects have run. It adds nothing to the ids that React makes. */
export function Ready({
  onReady,
  onCommit,
  children,
}: {
  onReady: () => void;
  onCommit?: () => void;
  children: ReactNode;
}): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useLayoutEffect(() => onCommit?.(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(onReady, []);
  return children;
}
