import type { Editors } from './editors.ts';
import type { Busy } from './timing.ts';

export interface LazyEditors {
  current: () => Editors | undefined;
  /** Opens the editors once. Resolves to undefined if the reader has left the demo in the meantime. */
  open: () => Promise<Editors | undefined>;
  close: () => void;
  restore: () => void;
  dispose: () => void;
}

export function createLazyEditors(busy: Busy, openEditors: () => Promise<Editors>): LazyEditors {
  let editors: Editors | undefined;
  let opening: Promise<Editors> | undefined;
  let restore: (() => void) | undefined;
  let disposed = false;
  return {
    current: () => editors,
    async open() {
      if (editors) return editors;
      restore?.();
      restore = undefined;
      busy.begin();
      opening ??= openEditors();
      try {
        editors = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      } finally {
        busy.end();
      }
      if (!disposed) return editors;
      editors.remove();
      return undefined;
    },
    close() {
      restore = editors?.close() ?? restore;
      editors = undefined;
      opening = undefined;
    },
    restore: () => restore?.(),
    dispose() {
      disposed = true;
      editors?.remove();
    },
  };
}
