import type { ComponentType, PropsWithChildren, ReactNode } from 'react';
import { useEffect, useLayoutEffect } from 'react';
import { createRoot, type HydrationOptions, hydrateRoot, type Root } from 'react-dom/client';
import type { DemoExports } from '../../shared/demo-export.ts';
import {
  CRASH_ATTRIBUTE,
  DEMO_ATTRIBUTE,
  DEMO_ROOT_ATTRIBUTE,
  FAILED_ATTRIBUTE,
  WIDE_ATTRIBUTE,
} from '../../shared/dom-contract.ts';
import { describeDemoMismatch } from '../../shared/hydration-mismatch.ts';
import type { DemoData } from '../../shared/page-data.ts';
import type { PlaygroundStore } from '../playground-types.ts';
import { noteHandled } from '../replay.ts';
import { type Runtime, RuntimeProvider } from '../runtime.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { describeError } from './describe-error.ts';
import { watchPortals } from './portals.ts';

type DemoModule = DemoExports<ComponentType<PropsWithChildren>> & {
  default: ComponentType;
  controls?: Parameters<PlaygroundStore['setPresets']>[0];
};

export interface DemoRootOptions {
  runtime: Runtime;
  Crash: ComponentType<{ error: unknown; onRetry: () => void }>;
  /** Adds the theme's contexts around a card and around the crash box. */
  wrap: (node: ReactNode) => ReactNode;
  onRecoverableError: (error: unknown) => void;
}

export interface Island {
  roots: Root[];
  /** False after unmounting: later results are ignored. */
  alive: boolean;
}

export function createIsland(): Island {
  return { roots: [], alive: true };
}

export function hydrate(container: Element, node: ReactNode, options: HydrationOptions): Root {
  const root = hydrateRoot(container, node, options);
  noteHandled(container);
  return root;
}

/** Pending results are ignored. */
export function endIsland(island: Island): void {
  island.alive = false;
  for (const root of island.roots.splice(0).reverse()) root.unmount();
}

/**
 * Replaces the container of an unmounted root with an empty copy: a root that was unmounted before its first render
 * still renders once, which clears its container.
 */
export function renewContainer<Container extends Element>(container: Container): Container {
  const fresh = container.cloneNode(false) as Container;
  container.replaceWith(fresh);
  return fresh;
}

/**
 * If a root is unmounted before hydration, React renders it again only to discard it; that is not reported as an error.
 */
export function rootOptions(
  identifierPrefix: string,
  island: Island,
  { onRecoverableError }: Pick<DemoRootOptions, 'onRecoverableError'>,
): HydrationOptions {
  return {
    identifierPrefix,
    onRecoverableError(error) {
      if (island.alive) onRecoverableError(error);
    },
  };
}

/** If the demo crashes, or its script or a style sheet cannot be loaded, the crash box replaces it. */
export async function mountDemo(
  container: Element,
  demo: DemoData,
  island: Island,
  { runtime, wrap, Crash, onRecoverableError }: DemoRootOptions,
): Promise<void> {
  const demoOptions = rootOptions(demo.id, island, {
    onRecoverableError:
      process.env.NODE_ENV !== 'production' && window.cascaderDocsDev
        ? (error) => onRecoverableError(nameMismatch(error, demo.id))
        : onRecoverableError,
  });
  const fallback = (error: unknown, retry: () => void): ReactNode => (
    <Crashed root={container} error={error}>
      <RuntimeProvider value={runtime}>{wrap(<Crash error={error} onRetry={retry} />)}</RuntimeProvider>
    </Crashed>
  );
  try {
    if (demo.held) {
      const message = runtime.messages.format(runtime.language.get(), 'demo.held');
      // The runtime's stack would not help the reader.
      throw Object.assign(new Error(message), { stack: '' });
    }
    const [{ default: Demo, setup: { Wrapper } = {}, controls }, playground] = await Promise.all([
      runtime.load<DemoModule>(demo.js),
      runtime.playgrounds?.of(demo),
      ...stylesToReload(demo).map((link) =>
        runtime.load(() => import('../navigation/head.ts')).then(({ reloadStyle }) => reloadStyle(link)),
      ),
    ]);
    if (!island.alive) return;
    if (controls) playground?.store.setPresets(controls);
    const renderBoundary = (key: string, content: ReactNode): ReactNode => (
      <CrashBoundary key={key} fallback={fallback}>
        {Wrapper ? <Wrapper>{content}</Wrapper> : content}
      </CrashBoundary>
    );
    await new Promise<void>((resolve) => {
      const isCrashed = (): boolean => container.hasAttribute(CRASH_ATTRIBUTE);
      const node = (
        <Ready demo={process.env.NODE_ENV === 'production' ? undefined : demoNumber(container)} onReady={resolve}>
          {playground ? (
            <playground.PlayedDemo {...{ Demo, isCrashed, renderBoundary }} store={playground.store} />
          ) : (
            renderBoundary('', <Demo />)
          )}
        </Ready>
      );
      if (demo.prerendered) {
        island.roots.push(hydrate(container, node, acceptPortals(demoOptions)));
      } else {
        const root = createRoot(container, demoOptions);
        noteHandled(container);
        island.roots.push(root);
        root.render(node);
      }
    });
    if (container.hasAttribute(DEMO_ROOT_ATTRIBUTE)) watchWidth(container);
  } catch (error) {
    if (!island.alive) return;
    const root = createRoot(container, demoOptions);
    island.roots.push(root);
    const retry = (): void => {
      root.unmount();
      island.roots.splice(island.roots.indexOf(root), 1);
      // A browser may cache the failed import, so the retry uses a different fragment.
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

/** The stage of a wide demo scrolls, not the page. Other stages must not scroll: they would clip popups. */
function watchWidth(container: Element): void {
  const measure = (): void =>
    void container.toggleAttribute(WIDE_ATTRIBUTE, container.scrollWidth > container.clientWidth + 1);
  new ResizeObserver(measure).observe(container);
}

/** Ignores hydration errors caused by a portal: the server renders nothing for it, so React renders the demo again. */
function acceptPortals(options: HydrationOptions): HydrationOptions {
  const hasPortal = watchPortals();
  let isFirst = true;
  return {
    ...options,
    onRecoverableError(error, info) {
      const isExpected = isFirst && hasPortal();
      isFirst = false;
      if (!isExpected) options.onRecoverableError?.(error, info);
    },
  };
}

/** Adds the demo and the location to a hydration mismatch. Other errors are returned unchanged. */
function nameMismatch(error: unknown, id: string): unknown {
  return describeDemoMismatch(describeError(error).message, id) ?? error;
}

/** Returns the index of a demo in the document. React truncates text in its messages, such as an id, but not numbers. */
function demoNumber(container: Element): number {
  return [...document.querySelectorAll(`[${DEMO_ATTRIBUTE}]`)].findIndex((place) => place.contains(container));
}

function stylesToReload({ css }: DemoData): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[${FAILED_ATTRIBUTE}]`)].filter((link) =>
    css.includes(link.getAttribute('href') ?? ''),
  );
}

function Crashed({ root, error, children }: { root: Element; error: unknown; children: ReactNode }): ReactNode {
  useLayoutEffect(() => {
    root.setAttribute(CRASH_ATTRIBUTE, describeError(error).message);
    return () => root.removeAttribute(CRASH_ATTRIBUTE);
  }, [root, error]);
  return children;
}

/**
 * Reports when the effects of its children have run. It does not change the ids that React generates.
 *
 * @param props.demo number of the demo, which React's messages about its HTML contain
 */
export function Ready({
  onReady,
  children,
}: {
  demo?: number | undefined;
  onReady: () => void;
  children: ReactNode;
}): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once
  useEffect(onReady, []);
  return children;
}
