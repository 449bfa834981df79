import { type DemoExports, demoFault } from '../../shared/demo-export.ts';

/** After its effects a demo has this long to throw, in milliseconds: React tells a fault in an effect a moment later. */
const PROOF = 50;
/** How long a demo may suspend before it is shown as it is, in milliseconds. */
const PATIENCE = 1000;

/** What is told of a demo that takes its own place away. */
export const REMOVED = 'The demo removed the element that it is rendered into';

type React = typeof import('react');
type ReactClient = typeof import('react-dom/client');

/** Where the demo is shown. */
export interface Stage {
  /**
   * Renders a demo instead of the previous one. That one stays until the new one has rendered without throwing; the
   * promise rejects with what it throws.
   *
   * @param isWanted asked when it has rendered: one that came too late is taken away again
   * @returns whether it is shown
   */
  show(exported: DemoExports, isWanted: () => boolean): Promise<boolean>;
  /** False once the demo's element is not in the document. */
  isWhole(): boolean;
}

/** @param onError told what is thrown after the first rendering */
export function createStage(onError: (error: unknown) => void): Stage {
  const table = globalThis.cascaderModules ?? {};
  const react = table.react?.() as React;
  const { createElement, useEffect } = react;
  const { createRoot } = table['react-dom/client']?.() as ReactClient;
  let shown: { container: HTMLElement; unmount: () => void } | undefined;

  return {
    isWhole: () => !shown || shown.container.isConnected,
    async show(exported, isWanted) {
      const fault = demoFault(exported);
      if (fault) throw new TypeError(fault);
      const { default: Component, setup } = exported as DemoExports<React.ComponentType<React.PropsWithChildren>>;
      const demo = createElement(Component as React.ComponentType);
      const container = document.createElement('div');
      // Out of sight, but with the size it will have, until it has proved itself.
      container.style.cssText = 'position: fixed; inset: 0 0 auto; visibility: hidden';
      bodyOf(document).prepend(container);
      let settled = false;
      let patience: ReturnType<typeof setTimeout> | undefined;
      const unmount = await new Promise<() => void>((resolve, reject) => {
        const root = createRoot(container, { onRecoverableError: () => undefined });
        const tell = (error: unknown): void => (settled ? onError(error) : reject(error));
        const done = (): void => resolve(() => root.unmount());
        const Mounted = () => {
          useEffect(() => void setTimeout(done, PROOF), []);
          return setup?.Wrapper ? createElement(setup.Wrapper, null, demo) : demo;
        };
        root.render(createElement(createBoundary(react, tell), undefined, createElement(Mounted)));
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

/** An edited demo may have removed the body. */
function bodyOf(page: Document): HTMLElement {
  if (!page.body) page.documentElement.append(page.createElement('body'));
  return page.body;
}

/** A component that shows nothing once one below it has thrown, and tells what: roots of React 18 cannot tell. */
function createBoundary(
  { Component }: React,
  tell: (error: unknown) => void,
): React.ComponentClass<React.PropsWithChildren> {
  return class extends Component<React.PropsWithChildren, { failed: boolean }> {
    override state = { failed: false };
    static getDerivedStateFromError(): { failed: boolean } {
      return { failed: true };
    }
    override componentDidCatch(error: unknown): void {
      tell(error);
    }
    override render(): React.ReactNode {
      return this.state.failed ? null : this.props.children;
    }
  };
}
