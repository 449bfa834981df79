import type { ComponentType, PropsWithChildren, ReactNode } from 'react';
import { useEffect, useLayoutEffect } from 'react';
import { createRoot, type HydrationOptions, hydrateRoot, type Root } from 'react-dom/client';
import type { DemoExports } from '../../shared/demo-export.ts';
import { CRASH_ATTRIBUTE, FAILED_ATTRIBUTE } from '../../shared/dom-contract.ts';
import type { DemoData } from '../../shared/page-data.ts';
import { type Runtime, RuntimeProvider } from '../runtime.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { describeError } from './describe-error.ts';

type DemoModule = DemoExports<ComponentType<PropsWithChildren>> & { default: ComponentType };

/** What a demo is rendered with. */
export interface DemoRootOptions {
  runtime: Runtime;
  Crash: ComponentType<{ error: unknown; onRetry: () => void }>;
  /** Contexts of the theme around a card and around the crash box. */
  wrap: (node: ReactNode) => ReactNode;
  onRecoverableError: (error: unknown) => void;
}

/** A demo's roots. */
export interface Island {
  roots: Root[];
  /** False once it is unmounted: what comes later is dropped. */
  alive: boolean;
  /** Called when React begins to listen in the demo, before its effects. */
  onCommit?: () => void;
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

/**
 * Renders a demo into its element: hydrates the server's HTML where there is some. A crash shows the crash box in the
 * demo's place, also when its script or a style sheet cannot be loaded.
 */
export async function mountDemo(
  container: Element,
  demo: DemoData,
  island: Island,
  { runtime, wrap, Crash, onRecoverableError }: DemoRootOptions,
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
    const [{ default: Demo, setup: { Wrapper } = {} }] = await Promise.all([
      runtime.load<DemoModule>(demo.js),
      ...stylesToReload(demo).map((link) =>
        runtime.load(() => import('../navigation/head.ts')).then(({ reloadStyle }) => reloadStyle(link)),
      ),
    ]);
    if (!island.alive) return;
    await new Promise<void>((resolve) => {
      const node = (
        <Ready onReady={resolve} onCommit={island.onCommit}>
          <CrashBoundary fallback={fallback}>
            {Wrapper ? (
              <Wrapper>
                <Demo />
              </Wrapper>
            ) : (
              <Demo />
            )}
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
