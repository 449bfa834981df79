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
   * Renders a component in place of the one before. That one stays until the new one has rendered without throwing; the
   * promise rejects with what it throws.
   */
  show(exported: unknown): Promise<void>;
  /** False once the demo's element is not in the document. */
  isWhole(): boolean;
}

/** @param onError told what is thrown after the first rendering */
export function createStage(onError: (error: unknown) => void): Stage {
  const table = globalThis.cascaderModules ?? {};
  const { createElement, useEffect } = table.react?.() as React;
  const { createRoot } = table['react-dom/client']?.() as ReactClient;
  let shown: { container: HTMLElement; unmount: () => void } | undefined;

  return {
    isWhole: () => !shown || shown.container.isConnected,
    async show(exported) {
      const Component = componentOf(exported);
      const container = document.createElement('div');
      // Out of sight, but with the size it will have, until it has proved itself.
      container.style.cssText = 'position: fixed; inset: 0 0 auto; visibility: hidden';
      bodyOf(document).prepend(container);
      let settled = false;
      let patience: ReturnType<typeof setTimeout> | undefined;
      const unmount = await new Promise<() => void>((resolve, reject) => {
        const root = createRoot(container, {
          onUncaughtError: (error) => (settled ? onError(error) : reject(error)),
          onRecoverableError: () => undefined,
        });
        const done = (): void => resolve(() => root.unmount());
        const Mounted = () => {
          useEffect(() => void setTimeout(done, PROOF), []);
          return createElement(Component);
        };
        root.render(createElement(Mounted));
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
      if (!container.isConnected) {
        unmount();
        if (last && !last.container.isConnected) bodyOf(document).prepend(last.container);
        throw new Error(REMOVED);
      }
      shown = { container, unmount };
      container.style.cssText = '';
      last?.unmount();
      last?.container.remove();
    },
  };
}

function componentOf(exported: unknown): React.ComponentType {
  if (typeof exported === 'function' && exported.constructor.name === 'AsyncFunction')
    throw new TypeError('A demo cannot be an async function: load its data in an effect, or use `use` with a promise');
  const isElement = typeof exported === 'object' && exported !== null && 'props' in exported;
  if (typeof exported === 'function' || (typeof exported === 'object' && exported !== null && !isElement))
    return exported as React.ComponentType;
  throw new TypeError('A demo needs a component as its default export');
}

/** An edited demo may have removed the body. */
function bodyOf(page: Document): HTMLElement {
  if (!page.body) page.documentElement.append(page.createElement('body'));
  return page.body;
}
