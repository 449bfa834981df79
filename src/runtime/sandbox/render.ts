import { type DemoExports, demoFault } from '../../shared/demo-export.ts';

/** How long a demo may still throw after its effects, in milliseconds: React reports an error in an effect with a delay. */
const PROOF = 50;
/** How long a demo may suspend before it is shown anyway, in milliseconds. */
const PATIENCE = 1000;

/** Error message if a demo removes its own element. */
export const REMOVED = 'The demo removed the element that it is rendered into';

type React = typeof import('react');
type ReactClient = typeof import('react-dom/client');

export type Stage = ReturnType<typeof createStage>;

/** `onError` receives errors that are thrown after the first render. */
export function createStage(onError: (error: unknown) => void) {
  const table = globalThis.cascaderModules ?? {};
  const react = table.react?.() as React;
  const { createElement, useEffect } = react;
  const { createRoot } = table['react-dom/client']?.() as ReactClient;
  let shown: { container: HTMLElement; unmount: () => void } | undefined;

  return {
    /** Returns false if the demo's element is not in the document. */
    isWhole: (): boolean => !shown || shown.container.isConnected,
    /**
     * The previous demo stays until this one has rendered without an error. If `isWanted` then returns false, the
     * outdated demo is removed.
     */
    async show(exported: DemoExports, isWanted: () => boolean): Promise<boolean> {
      const errorText = demoFault(exported);
      if (errorText) throw new TypeError(errorText);
      const { default: Component, setup } = exported as DemoExports<React.ComponentType<React.PropsWithChildren>>;
      const demo = createElement(Component as React.ComponentType);
      const container = document.createElement('div');
      // Invisible, but with its final size, until it has rendered without an error.
      container.style.cssText = 'position: fixed; inset: 0 0 auto; visibility: hidden';
      bodyOf(document).prepend(container);
      let settled = false;
      let patience: ReturnType<typeof setTimeout> | undefined;
      const unmount = await new Promise<() => void>((resolve, reject) => {
        const root = createRoot(container, { onRecoverableError: () => undefined });
        const reportError = (error: unknown): void => (settled ? onError(error) : reject(error));
        const done = (): void => resolve(() => root.unmount());
        const Mounted = () => {
          useEffect(() => void setTimeout(done, PROOF), []);
          return setup?.Wrapper ? createElement(setup.Wrapper, null, demo) : demo;
        };
        root.render(createElement(createBoundary(react, reportError), undefined, createElement(Mounted)));
        patience = setTimeout(done, PATIENCE);
      })
        .catch((error: unknown) => {
          container.remove();
          throw error;
        })
        .finally(() => {
          settled = true;
          clearTimeout(patience);
        });
      const last = shown;
      if (!isWanted()) {
        unmount();
        container.remove();
        return false;
      }
      if (!container.isConnected) {
        unmount();
        if (last && !last.container.isConnected) bodyOf(document).prepend(last.container);
        throw new Error(REMOVED);
      }
      shown = { container, unmount };
      container.style.cssText = '';
      last?.unmount();
      last?.container.remove();
      return true;
    },
  };
}

/** Returns the body, which is created if an edited demo removed it. */
function bodyOf(page: Document): HTMLElement {
  if (!page.body) page.documentElement.append(page.createElement('body'));
  return page.body;
}

/** Creates an error boundary that renders nothing after an error and reports the error. Roots of React 18 cannot report it. */
function createBoundary(
  { Component }: React,
  onError: (error: unknown) => void,
): React.ComponentClass<React.PropsWithChildren> {
  return class extends Component<React.PropsWithChildren, { failed: boolean }> {
    override state = { failed: false };
    static getDerivedStateFromError(): { failed: boolean } {
      return { failed: true };
    }
    override componentDidCatch(error: unknown): void {
      onError(error);
    }
    override render(): React.ReactNode {
      return this.state.failed ? null : this.props.children;
    }
  };
}
